#include "geometry/field/surface_samples.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <set>

#include "geometry/field/mesh_geometry.h"
#include "geometry/field/sample_meshes.h"

namespace stiction {
namespace {

double nearest_sample_distance(const std::vector<SurfaceSample>& samples, const Vec3& p) {
  double best = std::numeric_limits<double>::infinity();
  for (const SurfaceSample& sample : samples) best = std::min(best, (sample.point - p).squaredNorm());
  return std::sqrt(best);
}

double diagonal_of(const TriangleMesh& mesh) {
  Aabb box;
  for (const Vec3& v : mesh.vertices) box.include(v);
  return (box.max - box.min).norm();
}

int count_of(const std::vector<SurfaceSample>& samples, MeshFeature feature) {
  int count = 0;
  for (const SurfaceSample& sample : samples) count += sample.feature == feature;
  return count;
}

TEST(SurfaceSamples, every_point_of_the_surface_is_within_the_stated_radius) {
  std::mt19937 random(1);
  for (const auto& [name, mesh] : sample_meshes()) {
    SCOPED_TRACE(name);
    for (double factor : {0.3, 1.0, 4.0}) {
      const double spacing = factor * diagonal_of(mesh) / 20;
      const MeshGeometry geometry(mesh, {.spacing = spacing, .cell = diagonal_of(mesh)});
      const double stated = geometry.accuracy().sampling_error;
      double seen = 0;
      for (int i = 0; i < 2000; ++i) {
        const auto& t = mesh.triangles[random() % mesh.triangles.size()];
        Vec3 w(random(), random(), random());
        w /= w.sum();
        const Vec3 p = w[0] * mesh.vertices[t[0]] + w[1] * mesh.vertices[t[1]] + w[2] * mesh.vertices[t[2]];
        seen = std::max(seen, nearest_sample_distance(geometry.samples(), p));
      }
      EXPECT_LE(seen, stated);
      EXPECT_LE(stated, 1.5 * spacing);
    }
  }
}

TEST(SurfaceSamples, lie_on_their_features_and_nowhere_twice) {
  for (const auto& [name, mesh] : sample_meshes()) {
    SCOPED_TRACE(name);
    const MeshGeometry geometry(mesh, {.cell = diagonal_of(mesh) / 10});
    std::set<std::array<double, 3>> places;
    for (const SurfaceSample& sample : geometry.samples()) {
      EXPECT_NEAR(geometry.nearest(sample.point).distance, 0, 1e-15);
      EXPECT_EQ(sample.half_length > 0, sample.feature == MeshFeature::kEdge);
      if (sample.feature == MeshFeature::kVertex) {
        EXPECT_EQ(sample.point, mesh.vertices[sample.index]);
      }
      places.insert({sample.point.x(), sample.point.y(), sample.point.z()});
    }
    EXPECT_EQ(places.size(), geometry.samples().size());
  }
}

TEST(SurfaceSamples, pieces_cover_long_edges_end_to_end) {
  const TriangleMesh mesh = box_mesh({1, 0.5, 0.25});
  const MeshGeometry geometry(mesh, {.spacing = 0.1});
  std::vector<double> covered(geometry.topology().edges.size(), 0);
  for (const SurfaceSample& sample : geometry.samples()) {
    if (sample.feature != MeshFeature::kEdge) continue;
    EXPECT_LE(sample.half_length, 0.05 * (1 + 1e-12));
    covered[sample.index] += 2 * sample.half_length;
  }
  for (std::size_t e = 0; e < covered.size(); ++e) {
    const auto& edge = geometry.topology().edges[e];
    const double length = (mesh.vertices[edge.vertex[0]] - mesh.vertices[edge.vertex[1]]).norm();
    EXPECT_NEAR(covered[e], edge.flat ? 0 : length, 1e-14);
  }
}

TEST(SurfaceSamples, of_a_box_are_its_corners_edges_and_a_grid_however_it_is_triangulated) {
  for (int n : {1, 2, 5, 16}) {
    const MeshGeometry geometry(fine_box_mesh({1, 1, 1}, n), {.spacing = 0.25});
    EXPECT_EQ(count_of(geometry.samples(), MeshFeature::kFace), 6 * 16) << n;
    if (n == 1) {
      EXPECT_EQ(count_of(geometry.samples(), MeshFeature::kVertex), 8);
      EXPECT_EQ(count_of(geometry.samples(), MeshFeature::kEdge), 12 * 4);
    }
  }
}

TEST(SurfaceSamples, fine_round_meshes_are_thinned_out) {
  const TriangleMesh mesh = icosphere(1, 4);
  const MeshGeometry geometry(mesh, {.spacing = 0.5, .cell = 0.3});
  EXPECT_LT(geometry.samples().size(), 120u);
  for (const SurfaceSample& a : geometry.samples()) {
    int near = 0;
    for (const SurfaceSample& b : geometry.samples()) near += (a.point - b.point).norm() < 0.35;
    EXPECT_EQ(near, 1);
  }
}

TEST(SurfaceSamples, sharp_corners_and_sharp_short_edges_are_kept) {
  const MeshGeometry geometry(box_mesh({1, 1, 1}), {.spacing = 3});
  EXPECT_EQ(count_of(geometry.samples(), MeshFeature::kVertex), 8);
  EXPECT_EQ(count_of(geometry.samples(), MeshFeature::kEdge), 12);
}

void expect_inside(const SphereTree& tree, const std::vector<int>& leaf_path, const Vec3& p) {
  for (int node : leaf_path) EXPECT_LE((p - tree.nodes[node].center).norm(), tree.nodes[node].radius);
}

// Calls visit(path of nodes, item) for every item, in the order of the leaves.
template <typename Visitor>
void walk(const SphereTree& tree, std::vector<int> path, int& next, const Visitor& visit) {
  const SphereTree::Node& node = tree.nodes[path.back()];
  for (int i = node.first; i < node.first + node.count; ++i) {
    EXPECT_EQ(i, next++);
    visit(path, i);
  }
  if (node.count > 0) return;
  for (int child : {node.first, node.first + 1}) {
    path.push_back(child);
    walk(tree, path, next, visit);
    path.pop_back();
  }
}

TEST(SphereTree, spheres_hold_everything_below_them_and_leaves_are_in_order) {
  for (const auto& [name, mesh] : sample_meshes()) {
    SCOPED_TRACE(name);
    const MeshGeometry geometry(mesh, {.cell = diagonal_of(mesh) / 10});
    int next = 0;
    walk(geometry.sample_tree(), {0}, next, [&](const std::vector<int>& path, int i) {
      const SurfaceSample& sample = geometry.samples()[i];
      expect_inside(geometry.sample_tree(), path, sample.point);
      if (sample.feature != MeshFeature::kEdge) return;
      const auto& ends = geometry.topology().edges[sample.index].vertex;
      const Vec3 half = sample.half_length * (mesh.vertices[ends[1]] - mesh.vertices[ends[0]]).normalized();
      expect_inside(geometry.sample_tree(), path, sample.point + half);
      expect_inside(geometry.sample_tree(), path, sample.point - half);
    });
    EXPECT_EQ(next, static_cast<int>(geometry.samples().size()));
    next = 0;
    std::vector<bool> seen(mesh.triangles.size(), false);
    walk(geometry.triangle_tree(), {0}, next, [&](const std::vector<int>& path, int i) {
      const int t = geometry.triangle_order()[i];
      EXPECT_FALSE(seen[t]);
      seen[t] = true;
      for (int v : mesh.triangles[t]) expect_inside(geometry.triangle_tree(), path, mesh.vertices[v]);
    });
    EXPECT_EQ(next, static_cast<int>(mesh.triangles.size()));
  }
}

TEST(SphereTree, spheres_are_nearly_as_small_as_can_be) {
  const MeshGeometry geometry(icosphere(1, 3), {.cell = 0.3});
  EXPECT_LT(geometry.triangle_tree().nodes[0].radius, 1.01);
  const MeshGeometry box(box_mesh({1, 1, 1}), {});
  EXPECT_LT(box.sample_tree().nodes[0].radius, 0.5 * std::sqrt(3.0) * 1.01);
}

TEST(MeshGeometry, same_samples_every_time) {
  const TriangleMesh mesh = rock_mesh(3, 2);
  const MeshOptions options{.cell = 0.3};
  const MeshGeometry first(mesh, options), second(mesh, options);
  ASSERT_EQ(first.samples().size(), second.samples().size());
  for (std::size_t i = 0; i < first.samples().size(); ++i) {
    EXPECT_EQ(first.samples()[i].point, second.samples()[i].point);
    EXPECT_EQ(first.samples()[i].index, second.samples()[i].index);
  }
}

}  // namespace
}  // namespace stiction
