#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "geometry/mesh/mesh_check.h"
#include "geometry/mesh/mesh_formats.h"
#include "geometry/mesh/mesh_samples.h"

namespace stiction {
namespace {

// Mends, and expects a good mesh of the given volume and a change that contains `change`.
MeshRepair expect_mended(const TriangleMesh& broken, double volume, const std::string& change) {
  MeshRepair repair;
  try {
    repair = repair_mesh(broken);
  } catch (const InputError& error) {
    ADD_FAILURE() << error.what();
    return repair;
  }
  EXPECT_EQ(findings_text(check_mesh(repair.mesh)), "");
  EXPECT_NEAR(mesh_volume(repair.mesh), volume, 1e-12 * std::abs(volume));
  std::string all;
  for (const std::string& text : repair.changes) all += text + "; ";
  EXPECT_NE(all.find(change), std::string::npos) << all;
  return repair;
}

std::vector<TriangleMesh> good_meshes() {
  std::mt19937 random(51);
  return {make_tetrahedron(),
          make_grid_box({1, 2, 0.5}, 4),
          rotated(make_grid_box({1, 2, 0.5}, 4), {1, 1, 2}, 1.1),
          icosphere(0.3, 2),
          make_torus(1, 0.3, 20, 10),
          make_l_shape(2),
          perturbed(icosphere(1, 2), random, 0.02),
          joined(icosphere(3, 1), turned_inside_out(make_box_mesh({1, 1, 1}))),
          moved(make_box_mesh({1, 1, 1}), {1000, -500, 20})};
}

TEST(MeshRepair, leaves_good_meshes_alone) {
  for (const TriangleMesh& mesh : good_meshes()) {
    const MeshRepair repair = repair_mesh(mesh);
    EXPECT_TRUE(repair.changes.empty());
    EXPECT_EQ(repair.mesh.vertices, mesh.vertices);
    EXPECT_EQ(repair.mesh.triangles, mesh.triangles);
  }
}

TEST(MeshRepair, drops_unused_vertices) {
  TriangleMesh mesh = make_tetrahedron();
  mesh.vertices.insert(mesh.vertices.begin(), Vec3(7, 7, 7));
  for (auto& t : mesh.triangles) {
    for (int& v : t) ++v;
  }
  const MeshRepair repair = expect_mended(mesh, 1.0 / 6, "dropped 1 unused vertex");
  EXPECT_EQ(repair.mesh.vertices, make_tetrahedron().vertices);
}

TEST(MeshRepair, turns_random_triangles_back) {
  std::mt19937 random(52);
  for (const TriangleMesh& mesh : good_meshes()) {
    for (int trial = 0; trial < 5; ++trial) {
      TriangleMesh broken = mesh;
      for (auto& t : broken.triangles) {
        if (random() % 2) std::swap(t[0], t[2]);
      }
      if (check_mesh(broken).empty()) continue;
      expect_mended(broken, mesh_volume(mesh), "turned");
    }
    expect_mended(turned_inside_out(mesh), mesh_volume(mesh), "the right way round");
  }
}

TEST(MeshRepair, welds_a_soup_of_triangles) {
  std::mt19937 random(53);
  for (const TriangleMesh& mesh : good_meshes()) {
    const double extent = (mesh_bounds(mesh).max - mesh_bounds(mesh).min).norm();
    TriangleMesh soup;
    for (const auto& t : mesh.triangles) {
      const int n = static_cast<int>(soup.vertices.size());
      for (const int v : t) soup.vertices.push_back(mesh.vertices[v]);
      soup.triangles.push_back({n, n + 1, n + 2});
    }
    const MeshRepair repair = expect_mended(soup, mesh_volume(mesh), "welded");
    EXPECT_EQ(repair.mesh.vertices.size(), mesh.vertices.size());
    EXPECT_EQ(repair.changes.size(), 1u);
    // Not quite in the same place: welded all the same, but the volume moves with the vertices.
    const MeshRepair near = repair_mesh(perturbed(soup, random, 1e-10 * extent));
    EXPECT_EQ(near.mesh.vertices.size(), mesh.vertices.size());
    EXPECT_NEAR(mesh_volume(near.mesh), mesh_volume(mesh), 1e-8 * mesh_volume(mesh));
  }
}

TEST(MeshRepair, drops_collapsed_and_repeated_triangles) {
  std::mt19937 random(54);
  for (const TriangleMesh& mesh : good_meshes()) {
    TriangleMesh broken = mesh;
    for (int i = 0; i < 5; ++i) {
      const auto t = mesh.triangles[random() % mesh.triangles.size()];
      broken.triangles.push_back({t[1], t[2], t[0]});
      broken.triangles.insert(broken.triangles.begin(), {t[0], t[1], t[0]});
    }
    expect_mended(broken, mesh_volume(mesh), "repeated triangles");
    expect_mended(broken, mesh_volume(mesh), "dropped 5 triangles without area");
  }
}

TEST(MeshRepair, cuts_neighbours_at_corners_that_lie_on_their_sides) {
  // The middle of one side of a tetrahedron's edge becomes a corner of the lower triangle only; a triangle without area
  // closes the seam.
  TriangleMesh mesh = make_tetrahedron();
  mesh.vertices.emplace_back(0.5, 0, 0);
  mesh.triangles = {{0, 2, 4}, {4, 2, 1}, {0, 4, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}};
  ASSERT_FALSE(check_mesh(mesh).empty());
  EXPECT_EQ(check_mesh(mesh)[0].defect, MeshDefect::kDegenerateTriangle);
  const MeshRepair repair = expect_mended(mesh, 1.0 / 6, "without area");
  EXPECT_EQ(repair.mesh.triangles.size(), 6u);
}

TEST(MeshRepair, fills_holes) {
  std::mt19937 random(55);
  for (const TriangleMesh& mesh : good_meshes()) {
    for (int trial = 0; trial < 5; ++trial) {
      TriangleMesh broken = mesh;
      broken.triangles.erase(broken.triangles.begin() + static_cast<long>(random() % broken.triangles.size()));
      expect_mended(broken, mesh_volume(mesh), "filled 1 hole with 1 triangle");
    }
  }
}

TEST(MeshRepair, fills_flat_holes_of_any_rim) {
  // A whole side of a box, with many vertices along the straight sides of the rim; and the L of a prism.
  for (const double angle : {0.0, 0.7}) {
    const TriangleMesh box = rotated(make_grid_box({1, 2, 3}, 5), {1, 2, 3}, angle);
    TriangleMesh broken = box;
    broken.triangles.resize(broken.triangles.size() - 50);
    expect_mended(broken, mesh_volume(box), "filled 1 hole with 18 triangles");
    const TriangleMesh prism = rotated(make_l_shape(1), {1, 2, 3}, angle);
    broken = prism;
    broken.triangles.erase(broken.triangles.begin() + 6);
    broken.triangles.erase(broken.triangles.begin() + 4);
    broken.triangles.erase(broken.triangles.begin() + 2);
    broken.triangles.erase(broken.triangles.begin());
    expect_mended(broken, mesh_volume(prism), "filled 1 hole with 4 triangles");
  }
}

TEST(MeshRepair, fills_holes_that_touch_in_a_vertex) {
  const TriangleMesh box = make_grid_box({1, 1, 1}, 4);
  // Two triangles of a side that share just one vertex.
  TriangleMesh broken = box;
  for (std::size_t t = 1; t < broken.triangles.size(); ++t) {
    const auto& a = broken.triangles[0];
    const auto& b = broken.triangles[t];
    const auto common = std::ranges::count_if(a, [&](int v) { return std::ranges::count(b, v) > 0; });
    if (common == 1) {
      broken.triangles.erase(broken.triangles.begin() + static_cast<long>(t));
      broken.triangles.erase(broken.triangles.begin());
      break;
    }
  }
  expect_mended(broken, 1, "filled 2 holes with 2 triangles");
}

TEST(MeshRepair, gives_cavities_their_orientation) {
  const TriangleMesh outer = icosphere(4, 2), middle = icosphere(2, 2), core = make_box_mesh({1, 1, 1});
  const double volume = mesh_volume(outer) - mesh_volume(middle) + mesh_volume(core);
  for (int way = 0; way < 8; ++way) {
    const auto turned = [&](const TriangleMesh& mesh, int bit) { return way & bit ? turned_inside_out(mesh) : mesh; };
    const TriangleMesh mesh = joined(joined(turned(core, 1), turned(outer, 2)), turned(middle, 4));
    if (check_mesh(mesh).empty()) continue;
    expect_mended(mesh, volume, "the right way round");
  }
}

TEST(MeshRepair, mends_everything_at_once) {
  std::mt19937 random(56);
  for (const TriangleMesh& mesh : good_meshes()) {
    if (mesh.triangles.size() < 12) continue;
    TriangleMesh broken = mesh;
    broken.triangles.erase(broken.triangles.begin() + 7);
    broken.triangles.push_back(broken.triangles[3]);
    broken.triangles.push_back({1, 1, 2});
    std::swap(broken.triangles[1][0], broken.triangles[1][1]);
    broken.vertices.emplace_back(0, 0, 0);
    broken.vertices.push_back(broken.vertices[broken.triangles[0][0]]);
    broken.triangles[0][0] = static_cast<int>(broken.vertices.size()) - 1;
    expect_mended(broken, mesh_volume(mesh), "filled");
  }
}

TEST(MeshRepair, mends_stl_text_of_every_good_mesh) {
  for (const TriangleMesh& mesh : good_meshes()) {
    const TriangleMesh read = parse_stl(stl_text(mesh), "m.stl");
    EXPECT_EQ(findings_text(check_mesh(read)), "");
    EXPECT_NEAR(mesh_volume(read), mesh_volume(mesh), 1e-12 * mesh_volume(mesh));
  }
}

TEST(MeshRepair, refuses_what_it_cannot_mend) {
  const TriangleMesh box = make_box_mesh({1, 1, 1});
  const auto message = [](const TriangleMesh& mesh) -> std::string {
    try {
      repair_mesh(mesh);
    } catch (const InputError& error) {
      return error.what();
    }
    return "no error";
  };
  const std::string crossing = message(joined(box, moved(box, {0.5, 0.25, 0.125})));
  EXPECT_EQ(crossing.rfind("cannot be mended: intersects itself: ", 0), 0u) << crossing;
  EXPECT_EQ(crossing.find('\n'), std::string::npos);
  TriangleMesh crowded = box;
  crowded.vertices.emplace_back(0, 0, 3);
  crowded.triangles.push_back({0, 1, 8});
  EXPECT_NE(message(crowded).find("more than two triangles"), std::string::npos) << message(crowded);
  EXPECT_NE(message(TriangleMesh{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}}).find("cannot be mended"),
            std::string::npos);
  EXPECT_NE(message(TriangleMesh{}).find("no volume"), std::string::npos);
}

}  // namespace
}  // namespace stiction
