#include "render/surface_mesh.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

namespace stiction {
namespace {

constexpr std::size_t kManyTriangles = 150;  // of a mesh that stands for something round

struct Edge {
  std::pair<int, int> ends;  // vertices, smaller first
  int triangle = 0;
  int corner = 0;  // opposite
  bool operator<(const Edge& other) const {
    return std::tie(ends, triangle, corner) < std::tie(other.ends, other.triangle, other.corner);
  }
};

class MeshBuilder {
 public:
  MeshBuilder(const TriangleMesh& mesh, double crease) : mesh_(mesh), cos_crease_(std::cos(crease)) {
    for (const auto& [a, b, c] : mesh.triangles) {
      const Vec3 &p = mesh.vertices[a], &q = mesh.vertices[b], &r = mesh.vertices[c];
      const Vec3 across = (q - p).cross(r - p);
      const double area = across.norm();
      const double size = std::max((q - p).squaredNorm(), (r - p).squaredNorm());
      const bool proper = std::isfinite(area) && area > 1e-12 * size;
      normals_.push_back(proper ? Vec3(across / area) : Vec3::Zero());
      areas_.push_back(proper ? area : 0);
    }
  }

  SurfaceMesh build() {
    gather_triangles_of_vertices();
    const std::vector<std::uint8_t> creases = find_creases();
    copies_.resize(mesh_.vertices.size());
    for (int t = 0; t < static_cast<int>(mesh_.triangles.size()); ++t) {
      if (areas_[t] == 0) continue;
      SurfaceMesh::Triangle triangle;
      triangle.creases = creases[t];
      for (int k = 0; k < 3; ++k) triangle.vertex[k] = vertex(mesh_.triangles[t][k], corner_normal(t, k));
      result_.triangles.push_back(triangle);
    }
    return std::move(result_);
  }

 private:
  void gather_triangles_of_vertices() {
    first_.assign(mesh_.vertices.size() + 1, 0);
    for (const auto& triangle : mesh_.triangles) {
      for (const int v : triangle) ++first_[static_cast<std::size_t>(v) + 1];
    }
    for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
    around_.resize(first_.back());
    std::vector<std::size_t> next(first_.begin(), first_.end() - 1);
    for (int t = 0; t < static_cast<int>(mesh_.triangles.size()); ++t) {
      for (const int v : mesh_.triangles[t]) around_[next[v]++] = t;
    }
  }

  std::vector<std::uint8_t> find_creases() const {
    std::vector<Edge> edges;
    for (int t = 0; t < static_cast<int>(mesh_.triangles.size()); ++t) {
      if (areas_[t] == 0) continue;
      for (int k = 0; k < 3; ++k) {
        const int a = mesh_.triangles[t][(k + 1) % 3], b = mesh_.triangles[t][(k + 2) % 3];
        edges.push_back({std::minmax(a, b), t, k});
      }
    }
    std::sort(edges.begin(), edges.end());
    std::vector<std::uint8_t> creases(mesh_.triangles.size(), 0);
    for (std::size_t i = 0, end = 0; i < edges.size(); i = end) {
      while (end < edges.size() && edges[end].ends == edges[i].ends) ++end;
      const bool smooth =
          end - i == 2 && normals_[edges[i].triangle].dot(normals_[edges[i + 1].triangle]) > cos_crease_;
      for (std::size_t k = i; k < end && !smooth; ++k) {
        creases[edges[k].triangle] |= static_cast<std::uint8_t>(1U << edges[k].corner);
      }
    }
    return creases;
  }

  // The mean over the faces around the vertex that continue this one smoothly.
  Vec3f corner_normal(int t, int corner) const {
    const int v = mesh_.triangles[t][corner];
    Vec3 sum = Vec3::Zero();
    for (std::size_t i = first_[v]; i < first_[static_cast<std::size_t>(v) + 1]; ++i) {
      const int other = around_[i];
      if (normals_[other].dot(normals_[t]) > cos_crease_) sum += areas_[other] * normals_[other];
    }
    return sum.normalized().cast<float>();
  }

  std::uint32_t vertex(int v, const Vec3f& normal) {
    for (const std::uint32_t copy : copies_[v]) {
      if (result_.normals[copy] == normal) return copy;
    }
    const auto index = static_cast<std::uint32_t>(result_.positions.size());
    result_.positions.emplace_back(mesh_.vertices[v].cast<float>());
    result_.normals.push_back(normal);
    result_.source.push_back(static_cast<std::uint32_t>(v));
    result_.bounds.include(mesh_.vertices[v]);
    copies_[v].push_back(index);
    return index;
  }

  const TriangleMesh& mesh_;
  double cos_crease_;
  std::vector<Vec3> normals_;  // of triangles; zero for those without an area
  std::vector<double> areas_;  // doubled [m^2]
  std::vector<std::size_t> first_;
  std::vector<int> around_;                         // triangles of vertex v: first_[v] to first_[v + 1]
  std::vector<std::vector<std::uint32_t>> copies_;  // of every vertex in the result
  SurfaceMesh result_;
};

struct MergedSurface {
  TriangleMesh mesh;
  std::vector<std::uint32_t> first;  // vertex of the surface that each vertex is
};

// Vertices at the same place become one.
MergedSurface merged(const ShownSurface& surface) {
  MergedSurface result;
  TriangleMesh& mesh = result.mesh;
  std::map<std::array<float, 3>, int> known;
  std::vector<int> index;
  for (std::size_t v = 0; v < surface.vertex_count(); ++v) {
    const std::array<float, 3> at = {surface.vertices[3 * v], surface.vertices[3 * v + 1], surface.vertices[3 * v + 2]};
    const auto [place, is_new] = known.try_emplace(at, static_cast<int>(mesh.vertices.size()));
    if (is_new) {
      mesh.vertices.emplace_back(at[0], at[1], at[2]);
      result.first.push_back(static_cast<std::uint32_t>(v));
    }
    index.push_back(place->second);
  }
  for (std::size_t t = 0; t < surface.triangle_count(); ++t) {
    const std::uint32_t* corner = surface.triangles.data() + 3 * t;
    mesh.triangles.push_back({index[corner[0]], index[corner[1]], index[corner[2]]});
  }
  return result;
}

}  // namespace

SurfaceMesh surface_mesh(const TriangleMesh& mesh, double crease) {
  return MeshBuilder(mesh, crease).build();
}

SurfaceMesh surface_mesh(const ShownSurface& surface) {
  const bool round = surface.smooth || surface.triangle_count() > kManyTriangles;
  const MergedSurface whole = merged(surface);
  SurfaceMesh mesh = surface_mesh(whole.mesh, round ? kRoundCrease : kFlatCrease);
  for (std::uint32_t& vertex : mesh.source) vertex = whole.first[vertex];
  return mesh;
}

}  // namespace stiction
