#include "collision/mesh/lower_hull.h"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

constexpr double kAhead = 0.1;  // of an open gap: what a point may be passed by if the bodies close all of it at once
constexpr double kSameNormal = 1e-3;  // [rad] points with other normals are never merged

// Twice the area of the triangle, positive if it turns left.
double turn(const HullPoint& p, const HullPoint& q, const HullPoint& r) {
  return (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
}

double span(const HullPoint& p, const HullPoint& q) {
  return std::hypot(q.x - p.x, q.y - p.y);
}

// Distance of q from the segment between its neighbours.
double height_over(const HullPoint& p, const HullPoint& q, const HullPoint& r) {
  const double x = r.x - p.x, y = r.y - p.y, length2 = x * x + y * y;
  if (length2 == 0) return span(p, q);
  const double t = std::clamp(((q.x - p.x) * x + (q.y - p.y) * y) / length2, 0.0, 1.0);
  return std::hypot(q.x - p.x - t * x, q.y - p.y - t * y);
}

// Shares of the corners at a point; they sum to one.
std::array<double, 3> shares_at(const HullPoint& a, const HullPoint& b, const HullPoint& c, const HullPoint& p) {
  const double area = turn(a, b, c);
  const double at_b = turn(a, p, c) / area, at_c = turn(a, b, p) / area;
  return {1 - at_b - at_c, at_b, at_c};
}

}  // namespace

// Of points together in the plane the one with the least gap stays; on a tie the first.
void LowerHull::merge_neighbours() {
  const auto& points = *points_;
  alive_.clear();
  for (int i = 0; i < static_cast<int>(points.size()); ++i) {
    bool merged = false;
    for (int& k : alive_) {
      if (std::abs(points[i].x - points[k].x) > tolerance_.together) continue;  // quick: there may be many
      if (span(points[i], points[k]) > tolerance_.together) continue;
      if ((points[i].normal - points[k].normal).squaredNorm() > kSameNormal * kSameNormal) continue;
      if (points[i].gap < points[k].gap - tolerance_.gap) k = i;
      merged = true;
      break;
    }
    if (!merged) alive_.push_back(i);
  }
}

// Andrew's monotone chain, exact; then corners that hardly stand out are left to the test of gaps.
void LowerHull::find_border() {
  const auto& points = *points_;
  std::sort(alive_.begin(), alive_.end(), [&](int i, int k) {
    return std::array{points[i].x, points[i].y} < std::array{points[k].x, points[k].y};
  });
  chosen_.clear();
  const auto extend = [&](std::size_t base, int i) {
    while (chosen_.size() >= base + 2 &&
           turn(points[chosen_[chosen_.size() - 2]], points[chosen_.back()], points[i]) <= 0) {
      chosen_.pop_back();
    }
    chosen_.push_back(i);
  };
  for (int i : alive_) extend(0, i);
  const std::size_t upper = chosen_.size() - 1;
  for (std::size_t k = alive_.size() - 1; k-- > 0;) extend(upper, alive_[k]);
  if (chosen_.size() > 1) chosen_.pop_back();  // the first again
  drop_flat_corners();
  border_count_ = static_cast<int>(chosen_.size());
}

// The flattest first, so that true corners stay whatever noise does to the points between them.
void LowerHull::drop_flat_corners() {
  const auto& points = *points_;
  while (chosen_.size() > 2) {
    const std::size_t count = chosen_.size();
    std::size_t flattest = count;
    double least = tolerance_.straight;
    for (std::size_t k = 0; k < count; ++k) {
      const double height =
          height_over(points[chosen_[(k + count - 1) % count]], points[chosen_[k]], points[chosen_[(k + 1) % count]]);
      if (height >= least) continue;
      least = height;
      flattest = k;
    }
    if (flattest == count) return;
    chosen_.erase(chosen_.begin() + static_cast<std::ptrdiff_t>(flattest));
  }
}

// All points on a line: the lower hull in the plane of line and gap.
void LowerHull::choose_on_segment() {
  const auto& points = *points_;
  const HullPoint start = points[alive_.front()];
  chosen_.clear();
  for (int i : alive_) {
    while (chosen_.size() >= 2) {
      const HullPoint &p = points[chosen_[chosen_.size() - 2]], &q = points[chosen_.back()], &r = points[i];
      const double t = span(start, q) - span(start, p), length = span(start, r) - span(start, p);
      const double slack = tolerance_.motion * std::max((q.normal - p.normal).norm(), (q.normal - r.normal).norm());
      if (length <= 0 || q.gap < p.gap + t / length * (r.gap - p.gap) - tolerance_.gap + slack) break;
      chosen_.pop_back();
    }
    chosen_.push_back(i);
  }
  border_count_ = static_cast<int>(chosen_.size());
}

void LowerHull::triangulate() {
  triangles_.clear();
  for (int k = 1; k + 1 < border_count_; ++k) triangles_.push_back({chosen_[0], chosen_[k], chosen_[k + 1]});
  improve();
}

// Turns the common side of two triangles round where that lowers the surface.
bool LowerHull::try_flip(std::array<int, 3>& one, std::array<int, 3>& two) const {
  const auto& points = *points_;
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k < 3; ++k) {
      if (one[i] != two[(k + 1) % 3] || one[(i + 1) % 3] != two[k]) continue;
      const int a = one[i], b = one[(i + 1) % 3], c = one[(i + 2) % 3], d = two[(k + 2) % 3];
      if (turn(points[c], points[a], points[d]) <= 0 || turn(points[d], points[b], points[c]) <= 0) return false;
      const auto share = shares_at(points[a], points[b], points[c], points[d]);
      const double plane = share[0] * points[a].gap + share[1] * points[b].gap + share[2] * points[c].gap;
      if (points[d].gap >= plane - tolerance_.gap) return false;
      one = {c, a, d};
      two = {d, b, c};
      return true;
    }
  }
  return false;
}

void LowerHull::improve() {
  const std::size_t limit = 4 * triangles_.size() * triangles_.size() + 4;
  std::size_t flips = 0;
  for (bool changed = true; changed && flips < limit;) {
    changed = false;
    for (std::size_t i = 0; i < triangles_.size(); ++i) {
      for (std::size_t k = i + 1; k < triangles_.size(); ++k) {
        if (!try_flip(triangles_[i], triangles_[k])) continue;
        changed = true;
        ++flips;
      }
    }
  }
}

// How far the point lies below the surface of the chosen ones: positive if it is needed.
double LowerHull::deficit(int k, int* triangle) const {
  const auto& points = *points_;
  double best = -std::numeric_limits<double>::infinity();
  std::array<double, 3> share{};
  for (std::size_t i = 0; i < triangles_.size(); ++i) {
    const auto& t = triangles_[i];
    const auto s = shares_at(points[t[0]], points[t[1]], points[t[2]], points[k]);
    const double least = std::min({s[0], s[1], s[2]});
    if (least <= best) continue;
    best = least;
    share = s;
    *triangle = static_cast<int>(i);
  }
  double surface = 0, spread = 0, away = 0;
  Vec3 mean = Vec3::Zero();
  for (int c = 0; c < 3; ++c) {
    const HullPoint& corner = points[triangles_[*triangle][c]];
    surface += share[c] * corner.gap;
    mean += share[c] * corner.normal;
    spread = std::max(spread, (corner.normal - points[k].normal).norm());
    away = std::max(away, span(corner, points[k]));
  }
  const double slack = tolerance_.motion * ((points[k].normal - mean).norm() + spread * away / tolerance_.size);
  return surface + slack - points[k].gap - kAhead * std::max(points[k].gap, 0.0) - tolerance_.gap;
}

const std::vector<int>& LowerHull::choose(const std::vector<HullPoint>& points, const HullTolerance& tolerance) {
  points_ = &points;
  tolerance_ = tolerance;
  chosen_.clear();
  border_count_ = 0;
  if (points.empty()) return chosen_;
  merge_neighbours();
  find_border();
  if (border_count_ < 3) {
    choose_on_segment();
    return chosen_;
  }
  triangulate();
  std::sort(alive_.begin(), alive_.end());
  std::erase_if(alive_, [&](int i) { return std::find(chosen_.begin(), chosen_.end(), i) != chosen_.end(); });
  for (;;) {
    double worst = 0;
    int needed = -1, in_triangle = -1;
    for (int k : alive_) {
      int triangle = -1;
      const double lack = deficit(k, &triangle);
      if (lack <= worst + (needed < 0 ? 0 : tolerance_.gap)) continue;
      worst = lack;
      needed = k;
      in_triangle = triangle;
    }
    if (needed < 0) return chosen_;
    chosen_.push_back(needed);
    std::erase(alive_, needed);
    const auto [a, b, c] = triangles_[in_triangle];
    triangles_[in_triangle] = {a, b, needed};
    triangles_.push_back({b, c, needed});
    triangles_.push_back({c, a, needed});
    std::erase_if(triangles_, [&](const auto& t) {
      return turn(points[t[0]], points[t[1]], points[t[2]]) <= tolerance_.straight * tolerance_.straight;
    });
    improve();
  }
}

}  // namespace stiction
