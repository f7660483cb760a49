#include "geometry/solids/primitives.h"

#include <algorithm>
#include <cmath>

namespace stiction {

double box_distance(const Vec3& p, const Vec3& half) {
  const Vec3 beyond = p.cwiseAbs() - half;
  return beyond.cwiseMax(0).norm() + std::min(beyond.maxCoeff(), 0.0);
}

double rectangle_distance(const Vec2& p, const Vec2& half, double rounding) {
  const Vec2 beyond = p.cwiseAbs() - half + Vec2::Constant(rounding);
  return beyond.cwiseMax(0).norm() + std::min(beyond.maxCoeff(), 0.0) - rounding;
}

double ellipsoid_distance(const Vec3& p, const Vec3& semi_axes) {
  return (p.cwiseQuotient(semi_axes).norm() - 1) * semi_axes.minCoeff();
}

double tapered_capsule_distance(const Vec3& p, const Vec3& a, double radius_a, const Vec3& b, double radius_b) {
  const Vec3 axis = b - a;
  const double length = axis.norm();
  const double along = (p - a).dot(axis) / length;
  const double across = std::sqrt(std::max((p - a).squaredNorm() - along * along, 0.0));
  const double sine = (radius_a - radius_b) / length, cosine = std::sqrt(1 - sine * sine);
  const double foot = cosine * along - sine * across;  // along the side of the cone
  if (foot < 0) return (p - a).norm() - radius_a;
  if (foot > cosine * length) return (p - b).norm() - radius_b;
  return cosine * across + sine * along - radius_a;
}

double hexagonal_prism_distance(const Vec3& p, double apothem, double half_height) {
  const double x = std::abs(p.x()), y = std::abs(p.y());
  const double side = std::max(x, 0.5 * x + 0.86602540378443864676 * y) - apothem;
  return std::max(side, std::abs(p.z()) - half_height);
}

}  // namespace stiction
