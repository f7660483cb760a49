#include "geometry/tetra/tet_check.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <utility>

#include "base/error.h"
#include "geometry/tetra/structured_tets.h"
#include "geometry/tetra/tet_quality.h"
#include "tetra/tet_samples.h"

namespace stiction {
namespace {

std::string refusal(TetMesh mesh) {
  try {
    tet_check(mesh, "a.msh");
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

void expect_refusal(const TetMesh& mesh, const std::string& words) {
  EXPECT_NE(refusal(mesh).find(words), std::string::npos) << refusal(mesh);
  EXPECT_EQ(refusal(mesh).rfind("a.msh: ", 0), 0u);
  EXPECT_EQ("a.msh: " + tet_fault(mesh), refusal(mesh));
}

TEST(TetCheck, good_meshes_stay_as_they_are) {
  TetMesh mesh = two_tets();
  EXPECT_TRUE(tet_check(mesh, "a.msh").empty());
  EXPECT_EQ(mesh.tets, two_tets().tets);
  EXPECT_EQ(tet_fault(mesh), "");
}

TEST(TetCheck, no_tetrahedra) {
  expect_refusal({{Vec3(0, 0, 0)}, {}}, "has no tetrahedra");
}

TEST(TetCheck, coordinates_and_corners_that_do_not_exist) {
  TetMesh mesh = two_tets();
  mesh.vertices[2].y() = std::numeric_limits<double>::quiet_NaN();
  expect_refusal(mesh, "vertex 2, counted from 0, is not finite");
  mesh = two_tets();
  mesh.tets[1][3] = 5;
  expect_refusal(mesh, "tetrahedron 1 has a corner 5; vertices are 0 to 4");
  mesh.tets[1][3] = -1;
  expect_refusal(mesh, "tetrahedron 1 has a corner -1");
}

TEST(TetCheck, all_inverted_are_turned_round_and_some_are_refused_by_name) {
  TetMesh mesh = box_tet_mesh({1, 1, 1}, {2, 2, 2});
  for (auto& tet : mesh.tets) std::swap(tet[0], tet[1]);
  ASSERT_LT(mesh_volume(mesh), 0);
  const auto notes = tet_check(mesh, "a.msh");
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_EQ(notes[0], "all tetrahedra were inverted and have been turned round");
  EXPECT_NEAR(mesh_volume(mesh), 1, 1e-14);
  for (const int t : {3, 7, 8, 11}) std::swap(mesh.tets[t][0], mesh.tets[t][1]);
  expect_refusal(mesh, "4 of 48 tetrahedra are inverted: tetrahedron 3 at ");
  expect_refusal(mesh, "tetrahedron 7 at ");
  expect_refusal(mesh, " and 1 more, counted from 0; untangle");
}

TEST(TetCheck, tetrahedra_without_volume_at_any_scale) {
  for (const double scale : {1e-4, 1.0, 1e4}) {
    TetMesh mesh = two_tets();
    for (Vec3& v : mesh.vertices) v *= scale;
    EXPECT_EQ(refusal(mesh), "");
    mesh.vertices[4] = scale * Vec3(1.0 / 3, 1.0 / 3, 1.0 / 3 + 1e-7);
    expect_refusal(mesh, "1 tetrahedron is degenerate, without volume: tetrahedron 1 at");
  }
  TetMesh mesh = two_tets();
  mesh.tets[0][1] = mesh.tets[0][2];
  expect_refusal(mesh, "degenerate");
}

TEST(TetCheck, what_would_have_to_be_mended_is_a_fault_of_a_mesh_as_it_is) {
  TetMesh mesh = two_tets();
  for (auto& tet : mesh.tets) std::swap(tet[0], tet[1]);
  EXPECT_NE(tet_fault(mesh).find("all tetrahedra are inverted"), std::string::npos) << tet_fault(mesh);
  mesh = two_tets();
  mesh.vertices.insert(mesh.vertices.begin() + 2, Vec3(5, 5, 5));
  for (auto& tet : mesh.tets) {
    for (int& v : tet) v += v >= 2 ? 1 : 0;
  }
  EXPECT_NE(tet_fault(mesh).find("vertex 2, counted from 0, belongs to no tetrahedron"), std::string::npos)
      << tet_fault(mesh);
}

TEST(TetCheck, unused_vertices_are_dropped_with_a_note) {
  TetMesh mesh = two_tets();
  mesh.vertices.insert(mesh.vertices.begin() + 2, 2, Vec3(7, 7, 7));
  for (auto& tet : mesh.tets) {
    for (int& v : tet) v += v >= 2 ? 2 : 0;
  }
  const auto notes = tet_check(mesh, "a.msh");
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_EQ(notes[0], "2 vertices that no tetrahedron uses have been dropped");
  EXPECT_EQ(mesh.tets, two_tets().tets);
  EXPECT_EQ(mesh.vertices, two_tets().vertices);
}

TEST(TetCheck, faces_of_three_tetrahedra_and_overlaps) {
  TetMesh mesh = two_tets();
  mesh.vertices.emplace_back(2, 2, 2);
  mesh.tets.push_back({1, 2, 3, 5});
  expect_refusal(mesh, "more than two tetrahedra share a face");
  mesh.tets.erase(mesh.tets.begin());
  expect_refusal(mesh, "overlap: they lie on the same side");
}

TEST(TetCheck, pieces_apart_or_joined_by_less_than_a_face) {
  const auto joined = [](int shared) {  // two boxes that share the first vertices of the second one
    TetMesh mesh = box_tet_mesh({1, 1, 1}, {1, 1, 1});
    const TetMesh other = mesh;
    const Vec3 move = shared == 4   ? Vec3(1, 0, 0)
                      : shared == 2 ? Vec3(1, 1, 0)
                      : shared == 1 ? Vec3(1, 1, 1)
                                    : Vec3(2, 0, 0);
    std::vector<int> number;
    for (const Vec3& v : other.vertices) {
      const Vec3 moved = v + move;
      int found = -1;
      for (int k = 0; k < 8; ++k) {
        if ((mesh.vertices[k] - moved).norm() < 1e-9) found = k;
      }
      if (found < 0) {
        found = static_cast<int>(mesh.vertices.size());
        mesh.vertices.push_back(moved);
      }
      number.push_back(found);
    }
    for (auto tet : other.tets) {
      for (int& v : tet) v = number[v];
      mesh.tets.push_back(tet);
    }
    return mesh;
  };
  expect_refusal(joined(0), "is in 2 pieces that share no face (the second begins with tetrahedron 6 at");
  expect_refusal(joined(1), "is in 2 pieces");
  expect_refusal(joined(2), "is in 2 pieces");
}

// One piece, but its surface touches itself: no manifold.
TEST(TetCheck, hollows_that_meet_in_an_edge_or_a_point) {
  TetMesh mesh = box_tet_mesh({3, 3, 2}, {3, 3, 2});
  const auto without = [&](auto is_gone) {
    TetMesh left{mesh.vertices, {}};
    for (const auto& tet : mesh.tets) {
      Vec3 middle = Vec3::Zero();
      for (const int v : tet) middle += mesh.vertices[v] / 4;
      if (!is_gone(middle)) left.tets.push_back(tet);
    }
    return left;
  };
  // The middle and one corner of a 3 x 3 plan are missing; they meet along a vertical edge.
  TetMesh ring = without([](const Vec3& p) {
    const bool middle = std::abs(p.x()) < 0.5 && std::abs(p.y()) < 0.5;
    return middle || (p.x() < -0.5 && p.y() < -0.5);
  });
  expect_refusal(ring, "4 triangles of the surface meet in the edge");
  TetMesh point = without([](const Vec3& p) {
    return (p.x() < -0.5 && p.y() < -0.5 && p.z() < 0) || (std::abs(p.x()) < 0.5 && std::abs(p.y()) < 0.5 && p.z() > 0);
  });
  expect_refusal(point, "parts touch in a point only, at (-0.5, -0.5, 0) m");
}

}  // namespace
}  // namespace stiction
