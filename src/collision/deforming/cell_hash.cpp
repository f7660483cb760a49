#include "collision/deforming/cell_hash.h"

#include <bit>
#include <limits>

namespace stiction {
namespace {

constexpr int kBucketsPerBox = 2;
constexpr double kLevelFactor = 2, kWidest = 64;  // between levels; and between the two widest ones

}  // namespace

void CellHash::start(double cell, const Vec3& origin, int count) {
  origin_ = origin;
  size_[0] = cell > 0 && std::isfinite(cell) ? cell : 1;
  for (int level = 1; level < kLevels; ++level)
    size_[level] = (level < kLevels / 2 ? kLevelFactor : kWidest) * size_[level - 1];
  on_level_.fill(0);
  entries_.clear();
  const std::size_t wanted = std::bit_ceil(static_cast<std::size_t>(kBucketsPerBox) * std::max(count, 2));
  if (wanted > buckets_.size() || round_ == std::numeric_limits<std::uint32_t>::max()) {
    buckets_.assign(std::max(wanted, buckets_.size()), Bucket{});
    round_ = 0;
  }
  ++round_;
  shift_ = 64 - std::countr_zero(buckets_.size());
}

// On the level whose cells are no smaller than the box.
void CellHash::insert(const Aabb& box) {
  const int number = static_cast<int>(entries_.size());
  const double extent = (box.max - box.min).maxCoeff();
  int level = 0;
  while (level + 1 < kLevels && size_[level] < extent) ++level;
  if (!(extent >= 0 && extent <= size_[level])) {
    entries_.push_back({0, -1, -1});
    return;
  }
  const Vec3 middle = (box.min + box.max) / 2;
  const std::uint64_t cell =
      name_of(coordinate(middle[0], 0, level), coordinate(middle[1], 1, level), coordinate(middle[2], 2, level), level);
  Bucket& bucket = buckets_[bucket_of(cell)];
  if (bucket.round != round_) bucket = {round_, -1};
  entries_.push_back({cell, bucket.first, level});
  bucket.first = number;
  ++on_level_[level];
}

}  // namespace stiction
