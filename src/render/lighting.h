// The light of a picture: a key light with soft shadows, and the sky from many directions with theirs, which darkens
// corners and gaps.
#pragma once

#include <vector>

#include "render/color.h"
#include "render/shadow_map.h"

namespace stiction {

// What a point sees of the sky.
struct SkyLight {
  float light = 0;  // 1 on an open plain
  float open = 0;   // share of the directions that are free
};

class Lighting {
 public:
  // Both directions are unit vectors. Maps for the ball of `radius` [m] about the common centre.
  void prepare(const Soup& soup, const Vec3f& to_key, const Vec3f& up, float radius);

  SkyLight sky(const Vec3f& point, const Vec3f& normal) const;
  // Light that a surface sends out for an albedo of 1.
  Color at(const Vec3f& point, const Vec3f& normal, const SkyLight& sky) const;

 private:
  Vec3f up_ = Vec3f::UnitZ();
  ShadowMap key_;
  std::vector<ShadowMap> sky_;
  float whole_ = 1;  // sky on an open plain
};

}  // namespace stiction
