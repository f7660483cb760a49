#include "geometry/tetra/tet_quality.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "geometry/solids/solid_samples.h"
#include "geometry/tetra/structured_tets.h"
#include "geometry/tetra/tet_surface.h"
#include "tetra/tet_samples.h"

namespace stiction {
namespace {

using std::numbers::pi;

const TetCorners kRegular = {Vec3(1, 1, 1), Vec3(-1, 1, -1), Vec3(1, -1, -1), Vec3(-1, -1, 1)};

TEST(TetQuality, of_the_regular_tetrahedron) {
  EXPECT_NEAR(std::abs(tet_volume(kRegular)), 8.0 / 3, 1e-15);
  for (const double angle : dihedral_angles(kRegular)) EXPECT_NEAR(angle, std::acos(1.0 / 3) * 180 / pi, 1e-12);
  EXPECT_NEAR(worst_sine(kRegular), std::sqrt(8.0) / 3, 1e-14);
}

// The angle between the parts of two other corners across an edge.
double angle_by_projection(const TetCorners& x, int e) {
  const auto& [i, j] = kTetEdges[e];
  const auto& [k, l] = kTetEdges[5 - e];
  const Vec3 along = (x[j] - x[i]).normalized();
  const auto across = [&](int c) { return Vec3((x[c] - x[i]) - along.dot(x[c] - x[i]) * along).normalized(); };
  return std::acos(std::clamp(across(k).dot(across(l)), -1.0, 1.0)) * 180 / pi;
}

TEST(TetQuality, angles_are_those_between_the_corners_across_each_edge) {
  RandomPoints random({Vec3(-1, -1, -1), Vec3(1, 1, 1)}, 3);
  for (int trial = 0; trial < 2000; ++trial) {
    TetCorners x = {random.next(), random.next(), random.next(), random.next()};
    if (tet_volume(x) < 0) std::swap(x[0], x[1]);
    if (tet_volume(x) < 1e-3) continue;
    double least = 1;
    const auto angles = dihedral_angles(x);
    for (int e = 0; e < 6; ++e) {
      EXPECT_NEAR(angles[e], angle_by_projection(x, e), 1e-5);
      least = std::min(least, std::sin(angles[e] * pi / 180));
    }
    EXPECT_NEAR(worst_sine(x), least, 1e-12);
    std::swap(x[2], x[3]);
    EXPECT_LT(worst_sine(x), 0);
  }
}

TEST(TetQuality, flat_and_collapsed_tetrahedra_have_no_angles) {
  const TetCorners flat = {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(1, 1, 0)};
  const TetCorners collapsed = {Vec3(0, 0, 0), Vec3(0, 0, 0), Vec3(0, 1, 0), Vec3(1, 1, 0)};
  for (const TetCorners& x : {flat, collapsed}) {
    EXPECT_EQ(worst_sine(x), 0);
    for (const double angle : dihedral_angles(x)) EXPECT_EQ(angle, 0);
  }
}

TEST(TetQuality, of_a_box_in_cubes_has_kuhns_angles) {
  const TetQuality q = tet_quality(box_tet_mesh({0.4, 0.2, 0.6}, {4, 2, 6}));
  EXPECT_EQ(q.tet_count, 6 * 4 * 2 * 6);
  EXPECT_EQ(q.vertex_count, 5 * 3 * 7);
  EXPECT_NEAR(q.volume, 0.4 * 0.2 * 0.6, 1e-15);
  EXPECT_NEAR(q.smallest_angle, 45, 1e-9);
  EXPECT_NEAR(q.largest_angle, 90, 1e-9);
  EXPECT_NEAR(q.edge_ratio, std::sqrt(3.0), 1e-12);
  EXPECT_NEAR(q.smallest_volume, q.largest_volume, 1e-15);
  long angles = 0;
  for (const long count : q.angles) angles += count;
  EXPECT_EQ(angles, 6 * q.tet_count);
  const std::string text = quality_text(q);
  EXPECT_NE(text.find("105 vertices, 288 tetrahedra, volume 0.048 m^3\ndihedral angles 45.00 to 90.00"),
            std::string::npos)
      << text;
}

TEST(TetQuality, centre_of_two_tetrahedra) {
  const TetMesh mesh = two_tets();
  // Volumes 1/6 and 1/3, centroids (1/4, 1/4, 1/4) and (1/2, 1/2, 1/2).
  EXPECT_NEAR(mesh_volume(mesh), 0.5, 1e-15);
  EXPECT_LT((mesh_centre(mesh) - Vec3::Constant(5.0 / 12)).norm(), 1e-15);
}

TEST(TetSurface, has_the_faces_of_one_tetrahedron_only_outward_and_knows_its_vertices) {
  TetMesh mesh = two_tets();
  mesh.vertices.insert(mesh.vertices.begin(), Vec3(9, 9, 9));  // not used
  for (auto& tet : mesh.tets) {
    for (int& v : tet) ++v;
  }
  const TetSurface surface = tet_surface(mesh);
  EXPECT_EQ(surface.mesh.triangles.size(), 6u);
  ASSERT_EQ(surface.mesh_vertex, (std::vector<int>{1, 2, 3, 4, 5}));
  double volume = 0;
  for (const auto& [a, b, c] : surface.mesh.triangles) {
    const auto& x = surface.mesh.vertices;
    volume += x[a].dot(x[b].cross(x[c])) / 6;
  }
  EXPECT_NEAR(volume, 0.5, 1e-15);
  for (int v = 0; v < 5; ++v) EXPECT_EQ(surface.mesh.vertices[v], mesh.vertices[surface.mesh_vertex[v]]);
}

TEST(TetSurface, inner_vertices_are_left_out) {
  const TetSurface surface = tet_surface(box_tet_mesh({1, 1, 1}, {2, 2, 2}));
  EXPECT_EQ(surface.mesh.vertices.size(), 26u);
  EXPECT_EQ(surface.mesh.triangles.size(), 48u);
}

}  // namespace
}  // namespace stiction
