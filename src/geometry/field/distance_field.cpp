#include "geometry/field/distance_field.h"

#include <algorithm>
#include <cmath>

#include "geometry/field/triangle_distance.h"

namespace stiction {
namespace {

constexpr double kHalfDiagonal = 0.86602540378443864676;  // of a cube of edge length 1

}  // namespace

bool DistanceField::locate(const Vec3& point, Place& place) const {
  for (int axis = 0; axis < 3; ++axis) {
    const double x = (point[axis] - origin_[axis]) / cell_;
    if (!(x >= 0 && x <= size_[axis] - 1)) return false;  // also for NaN
    place.cell[axis] = std::min(static_cast<int>(x), size_[axis] - 2);
    place.along[axis] = x - place.cell[axis];
  }
  return true;
}

Vec3 DistanceField::clamped_to_grid(const Vec3& point) const {
  Vec3 result;
  for (int axis = 0; axis < 3; ++axis) {
    const double x = (point[axis] - origin_[axis]) / cell_;
    const double last = size_[axis] - 1;
    if (!(x > 0)) {
      result[axis] = origin_[axis];
    } else {
      // Half-way into the last interval of floating-point numbers, so that the result is inside whatever the rounding.
      result[axis] = x < last ? point[axis] : origin_[axis] + last * (1 - 1e-15) * cell_;
    }
  }
  return result;
}

bool DistanceField::find_nearest(const Vec3& point, NearestSurface& nearest) const {
  Place place;
  if (!locate(point, place)) return false;
  const int c = cell_index(place.cell[0], place.cell[1], place.cell[2]);
  const std::uint32_t begin = cell_begin_[c], end = cell_begin_[c + 1];
  if (begin == end) return false;
  TriangleFoot best;
  const double from_middle = cell_ * Vec3(place.along[0] - 0.5, place.along[1] - 0.5, place.along[2] - 0.5).norm();
  for (std::uint32_t i = begin; i < end; ++i) {
    const double bound = candidate_distance_[i] - from_middle;  // of this candidate and all later ones
    if (bound > 0 && bound * bound > best.distance2) break;
    measure_triangle(*mesh_, *topology_, candidates_[i], point, best);
  }
  if (!(best.distance2 <= band_ * band_)) return false;
  nearest = resolve_foot(*mesh_, *topology_, best, point);
  return true;
}

// Every corner's distance d gives the bound d - |p - corner|, because the distance is 1-Lipschitz; the best counts.
// Outside the grid, q its nearest point, the surface lies beyond the plane through q perpendicular to p - q: the
// distance is at least sqrt(|p - q|^2 + d(q)^2).
double DistanceField::lower_bound(const Vec3& point) const {
  const double rounding = error_ - kHalfDiagonal * cell_;
  Place place;
  if (!locate(point, place)) {
    const Vec3 q = clamped_to_grid(point);
    if (!locate(q, place)) return -std::numeric_limits<double>::infinity();
    const double outside2 = (point - q).squaredNorm(), inner = std::max(0.0, lower_bound(q));
    return std::sqrt(outside2 + inner * inner) * (1 - 1e-12) - rounding;
  }
  double along2[3][2];
  for (int axis = 0; axis < 3; ++axis) {
    const double low = place.along[axis] * cell_, high = cell_ - low;
    along2[axis][0] = low * low;
    along2[axis][1] = high * high;
  }
  double best = -std::numeric_limits<double>::infinity();
  for (int corner = 0; corner < 8; ++corner) {
    const int x = corner & 1, y = corner >> 1 & 1, z = corner >> 2;
    const double d = distance_[point_index(place.cell[0] + x, place.cell[1] + y, place.cell[2] + z)];
    best = std::max(best, d - std::sqrt(along2[0][x] + along2[1][y] + along2[2][z]));
  }
  return best - rounding;
}

// The nearest grid point alone often decides.
bool DistanceField::is_beyond(const Vec3& point, double distance) const {
  const double per_cell = 1 / cell_;
  int at[3];
  double away2 = 0;
  for (int axis = 0; axis < 3; ++axis) {
    const double x = (point[axis] - origin_[axis]) * per_cell;
    if (!(x >= 0 && x <= size_[axis] - 1)) return lower_bound(point) > distance;
    at[axis] = static_cast<int>(x + 0.5);
    const double away = (x - at[axis]) * cell_;
    away2 += away * away;
  }
  const double away = std::sqrt(away2) + (error_ - kHalfDiagonal * cell_);
  const double stored = distance_[point_index(at[0], at[1], at[2])];
  if (stored - away > distance) return true;
  return stored + away > distance && lower_bound(point) > distance;
}

double DistanceField::interpolated(const Vec3& point) const {
  Place place;
  if (!locate(point, place) && !locate(clamped_to_grid(point), place)) return std::numeric_limits<double>::quiet_NaN();
  double sum = 0;
  for (int corner = 0; corner < 8; ++corner) {
    double weight = 1;
    int at[3];
    for (int axis = 0; axis < 3; ++axis) {
      const int high = corner >> axis & 1;
      at[axis] = place.cell[axis] + high;
      weight *= high ? place.along[axis] : 1 - place.along[axis];
    }
    sum += weight * distance_[point_index(at[0], at[1], at[2])];
  }
  return sum;
}

std::size_t DistanceField::memory_bytes() const {
  return distance_.size() * sizeof(float) + cell_begin_.size() * sizeof(std::uint32_t) +
         candidates_.size() * (sizeof(std::int32_t) + sizeof(float));
}

}  // namespace stiction
