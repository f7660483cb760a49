#include "collision/broad_phase.h"

#include <algorithm>
#include <cmath>
#include <limits>

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

constexpr double kRounding = 1e-9;  // of the distance

bool are_apart(const TurnedBox& one, const TurnedBox& two) {
  if (!std::isfinite(one.grown) || !std::isfinite(two.grown)) return false;
  const Vec3 between = two.center - one.center;
  const double distance = between.norm();
  if (!(distance > 0)) return false;
  const Vec3 along = between / distance;
  return (1 - kRounding) * distance > one.reach(along) + two.reach(along);
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
  const BroadBody &one = bodies[i], &two = bodies[j];
  if (one.fixed && two.fixed) return;
  if (!one.box.overlaps(two.box) || are_apart(one.turned, two.turned)) return;
  pairs_.push_back({std::min(i, j), std::max(i, j)});
}

// Puts bodies of one cell into the order in which their boxes begin along the axis on which they are most spread out.
int BroadPhase::order_cell(const std::vector<BroadBody>& bodies, std::size_t first, std::size_t last) {
  Vec3 low = Vec3::Constant(std::numeric_limits<double>::infinity()), high = -low;
  for (std::size_t i = first; i < last; ++i) {
    const Vec3& begin = bodies[entries_[i].body].box.min;
    low = low.cwiseMin(begin);
    high = high.cwiseMax(begin);
  }
  int axis = 0;
  (high - low).maxCoeff(&axis);
  const auto begins_before = [&](const Entry& p, const Entry& q) {
    return bodies[p.body].box.min[axis] < bodies[q.body].box.min[axis];
  };
  std::sort(entries_.begin() + static_cast<std::ptrdiff_t>(first), entries_.begin() + static_cast<std::ptrdiff_t>(last),
            begins_before);
  return axis;
}

void BroadPhase::scan_cells(const std::vector<BroadBody>& bodies, double cell_size) {
  std::sort(entries_.begin(), entries_.end(),
            [](const Entry& p, const Entry& q) { return p.cell != q.cell ? p.cell < q.cell : p.body < q.body; });
  for (std::size_t first = 0, last = 0; first < entries_.size(); first = last) {
    while (last < entries_.size() && entries_[last].cell == entries_[first].cell) ++last;
    const int axis = order_cell(bodies, first, last);
    for (std::size_t i = first; i < last; ++i) {
      const Aabb& p = bodies[entries_[i].body].box;
      for (std::size_t j = i + 1; j < last; ++j) {
        const Aabb& q = bodies[entries_[j].body].box;
        if (q.min[axis] > p.max[axis]) break;
        if (!p.overlaps(q)) continue;
        // Boxes share several cells; the one that holds the low corner of their overlap reports the pair.
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
  if (memory_.covers(bodies)) {
    choose_among_near(bodies);
  } else if (memory_.is_calm(bodies)) {
    search(memory_.start(bodies));
    std::swap(near_, pairs_);
    choose_among_near(bodies);
  } else {
    memory_.forget();
    search(bodies);
  }
  return pairs_;
}

void BroadPhase::choose_among_near(const std::vector<BroadBody>& bodies) {
  pairs_.clear();
  for (const auto& [i, j] : near_) add_if_overlapping(bodies, i, j);
}

void BroadPhase::search(const std::vector<BroadBody>& bodies) {
  pairs_.clear();
  active_.clear();
  large_.clear();
  entries_.clear();
  is_large_.assign(bodies.size(), 0);
  for (int i = 0; i < static_cast<int>(bodies.size()); ++i) {
    if (bodies[i].active) active_.push_back(i);
  }
  if (active_.size() < 2) return;
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
  sort_pairs(static_cast<int>(bodies.size()));
}

// By counting: there are about as many pairs as bodies.
void BroadPhase::sort_pairs(int body_count) {
  begins_.assign(static_cast<std::size_t>(body_count) + 1, 0);
  for (const auto& pair : pairs_) ++begins_[pair[0] + 1];
  for (int i = 0; i < body_count; ++i) begins_[i + 1] += begins_[i];
  sorted_.resize(pairs_.size());
  for (const auto& pair : pairs_) sorted_[begins_[pair[0]]++] = pair;
  std::swap(pairs_, sorted_);
  for (std::size_t first = 0, last = 0; first < pairs_.size(); first = last) {
    while (last < pairs_.size() && pairs_[last][0] == pairs_[first][0]) ++last;
    std::sort(pairs_.begin() + static_cast<std::ptrdiff_t>(first), pairs_.begin() + static_cast<std::ptrdiff_t>(last));
  }
}

}  // namespace stiction
