// All triangles of one frame in the world.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "recording/frame.h"
#include "render/picture_bodies.h"

namespace stiction {

struct Soup {
  struct Triangle {
    std::array<std::uint32_t, 3> vertex{};
    std::uint32_t body = 0;
    std::uint8_t creases = 0;  // bit k: the edge opposite corner k
  };
  struct Plane {
    Vec3f normal = Vec3f::UnitZ();
    float offset = 0;                                       // normal . x = offset [m]
    Vec3f across = Vec3f::UnitX(), along = Vec3f::UnitY();  // unit, in the plane
  };
  std::vector<Vec3f> positions;  // from the common centre [m]
  std::vector<Vec3f> normals;
  std::vector<Triangle> triangles;
  std::vector<Plane> planes;
};

Soup::Plane make_plane(const Vec3& normal, double offset);

// Bodies that are not there, whose pose is not finite, or that are farther than `reach` [m] from `center` are left out.
// Memory of `soup` is reused.
void gather_soup(const PictureBodies& bodies, const Frame& frame, const Vec3& center, double reach, Soup& soup);

}  // namespace stiction
