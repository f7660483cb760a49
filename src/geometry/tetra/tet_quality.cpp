#include "geometry/tetra/tet_quality.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace stiction {
namespace {

// Outward area vectors of the faces, twice the areas long [m^2].
std::array<Vec3, 4> face_vectors(const TetCorners& x) {
  std::array<Vec3, 4> faces;
  for (int k = 0; k < 4; ++k) {
    const auto& [a, b, c] = kTetFaces[k];
    faces[k] = (x[b] - x[a]).cross(x[c] - x[a]);
  }
  return faces;
}

}  // namespace

double tet_volume(const TetCorners& x) {
  return (x[1] - x[0]).cross(x[2] - x[0]).dot(x[3] - x[0]) / 6;
}

// The faces that meet in edge (i, j) are those opposite to the other two corners. With outward vectors n and m:
// angle = pi - angle(n, m), and |n x m| = 6 volume x edge length.
std::array<double, 6> dihedral_angles(const TetCorners& x) {
  const std::array<Vec3, 4> faces = face_vectors(x);
  std::array<double, 6> angles{};
  for (int e = 0; e < 6; ++e) {
    const auto& [k, l] = kTetEdges[5 - e];
    const double sine = faces[k].cross(faces[l]).norm(), cosine = -faces[k].dot(faces[l]);
    if (!(sine > 0)) return {};
    angles[e] = std::atan2(sine, cosine) * 180 / std::numbers::pi;
  }
  return angles;
}

double worst_sine(const TetCorners& x) {
  const std::array<Vec3, 4> faces = face_vectors(x);
  const double volume6 = -faces[0].dot(x[0] - x[1]);
  double area[4];
  for (int k = 0; k < 4; ++k) area[k] = faces[k].norm();
  double worst = std::numeric_limits<double>::infinity();
  for (int e = 0; e < 6; ++e) {
    const auto& [i, j] = kTetEdges[e];
    const auto& [k, l] = kTetEdges[5 - e];
    const double areas = area[k] * area[l];
    if (!(areas > 0)) return 0;
    worst = std::min(worst, (x[j] - x[i]).norm() / areas);
  }
  if (volume6 >= 0) return volume6 * worst;
  return volume6 / std::pow(*std::max_element(area, area + 4), 1.5);
}

double mesh_volume(const TetMesh& mesh) {
  double volume = 0;
  for (const auto& tet : mesh.tets) volume += tet_volume(tet_corners(mesh, tet));
  return volume;
}

Vec3 mesh_centre(const TetMesh& mesh) {
  double volume = 0;
  Vec3 moment = Vec3::Zero();
  for (const auto& tet : mesh.tets) {
    const TetCorners x = tet_corners(mesh, tet);
    const double v = tet_volume(x);
    volume += v;
    moment += v / 4 * (x[0] + x[1] + x[2] + x[3]);
  }
  return moment / volume;
}

TetQuality tet_quality(const TetMesh& mesh) {
  TetQuality q;
  q.vertex_count = static_cast<int>(mesh.vertices.size());
  q.tet_count = static_cast<int>(mesh.tets.size());
  if (mesh.tets.empty()) return q;
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  q.smallest_volume = q.smallest_angle = q.shortest_edge = kInfinity;
  q.largest_volume = -kInfinity;
  for (const auto& tet : mesh.tets) {
    const TetCorners x = tet_corners(mesh, tet);
    const double v = tet_volume(x);
    q.volume += v;
    q.smallest_volume = std::min(q.smallest_volume, v);
    q.largest_volume = std::max(q.largest_volume, v);
    double shortest = kInfinity, longest = 0;
    for (const auto& [i, j] : kTetEdges) {
      const double length = (x[j] - x[i]).norm();
      shortest = std::min(shortest, length);
      longest = std::max(longest, length);
    }
    q.shortest_edge = std::min(q.shortest_edge, shortest);
    q.longest_edge = std::max(q.longest_edge, longest);
    q.edge_ratio = std::max(q.edge_ratio, shortest > 0 ? longest / shortest : kInfinity);
    for (const double angle : dihedral_angles(x)) {
      q.smallest_angle = std::min(q.smallest_angle, angle);
      q.largest_angle = std::max(q.largest_angle, angle);
      ++q.angles[std::clamp(static_cast<int>(angle / 10), 0, TetQuality::kBins - 1)];
    }
  }
  return q;
}

std::string quality_text(const TetQuality& q) {
  std::string text = fmt::format(
      "{} vertices, {} tetrahedra, volume {:.6g} m^3\n"
      "dihedral angles {:.2f} to {:.2f} degrees\n"
      "volumes {:.4g} to {:.4g} m^3, edges {:.4g} to {:.4g} m, longest to shortest in one tetrahedron at most {:.3g}\n",
      q.vertex_count, q.tet_count, q.volume, q.smallest_angle, q.largest_angle, q.smallest_volume, q.largest_volume,
      q.shortest_edge, q.longest_edge, q.edge_ratio);
  const double all = 6.0 * q.tet_count;
  for (int bin = 0; bin < TetQuality::kBins; ++bin) {
    if (q.angles[bin] == 0) continue;
    const double share = static_cast<double>(q.angles[bin]) / all;
    text += fmt::format("{:>4} to {:>3} degrees: {:>5.1f} % {}\n", 10 * bin, 10 * (bin + 1), 100 * share,
                        std::string(static_cast<std::size_t>(std::ceil(60 * share)), '#'));
  }
  return text;
}

}  // namespace stiction
