#include "geometry/solids/polygonise/level_set.h"

#include <cmath>
#include <utility>

namespace stiction {

LevelSet::LevelSet(const Solid& solid, double cell)
    : LevelSet([&solid](const Vec3& p) { return solid_distance(solid, p); }, solid_bounds(solid), cell) {}

LevelSet::LevelSet(std::function<double(const Vec3&)> distance, const Aabb& box, double cell)
    : distance_(std::move(distance)),
      cell_(cell),
      extent_((box.max - box.min).norm()),
      tolerance_(1e-10 * extent_),
      delta_(1e-7 * extent_) {}

Vec3 LevelSet::gradient(const Vec3& p) const {
  Vec3 g;
  for (int axis = 0; axis < 3; ++axis) {
    Vec3 step = Vec3::Zero();
    step[axis] = delta_;
    g[axis] = (value(p + step) - value(p - step)) / (2 * delta_);
  }
  return g;
}

std::optional<Vec3> LevelSet::normal(const Vec3& p) const {
  const Vec3 g = gradient(p);
  const double length = g.norm();
  if (!(length > 1e-4)) return std::nullopt;
  return g / length;
}

std::optional<Vec3> LevelSet::projected(const Vec3& p) const {
  Vec3 x = p;
  double f = value(x);
  for (int iteration = 0; iteration < 20; ++iteration) {
    if (std::abs(f) <= tolerance_) return x;
    const Vec3 g = gradient(x);
    const double square = g.squaredNorm();
    if (!(square > 1e-8)) return std::nullopt;
    Vec3 step = -f / square * g;
    double next = value(x + step);
    for (int halving = 0; halving < 8 && std::abs(next) > 0.9 * std::abs(f); ++halving) {
      step *= 0.5;
      next = value(x + step);
    }
    x += step;
    f = next;
    if (!((x - p).squaredNorm() < cell_ * cell_)) return std::nullopt;
  }
  return std::nullopt;
}

Vec3 LevelSet::crossing(const Vec3& inside, const Vec3& outside, double value_inside, double value_outside) const {
  // Regula falsi with the Illinois halving, on the position t of the root between the two points.
  double low = 0, high = 1, f_low = value_inside, f_high = value_outside, t = 0;
  int side = 0;
  for (int iteration = 0; iteration < 60; ++iteration) {
    t = f_high > f_low ? low + (high - low) * (f_low / (f_low - f_high)) : 0.5 * (low + high);
    const double f = value(inside + t * (outside - inside));
    if (std::abs(f) <= tolerance_) break;
    if (f < 0) {
      low = t, f_low = f;
      if (side == -1) f_high *= 0.5;
      side = -1;
    } else {
      high = t, f_high = f;
      if (side == 1) f_low *= 0.5;
      side = 1;
    }
  }
  // Kept off the ends: vertices on different edges of the lattice stay different points.
  t = std::min(std::max(t, 1e-7), 1 - 1e-7);
  return inside + t * (outside - inside);
}

}  // namespace stiction
