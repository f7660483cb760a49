// Boxes in a uniform grid of unbounded extent whose cells are hashed (Teschner et al. 2003): which of them are near to
// another box, at a cost that does not depend on how many there are.
//
// A box is in the cell that holds its middle. Cells are cubes of a given size, and of 2, 4, ... times that for boxes
// that are larger; who looks for boxes looks half a cell farther on each level. Cells with the same hash share a bucket
// and are told apart by their coordinates. A bucket's stamp says for which round its content holds: nothing is cleared.
// No allocation once warm.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "base/types.h"

namespace stiction {

class CellHash {
 public:
  // Empties all cells. cell: the usual size of boxes or a little more [m]; origin: near them, which keeps the
  // coordinates of cells small; count: how many will be put in, at most.
  void start(double cell, const Vec3& origin, int count);
  // Their numbers are 0, 1, 2, ... A box that is not finite is found by nobody.
  void insert(const Aabb& box);

  // visit(number), once for every box that overlaps this one and for some that do not, in an order that depends on the
  // boxes alone.
  template <class Visit>
  void for_each_near(const Aabb& box, const Visit& visit) const;

 private:
  static constexpr int kLevels = 16;
  static constexpr std::int64_t kMostCell = (1 << 19) - 1;  // cells beyond are one

  struct Bucket {
    std::uint32_t round = 0;
    int first = -1;
  };
  struct Entry {
    std::uint64_t cell;
    int next;  // in its bucket
    int level;
  };
  std::int64_t coordinate(double x, int axis, int level) const;
  static std::uint64_t name_of(std::int64_t x, std::int64_t y, std::int64_t z, int level);
  std::size_t bucket_of(std::uint64_t cell) const { return (cell * 0x9e3779b97f4a7c15ULL) >> shift_; }
  template <class Visit>
  void for_each_on(int level, const Aabb& box, const Visit& visit) const;

  std::array<double, kLevels> size_{};  // of cells [m]
  Vec3 origin_ = Vec3::Zero();
  int shift_ = 62;  // 2^(64 - shift_) buckets
  std::array<int, kLevels> on_level_{};
  std::uint32_t round_ = 0;
  std::vector<Bucket> buckets_;
  std::vector<Entry> entries_;
};

inline std::uint64_t CellHash::name_of(std::int64_t x, std::int64_t y, std::int64_t z, int level) {
  constexpr std::uint64_t kMask = (1 << 20) - 1;
  return static_cast<std::uint64_t>(level) << 60 | (static_cast<std::uint64_t>(x) & kMask) << 40 |
         (static_cast<std::uint64_t>(y) & kMask) << 20 | (static_cast<std::uint64_t>(z) & kMask);
}

// Ascends with x, so that what lies between two places lies in cells between theirs.
inline std::int64_t CellHash::coordinate(double x, int axis, int level) const {
  constexpr auto kMost = static_cast<double>(kMostCell);
  return static_cast<std::int64_t>(std::floor(std::clamp((x - origin_[axis]) / size_[level], -kMost, kMost)));
}

template <class Visit>
void CellHash::for_each_on(int level, const Aabb& box, const Visit& visit) const {
  constexpr double kHalf = 0.5 + 1e-9;  // of a cell: as far are middles from what their boxes reach
  std::array<std::int64_t, 3> low, high;
  double cells = 1;
  for (int axis = 0; axis < 3; ++axis) {
    low[axis] = coordinate(box.min[axis] - kHalf * size_[level], axis, level);
    high[axis] = coordinate(box.max[axis] + kHalf * size_[level], axis, level);
    cells *= static_cast<double>(high[axis] - low[axis] + 1);
  }
  if (cells > static_cast<double>(entries_.size())) {  // looking at all is less
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      if (entries_[i].level == level) visit(static_cast<int>(i));
    }
    return;
  }
  for (std::int64_t x = low[0]; x <= high[0]; ++x) {
    for (std::int64_t y = low[1]; y <= high[1]; ++y) {
      for (std::int64_t z = low[2]; z <= high[2]; ++z) {
        const std::uint64_t cell = name_of(x, y, z, level);
        const Bucket& bucket = buckets_[bucket_of(cell)];
        if (bucket.round != round_) continue;
        for (int i = bucket.first; i >= 0; i = entries_[i].next) {
          if (entries_[i].cell == cell) visit(i);
        }
      }
    }
  }
}

template <class Visit>
void CellHash::for_each_near(const Aabb& box, const Visit& visit) const {
  for (int level = 0; level < kLevels; ++level) {
    if (on_level_[level] > 0) for_each_on(level, box, visit);
  }
}

}  // namespace stiction
