#include "geometry/mesh/mesh_topology.h"

#include <gtest/gtest.h>

#include <numbers>
#include <set>

#include "geometry/field/sample_meshes.h"

namespace stiction {
namespace {

TEST(MeshTopology, every_edge_once_with_both_triangles_and_euler_holds) {
  for (const auto& [name, mesh] : sample_meshes()) {
    SCOPED_TRACE(name);
    const MeshTopology topology = build_topology(mesh);
    const int genus = name == "torus" ? 1 : 0;
    EXPECT_EQ(static_cast<int>(mesh.vertices.size() + mesh.triangles.size()),
              static_cast<int>(topology.edges.size()) + 2 - 2 * genus);
    std::set<std::pair<int, int>> seen;
    for (const auto& edge : topology.edges) {
      EXPECT_TRUE(seen.insert(std::minmax(edge.vertex[0], edge.vertex[1])).second);
      for (int side = 0; side < 2; ++side) {
        const auto& corners = mesh.triangles[edge.triangle[side]];
        bool runs = false;
        for (int k = 0; k < 3; ++k)
          runs |= corners[k] == edge.vertex[side] && corners[(k + 1) % 3] == edge.vertex[1 - side];
        EXPECT_TRUE(runs);
      }
    }
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
      for (int k = 0; k < 3; ++k) {
        const auto& edge = topology.edges[topology.triangle_edges[t][k]];
        EXPECT_EQ(std::minmax(edge.vertex[0], edge.vertex[1]),
                  std::minmax(mesh.triangles[t][k], mesh.triangles[t][(k + 1) % 3]));
      }
    }
  }
}

TEST(MeshTopology, box_has_twelve_convex_edges_and_six_flat_ones) {
  const MeshTopology topology = build_topology(box_mesh({1, 2, 3}));
  int flat = 0, convex = 0;
  for (const auto& edge : topology.edges) {
    flat += edge.flat;
    convex += edge.convex;
  }
  EXPECT_EQ(flat, 6);
  EXPECT_EQ(convex, 12);
}

TEST(MeshTopology, l_shape_has_one_concave_edge) {
  int concave = 0;
  for (const auto& edge : build_topology(l_shape_mesh()).edges) concave += !edge.flat && !edge.convex;
  EXPECT_EQ(concave, 1);
}

TEST(MeshTopology, corner_of_a_box_has_the_diagonal_as_pseudonormal_whatever_the_triangles) {
  const TriangleMesh mesh = box_mesh({1, 1, 1});
  const MeshTopology topology = build_topology(mesh);
  for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
    const Vec3 expected = std::numbers::pi / 2 * mesh.vertices[v].cwiseSign();
    EXPECT_LT((topology.vertex_normals[v] - expected).norm(), 1e-14);
  }
}

TEST(MeshTopology, normals_of_slivers_are_perpendicular_to_all_edges) {
  const TriangleMesh mesh = {{{0, 0, 0}, {1, 0.3, 0.2}, {0.5, 0.15, 0.1 + 1e-7}, {0.5, -1, 0.7}},
                             {{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {0, 2, 3}}};
  const MeshTopology topology = build_topology(mesh);
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    for (int k = 0; k < 3; ++k)
      EXPECT_NEAR(topology.normals[t].dot(mesh.vertices[mesh.triangles[t][k]] - mesh.vertices[mesh.triangles[t][0]]), 0,
                  1e-15);
}

TEST(MeshTopology, open_or_inconsistent_meshes_are_programming_errors) {
  TriangleMesh open = tetrahedron_mesh();
  open.triangles.pop_back();
  EXPECT_THROW(build_topology(open), std::logic_error);
  TriangleMesh flipped = tetrahedron_mesh();
  std::swap(flipped.triangles[0][0], flipped.triangles[0][1]);
  EXPECT_THROW(build_topology(flipped), std::logic_error);
}

}  // namespace
}  // namespace stiction
