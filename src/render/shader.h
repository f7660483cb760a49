// What colour a surface has at a point of the picture.
#pragma once

#include "render/camera.h"
#include "render/color.h"
#include "render/lighting.h"
#include "render/soup.h"
#include "render/tile.h"

namespace stiction {

// A point of a surface, before it gets its colour.
struct SurfacePoint {
  std::uint32_t source = kNothing;  // as in Tile
  Vec3f point = Vec3f::Zero();      // from the common centre [m]
  Vec3f normal = Vec3f::UnitZ();
  float pixel = 0;  // size of a pixel here [m]
  float line = 0;   // share of a crease's line
};

struct Shader {
  const Camera& camera;
  const Soup& soup;
  const PictureBodies& bodies;
  const Lighting& lighting;
  const Theme& theme;
  float radius = 1;  // of what is framed [m]
  float grid = 1;    // from one grid line to the next [m]

  // `source` as in Tile, not kNothing, seen at (x, y) [pixels] with 1/depth [1/m].
  SurfacePoint locate(std::uint32_t source, float x, float y, float inverse_depth) const;
  Color color(const SurfacePoint& at, float x, float y, const SkyLight& sky) const;
  Color background(float y) const;
  // Planes too far away to be seen need no light.
  bool faded(const SurfacePoint& at) const;

 private:
  void locate_on(const Soup::Triangle& triangle, SurfacePoint& at) const;
  Color plane(const Soup::Plane& plane, float x, float y, const SurfacePoint& at, const SkyLight& sky) const;
  float grid_line(const Soup::Plane& plane, float x, float y, const Vec3f& point) const;
};

}  // namespace stiction
