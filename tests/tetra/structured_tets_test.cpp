#include "geometry/tetra/structured_tets.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "base/error.h"
#include "geometry/mesh/mesh_check.h"
#include "geometry/tetra/tet_check.h"
#include "geometry/tetra/tet_quality.h"
#include "geometry/tetra/tet_surface.h"

namespace stiction {
namespace {

void expect_sound(TetMesh mesh, double volume) {
  EXPECT_EQ(tet_fault(mesh), "");
  EXPECT_TRUE(tet_check(mesh, "mesh").empty());
  EXPECT_NEAR(mesh_volume(mesh), volume, 1e-12 * volume);
  EXPECT_TRUE(check_mesh(tet_surface(mesh).mesh).empty());
}

TEST(StructuredTets, boxes_of_any_divisions_are_whole_and_exact) {
  for (int nx = 1; nx <= 4; ++nx) {
    for (int ny = 1; ny <= 3; ++ny) {
      for (int nz = 1; nz <= 3; ++nz) expect_sound(box_tet_mesh({0.7, 0.3, 0.2}, {nx, ny, nz}), 0.7 * 0.3 * 0.2);
    }
  }
}

TEST(StructuredTets, an_evenly_divided_box_is_its_own_mirror_image) {
  const TetMesh mesh = box_tet_mesh({2, 4, 8}, {2, 4, 8});
  const auto key = [&](const std::array<int, 4>& tet, const Vec3& mirror) {
    Vec3 sum = Vec3::Zero();
    for (const int v : tet) sum += mesh.vertices[v].cwiseProduct(mirror);
    return std::array<double, 3>{sum.x(), sum.y(), sum.z()};
  };
  for (int axis = 0; axis < 3; ++axis) {
    Vec3 mirror = Vec3::Ones();
    mirror[axis] = -1;
    std::vector<std::array<double, 3>> here, there;
    for (const auto& tet : mesh.tets) {
      here.push_back(key(tet, Vec3::Ones()));
      there.push_back(key(tet, mirror));
    }
    std::sort(here.begin(), here.end());
    std::sort(there.begin(), there.end());
    EXPECT_EQ(here, there) << axis;
  }
}

TEST(StructuredTets, a_straight_strip_is_a_box_and_a_woven_one_keeps_its_volume) {
  Strip strip{
      .line = {{0, 0, 0}, {0.1, 0, 0}, {0.3, 0, 0}}, .width = 0.2, .thickness = 0.05, .across = 3, .through = 2};
  expect_sound(strip_tet_mesh(strip), 0.3 * 0.2 * 0.05);
  strip.line.clear();
  double length = 0;
  for (int i = 0; i <= 80; ++i) {
    const double x = 0.02 * i;
    strip.line.emplace_back(x, 0, 0.1 * std::sin(2 * std::numbers::pi * x / 0.8));
    if (i > 0) length += (strip.line[i] - strip.line[i - 1]).norm();
  }
  TetMesh mesh = strip_tet_mesh(strip);
  EXPECT_EQ(tet_fault(mesh), "");
  EXPECT_NEAR(mesh_volume(mesh), length * 0.2 * 0.05, 2e-3 * length * 0.2 * 0.05);
}

TEST(StructuredTets, a_tube_is_a_ring_of_prisms) {
  const Tube tube{.outer_radius = 0.5, .inner_radius = 0.4, .length = 1, .around = 24, .through = 2, .along = 8};
  const double share = 12 * std::sin(2 * std::numbers::pi / 24);  // of a regular polygon in r^2
  expect_sound(tube_tet_mesh(tube), share * (0.25 - 0.16));
}

template <class Act>
std::string answer(Act act) {
  try {
    act();
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(StructuredTets, senseless_numbers_are_refused) {
  EXPECT_EQ(answer([] { box_tet_mesh({1, 0, 1}, {1, 1, 1}); }), "a box's size is 0 m; it must be a positive length");
  EXPECT_NE(answer([] { box_tet_mesh({1, 1, 1}, {1, 0, 1}); }).find("at least 1"), std::string::npos);
  EXPECT_NE(answer([] { box_tet_mesh({1, 1, 1}, {1000, 1000, 1000}); }).find("use larger cells"), std::string::npos);
  Strip strip{.line = {{0, 0, 0}}, .width = 1, .thickness = 0.1};
  EXPECT_NE(answer([&] { strip_tet_mesh(strip); }).find("at least two points"), std::string::npos);
  strip.line = {{0, 0, 0}, {0, 1, 0}};
  EXPECT_NE(answer([&] { strip_tet_mesh(strip); }).find("runs along the side"), std::string::npos);
  strip.line = {{0, 0, 0}, {1, 0, 0}, {1, 0, 0}};
  EXPECT_NE(answer([&] { strip_tet_mesh(strip); }).find("two points are the same"), std::string::npos);
  strip.line = {{0, 0, 0}, {0.1, 0, 0}, {0.1, 0, 0.1}, {0.0, 0, 0.1}};
  strip.thickness = 0.5;
  EXPECT_NE(answer([&] { strip_tet_mesh(strip); }).find("turns too sharply"), std::string::npos);
  EXPECT_NE(
      answer([] { tube_tet_mesh({.outer_radius = 1, .inner_radius = 0.5, .length = 1, .around = 7}); }).find("even"),
      std::string::npos);
  EXPECT_NE(answer([] { tube_tet_mesh({.outer_radius = 1, .inner_radius = 1, .length = 1}); }).find("wall"),
            std::string::npos);
}

}  // namespace
}  // namespace stiction
