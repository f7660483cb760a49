#include "collision/inside/tet_enclosure.h"

#include <algorithm>
#include <cmath>

#include "collision/deforming/triangle_foot.h"
#include "geometry/tetra/tet_quality.h"

namespace stiction {
namespace {

// A tetrahedron's corners as seen from a point.
struct Corners {
  Vec3 x[4];
  Corners(const FillingTopology& topology, const std::vector<Vec3>& places, int tet, const Vec3& p) {
    for (int k = 0; k < 4; ++k) x[k] = places[topology.tets[tet][k]] - p;
  }
  double volume() const { return (x[1] - x[0]).cross(x[2] - x[0]).dot(x[3] - x[0]); }  // six times [m^3]
  // Not unit, outward.
  Vec3 normal(int face) const {
    const auto& [a, b, c] = kTetFaces[face];
    return (x[b] - x[a]).cross(x[c] - x[a]);
  }
};

}  // namespace

PlacedTet::PlacedTet(const FillingTopology& topology, const std::vector<Vec3>& places, int tet)
    : origin_(places[topology.tets[tet][0]]) {
  const Corners corners(topology, places, tet, origin_);
  row_[0] = corners.x[2].cross(corners.x[3]);
  row_[1] = corners.x[3].cross(corners.x[1]);
  row_[2] = corners.x[1].cross(corners.x[2]);
  volume_ = corners.x[1].dot(row_[0]);
  for (Vec3& row : row_) row /= volume_;
}

bool PlacedTet::holds(const Vec3& p) const {
  const Vec3 x = p - origin_;
  const double b = row_[0].dot(x), c = row_[1].dot(x), d = row_[2].dot(x);
  return b >= -kSlack && c >= -kSlack && d >= -kSlack && 1 - b - c - d >= -kSlack;  // no number: false
}

// Of p + way, which lies on the triangle but for rounding.
MaterialPoint TetEnclosure::point_on(int triangle, const Vec3& p, const Vec3& way) const {
  const auto& [i, j, k] = topology_.triangles[triangle];
  const Vec3 a = places_[i] - p, ab = places_[j] - p - a, ac = places_[k] - p - a;
  const Vec3 normal = ab.cross(ac), x = way - a;
  const double area2 = normal.squaredNorm();
  double b = std::max(x.cross(ac).dot(normal) / area2, 0.0);
  double c = std::max(ab.cross(x).dot(normal) / area2, 0.0);
  const double sum = b + c;
  if (sum > 1) {
    b /= sum;
    c = 1 - b;
  }
  return {triangle, b, c};
}

bool TetEnclosure::leave(int cell, const Vec3& p, const Vec3& direction, double most, Exit& exit) const {
  int from = -1;
  for (std::size_t steps = 0; steps <= topology_.tets.size(); ++steps) {
    const Corners corners(topology_, places_, cell, p);
    const double volume = corners.volume();
    if (!(volume > 0)) return false;
    const FillingTopology::Behind& behind = topology_.behind[cell];
    int last = -1;
    double length = most;
    Vec3 outward;
    for (int face = 0; face < 4; ++face) {
      if (from >= 0 && behind.tet[face] == from) continue;
      const Vec3 normal = corners.normal(face);
      const double rate = normal.dot(direction);
      if (!(rate > 0)) continue;
      const double below = normal.dot(corners.x[kTetFaces[face][0]]);
      if (behind.triangle[face] >= 0 && below <= PlacedTet::kSlack * volume && is_grazing(rate, normal, direction))
        continue;
      const double here = std::max(below / rate, 0.0);
      if (!(here < length || (last < 0 && here <= length))) continue;
      last = face;
      length = here;
      outward = normal;
    }
    if (last < 0) return false;
    if (behind.triangle[last] >= 0) {
      exit = {length, outward.normalized(), point_on(behind.triangle[last], p, length * direction)};
      return true;
    }
    from = cell;
    cell = behind.tet[last];
  }
  return false;
}

bool TetEnclosure::nearest(const Vec3& p, double most, NearestExit& exit) const {
  double best2 = most * most;
  bool found = false;
  for (int t = 0; t < static_cast<int>(topology_.triangles.size()); ++t) {
    const auto& [i, j, k] = topology_.triangles[t];
    NearTriangle triangle{t, places_[i], places_[j], places_[k], Vec3::Zero()};
    if (is_beyond({triangle.a.cwiseMin(triangle.b).cwiseMin(triangle.c),
                   triangle.a.cwiseMax(triangle.b).cwiseMax(triangle.c)},
                  p, std::sqrt(best2))) {
      continue;
    }
    triangle.normal = (triangle.b - triangle.a).cross(triangle.c - triangle.a).stableNormalized();
    const TriangleNearest foot = nearest_on_triangle(triangle, p);
    if (!(foot.distance2 < best2)) continue;
    best2 = foot.distance2;
    found = true;
    exit = {foot.point, triangle.normal, foot.material};
  }
  return found;
}

}  // namespace stiction
