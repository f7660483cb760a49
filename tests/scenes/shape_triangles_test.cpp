#include "scenes/shape_triangles.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "geometry/icosphere.h"
#include "geometry/mesh/mesh_check.h"

namespace stiction {
namespace {

double volume(const TriangleMesh& mesh) {
  double six = 0;
  for (const auto& [a, b, c] : mesh.triangles) {
    six += mesh.vertices[a].dot(mesh.vertices[b].cross(mesh.vertices[c]));
  }
  return six / 6;
}

MeshShape mesh_shape(const TriangleMesh& mesh) {
  return {make_mesh_geometry(mesh, {}, false), nullptr, 0};
}

TEST(ShapeTriangles, AreTheClosedSurfaceOfEveryShape) {
  const std::vector<Shape> shapes = {SphereShape{0.3},
                                     make_capsule_shape(0.2, 0.7),
                                     make_capsule_shape(0.2, 0),
                                     make_cylinder_shape(0.4, 0.1),
                                     make_box_shape({1, 2, 3}),
                                     make_convex_shape({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}}),
                                     mesh_shape(icosphere(0.5, 1))};
  for (const Shape& shape : shapes) {
    const TriangleMesh mesh = shape_triangles(shape);
    EXPECT_TRUE(check_mesh(mesh).empty()) << shape.index() << ": " << findings_text(check_mesh(mesh));
    const Aabb box = mesh_bounds(mesh), exact = bounds(shape, {});
    EXPECT_LT((box.min - exact.min).norm() + (box.max - exact.max).norm(), 1e-12) << shape.index();
  }
}

TEST(ShapeTriangles, HaveVolumesThatConvergeWithTheSegments) {
  constexpr double pi = std::numbers::pi;
  const auto error = [](const Shape& shape, double exact, int segments) {
    return (exact - volume(shape_triangles(shape, segments))) / exact;
  };
  for (const int segments : {16, 64, 256}) {
    const double bound = 20.0 / (segments * segments);  // chords instead of arcs: second order
    for (const double e : {error(SphereShape{0.3}, 4.0 / 3 * pi * 0.027, segments),
                           error(make_capsule_shape(0.2, 0.7), 4.0 / 3 * pi * 0.008 + pi * 0.04 * 0.7, segments),
                           error(make_cylinder_shape(0.4, 0.1), pi * 0.16 * 0.1, segments)}) {
      EXPECT_GT(e, 0) << "inscribed";
      EXPECT_LT(e, bound);
    }
  }
  EXPECT_NEAR(volume(shape_triangles(make_box_shape({1, 2, 3}))), 6, 1e-12);
}

TEST(ShapeTriangles, PlaceThePartsOfACompound) {
  const Shape compound =
      make_compound_shape({{make_box_shape({1, 1, 1}), {}},
                           {SphereShape{0.1}, {Vec3(5, 0, 0), Quat(Eigen::AngleAxisd(1, Vec3::UnitX()))}}});
  const TriangleMesh mesh = shape_triangles(compound);
  EXPECT_TRUE(check_mesh(mesh).empty());
  EXPECT_NEAR(mesh_bounds(mesh).max.x(), 5.1, 1e-3);
  EXPECT_NEAR(volume(mesh), 1 + 4.0 / 3 * std::numbers::pi * 1e-3, 1e-4);
}

TEST(ShapeTriangles, TurnThePartsOfACompound) {
  const Quat turn(Eigen::AngleAxisd(0.7, Vec3(1, 2, 3).normalized()));
  const Shape beam = make_box_shape({4, 1, 0.5});
  const Pose pose{Vec3(1, -2, 3), turn};
  const Aabb shown = mesh_bounds(shape_triangles(make_compound_shape({{beam, pose}}))), exact = bounds(beam, pose);
  EXPECT_LT((shown.min - exact.min).norm() + (shown.max - exact.max).norm(), 1e-12);
}

TEST(ShapeTriangles, OfAPlaneAreNone) {
  EXPECT_TRUE(shape_triangles(PlaneShape{}).triangles.empty());
}

}  // namespace
}  // namespace stiction
