// Points by cells of a grid, to find one within a fixed distance. Internal to geometry.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "base/types.h"

namespace stiction {

// Points that were added lie farther apart than the distance, so that a cell never holds many of them.
class NearPoints {
 public:
  NearPoints(const std::vector<Vec3>& points, const Vec3& origin, double distance)
      : points_(points),
        origin_(origin),
        distance_(distance),
        width_(distance * (1 + kSlack)),
        next_(points.size(), -1) {}

  // The lowest number among the points added so far that are not farther than the distance; -1 if there is none.
  int find(const Vec3& p) const {
    const Cell middle = cell_of(p);
    int best = -1;
    for (int i = 0; i < 27; ++i) {
      const auto found = first_.find({middle[0] + i % 3 - 1, middle[1] + i / 3 % 3 - 1, middle[2] + i / 9 - 1});
      for (int v = found == first_.end() ? -1 : found->second; v >= 0; v = next_[v]) {
        if ((points_[v] - p).norm() <= distance_ && (best < 0 || v < best)) best = v;
      }
    }
    return best;
  }
  void add(int v) {
    const auto [found, added] = first_.try_emplace(cell_of(points_[v]), v);
    if (added) return;
    next_[v] = found->second;
    found->second = v;
  }

 private:
  static constexpr double kSlack = 1e-6;  // against rounding when a point is located
  using Cell = std::array<std::int64_t, 3>;
  struct CellHash {
    std::size_t operator()(const Cell& cell) const {
      std::uint64_t hash = 0;
      for (const std::int64_t x : cell) {
        hash = (hash ^ static_cast<std::uint64_t>(x)) * 0x9e3779b97f4a7c15ULL;
        hash ^= hash >> 32;
      }
      return hash;
    }
  };

  Cell cell_of(const Vec3& p) const {
    Cell cell;
    for (int i = 0; i < 3; ++i) cell[i] = static_cast<std::int64_t>(std::floor((p[i] - origin_[i]) / width_));
    return cell;
  }

  const std::vector<Vec3>& points_;
  Vec3 origin_;
  double distance_, width_;  // of a cell [m]
  std::unordered_map<Cell, int, CellHash> first_;
  std::vector<int> next_;
};

}  // namespace stiction
