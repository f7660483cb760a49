// Every shape of a body can be filled with tetrahedra.
#include "geometry/tetra/shape_tets.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"

namespace stiction {
namespace {

double volume_of(const TetMesh& mesh) {
  double volume = 0;
  for (const auto& [a, b, c, d] : mesh.tets) {
    const Vec3& p = mesh.vertices[a];
    volume += (mesh.vertices[b] - p).cross(mesh.vertices[c] - p).dot(mesh.vertices[d] - p) / 6;
  }
  return volume;
}

struct Filled {
  const char* name;
  Shape shape;
  double volume;        // [m^3]
  double tolerance;     // relative: round surfaces lose what is outside of chords
  double slack = 1e-9;  // outside of the shape's bounds, which for a solid are those of its triangles [m]
};

std::vector<Filled> shapes() {
  const auto at = [](double x, double y, double z) { return Pose{Vec3(x, y, z), Quat::Identity()}; };
  const double pi = M_PI;
  return {
      {"box", make_box_shape({1, 0.8, 0.6}), 0.48, 1e-12},
      {"sphere", SphereShape{0.5}, pi / 6, 0.04},
      {"wedge", make_convex_shape({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {0, 1, 1}}), 0.5, 0.02},
      {"capsule", make_capsule_shape(0.4, 0.8), pi * 0.16 * 0.8 + 4.0 / 3 * pi * 0.064, 0.04},
      {"cylinder", make_cylinder_shape(0.4, 1), pi * 0.16, 0.04},
      {"solid", make_solid_shape(Solid("sphere"), 0.2, {}), std::pow(Solid().number("radius"), 3) * 4 / 3 * pi, 0.04,
       0.02},
      // Two boxes that overlap in a quarter of each.
      {"compound",
       make_compound_shape({{make_box_shape({1, 0.5, 0.5}), Pose{}}, {make_box_shape({1, 0.5, 0.5}), at(0.75, 0, 0)}}),
       0.4375, 0.02}};
}

TEST(ShapeTets, FillEveryKindOfShape) {
  for (const Filled& filled : shapes()) {
    SCOPED_TRACE(filled.name);
    const TetMesh mesh = shape_tet_mesh(filled.shape, 0.15);
    EXPECT_NEAR(volume_of(mesh), filled.volume, filled.tolerance * filled.volume);
    const Aabb box = bounds(filled.shape, Pose{}).grown(filled.slack);
    for (const Vec3& v : mesh.vertices) {
      EXPECT_TRUE((v.array() >= box.min.array()).all() && (v.array() <= box.max.array()).all());
    }
  }
}

TEST(ShapeTets, ComeNearerToRoundShapesWithFinerCells) {
  const double volume = M_PI / 6;
  const double coarse = volume - volume_of(shape_tet_mesh(SphereShape{0.5}, 0.2));
  const double fine = volume - volume_of(shape_tet_mesh(SphereShape{0.5}, 0.1));
  EXPECT_GT(coarse, 2.5 * fine);
  EXPECT_GT(fine, 0);
}

TEST(ShapeTets, RefuseAPlane) {
  EXPECT_THROW(shape_tet_mesh(PlaneShape{}, 0.1), InputError);
}

}  // namespace
}  // namespace stiction
