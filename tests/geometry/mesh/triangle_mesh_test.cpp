#include "geometry/mesh/triangle_mesh.h"

#include <gtest/gtest.h>

#include "geometry/mesh/mesh_samples.h"

namespace stiction {
namespace {

TEST(TriangleMesh, bounds_hold_every_vertex) {
  const Aabb bounds = mesh_bounds(make_box_mesh({1, 2, 3}, {4, 5, 6}));
  EXPECT_EQ(bounds.min, Vec3(3.5, 4, 4.5));
  EXPECT_EQ(bounds.max, Vec3(4.5, 6, 7.5));
}

TEST(TriangleMesh, scaling_multiplies_coordinates_and_keeps_the_outside_outside) {
  const TriangleMesh tetrahedron = make_tetrahedron();
  for (const Vec3& scale : {Vec3(2, 3, 4), Vec3(-2, 3, 4), Vec3(-2, -3, 4), Vec3(-2, -3, -4)}) {
    const TriangleMesh mesh = scaled(tetrahedron, scale);
    EXPECT_NEAR(mesh_volume(mesh), 4, 1e-14) << scale.transpose();
    EXPECT_EQ(mesh.vertices[1], Vec3(scale.x(), 0, 0));
  }
}

}  // namespace
}  // namespace stiction
