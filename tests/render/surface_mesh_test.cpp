#include "render/surface_mesh.h"

#include <bit>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "render/pictures.h"

namespace stiction {
namespace {

int crease_count(const SurfaceMesh& mesh) {
  int count = 0;
  for (const auto& triangle : mesh.triangles) count += std::popcount(triangle.creases);
  return count;
}

TEST(SurfaceMesh, OfABoxHasFlatFacesAndTwelveEdges) {
  const SurfaceMesh mesh = test::mesh_of(make_box_shape(Vec3(1, 2, 3)), 64);
  EXPECT_EQ(mesh.triangles.size(), 12U);
  EXPECT_EQ(mesh.positions.size(), 24U);
  EXPECT_EQ(crease_count(mesh), 24);  // every edge from both sides; no diagonal
  for (const Vec3f& n : mesh.normals) EXPECT_NEAR(n.cwiseAbs().maxCoeff(), 1, 1e-6);
  EXPECT_EQ(mesh.bounds.max, Vec3(0.5, 1, 1.5));
}

TEST(SurfaceMesh, OfASphereHasNormalsThatPointOutwards) {
  const SurfaceMesh mesh = test::mesh_of(SphereShape{2}, 64);
  EXPECT_EQ(crease_count(mesh), 0);
  for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
    EXPECT_GT(mesh.normals[v].dot(mesh.positions[v].normalized()), 0.999F);
  }
}

TEST(SurfaceMesh, OfACylinderHasItsTwoRims) {
  const SurfaceMesh mesh = test::mesh_of(make_cylinder_shape(1, 2), 32);
  EXPECT_EQ(crease_count(mesh), 2 * 2 * 32);
}

TEST(SurfaceMesh, OfARecordingIsThatOfTheShape) {
  Model model;
  for (const Shape& shape : {Shape(make_box_shape(Vec3(1, 2, 3))), Shape(make_cylinder_shape(1, 2))}) {
    Body body;
    body.shape = shape;
    model.bodies.push_back(body);
  }
  const ShownSurfaces shown = shown_surfaces(model);
  EXPECT_EQ(crease_count(surface_mesh(shown.surfaces[0])), 24);
  EXPECT_EQ(crease_count(surface_mesh(shown.surfaces[1])), 2 * 2 * 32);  // the rims, nothing along the sides
}

TEST(SurfaceMesh, LeavesOutTrianglesWithoutAnArea) {
  TriangleMesh mesh;
  mesh.vertices = {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(2, 0, 0), Vec3(0, 1, 0),
                   Vec3::Constant(std::numeric_limits<double>::quiet_NaN())};
  mesh.triangles = {{0, 1, 2}, {0, 0, 1}, {0, 1, 3}, {0, 1, 4}};
  const SurfaceMesh surface = surface_mesh(mesh, 0.5);
  ASSERT_EQ(surface.triangles.size(), 1U);
  EXPECT_EQ(surface.positions.size(), 3U);
  EXPECT_EQ(surface.normals[0], Vec3f::UnitZ());
}

}  // namespace
}  // namespace stiction
