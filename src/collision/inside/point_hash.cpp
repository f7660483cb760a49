#include "collision/inside/point_hash.h"

#include <bit>

namespace stiction {

void PointHash::start(double cell, double largest, const Vec3& origin) {
  points_.clear();
  origin_ = origin;
  size_[0] = cell > 0 && std::isfinite(cell) ? cell : 1;
  for (int level = 1; level < kLevels; ++level) size_[level] = kFactor * size_[level - 1];
  for (int level = 0; level < kLevels; ++level) per_cell_[level] = 1 / size_[level];
  levels_ = 1;
  while (levels_ < kLevels && largest > kCellsAcross * size_[levels_ - 1]) ++levels_;
}

void PointHash::build() {
  const std::size_t count = points_.size() * levels_;
  const std::size_t buckets = std::bit_ceil(std::max<std::size_t>(2 * count, 2));
  shift_ = 64 - std::countr_zero(buckets);
  begin_.assign(buckets + 1, 0);
  cells_.resize(count);
  entries_.resize(count);
  std::size_t k = 0;
  for (const Point& point : points_) {
    for (int level = 0; level < levels_; ++level) {
      const Vec3& x = point.place;
      cells_[k] = name_of(coordinate(x[0], 0, level), coordinate(x[1], 1, level), coordinate(x[2], 2, level), level);
      ++begin_[bucket_of(cells_[k++])];
    }
  }
  // Counts become the ends of buckets, and filling them from behind leaves their beginnings.
  int sum = 0;
  for (int& begin : begin_) begin = sum += begin;
  while (k-- > 0) entries_[--begin_[bucket_of(cells_[k])]] = {cells_[k], points_[k / levels_]};
}

}  // namespace stiction
