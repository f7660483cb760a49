#include "collision/deforming/pair_reach.h"

#include <cmath>

#include "collision/deforming/part_distance.h"
#include "collision/placed_shapes.h"

namespace stiction {
namespace {

constexpr double kRounding = 1e-9;  // relative

// The least n . d over directions n within asin(sine) of `apart`, which is `distance` long.
double least_along(const Vec3& apart, double distance, double sine, const Vec3& d) {
  const double length = d.norm();
  if (!(sine < 1) || !(distance > 0)) return -length;
  const double cosine = std::sqrt(1 - sine * sine), along = apart.dot(d) / distance;
  if (along <= -cosine * length) return -length;  // d itself is among them, turned round
  const double across = std::sqrt(std::max(0.0, length * length - along * along));
  return along * cosine - across * sine;
}

// Contacts that come nearer by `closing` at most [m].
double gap_of_interest(const GapLimits& limits, double closing) {
  const double gap = limits.near + closing + kRounding * (limits.near + std::abs(closing));
  return std::clamp(gap, std::min(limits.near, limits.margin), limits.margin);
}

}  // namespace

PairReach::PairReach(const PlacedSurface& one, const PlacedSurface& two, const GapLimits& limits, double depth)
    : one_(one), two_(two), limits_(limits), depth_(depth), everywhere_(0) {
  courses_ = std::min(one.course_count(), two.course_count());
  if (!(limits.margin > std::max(limits.near, depth))) courses_ = 0;  // there is nothing to win
  everywhere_ = std::max(depth, courses_ > 0 ? limits.near : limits.margin);
}

double PairReach::gap(int i, const TreeSphere& a, int j, const TreeSphere& b) const {
  const Vec3 apart = a.center - b.center;
  const double distance = apart.norm(), sine = distance > 0 ? (a.radius + b.radius) / distance : 1;
  double closing = 0;
  for (int course = 0; course < courses_; ++course) {
    const NodeWay &way = one_.way(course, i), &other = two_.way(course, j);
    const double least = least_along(apart, distance, sine, way.way - other.way) - way.spread - other.spread;
    closing = std::max(closing, -least);
  }
  return gap_of_interest(limits_, closing);
}

double PairReach::gap(int i, int j) const {
  return courses_ > 0 ? gap(i, one_.sphere(i), j, two_.sphere(j)) : limits_.margin;
}

bool PairReach::come_near(int i, const TreeSphere& a, int j, const TreeSphere& b) const {
  const double radii = a.radius + b.radius, distance2 = (a.center - b.center).squaredNorm();
  const auto is_within = [&](double reach) { return distance2 <= (radii + reach) * (radii + reach); };
  return is_within(limits_.margin) && is_within(gap(i, a, j, b));
}

RigidReach::RigidReach(const PlacedSurface& surface, const PlacedBody& rigid, const PlacedPart& part,
                       const GapLimits& limits)
    : surface_(surface), rigid_(rigid), part_(part), limits_(limits) {
  courses_ = std::min(surface.course_count(), static_cast<int>(rigid.courses.size()));
}

// Against a plane all directions are its normal.
double RigidReach::gap(int node) const {
  if (courses_ == 0) return limits_.margin;
  const TreeSphere& sphere = surface_.sphere(node);
  double closing = 0;
  for (int course = 0; course < courses_; ++course) {
    const NodeWay& way = surface_.way(course, node);
    const RigidCourse& other = rigid_.courses[course];
    const Vec3 moved = limits_.step * (other.velocity + other.angular_velocity.cross(sphere.center - other.center));
    const double spread = way.spread + limits_.step * other.angular_velocity.norm() * sphere.radius;
    const Vec3 d = way.way - moved;
    closing = std::max(closing, spread + (part_.kind == PartKind::kPlane ? -part_.plane.normal.dot(d) : d.norm()));
  }
  return gap_of_interest(limits_, closing);
}

double RigidReach::widest(double depth, std::vector<int>& stack) const {
  if (courses_ == 0 || !(limits_.margin > std::max(limits_.near, depth))) return limits_.margin;
  double widest = -1;
  const std::vector<BoundedTree::Node>& nodes = surface_.tree().nodes();
  stack.assign(1, 0);
  while (!stack.empty()) {
    const int i = stack.back();
    stack.pop_back();
    const TreeSphere& sphere = surface_.sphere(i);
    const double own = gap(i);
    if (own <= widest) continue;
    if (!(distance_bound(part_, sphere.center) <= sphere.radius + std::max(depth, own))) continue;
    if (nodes[i].is_leaf()) {
      widest = std::max(widest, own);
    } else {
      stack.push_back(nodes[i].first + 1);
      stack.push_back(nodes[i].first);
    }
  }
  return widest;
}

}  // namespace stiction
