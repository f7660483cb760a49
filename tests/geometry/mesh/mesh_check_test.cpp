#include "geometry/mesh/mesh_check.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "base/error.h"
#include "geometry/mesh/mesh_samples.h"

namespace stiction {
namespace {

// "" or the findings.
std::string complaint(const TriangleMesh& mesh) {
  return findings_text(check_mesh(mesh));
}

int count_of(const std::vector<MeshFinding>& findings, MeshDefect defect) {
  for (const MeshFinding& finding : findings) {
    if (finding.defect == defect) return finding.count;
  }
  return 0;
}

int count_of(const TriangleMesh& mesh, MeshDefect defect) {
  return count_of(check_mesh(mesh), defect);
}

TEST(MeshCheck, accepts_good_meshes) {
  EXPECT_EQ(complaint(make_tetrahedron()), "");
  EXPECT_EQ(complaint(make_box_mesh({1, 2, 3})), "");
  EXPECT_EQ(complaint(make_grid_box({1, 2, 3}, 10)), "");
  EXPECT_EQ(complaint(icosphere(1, 3)), "");
  EXPECT_EQ(complaint(make_torus(1, 0.3, 40, 20)), "");
  EXPECT_EQ(complaint(make_l_shape(0.5)), "");
}

TEST(MeshCheck, accepts_random_good_meshes_anywhere_at_any_size) {
  std::mt19937 random(31);
  std::uniform_real_distribution<double> unit(-1, 1);
  for (int trial = 0; trial < 60; ++trial) {
    const TriangleMesh samples[] = {make_grid_box({1, 1.5, 0.7}, 6), icosphere(1, 2), make_torus(1, 0.4, 24, 12),
                                    make_l_shape(1)};
    TriangleMesh mesh = perturbed(samples[trial % 4], random, trial % 8 < 4 ? 0.01 : 0);
    mesh = rotated(mesh, Vec3(unit(random), unit(random), unit(random)), 3 * unit(random));
    mesh = scaled(mesh, Vec3::Constant(std::pow(10.0, 5 * unit(random))));
    mesh = moved(mesh, Vec3(unit(random), unit(random), unit(random)) * (trial % 3 == 0 ? 1000 : 1));
    // Far away the last bits of the coordinates are lost: small meshes there are no longer the same shape.
    if (trial % 3 == 0 && (mesh_bounds(mesh).max - mesh_bounds(mesh).min).norm() < 1e-3) continue;
    EXPECT_EQ(complaint(mesh), "") << "trial " << trial;
  }
}

TEST(MeshCheck, accepts_thin_plates_slivers_and_fine_meshes) {
  for (const double thickness : {1e-3, 1e-6, 1e-9}) {
    EXPECT_EQ(complaint(rotated(make_grid_box({1, 1, thickness}, 8), {1, 2, 3}, 0.7)), "") << thickness;
    EXPECT_EQ(complaint(make_torus(1, thickness, 30, 12)), "") << thickness;
  }
  TriangleMesh needle = make_tetrahedron();
  needle.vertices[3] = Vec3(1e-7, 1e-8, 1e3);
  EXPECT_EQ(complaint(needle), "");
  EXPECT_EQ(complaint(icosphere(1, 6)), "") << "82k triangles";
}

TEST(MeshCheck, accepts_parts_beside_and_inside_each_other) {
  const TriangleMesh outer = icosphere(3, 2), inner = make_box_mesh({2, 2, 2}), core = icosphere(0.5, 1);
  const TriangleMesh cavity = turned_inside_out(inner);
  EXPECT_EQ(complaint(joined(outer, moved(outer, {10, 0, 0}))), "");
  EXPECT_EQ(complaint(joined(outer, cavity)), "");
  EXPECT_EQ(complaint(joined(joined(core, cavity), outer)), "");
  EXPECT_EQ(count_of(joined(outer, inner), MeshDefect::kInsideOut), 1) << "a cavity must face inward";
  EXPECT_EQ(count_of(joined(joined(core, inner), outer), MeshDefect::kInsideOut), 1);
  EXPECT_EQ(
      count_of(joined(turned_inside_out(core), turned_inside_out(moved(core, {5, 0, 0}))), MeshDefect::kInsideOut), 2);
}

// Rays from vertices of a lattice hit edges and vertices of other parts all the time.
TEST(MeshCheck, depth_is_right_when_rays_hit_edges_and_vertices) {
  TriangleMesh mesh = make_grid_box({8, 8, 8}, 8);
  for (int x = -3; x <= 3; x += 2) {
    for (int y = -3; y <= 3; y += 2) mesh = joined(mesh, turned_inside_out(make_box_mesh({1, 1, 1}, Vec3(x, y, 0))));
  }
  EXPECT_EQ(complaint(mesh), "");
  EXPECT_EQ(complaint(joined(mesh, make_box_mesh({2, 2, 2}, {0, 0, 6}))), "");
}

TEST(MeshCheck, names_each_defect) {
  const TriangleMesh box = make_grid_box({1, 1, 1}, 3);
  const int n = static_cast<int>(box.vertices.size());

  TriangleMesh open = box;
  open.triangles.erase(open.triangles.begin() + 20);
  EXPECT_EQ(count_of(open, MeshDefect::kOpenEdge), 3);
  EXPECT_EQ(check_mesh(open).size(), 1u);

  TriangleMesh flipped = box;
  std::swap(flipped.triangles[20][0], flipped.triangles[20][1]);
  ASSERT_EQ(check_mesh(flipped).size(), 1u);
  EXPECT_EQ(check_mesh(flipped)[0].defect, MeshDefect::kFlippedTriangle);
  EXPECT_EQ(check_mesh(flipped)[0].count, 1);
  EXPECT_EQ(check_mesh(flipped)[0].where.rfind("triangle 20 at (", 0), 0u);

  EXPECT_EQ(count_of(turned_inside_out(box), MeshDefect::kInsideOut), 1);

  TriangleMesh degenerate = box;
  degenerate.triangles.push_back({4, 4, 5});
  EXPECT_EQ(count_of(degenerate, MeshDefect::kDegenerateTriangle), 1);
  EXPECT_EQ(check_mesh(degenerate).size(), 1u);

  TriangleMesh crowded = box;
  crowded.vertices.emplace_back(0, 0, 3);
  crowded.triangles.push_back({0, 1, n});
  EXPECT_EQ(count_of(crowded, MeshDefect::kCrowdedEdge), 1);

  // Two tetrahedra that share the vertex 0.
  TriangleMesh split = joined(make_tetrahedron(), scaled(make_tetrahedron(), Vec3(-1, -1, -1)));
  for (auto& t : split.triangles) {
    for (int& v : t) v = v == 4 ? 0 : v;
  }
  EXPECT_EQ(count_of(split, MeshDefect::kSplitVertex), 1);
  EXPECT_EQ(count_of(split, MeshDefect::kSelfIntersection), 0);

  ASSERT_EQ(check_mesh(TriangleMesh{}).size(), 1u) << "no triangles";
  EXPECT_EQ(check_mesh(TriangleMesh{})[0].defect, MeshDefect::kInsideOut);

  TriangleMesh unused = box;
  unused.vertices.emplace_back(9, 9, 9);
  EXPECT_EQ(complaint(unused), "");
}

TEST(MeshCheck, a_strip_with_one_side_is_told) {
  TriangleMesh strip;
  const int n = 24;
  for (int i = 0; i < n; ++i) {
    const double a = 2 * std::numbers::pi * i / n;
    const Vec3 out(std::cos(a), std::sin(a), 0);
    const Vec3 across = 0.2 * (std::cos(a / 2) * out + std::sin(a / 2) * Vec3::UnitZ());
    strip.vertices.emplace_back(out - across);
    strip.vertices.emplace_back(out + across);
  }
  for (int i = 0; i < n; ++i) {
    const int a = 2 * i, b = a + 1, c = i + 1 < n ? a + 2 : 1, d = i + 1 < n ? a + 3 : 0;
    strip.triangles.push_back({a, b, d});
    strip.triangles.push_back({a, d, c});
  }
  EXPECT_NE(complaint(strip).find("one side only"), std::string::npos) << complaint(strip);
  EXPECT_THROW(repair_mesh(strip), InputError);
}

TEST(MeshCheck, finds_parts_that_cross_or_touch) {
  const TriangleMesh box = make_box_mesh({1, 1, 1});
  const auto pairs = [&](const Vec3& by) {
    return count_of(joined(box, moved(make_box_mesh({0.5, 0.5, 0.5}), by)), MeshDefect::kSelfIntersection);
  };
  EXPECT_GT(pairs({0.5, 0.1, 0.05}), 0) << "crossing";
  EXPECT_GT(pairs({0.75, 0.1, 0.05}), 0) << "faces touch";
  EXPECT_GT(pairs({0.75, 0.75, 0.05}), 0) << "edges touch";
  EXPECT_GT(pairs({0.75, 0.75, 0.75}), 0) << "corners touch";
  EXPECT_EQ(pairs({0.75 + 1e-12, 0.1, 0.05}), 0) << "a narrow gap";
  EXPECT_EQ(pairs({2, 0, 0}), 0);
  EXPECT_GT(count_of(joined(box, box), MeshDefect::kSelfIntersection), 0) << "the same twice";
}

TEST(MeshCheck, finds_spikes_that_pierce_and_neighbours_that_fold) {
  // A vertex of the upper side pulled through the lower one.
  TriangleMesh pierced = make_grid_box({1, 1, 0.1}, 4);
  for (Vec3& v : pierced.vertices) {
    if (v.x() == 0 && v.y() == 0 && v.z() > 0) v.z() = -0.2;
  }
  EXPECT_GT(count_of(pierced, MeshDefect::kSelfIntersection), 0);
  // A vertex in the middle of a side, moved within its plane beyond its ring of neighbours: triangles fold over.
  TriangleMesh folded = make_grid_box({1, 1, 1}, 4);
  for (Vec3& v : folded.vertices) {
    if (v.x() == 0 && v.y() == 0 && v.z() > 0) v.x() = 0.4;
  }
  EXPECT_GT(count_of(folded, MeshDefect::kSelfIntersection), 0);
  EXPECT_GT(count_of(rotated(folded, {1, 2, 3}, 0.4), MeshDefect::kSelfIntersection), 0) << "coplanar but for rounding";
  // Two triangles back to back: closed, and flat.
  const TriangleMesh flat{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0.3}}, {{0, 1, 2}, {0, 2, 1}}};
  EXPECT_EQ(count_of(flat, MeshDefect::kInsideOut), 1);
  EXPECT_GT(count_of(flat, MeshDefect::kSelfIntersection), 0);
}

// Every pair of triangles by brute force is not needed: a single moved vertex of a sphere crosses when it is pushed
// inward beyond the far side, and only then.
TEST(MeshCheck, random_spikes_cross_exactly_when_they_leave_the_sphere) {
  const TriangleMesh sphere = icosphere(1, 2);
  std::mt19937 random(37);
  for (int trial = 0; trial < 40; ++trial) {
    const std::size_t v = random() % sphere.vertices.size();
    TriangleMesh mesh = sphere;
    mesh.vertices[v] *= -0.9;
    EXPECT_EQ(count_of(mesh, MeshDefect::kSelfIntersection), 0);
    mesh.vertices[v] = -1.1 * sphere.vertices[v];
    EXPECT_GT(count_of(mesh, MeshDefect::kSelfIntersection), 0);
    mesh.vertices[v] = 2.5 * sphere.vertices[v];
    EXPECT_EQ(count_of(mesh, MeshDefect::kSelfIntersection), 0);
  }
}

TEST(MeshCheck, text_is_one_line_with_count_place_and_remedy) {
  TriangleMesh open = make_tetrahedron();
  open.triangles.pop_back();
  EXPECT_EQ(complaint(open),
            "not closed: 3 edges have one triangle only (first: edge between vertices 0 and 2, counted from 0, at (0, "
            "0.5, 0) m); mend it "
            "in a mesh editor, or ask for \"repair\": true");
  EXPECT_EQ(complaint(make_tetrahedron()), "");
  EXPECT_NE(complaint(joined(make_tetrahedron(), make_tetrahedron())).find("mend it in a mesh editor (\"repair\""),
            std::string::npos);
}

TEST(MeshCheck, refuses_what_is_no_mesh) {
  TriangleMesh mesh = make_tetrahedron();
  mesh.triangles[0][0] = 4;
  EXPECT_THROW(check_mesh(mesh), InputError);
  mesh = make_tetrahedron();
  mesh.vertices[1].x() = std::nan("");
  EXPECT_THROW(check_mesh(mesh), InputError);
  EXPECT_THROW(repair_mesh(mesh), InputError);
}

// A crowd of crossing triangles must not take for ever.
TEST(MeshCheck, stops_counting_crossings_at_a_bound) {
  TriangleMesh heap;
  std::mt19937 random(41);
  for (int i = 0; i < 300; ++i) {
    heap = joined(heap, rotated(make_tetrahedron(), Vec3(1, i % 7, i % 5), 0.01 * i));
  }
  EXPECT_EQ(count_of(heap, MeshDefect::kSelfIntersection), 10000);
  EXPECT_NE(complaint(heap).find("at least 10000 pairs"), std::string::npos);
}

}  // namespace
}  // namespace stiction
