// What colour a surface has at a point of the picture.
#pragma once

#include "render/camera.h"
#include "render/color.h"
#include "render/lighting.h"
#include "render/soup.h"
#include "render/tile.h"

namespace stiction {

struct Shader {
  const Camera& camera;
  const Soup& soup;
  const PictureBodies& bodies;
  const Lighting& lighting;
  const Theme& theme;
  float radius = 1;  // of what is framed [m]
  float grid = 1;    // from one grid line to the next [m]
  Vec3f up = Vec3f::UnitZ();

  // `source` as in Tile, seen at (x, y) [pixels] with 1/depth [1/m].
  Color color(std::uint32_t source, float x, float y, float inverse_depth) const;
  Color background(float y) const;

 private:
  Color surface(const Soup::Triangle& triangle, const Vec3f& point, float pixel) const;
  Color plane(const Soup::Plane& plane, float x, float y, const Vec3f& point) const;
  float grid_line(const Soup::Plane& plane, float x, float y, const Vec3f& point) const;
};

}  // namespace stiction
