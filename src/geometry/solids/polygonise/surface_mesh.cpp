#include "geometry/solids/polygonise/surface_mesh.h"

#include <algorithm>

namespace stiction {
namespace {

int position_of(const std::array<int, 3>& corners, int vertex) {
  return corners[0] == vertex ? 0 : corners[1] == vertex ? 1 : 2;
}

}  // namespace

double triangle_quality(const Vec3& a, const Vec3& b, const Vec3& c) {
  const double edges = (b - a).squaredNorm() + (c - b).squaredNorm() + (a - c).squaredNorm();
  if (!(edges > 0)) return 0;
  return 3.4641016151377544 * (b - a).cross(c - a).norm() / edges;
}

SurfaceMesh::SurfaceMesh(const TriangleMesh& mesh) : points_(mesh.vertices), fans_(mesh.vertices.size()) {
  triangles_.reserve(mesh.triangles.size());
  for (const auto& t : mesh.triangles) add_triangle(t[0], t[1], t[2]);
}

TriangleMesh SurfaceMesh::compact() const {
  TriangleMesh mesh;
  std::vector<int> number(points_.size(), -1);
  for (int v = 0; v < vertex_count(); ++v) {
    if (!is_used(v)) continue;
    number[v] = static_cast<int>(mesh.vertices.size());
    mesh.vertices.push_back(points_[v]);
  }
  for (const auto& t : triangles_) {
    if (t[0] >= 0) mesh.triangles.push_back({number[t[0]], number[t[1]], number[t[2]]});
  }
  return mesh;
}

Vec3 SurfaceMesh::area_vector(int triangle) const {
  const auto& t = triangles_[triangle];
  return (points_[t[1]] - points_[t[0]]).cross(points_[t[2]] - points_[t[0]]);
}

Vec3 SurfaceMesh::centroid(int triangle) const {
  const auto& t = triangles_[triangle];
  return (points_[t[0]] + points_[t[1]] + points_[t[2]]) / 3;
}

void SurfaceMesh::neighbours(int vertex, std::vector<int>& list) const {
  list.clear();
  for (const int t : fans_[vertex]) list.push_back(triangles_[t][(position_of(triangles_[t], vertex) + 1) % 3]);
}

SurfaceMesh::Wing SurfaceMesh::wing(int a, int b) const {
  Wing wing;
  for (const int t : fans_[a]) {
    const int k = position_of(triangles_[t], a);
    const int next = triangles_[t][(k + 1) % 3], last = triangles_[t][(k + 2) % 3];
    if (next == b) wing.left = t, wing.left_corner = last;
    if (last == b) wing.right = t, wing.right_corner = next;
  }
  return wing;
}

int SurfaceMesh::split_edge(int a, int b, const Vec3& point) {
  const Wing w = wing(a, b);
  const int middle = vertex_count();
  points_.push_back(point);
  fans_.emplace_back();
  remove_triangle(w.left);
  remove_triangle(w.right);
  add_triangle(a, middle, w.left_corner);
  add_triangle(middle, b, w.left_corner);
  add_triangle(middle, a, w.right_corner);
  add_triangle(b, middle, w.right_corner);
  return middle;
}

int SurfaceMesh::split_triangle(int triangle, const Vec3& point) {
  const std::array<int, 3> t = triangles_[triangle];
  const int middle = vertex_count();
  points_.push_back(point);
  fans_.emplace_back();
  remove_triangle(triangle);
  for (int k = 0; k < 3; ++k) add_triangle(t[k], t[(k + 1) % 3], middle);
  return middle;
}

bool SurfaceMesh::can_flip(int a, int b, const Wing& wing) const {
  return fans_[a].size() > 3 && fans_[b].size() > 3 && !are_joined(wing.left_corner, wing.right_corner);
}

void SurfaceMesh::flip(int a, int b, const Wing& wing) {
  remove_triangle(wing.left);
  remove_triangle(wing.right);
  add_triangle(a, wing.right_corner, wing.left_corner);
  add_triangle(wing.right_corner, b, wing.left_corner);
}

bool SurfaceMesh::can_collapse(int keep, int gone, const Wing& wing) const {
  // The corners opposite the edge lose a triangle and need three; no others may be neighbours of both ends.
  if (fans_[wing.left_corner].size() <= 3 || fans_[wing.right_corner].size() <= 3) return false;
  std::vector<int> around_keep, around_gone;
  neighbours(keep, around_keep);
  neighbours(gone, around_gone);
  int shared = 0;
  for (const int v : around_gone) {
    shared += std::find(around_keep.begin(), around_keep.end(), v) != around_keep.end() ? 1 : 0;
  }
  return shared == 2;
}

void SurfaceMesh::collapse(int keep, int gone, const Wing& wing) {
  remove_triangle(wing.left);
  remove_triangle(wing.right);
  for (const int t : fans_[gone]) {
    triangles_[t][position_of(triangles_[t], gone)] = keep;
    fans_[keep].push_back(t);
  }
  fans_[gone].clear();
}

int SurfaceMesh::add_triangle(int a, int b, int c) {
  const int triangle = triangle_count();
  triangles_.push_back({a, b, c});
  for (const int v : {a, b, c}) fans_[v].push_back(triangle);
  return triangle;
}

void SurfaceMesh::remove_triangle(int triangle) {
  for (const int v : triangles_[triangle]) {
    auto& fan = fans_[v];
    fan.erase(std::find(fan.begin(), fan.end(), triangle));
  }
  triangles_[triangle] = {-1, -1, -1};
}

bool SurfaceMesh::are_joined(int a, int b) const {
  for (const int t : fans_[a]) {
    const auto& c = triangles_[t];
    if (c[0] == b || c[1] == b || c[2] == b) return true;
  }
  return false;
}

}  // namespace stiction
