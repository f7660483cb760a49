#include "collision/broad_phase.h"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

constexpr double kCellPerMedian = 2;
constexpr double kLargeInCells = 4;

std::int64_t cell_coordinate(double x, double cell_size) {
  return static_cast<std::int64_t>(std::floor(std::clamp(x / cell_size, -1e15, 1e15)));
}

// 21 bits per axis. Far cells may share a key; that costs tests, not correctness.
std::uint64_t cell_key(std::int64_t x, std::int64_t y, std::int64_t z) {
  constexpr std::uint64_t kMask = (1ULL << 21) - 1;
  return (static_cast<std::uint64_t>(x) & kMask) << 42 | (static_cast<std::uint64_t>(y) & kMask) << 21 |
         (static_cast<std::uint64_t>(z) & kMask);
}

}  // namespace

double BroadPhase::choose_cell_size(const std::vector<BroadBody>& bodies) {
  extents_.clear();
  for (int i : active_) extents_.push_back((bodies[i].box.max - bodies[i].box.min).maxCoeff());
  const auto middle = extents_.begin() + static_cast<std::ptrdiff_t>(extents_.size() / 2);
  std::nth_element(extents_.begin(), middle, extents_.end());
  return std::max(kCellPerMedian * *middle, 1e-12);
}

void BroadPhase::insert(int body, const Aabb& box, double cell_size) {
  std::int64_t low[3], high[3];
  for (int k = 0; k < 3; ++k) {
    low[k] = cell_coordinate(box.min[k], cell_size);
    high[k] = cell_coordinate(box.max[k], cell_size);
  }
  for (std::int64_t x = low[0]; x <= high[0]; ++x) {
    for (std::int64_t y = low[1]; y <= high[1]; ++y) {
      for (std::int64_t z = low[2]; z <= high[2]; ++z) entries_.push_back({cell_key(x, y, z), body});
    }
  }
}

void BroadPhase::add_if_overlapping(const std::vector<BroadBody>& bodies, int i, int j) {
  if (bodies[i].fixed && bodies[j].fixed) return;
  if (bodies[i].box.overlaps(bodies[j].box)) pairs_.push_back({std::min(i, j), std::max(i, j)});
}

void BroadPhase::scan_cells(const std::vector<BroadBody>& bodies, double cell_size) {
  std::sort(entries_.begin(), entries_.end(),
            [](const Entry& p, const Entry& q) { return p.cell != q.cell ? p.cell < q.cell : p.body < q.body; });
  for (std::size_t first = 0, last = 0; first < entries_.size(); first = last) {
    while (last < entries_.size() && entries_[last].cell == entries_[first].cell) ++last;
    for (std::size_t i = first; i < last; ++i) {
      for (std::size_t j = i + 1; j < last; ++j) {
        // Boxes share several cells; the one that holds the low corner of their overlap reports the pair.
        const Aabb& p = bodies[entries_[i].body].box;
        const Aabb& q = bodies[entries_[j].body].box;
        const Vec3 corner = p.min.cwiseMax(q.min);
        const std::uint64_t home =
            cell_key(cell_coordinate(corner.x(), cell_size), cell_coordinate(corner.y(), cell_size),
                     cell_coordinate(corner.z(), cell_size));
        if (home == entries_[first].cell) add_if_overlapping(bodies, entries_[i].body, entries_[j].body);
      }
    }
  }
}

const std::vector<std::array<int, 2>>& BroadPhase::find_pairs(const std::vector<BroadBody>& bodies) {
  pairs_.clear();
  active_.clear();
  large_.clear();
  entries_.clear();
  is_large_.assign(bodies.size(), 0);
  for (int i = 0; i < static_cast<int>(bodies.size()); ++i) {
    if (bodies[i].active) active_.push_back(i);
  }
  if (active_.size() < 2) return pairs_;
  const double cell_size = choose_cell_size(bodies);
  for (int i : active_) {
    if ((bodies[i].box.max - bodies[i].box.min).maxCoeff() > kLargeInCells * cell_size) {
      large_.push_back(i);
      is_large_[i] = 1;
    } else {
      insert(i, bodies[i].box, cell_size);
    }
  }
  scan_cells(bodies, cell_size);
  for (int i : large_) {
    for (int j : active_) {
      if (i == j || (is_large_[j] && j < i)) continue;
      add_if_overlapping(bodies, i, j);
    }
  }
  std::sort(pairs_.begin(), pairs_.end());
  return pairs_;
}

}  // namespace stiction
