// Dinosaurs and bunnies as tetrahedra, at the cells of elastic bodies: horns, frill, tail, beak, ears and feet stay.
#include <gtest/gtest.h>

#include <cmath>

#include "geometry/solids/mesh_oracle.h"
#include "geometry/tetra/mesher/tet_mesher.h"
#include "geometry/tetra/tet_check.h"
#include "geometry/tetra/tet_quality.h"
#include "geometry/tetra/tet_surface.h"

namespace stiction {
namespace {

struct Animal {
  const char* kind;
  std::vector<double> cells;  // [m]
  std::vector<Vec3> tips;     // of the left half and the middle: where thin parts end [m]
};

// Of solids with default sizes.
const Animal kAnimals[] = {
    {"dinosaur",
     {0.05, 0.045, 0.035},
     {{0.407, 0.094, 0.431},  // horn of the brow
      {0.402, 0, 0.321},      // horn of the nose
      {0.465, 0, 0.135},      // beak
      {0.06, 0, 0.484},       // frill
      {0.159, 0.167, 0.347},  // its side
      {-0.527, 0, 0.159},     // tail
      {-0.13, 0.098, 0},      // feet
      {0.12, 0.103, 0}}},
    {"bunny",
     {0.055, 0.05, 0.04},
     {{0.02, 0.12, 0.475},     // ear
      {-0.4, 0, -0.225},       // tail
      {0.185, 0.067, -0.373},  // paws
      {0.09, 0.185, -0.37}}},
};

double nearest_vertex(const TriangleMesh& mesh, const Vec3& p) {
  double nearest = 1e9;
  for (const Vec3& v : mesh.vertices) nearest = std::min(nearest, (v - p).norm());
  return nearest;
}

TEST(AnimalTets, keep_their_thin_parts_and_their_angles_at_the_cells_of_scenes) {
  for (const Animal& animal : kAnimals) {
    const Solid solid(animal.kind);
    for (const double cell : animal.cells) {
      SCOPED_TRACE(testing::Message() << animal.kind << " at " << cell);
      const TetMesh mesh = tet_mesh_of(solid, {.cell = cell});
      const TetQuality q = tet_quality(mesh);
      EXPECT_EQ(tet_fault(mesh), "");
      EXPECT_GT(q.smallest_angle, 20);
      EXPECT_LT(q.largest_angle, 155);
      const TriangleMesh surface = tet_surface(mesh).mesh;
      EXPECT_TRUE(is_closed_manifold(surface));
      EXPECT_EQ(euler_characteristic(surface), 2);
      EXPECT_EQ(count_self_intersections(surface), 0);
      for (const Vec3& tip : animal.tips) {
        for (const double side : {1.0, -1.0}) {
          const Vec3 at(tip.x(), side * tip.y(), tip.z());
          ASSERT_LT(std::abs(solid_distance(solid, at)), 0.012) << "the tip is not of the solid: " << at.transpose();
          EXPECT_LT(nearest_vertex(surface, at), 0.8 * cell) << at.transpose();
        }
      }
    }
  }
}

TEST(AnimalTets, a_dinosaur_of_one_metre_takes_every_cell_up_to_50_mm) {
  for (int millimetres = 30; millimetres <= 50; millimetres += 2) {
    EXPECT_NO_THROW(tet_mesh_of(Solid("dinosaur"), {.cell = 1e-3 * millimetres})) << millimetres;
  }
}

}  // namespace
}  // namespace stiction
