// Parts of space as sets of grid cells.
#pragma once

#include <cmath>
#include <cstdint>
#include <unordered_set>

#include "base/hash.h"
#include "base/types.h"

namespace stiction {

// Calls visit(key) for each cell of a grid that the box touches.
template <class Visit>
void for_each_grid_cell(const Aabb& box, double cell, Visit visit) {
  const auto index = [cell](double x) { return static_cast<std::int64_t>(std::floor(x / cell)); };
  for (std::int64_t z = index(box.min.z()); z <= index(box.max.z()); ++z) {
    for (std::int64_t y = index(box.min.y()); y <= index(box.max.y()); ++y) {
      for (std::int64_t x = index(box.min.x()); x <= index(box.max.x()); ++x) {
        visit(mix_hash(mix_hash(static_cast<std::uint64_t>(x), static_cast<std::uint64_t>(y)),
                       static_cast<std::uint64_t>(z)));
      }
    }
  }
}

class Region {
 public:
  explicit Region(double cell) : cell_(cell) {}  // [m]

  bool is_empty() const { return keys_.empty(); }
  // All cells within `reach` [m] of the point.
  void add(const Vec3& point, double reach) {
    for_each_grid_cell(Aabb{point, point}.grown(reach), cell_, [&](std::uint64_t key) { keys_.insert(key); });
  }
  bool contains(const Vec3& point) const {
    if (keys_.empty()) return false;
    bool found = false;
    for_each_grid_cell({point, point}, cell_, [&](std::uint64_t key) { found = keys_.count(key) > 0; });
    return found;
  }

 private:
  double cell_;
  std::unordered_set<std::uint64_t> keys_;
};

}  // namespace stiction
