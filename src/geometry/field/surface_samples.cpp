#include "geometry/field/surface_samples.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <unordered_map>

#include "base/hash.h"
#include "geometry/field/triangle_distance.h"

namespace stiction {
namespace {

constexpr double kSharpCosine = 0.93969262078590838405;  // of 20 degrees
constexpr double kVertexSpacing = 0.7;                   // of the spacing

// Points in cubes of a fixed size, to ask whether one is near. Only looked up, never walked through.
class PointBins {
 public:
  explicit PointBins(double size) : size_(size) {}

  void add(const Vec3& p) { bins_[key(p, 0, 0, 0)].push_back(p); }

  // Is there a point within `size` of p?
  bool has_near(const Vec3& p) const {
    for (int i = 0; i < 27; ++i) {
      const auto bin = bins_.find(key(p, i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1));
      if (bin == bins_.end()) continue;
      for (const Vec3& q : bin->second)
        if ((p - q).squaredNorm() < size_ * size_) return true;
    }
    return false;
  }

 private:
  std::uint64_t key(const Vec3& p, int dx, int dy, int dz) const {
    const auto at = [&](int axis, int d) {
      return static_cast<std::uint64_t>(static_cast<std::int64_t>(std::floor(p[axis] / size_)) + d);
    };
    return mix_hash(mix_hash(at(0, dx), at(1, dy)), at(2, dz));  // a collision only costs time
  }

  double size_;  // [m]
  std::unordered_map<std::uint64_t, std::vector<Vec3>> bins_;
};

// No concave edges, and some face turned away from the mean normal by more than 20 degrees.
bool is_sharp_corner(const MeshTopology& topology, int v) {
  const Vec3 normal = topology.vertex_normals[v].normalized();
  bool sharp = false;
  for (int i = topology.vertex_begin[v]; i < topology.vertex_begin[v + 1]; ++i) {
    const int t = topology.vertex_triangles[i];
    if (topology.normals[t].dot(normal) < kSharpCosine) sharp = true;
    for (int e : topology.triangle_edges[t]) {
      const MeshTopology::Edge& edge = topology.edges[e];
      if ((edge.vertex[0] == v || edge.vertex[1] == v) && !edge.flat && !edge.convex) return false;
    }
  }
  return sharp;
}

void add_vertex_samples(const TriangleMesh& mesh, const MeshTopology& topology, double spacing,
                        std::vector<SurfaceSample>& samples) {
  const int vertex_count = static_cast<int>(mesh.vertices.size());
  PointBins taken(kVertexSpacing * spacing);
  std::vector<int> others;
  const auto take = [&](int v) {
    taken.add(mesh.vertices[v]);
    samples.push_back({mesh.vertices[v], MeshFeature::kVertex, v, 0});
  };
  for (int v = 0; v < vertex_count; ++v) {
    const bool unused = topology.vertex_begin[v] == topology.vertex_begin[v + 1];
    if (unused || is_flat_vertex(mesh, topology, v)) continue;
    if (is_sharp_corner(topology, v)) {
      take(v);
    } else {
      others.push_back(v);
    }
  }
  for (int v : others)
    if (!taken.has_near(mesh.vertices[v])) take(v);
}

void add_edge_samples(const TriangleMesh& mesh, const MeshTopology& topology, double spacing,
                      std::vector<SurfaceSample>& samples) {
  for (int e = 0; e < static_cast<int>(topology.edges.size()); ++e) {
    const MeshTopology::Edge& edge = topology.edges[e];
    if (edge.flat) continue;
    const Vec3& from = mesh.vertices[edge.vertex[0]];
    const Vec3 along = mesh.vertices[edge.vertex[1]] - from;
    const double length = along.norm();
    const bool sharp = topology.normals[edge.triangle[0]].dot(topology.normals[edge.triangle[1]]) < kSharpCosine;
    if (length <= spacing && !(edge.convex && sharp)) continue;
    const int pieces = std::max(1, static_cast<int>(std::ceil(length / spacing)));
    for (int i = 0; i < pieces; ++i) {
      samples.push_back({from + (i + 0.5) / pieces * along, MeshFeature::kEdge, e, 0.5 * length / pieces});
    }
  }
}

}  // namespace

std::vector<SurfaceSample> sample_surface(const TriangleMesh& mesh, const MeshTopology& topology, double spacing) {
  std::vector<SurfaceSample> samples;
  add_vertex_samples(mesh, topology, spacing, samples);
  add_edge_samples(mesh, topology, spacing, samples);
  add_face_samples(mesh, topology, spacing, samples);
  return samples;
}

SphereTree build_sample_tree(const TriangleMesh& mesh, const MeshTopology& topology,
                             std::vector<SurfaceSample>& samples) {
  std::vector<TreeItem> items;
  items.reserve(samples.size());
  for (const SurfaceSample& sample : samples) {
    Vec3 half = Vec3::Zero();
    if (sample.feature == MeshFeature::kEdge) {
      const MeshTopology::Edge& edge = topology.edges[sample.index];
      half = sample.half_length * (mesh.vertices[edge.vertex[1]] - mesh.vertices[edge.vertex[0]]).normalized();
    }
    items.push_back({sample.point, sample.point - half, sample.point + half});
  }
  std::vector<int> order;
  SphereTree tree = build_sphere_tree(items, order);
  std::vector<SurfaceSample> sorted;
  sorted.reserve(samples.size());
  for (int i : order) sorted.push_back(samples[i]);
  samples = std::move(sorted);
  return tree;
}

}  // namespace stiction
