// How far apart items of two shapes may be to concern a step, by how the shapes move past each other where the items
// are (collision/pair_courses.h).
//
// Where features touch they do so along a normal n from p to q: q - p = d n. With w the motion there, the contact is of
// interest if d + n.w <= near, that is, |q - p|^2 + w.(q - p) <= near |q - p|. All such q - p lie in the ball about
// -w/2 of radius near + |w|/2, which also holds those with d <= near.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "collision/mesh/feature_frame.h"
#include "collision/pair_courses.h"

namespace stiction {

// The motion of the second shape against the first where two items are, in the coordinates of one of them.
struct LocalMotion {
  double margin = 0;  // gaps of contacts of interest are at most this, whatever their direction [m]
  double reach = 0;   // and points of their features at most this far apart
  int count = 0;
  double near = 0;                                // with what the motion differs within the items [m]
  std::array<Vec3, PairCourses::kMost> way;       // [m]
  std::array<double, PairCourses::kMost> length;  // of the way

  // How far points of the second item may be above a plane of the first, and below [m].
  double above(const Vec3& normal) const { return one_side(normal, -0.5); }
  double below(const Vec3& normal) const { return one_side(normal, 0.5); }

  LocalMotion seen_from_second(const Mat3& rotation) const {
    LocalMotion other = *this;
    for (int i = 0; i < count; ++i) other.way[i] = -(rotation.transpose() * way[i]);
    return other;
  }

 private:
  double one_side(const Vec3& normal, double share) const {
    if (count == 0) return reach;
    double most = 0;
    for (int i = 0; i < count; ++i) most = std::max(most, length[i] / 2 + share * normal.dot(way[i]));
    return std::min(reach, near + most);
  }
};

struct ReachBall {
  Vec3 center;        // [m]
  double radius = 0;  // [m]
};

class LocalReach {
 public:
  // Courses in the first shape's coordinates. margin: of the pair; rounding: of both shapes; tolerance: by which feet
  // may be off the features, all [m].
  LocalReach(double margin, double rounding, double tolerance, const PairCourses& courses)
      : margin_(margin),
        rounding_(rounding),
        reach_(margin + rounding),
        slack_(2 * tolerance),
        near_(courses.near + rounding + slack_),
        courses_(courses) {
    for (int i = 0; i < courses.count; ++i) turn_ = std::max(turn_, courses.course[i].turn.norm());
  }

  // Is there no contact of interest between what is in these spheres, in the first shape's coordinates?
  bool apart(const Vec3& p, double p_radius, const Vec3& q, double q_radius) const {
    const double radii = p_radius + q_radius;
    const Vec3 between = q - p;
    const double limit = radii + reach_ + slack_;
    if (between.squaredNorm() > limit * limit) return true;
    if (courses_.count == 0) return false;
    const Vec3 middle = (p + q) / 2;
    const double near = near_ + (1 + turn_ / 2) * radii;
    for (int i = 0; i < courses_.count; ++i) {
      const Vec3 way = courses_.course[i].at(middle);
      const double radius = near + way.norm() / 2;
      if ((between + way / 2).squaredNorm() <= radius * radius) return false;
    }
    return true;
  }

  // Holds all points of the host that points of the guest within a sphere touch in contacts of interest; in the host's
  // coordinates.
  ReachBall around(const FeatureFrame& frame, const Vec3& center, double radius) const {
    const bool of_second = frame.sign > 0;  // the guest is the pair's second shape
    const Vec3 placed = frame.place(center);
    if (courses_.count == 0) return {placed, radius + reach_ + slack_};
    const Vec3& in_first = of_second ? placed : center;
    const double differs = turn_ * (radius + reach_ / 2);
    std::array<Vec3, PairCourses::kMost> half;
    Vec3 middle = Vec3::Zero();
    for (int i = 0; i < courses_.count; ++i) {
      half[i] = courses_.course[i].at(in_first) / 2;
      middle += half[i];
    }
    middle /= courses_.count;
    double most = 0;
    for (int i = 0; i < courses_.count; ++i) most = std::max(most, half[i].norm() + (half[i] - middle).norm());
    if (near_ + most + differs > reach_ + slack_) return {placed, radius + reach_ + slack_};
    const Vec3 moved = of_second ? Vec3(placed + middle) : Vec3(placed - frame.rotation * middle);
    return {moved, radius + near_ + most + differs};
  }

  LocalMotion motion(const Vec3& p, double p_radius, const Vec3& q, double q_radius) const {
    LocalMotion local;
    local.margin = margin_;
    local.reach = reach_;
    local.count = courses_.count;
    if (courses_.count == 0) return local;
    const Vec3 middle = (p + q) / 2;
    local.near = near_ + turn_ * (p_radius + q_radius) / 2;
    double longest = 0;
    for (int i = 0; i < courses_.count; ++i) {
      local.way[i] = courses_.course[i].at(middle);
      local.length[i] = local.way[i].norm();
      longest = std::max(longest, local.length[i]);
    }
    local.reach = std::min(reach_, local.near + longest);
    local.margin = std::min(margin_, local.near + longest - rounding_);
    return local;
  }

 private:
  double margin_, rounding_, reach_, slack_, near_;  // [m]; reach and near with the rounding
  double turn_ = 0;                                  // most that the shapes turn against each other [rad]
  const PairCourses& courses_;
};

}  // namespace stiction
