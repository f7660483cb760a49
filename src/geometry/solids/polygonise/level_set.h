// The zero level set of a distance function, with what a mesher asks about it.
#pragma once

#include <functional>
#include <optional>

#include "geometry/solids/solid.h"

namespace stiction {

class LevelSet {
 public:
  // cell: edge length of the mesh to come [m]; steps of projection are limited by it.
  LevelSet(const Solid& solid, double cell);
  // Of a 1-Lipschitz function, negative inside, whose level set lies within the box.
  LevelSet(std::function<double(const Vec3&)> distance, const Aabb& box, double cell);

  double value(const Vec3& p) const { return distance_(p); }
  // Unit normal, outward, from central differences; nothing where the function is flat.
  std::optional<Vec3> normal(const Vec3& p) const;
  // The nearby point of the level set along the normals: |value| <= tolerance(). Nothing if Newton's steps lead farther
  // than a cell away or do not converge.
  std::optional<Vec3> projected(const Vec3& p) const;
  // The root between an inside and an outside point [m].
  Vec3 crossing(const Vec3& inside, const Vec3& outside, double value_inside, double value_outside) const;

  double cell() const { return cell_; }            // [m]
  double extent() const { return extent_; }        // diagonal of the bounds [m]
  double tolerance() const { return tolerance_; }  // 1e-10 of the extent [m]

 private:
  Vec3 gradient(const Vec3& p) const;

  std::function<double(const Vec3&)> distance_;
  double cell_, extent_, tolerance_;
  double delta_;  // of the differences [m]
};

}  // namespace stiction
