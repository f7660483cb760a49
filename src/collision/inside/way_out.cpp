#include "collision/inside/way_out.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stiction {
namespace {

constexpr double kNoDistance = 1e-9;  // of an edge: nearer places have the same weight
constexpr double kLong = 3;           // a way is long that is so many times the depth to expect
constexpr double kBack = -0.5;        // cosine to the long way: a nearer one that leads out behind, as of a membrane

// Zero where directions cancel each other.
Vec3 unit_or_zero(const Vec3& sum) {
  const double length = sum.norm();
  return std::isfinite(length) && length > 0 ? Vec3(sum / length) : Vec3(Vec3::Zero());
}

WayOut way_to(const NearestExit& exit, const Vec3& p) {
  const Vec3 way = exit.place - p;
  const double depth = way.norm();
  if (!(depth > 0) || !std::isfinite(depth)) return {};
  return {true, way / depth, depth, exit.place, exit.material};
}

}  // namespace

// Triangles' normals weighted as on a sphere through the vertices around (Max 1999).
Vec3 VertexSide::normal(int vertex) const {
  Vec3 sum = Vec3::Zero();
  for (int i = topology.around_begin[vertex]; i < topology.around_begin[vertex + 1]; ++i) {
    const auto& corners = topology.triangles[topology.around[i]];
    const int k = corners[0] == vertex ? 0 : corners[1] == vertex ? 1 : 2;
    const Vec3 one = places[corners[(k + 1) % 3]] - places[vertex], two = places[corners[(k + 2) % 3]] - places[vertex];
    const double lengths2 = one.squaredNorm() * two.squaredNorm();
    if (lengths2 > 0) sum += one.cross(two) / lengths2;
  }
  return unit_or_zero(sum);
}

bool WayFinder::Guess::finish() {
  direction = unit_or_zero(direction);
  depth = weight > 0 && std::isfinite(weight) ? depth / weight : 0;
  const bool found = !direction.isZero(0);
  if (!found) depth = 0;
  weight = 0;
  return found;
}

void WayFinder::mark(const VertexSide& side, std::span<const VertexCell> inside) {
  const auto points = static_cast<std::size_t>(side.topology.point_count);
  if (++round_ == 0 || marks_.size() < points) {
    marks_.assign(std::max(marks_.size(), points), {});
    round_ = 1;
  }
  for (int i = 0; i < static_cast<int>(inside.size()); ++i) marks_[inside[i].vertex] = {round_, i};
  reached_.assign(inside.size(), kNot);
  guess_.assign(inside.size(), {});
  doubtful_.assign(inside.size(), {});
  ways_.assign(inside.size(), {});
}

void WayFinder::look_along_edges(const VertexSide& side, const Enclosure& enclosure,
                                 std::span<const VertexCell> inside) {
  const FillingTopology& topology = side.topology;
  for (std::size_t i = 0; i < inside.size(); ++i) {
    const auto [v, cell] = inside[i];
    const Vec3 &p = side.places[v], normal = side.normal(v);
    for (int n = topology.neighbour_begin[v]; n < topology.neighbour_begin[v + 1]; ++n) {
      const int end = topology.neighbours[n];
      if (is_marked(end)) continue;
      const Vec3 edge = side.places[end] - p;
      Exit exit;
      if (!enclosure.leave(cell, p, edge, 1, exit) || !enclosure.is_outer(p + exit.length * edge, exit)) continue;
      const double weight = 1 / (edge.squaredNorm() * (exit.length * exit.length + kNoDistance * kNoDistance));
      const double facing = -exit.normal.dot(normal) - kFacing;
      const double along = exit.length * edge.dot(exit.normal);
      if (facing > 0) {
        guess_[i].add(weight * facing * facing, exit.normal, along);
      } else if (std::isfinite(weight)) {
        doubtful_[i].add(weight, exit.normal, along);
      }
    }
    doubtful_[i].finish();
    if (guess_[i].finish()) reached_[i] = kYes;
  }
}

// Round by round, until nobody new is reached.
void WayFinder::pass_on(const VertexSide& side, std::span<const VertexCell> inside) {
  const FillingTopology& topology = side.topology;
  for (bool more = true; more;) {
    more = false;
    for (std::size_t i = 0; i < inside.size(); ++i) {
      if (reached_[i] != kNot) continue;
      const int v = inside[i].vertex;
      Guess& guess = guess_[i];
      for (int n = topology.neighbour_begin[v]; n < topology.neighbour_begin[v + 1]; ++n) {
        const int end = topology.neighbours[n];
        if (!is_marked(end) || reached_[marks_[end].index] != kYes) continue;
        const Vec3 way = side.places[end] - side.places[v];
        const Guess& known = guess_[marks_[end].index];
        if (way.squaredNorm() > 0)
          guess.add(1 / way.squaredNorm(), known.direction, known.depth + known.direction.dot(way));
      }
      if (guess.finish()) reached_[i] = kNow;
    }
    for (Reached& reached : reached_) {
      if (reached != kNow) continue;
      reached = kYes;
      more = true;
    }
  }
}

void WayFinder::follow(const VertexSide& side, const Enclosure& enclosure, std::span<const VertexCell> inside) {
  for (std::size_t i = 0; i < inside.size(); ++i) {
    const Vec3& p = side.places[inside[i].vertex];
    Exit exit;
    NearestExit nearest;
    const Vec3& direction = guess_[i].direction;
    const bool leaves = reached_[i] == kYes &&
                        enclosure.leave(inside[i].cell, p, direction, std::numeric_limits<double>::infinity(), exit);
    if (leaves) ways_[i] = {exit.length > 0, direction, exit.length, p + exit.length * direction, exit.material};
    if (leaves && (exit.length <= kLong * guess_[i].depth || !enclosure.has_inner_edges())) continue;
    const double most = leaves ? exit.length / kLong : std::numeric_limits<double>::infinity();
    if (!enclosure.nearest(p, most, nearest)) continue;
    const WayOut nearer = way_to(nearest, p);
    const Vec3 normal = side.normal(inside[i].vertex);
    const bool leads_out = -nearest.normal.dot(normal) > kFacing && -nearer.direction.dot(normal) > kFacing &&
                           nearer.direction.dot(direction) > kBack;
    if (!leaves || leads_out) ways_[i] = nearer;
  }
}

const std::vector<WayOut>& WayFinder::find(const VertexSide& side, const Enclosure& enclosure,
                                           std::span<const VertexCell> inside) {
  mark(side, inside);
  look_along_edges(side, enclosure, inside);
  pass_on(side, inside);
  bool doubtful = false;
  for (std::size_t i = 0; i < inside.size(); ++i) {
    if (reached_[i] != kNot || doubtful_[i].direction.isZero(0)) continue;
    guess_[i] = doubtful_[i];
    reached_[i] = kYes;
    doubtful = true;
  }
  if (doubtful) pass_on(side, inside);
  follow(side, enclosure, inside);
  return ways_;
}

}  // namespace stiction
