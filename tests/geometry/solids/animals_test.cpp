// Dinosaurs and bunnies: where their parts are, how they stand, and how large they are.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

#include "geometry/solids/mesh_oracle.h"
#include "geometry/solids/solid_samples.h"

namespace stiction {
namespace {

Aabb box_of(const TriangleMesh& mesh) {
  Aabb box;
  for (const Vec3& v : mesh.vertices) box.include(v);
  return box;
}

TEST(Animals, both_sides_are_the_same) {
  for (const char* kind : {"dinosaur", "bunny"}) {
    const Solid animal(kind);
    RandomPoints random(solid_bounds(animal), 6);
    for (int k = 0; k < 1000; ++k) {
      const Vec3 p = random.next();
      EXPECT_EQ(solid_distance(animal, p), solid_distance(animal, {p.x(), -p.y(), p.z()})) << kind;
    }
  }
}

TEST(Animals, sizes_scale_them_as_a_whole) {
  const Solid small("dinosaur"), large = Solid("dinosaur").set("length", 3);
  RandomPoints random(solid_bounds(small), 2);
  for (int k = 0; k < 1000; ++k) {
    const Vec3 p = random.next();
    EXPECT_NEAR(solid_distance(large, 3 * p), 3 * solid_distance(small, p), 1e-12);
  }
}

TEST(Animals, a_dinosaur_is_as_long_as_it_says_and_fills_its_bounds) {
  for (const double length : {0.2, 1.0, 5.0}) {
    const Solid dinosaur = Solid("dinosaur").set("length", length);
    const Aabb box = box_of(mesh_of(dinosaur, length / 50)), bounds = solid_bounds(dinosaur);
    EXPECT_NEAR(box.max.x() - box.min.x(), length, 2e-3 * length);
    EXPECT_LT((box.min - bounds.min).norm(), 5e-3 * length);
    EXPECT_LT((box.max - bounds.max).norm(), 5e-3 * length);
  }
}

TEST(Animals, a_dinosaur_stands_on_four_flat_feet) {
  const TriangleMesh mesh = mesh_of(Solid("dinosaur"), 0.02);
  std::array<double, 4> sole = {0, 0, 0, 0};  // area on the ground, hind and fore, right and left [m^2]
  for (const auto& t : mesh.triangles) {
    const Vec3 &a = mesh.vertices[t[0]], &b = mesh.vertices[t[1]], &c = mesh.vertices[t[2]];
    if (std::max({a.z(), b.z(), c.z()}) > 1e-9) continue;
    const Vec3 middle = (a + b + c) / 3;
    sole[(middle.x() > 0 ? 2 : 0) + (middle.y() > 0 ? 1 : 0)] += (b - a).cross(c - a).norm() / 2;
  }
  for (const double area : sole) {
    EXPECT_GT(area, 0.0025);
    EXPECT_LT(area, 0.008);
  }
}

// Pieces of the solid in the plane of `height` [m], on a grid of `cell` [m].
int pieces_at(const Solid& solid, double height, double cell) {
  const Aabb box = solid_bounds(solid);
  const int nx = static_cast<int>((box.max.x() - box.min.x()) / cell) + 1;
  const int ny = static_cast<int>((box.max.y() - box.min.y()) / cell) + 1;
  std::vector<int> inside(nx * ny);
  for (int i = 0; i < nx * ny; ++i) {
    const Vec3 p(box.min.x() + cell * (i % nx), box.min.y() + cell * (i / nx), height);
    inside[i] = solid_distance(solid, p) < 0 ? 1 : 0;
  }
  int pieces = 0;
  for (int start = 0; start < nx * ny; ++start) {
    if (inside[start] == 0) continue;
    ++pieces;
    std::vector<int> stack = {start};
    inside[start] = 0;
    while (!stack.empty()) {
      const int i = stack.back(), x = i % nx;
      stack.pop_back();
      for (const int next : {x > 0 ? i - 1 : -1, x + 1 < nx ? i + 1 : -1, i - nx, i + nx}) {
        if (next < 0 || next >= nx * ny || inside[next] == 0) continue;
        inside[next] = 0;
        stack.push_back(next);
      }
    }
  }
  return pieces;
}

TEST(Animals, slices_show_legs_tail_horns_frill_and_ears) {
  const Solid dinosaur("dinosaur"), bunny("bunny");
  EXPECT_EQ(pieces_at(dinosaur, 0.02, 0.004), 4);  // feet
  EXPECT_EQ(pieces_at(dinosaur, 0.14, 0.004), 3);  // beak, trunk and tail
  EXPECT_EQ(pieces_at(dinosaur, 0.29, 0.004), 2);  // horn of the nose and trunk
  EXPECT_EQ(pieces_at(dinosaur, 0.39, 0.004), 3);  // two horns and the frill
  EXPECT_EQ(pieces_at(dinosaur, 0.46, 0.004), 1);  // the frill
  EXPECT_EQ(pieces_at(bunny, -0.36, 0.004), 4);    // paws
  EXPECT_EQ(pieces_at(bunny, 0.4, 0.004), 2);      // ears
}

TEST(Animals, are_one_piece_without_holes) {
  for (const char* kind : {"dinosaur", "bunny"}) {
    for (const double cell : {0.05, 0.03}) {
      EXPECT_EQ(euler_characteristic(mesh_of(Solid(kind), cell)), 2) << kind << " " << cell;
    }
  }
}

}  // namespace
}  // namespace stiction
