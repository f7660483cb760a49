#include <gtest/gtest.h>

#include <cmath>

#include "base/hash.h"
#include "geometry/solids/mesh_oracle.h"
#include "geometry/solids/polygonise/crossings.h"
#include "geometry/solids/polygonise/lattice.h"
#include "geometry/solids/solid_samples.h"

namespace stiction {
namespace {

constexpr double kPi = 3.14159265358979323846;

double extent(const Solid& solid) {
  const Aabb box = solid_bounds(solid);
  return (box.max - box.min).norm();
}

void expect_sound(const TriangleMesh& mesh, const Solid& solid) {
  const char* name = solid.kind().name;
  EXPECT_TRUE(is_closed_manifold(mesh)) << name;
  EXPECT_EQ(count_self_intersections(mesh), 0) << name;
  EXPECT_GT(mesh_volume(mesh), 0) << name;
  double worst = 0;
  for (const Vec3& v : mesh.vertices) worst = std::max(worst, std::abs(solid_distance(solid, v)));
  EXPECT_LT(worst, 1e-8 * extent(solid)) << name;
}

std::uint64_t bits(const TriangleMesh& mesh) {
  Hash64 hash;
  for (const Vec3& v : mesh.vertices) {
    for (int axis = 0; axis < 3; ++axis) hash.add(v[axis]);
  }
  for (const auto& t : mesh.triangles) {
    for (const int v : t) hash.add(static_cast<std::uint64_t>(v));
  }
  return hash.value();
}

TEST(MeshOf, every_kind_gives_a_closed_manifold_on_its_level_set) {
  for (const Solid& solid : all_samples()) expect_sound(mesh_of(solid, 0.075), solid);
}

TEST(MeshOf, coarse_cells_still_give_sound_meshes) {
  for (const Solid& solid : all_samples()) {
    for (const double cell : {0.13, 0.24}) expect_sound(mesh_of(solid, cell), solid);
  }
}

TEST(MeshOf, the_first_mesh_is_a_manifold_whatever_the_function) {
  for (const Solid& solid : all_samples()) {
    const LevelSet surface(solid, 0.13);
    const TriangleMesh mesh = march_lattice(surface, solid_bounds(solid));
    EXPECT_TRUE(is_closed_manifold(mesh)) << solid.kind().name;
    EXPECT_EQ(count_self_intersections(mesh), 0) << solid.kind().name;
    EXPECT_GT(mesh_volume(mesh), 0);
  }
}

TEST(MeshOf, euler_characteristics) {
  for (const char* kind : {"sphere", "box", "capsule", "cylinder", "rock", "log", "bunny"}) {
    EXPECT_EQ(euler_characteristic(mesh_of(simple(kind), 0.05)), 2) << kind;
  }
  EXPECT_EQ(euler_characteristic(mesh_of(simple("torus"), 0.05)), 0);
  EXPECT_EQ(euler_characteristic(mesh_of(simple("nut"), 0.04)), 0);
  EXPECT_EQ(euler_characteristic(mesh_of(simple("bolt"), 0.04)), 2);
}

TEST(MeshOf, volumes_converge_at_second_order) {
  const double r = 0.5, l = 1.4;
  const std::pair<const char*, double> cases[] = {
      {"sphere", 4 * kPi / 3 * r * r * r},
      {"capsule", 4 * kPi / 3 * r * r * r + kPi * r * r * l},
      {"cylinder", kPi * r * r * l},
      {"torus", 2 * kPi * kPi * r * 0.2 * 0.2},
  };
  for (const auto& [kind, volume] : cases) {
    const double coarse = std::abs(mesh_volume(mesh_of(simple(kind), 0.1)) - volume);
    const double fine = std::abs(mesh_volume(mesh_of(simple(kind), 0.05)) - volume);
    EXPECT_GT(coarse / fine, 3.2) << kind;
    EXPECT_LT(fine, 0.02 * volume) << kind;
  }
}

TEST(MeshOf, a_box_keeps_its_edges_and_corners) {
  const Solid box = simple("box");
  for (const double cell : {0.05, 0.1, 0.15}) EXPECT_NEAR(mesh_volume(mesh_of(box, cell)), 1 * 0.7 * 0.5, 1e-9);
  Solid turned_box = box;
  turned_box.pose = turned({0.1, 0.2, 0.3});
  EXPECT_NEAR(mesh_volume(mesh_of(turned_box, 0.08)), 0.35, 1e-9);
}

TEST(MeshOf, a_cylinder_keeps_its_rims) {
  const TriangleMesh mesh = mesh_of(simple("cylinder"), 0.1);
  int on_rim = 0;
  for (const Vec3& v : mesh.vertices) {
    on_rim += std::abs(std::hypot(v.x(), v.y()) - 0.5) < 1e-8 && std::abs(std::abs(v.z()) - 0.7) < 1e-8 ? 1 : 0;
  }
  EXPECT_GT(on_rim, 40);  // two circles of 3.1 m
}

TEST(MeshOf, smooth_solids_have_well_shaped_triangles_of_the_asked_size) {
  for (const char* kind : {"sphere", "capsule", "torus", "rock", "box", "cylinder", "log"}) {
    const double cell = 0.06;
    const TriangleMesh mesh = mesh_of(simple(kind), cell);
    EXPECT_GT(smallest_angle(mesh) * 180 / kPi, 20) << kind;
    double sum = 0;
    for (const auto& t : mesh.triangles) sum += (mesh.vertices[t[0]] - mesh.vertices[t[1]]).norm();
    const double mean = sum / static_cast<double>(mesh.triangles.size());
    EXPECT_GT(mean, 0.7 * cell);
    EXPECT_LT(mean, 1.4 * cell);
  }
}

TEST(MeshOf, gives_the_same_bits_every_time_and_other_ones_for_other_seeds) {
  for (const char* kind : {"rock", "log"}) {
    Solid solid = simple(kind);
    const std::uint64_t first = bits(mesh_of(solid, 0.1));
    EXPECT_EQ(bits(mesh_of(solid, 0.1)), first);
    solid.seed = 2;
    EXPECT_NE(bits(mesh_of(solid, 0.1)), first);
  }
}

TEST(MeshOf, rocks_of_many_seeds_are_one_piece) {
  for (unsigned seed = 1; seed <= 12; ++seed) {
    Solid rock = simple("rock");
    rock.seed = seed;
    rock.set("roughness", 0.08 * seed);
    const TriangleMesh mesh = mesh_of(rock, 0.07);
    EXPECT_EQ(euler_characteristic(mesh), 2) << seed;
    expect_sound(mesh, rock);
  }
}

TEST(MeshOf, separate_parts_make_separate_pieces_and_hollows_an_inner_surface) {
  Solid shell("difference");
  shell.parts = {Solid(), Solid().set("radius", 0.3)};
  const TriangleMesh hollow = mesh_of(shell, 0.06);
  EXPECT_EQ(euler_characteristic(hollow), 4);
  EXPECT_NEAR(mesh_volume(hollow), 4 * kPi / 3 * (0.125 - 0.027), 0.01);
  Solid pair("union");
  pair.parts = shell.parts;
  pair.parts[1].pose.position.x() = 2;
  EXPECT_EQ(euler_characteristic(mesh_of(pair, 0.08)), 4);
}

TEST(Crossings, are_found_where_brute_force_finds_them) {
  TriangleMesh mesh = mesh_of(Solid(), 0.15);
  EXPECT_TRUE(crossing_triangles(mesh, 0.15).empty());
  mesh.vertices[10] *= -1.3;  // pulled through the opposite side
  EXPECT_GT(count_self_intersections(mesh), 0);
  EXPECT_FALSE(crossing_triangles(mesh, 0.15).empty());
}

}  // namespace
}  // namespace stiction
