// Points in a uniform grid of unbounded extent whose cells are hashed (Teschner et al. 2003): which of them lie in a
// box, at a cost that does not depend on how many there are elsewhere.
//
// Points are put in order of the hashes of their cells by counting: those of one cell lie side by side, among those of
// other cells with the same hash, told apart by their coordinates. Boxes much larger than a cell look at coarser grids,
// each four times as wide as the one before, which hold the same points. No allocation once warm.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "base/types.h"

namespace stiction {

class PointHash {
 public:
  struct Point {
    Vec3 place;  // [m], finite
    int owner, vertex;
  };

  // Forgets all points. cell: the usual size of boxes [m]; largest: the longest side of any box that will be looked
  // at [m]; origin: near the points, which keeps the coordinates of cells small.
  void start(double cell, double largest, const Vec3& origin);
  void add(const Point& point) { points_.push_back(point); }
  void build();  // when all are there

  // visit(point), once for every point in the box and for some others, in an order that depends on points and cells
  // alone.
  template <class Visit>
  void for_each_in(const Aabb& box, const Visit& visit) const;
  bool is_empty() const { return points_.empty(); }

 private:
  static constexpr int kLevels = 8;
  static constexpr double kFactor = 4;                      // between the cells of levels
  static constexpr double kCellsAcross = 2;                 // a box larger than so many goes to the next level
  static constexpr std::int64_t kMostCell = (1 << 19) - 1;  // cells beyond are one

  struct Entry {
    std::uint64_t cell;
    Point point;
  };
  std::int64_t coordinate(double x, int axis, int level) const {
    constexpr auto kMost = static_cast<double>(kMostCell);
    return static_cast<std::int64_t>(std::floor(std::clamp((x - origin_[axis]) * per_cell_[level], -kMost, kMost)));
  }
  static std::uint64_t name_of(std::int64_t x, std::int64_t y, std::int64_t z, int level) {
    constexpr std::uint64_t kMask = (1 << 20) - 1;
    return static_cast<std::uint64_t>(level) << 60 | (static_cast<std::uint64_t>(x) & kMask) << 40 |
           (static_cast<std::uint64_t>(y) & kMask) << 20 | (static_cast<std::uint64_t>(z) & kMask);
  }
  std::size_t bucket_of(std::uint64_t cell) const { return (cell * 0x9e3779b97f4a7c15ULL) >> shift_; }

  Vec3 origin_ = Vec3::Zero();
  int levels_ = 1;
  std::array<double, kLevels> size_{}, per_cell_{};  // of cells [m], [1/m]
  int shift_ = 63;                                   // 2^(64 - shift_) buckets
  std::vector<Point> points_;
  std::vector<std::uint64_t> cells_;  // of every point on every level
  std::vector<int> begin_;            // of buckets in `entries_`
  std::vector<Entry> entries_;
};

template <class Visit>
void PointHash::for_each_in(const Aabb& box, const Visit& visit) const {
  const double extent = (box.max - box.min).maxCoeff();
  int level = 0;
  while (level + 1 < levels_ && extent > kCellsAcross * size_[level]) ++level;
  std::array<std::int64_t, 3> low, high;
  double cells = 1;
  for (int axis = 0; axis < 3; ++axis) {
    low[axis] = coordinate(box.min[axis], axis, level);
    high[axis] = coordinate(box.max[axis], axis, level);
    cells *= static_cast<double>(high[axis] - low[axis] + 1);
  }
  if (!(cells <= static_cast<double>(points_.size()))) {  // looking at all is less
    for (const Point& point : points_) visit(point);
    return;
  }
  for (std::int64_t x = low[0]; x <= high[0]; ++x) {
    for (std::int64_t y = low[1]; y <= high[1]; ++y) {
      for (std::int64_t z = low[2]; z <= high[2]; ++z) {
        const std::uint64_t cell = name_of(x, y, z, level);
        const std::size_t bucket = bucket_of(cell);
        for (int i = begin_[bucket]; i < begin_[bucket + 1]; ++i) {
          if (entries_[i].cell == cell) visit(entries_[i].point);
        }
      }
    }
  }
}

}  // namespace stiction
