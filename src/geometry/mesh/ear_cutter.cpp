#include "geometry/mesh/ear_cutter.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace stiction {
namespace {

// Points nearer to a line than about this times the loop's size count as on it: rims have straight stretches, and the
// plane is known to rounding only. What comes out is checked exactly later.
constexpr double kOnLine = 1e-9;
// Corners of a round loop turn by the cube of the inverse of their number: of longer loops less than that counts.
constexpr double kLongLoop = 4000;
constexpr long long kMostLooks = 200'000'000;

}  // namespace

EarCutter::EarCutter(std::vector<Vec2> points, std::function<bool(int, int)> may_join)
    : points_(std::move(points)), may_join_(std::move(may_join)), corners_(points_.size()) {
  const int count = static_cast<int>(points_.size());
  for (int i = 0; i < count; ++i) {
    corners_[i].before = (i + count - 1) % count;
    corners_[i].after = (i + 1) % count;
    squared_size_ = std::max(squared_size_, (points_[i] - points_[0]).squaredNorm());
  }
  on_line_ = count <= kLongLoop ? kOnLine : 0.1 * kOnLine * std::pow(kLongLoop / count, 3);
  fill_grid();
}

std::vector<std::array<int, 3>> EarCutter::cut() {
  std::vector<std::array<int, 3>> triangles;
  std::size_t left = corners_.size(), failures = 0;
  int at = 0;
  while (left > 3 && failures < left && looks_ < kMostLooks) {
    const Corner& corner = corners_[at];
    if (is_ear(at)) {
      triangles.push_back({corner.before, at, corner.after});
      const int successor = corner.after;
      remove(at);
      at = corners_[successor].after;
      --left;
      failures = 0;
    } else {
      ++failures;
      at = corner.after;
    }
  }
  const int first = static_cast<int>(std::ranges::find(corners_, true, &Corner::is_left) - corners_.begin());
  const int second = corners_[first].after, third = corners_[second].after;
  if (left > 3 || turn(first, second, third) <= on_line_) return {};
  triangles.push_back({first, second, third});
  return triangles;
}

// Twice the area of a, b, c, positive if they turn counter-clockwise, relative to the loop's size.
double EarCutter::turn(int a, int b, int c) const {
  const Vec2 u = points_[b] - points_[a], v = points_[c] - points_[a];
  return (u.x() * v.y() - u.y() * v.x()) / squared_size_;
}

bool EarCutter::is_in_triangle(int i, int a, int b, int c) const {
  return i != a && i != b && i != c && turn(a, b, i) >= -on_line_ && turn(b, c, i) >= -on_line_ &&
         turn(c, a, i) >= -on_line_;
}

bool EarCutter::is_blocked(int corner) {
  const int blocker = corners_[corner].blocker;
  return blocker >= 0 && corners_[blocker].is_left;
}

bool EarCutter::is_ear(int corner) {
  ++looks_;
  if (is_blocked(corner)) return false;
  const int a = corners_[corner].before, c = corners_[corner].after;
  const bool joins = turn(a, corner, c) > on_line_ && may_join_(a, c);
  corners_[corner].blocker = joins ? find_blocker(a, corner, c) : corner;
  return corners_[corner].blocker < 0;
}

// With slack, a point in the triangle has barycentric coordinates of no less than -e = -on_line_ / turn(a, b, c): it is
// beyond the triangle's box by at most 2 e of the box's size.
int EarCutter::find_blocker(int a, int b, int c) {
  const Vec2 min = points_[a].cwiseMin(points_[b]).cwiseMin(points_[c]);
  const Vec2 max = points_[a].cwiseMax(points_[b]).cwiseMax(points_[c]);
  const Vec2 reach = 2.1 * on_line_ / turn(a, b, c) * (max - min);
  const std::array<int, 2> from = cell_of(min - reach), to = cell_of(max + reach);
  for (int y = from[1]; y <= to[1]; ++y) {
    for (int x = from[0]; x <= to[0]; ++x) {
      ++looks_;
      for (int i = first_in_cell_[y * cells_ + x]; i >= 0; i = corners_[i].next_in_cell) {
        ++looks_;
        if (is_in_triangle(i, a, b, c)) return i;
      }
    }
  }
  return -1;
}

void EarCutter::fill_grid() {
  low_ = points_[0];
  Vec2 high = points_[0];
  for (const Vec2& p : points_) low_ = low_.cwiseMin(p), high = high.cwiseMax(p);
  cells_ = std::max(1, static_cast<int>(std::sqrt(static_cast<double>(points_.size()))));
  cell_size_ = (high - low_).cwiseMax(1e-300) / cells_;
  first_in_cell_.assign(static_cast<std::size_t>(cells_) * cells_, -1);
  for (int i = static_cast<int>(points_.size()); i-- > 0;) {
    const auto [x, y] = cell_of(points_[i]);
    corners_[i].next_in_cell = std::exchange(first_in_cell_[y * cells_ + x], i);
  }
}

std::array<int, 2> EarCutter::cell_of(const Vec2& p) const {
  std::array<int, 2> cell{};
  for (int axis = 0; axis < 2; ++axis) {
    cell[axis] = static_cast<int>(std::clamp((p[axis] - low_[axis]) / cell_size_[axis], 0.0, cells_ - 1.0));
  }
  return cell;
}

void EarCutter::remove(int corner) {
  const auto [before, after, blocker, is_left, next] = corners_[corner];
  corners_[corner].is_left = false;
  corners_[before].after = after;
  corners_[after].before = before;
  corners_[before].blocker = corners_[after].blocker = -1;
  const auto [x, y] = cell_of(points_[corner]);
  int* link = &first_in_cell_[y * cells_ + x];
  while (*link != corner) link = &corners_[*link].next_in_cell;
  *link = next;
}

}  // namespace stiction
