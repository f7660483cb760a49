// Boxes, and spheres about something, that come near to a box.
#pragma once

#include "base/types.h"

namespace stiction {

// What is no farther from a box than `reach` [m], or little more.
class NearBox {
 public:
  NearBox(const Aabb& box, double reach) : box_(box) {
    constexpr double kRounding = 1e-9;  // relative
    limit_ = (1 + kRounding) * reach + kRounding * (box.max - box.min).norm();
  }
  bool meets(const Aabb& other) const { return apart2(other.min, other.max) <= limit_ * limit_; }
  bool meets(const Vec3& center, double radius) const {
    return apart2(center, center) <= (limit_ + radius) * (limit_ + radius);
  }

 private:
  double apart2(const Vec3& low, const Vec3& high) const {
    return (box_.min - high).cwiseMax(low - box_.max).cwiseMax(0).squaredNorm();
  }

  Aabb box_;
  double limit_;
};

}  // namespace stiction
