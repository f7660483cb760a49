#include "geometry/solids/polygonise/creases.h"

#include <Eigen/Dense>
#include <cmath>

namespace stiction {
namespace {

constexpr double kSharpCosine = 0.87;       // normals 30 degrees apart suggest a crease,
constexpr double kConfirmedCosine = 0.92;   // 23 degrees remain in the limit if there is one
constexpr double kCreaseEdgeCosine = 0.94;  // triangles of the mesh at a crease, 20 degrees
constexpr double kCornerVolume = 0.1;       // of the three normals at a corner

using Rows = Eigen::Matrix<double, Eigen::Dynamic, 3, 0, 3, 3>;

bool are_sharp(const std::vector<Vec3>& normals, double cosine) {
  for (std::size_t i = 0; i < normals.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (normals[i].dot(normals[j]) > cosine) return false;
    }
  }
  return normals.size() < 3 || std::abs(normals[0].cross(normals[1]).dot(normals[2])) > kCornerVolume;
}

// The point of all planes nearest to `guess`.
Vec3 on_planes(const std::vector<Vec3>& points, const std::vector<Vec3>& normals, const Vec3& guess) {
  const auto count = static_cast<Eigen::Index>(points.size());
  Rows rows(count, 3);
  Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 3, 1> heights(count);
  for (Eigen::Index k = 0; k < count; ++k) {
    rows.row(k) = normals[k].transpose();
    heights[k] = normals[k].dot(points[k] - guess);
  }
  const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 3, 3> square = rows * rows.transpose();
  return guess + rows.transpose() * square.ldlt().solve(heights);
}

bool fetch_normals(const LevelSet& surface, const std::vector<Vec3>& points, std::vector<Vec3>& normals) {
  normals.clear();
  for (const Vec3& p : points) {
    const auto n = surface.normal(p);
    if (!n) return false;
    normals.push_back(*n);
  }
  return true;
}

struct EdgeEnds {
  int a, b;
};

void insert_corners(CreasedMesh& creased, const LevelSet& surface, const Region& blunt) {
  std::vector<Vec3> found;
  const int count = creased.mesh.triangle_count();
  for (int t = 0; t < count; ++t) {
    if (!creased.mesh.is_alive(t) || blunt.contains(creased.mesh.centroid(t))) continue;
    const auto c = creased.mesh.corners(t);
    if (!are_sharp({creased.normals[c[0]], creased.normals[c[1]], creased.normals[c[2]]}, kSharpCosine)) continue;
    const Vec3 points[3] = {creased.mesh.point(c[0]), creased.mesh.point(c[1]), creased.mesh.point(c[2])};
    const auto corner = meeting_point(surface, points, creased.mesh.centroid(t));
    if (!corner) continue;
    bool known = false;
    for (const Vec3& other : found) known |= (other - *corner).norm() < 0.3 * surface.cell();
    if (known) continue;
    found.push_back(*corner);
    creased.mesh.split_triangle(t, *corner);
    creased.kinds.push_back(VertexKind::kCorner);
    creased.normals.emplace_back(Vec3::Zero());
  }
}

}  // namespace

CreasedMesh::CreasedMesh(const TriangleMesh& start, const LevelSet& surface)
    : mesh(start), kinds(start.vertices.size(), VertexKind::kSmooth), normals(start.vertices.size(), Vec3::Zero()) {
  for (std::size_t v = 0; v < start.vertices.size(); ++v) {
    normals[v] = surface.normal(start.vertices[v]).value_or(Vec3::Zero());
  }
}

bool CreasedMesh::is_crease(int a, int b, const SurfaceMesh::Wing& wing) const {
  const auto is_sharp = [&](int v) { return kinds[v] == VertexKind::kCrease || kinds[v] == VertexKind::kCorner; };
  if (!is_sharp(a) || !is_sharp(b)) return false;
  const Vec3 left = mesh.area_vector(wing.left), right = mesh.area_vector(wing.right);
  return left.dot(right) < kCreaseEdgeCosine * left.norm() * right.norm();
}

std::optional<Vec3> meeting_point(const LevelSet& surface, std::span<const Vec3> on_faces, const Vec3& guess) {
  std::vector<Vec3> points(on_faces.begin(), on_faces.end()), normals;
  Vec3 meeting = guess;
  for (const double part : {0.25, 0.05, 0.01, 1e-3, 2e-4}) {
    if (!fetch_normals(surface, points, normals) || !are_sharp(normals, kConfirmedCosine)) return std::nullopt;
    meeting = on_planes(points, normals, meeting);
    if (!((meeting - guess).norm() < surface.cell())) return std::nullopt;
    for (std::size_t k = 0; k < points.size(); ++k) {  // nearer on the same faces
      const Vec3 towards = points[k] - meeting;
      const double distance = towards.norm();
      if (!(distance > 0)) return std::nullopt;
      const auto nearer = surface.projected(meeting + std::min(part * surface.cell() / distance, 1.0) * towards);
      if (!nearer) return std::nullopt;
      points[k] = *nearer;
    }
  }
  if (!fetch_normals(surface, points, normals) || !are_sharp(normals, kConfirmedCosine)) return std::nullopt;
  meeting = on_planes(points, normals, meeting);
  if (!(std::abs(surface.value(meeting)) < 1e-8 * surface.extent())) return std::nullopt;
  return meeting;
}

void insert_creases(CreasedMesh& creased, const LevelSet& surface, const Region& blunt) {
  insert_corners(creased, surface, blunt);
  std::vector<EdgeEnds> crossing;
  for (int t = 0; t < creased.mesh.triangle_count(); ++t) {
    if (!creased.mesh.is_alive(t)) continue;
    for (int k = 0; k < 3; ++k) {
      const int a = creased.mesh.corners(t)[k], b = creased.mesh.corners(t)[(k + 1) % 3];
      const bool smooth = creased.kinds[a] == VertexKind::kSmooth && creased.kinds[b] == VertexKind::kSmooth;
      if (a < b && smooth && creased.normals[a].dot(creased.normals[b]) < kSharpCosine) crossing.push_back({a, b});
    }
  }
  for (const EdgeEnds& edge : crossing) {
    const Vec3 points[2] = {creased.mesh.point(edge.a), creased.mesh.point(edge.b)};
    const Vec3 middle = 0.5 * (points[0] + points[1]);
    if (blunt.contains(middle)) continue;
    const auto crease = meeting_point(surface, points, middle);
    if (!crease) continue;
    creased.mesh.split_edge(edge.a, edge.b, *crease);
    creased.kinds.push_back(VertexKind::kCrease);
    creased.normals.emplace_back(Vec3::Zero());
  }
}

}  // namespace stiction
