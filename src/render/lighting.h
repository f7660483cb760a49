// The light of a picture: a key light with soft shadows, and the sky from many directions with theirs, which darkens
// corners and gaps.
#pragma once

#include <vector>

#include "render/color.h"
#include "render/shadow_map.h"

namespace stiction {

class Lighting {
 public:
  // Both directions are unit vectors. Maps for the ball of `radius` [m] about the common centre.
  void prepare(const Soup& soup, const Vec3f& to_key, const Vec3f& up, float radius);

  // Light that a surface sends out for an albedo of 1.
  Color at(const Vec3f& point, const Vec3f& normal) const;

 private:
  Vec3f up_ = Vec3f::UnitZ();
  ShadowMap key_;
  std::vector<ShadowMap> sky_;
};

// Light of an open plain under this sky and key light, which is about 1.
inline constexpr float kKeyLight = 0.62F, kSkyLight = 0.50F, kBounceLight = 0.16F;

}  // namespace stiction
