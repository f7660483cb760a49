// How far apart two things may be for contacts between them to be of interest (collision/courses.h), where one of them
// is a node of a deforming surface's tree.
//
// A contact's sides are x = gap n apart and move by d against each other, and so its gap after the step is |x| + n . d.
// Points of two nodes, with spheres of radii r and s about centres X apart, lead in directions n within
// asin((r + s) / |X|) of X, and their d lie in a ball of which PlacedSurface::way() tells. This bounds n . d from
// below, and what is farther apart than `near` minus that bound is of no interest.
#pragma once

#include <algorithm>
#include <vector>

#include "collision/deforming/placed_surface.h"

namespace stiction {

struct PlacedBody;
struct PlacedPart;

// Gaps up to which contacts are found [m]: everywhere up to `near`, and up to `margin` as far as courses tell nothing
// else.
struct GapLimits {
  double near = 0, margin = 0;
  double step = 0;  // [s]
};

// Of two surfaces, or of one with itself.
class PairReach {
 public:
  // depth: how deep inside contacts are found [m].
  PairReach(const PlacedSurface& one, const PlacedSurface& two, const GapLimits& limits, double depth);

  const PlacedSurface& one() const { return one_; }
  const PlacedSurface& two() const { return two_; }
  // May there be contacts of interest between nodes i of one and j of two? `a` and `b` are their spheres.
  bool are_near(int i, const TreeSphere& a, int j, const TreeSphere& b) const {
    const double limit = a.radius + b.radius + everywhere_;
    if ((a.center - b.center).squaredNorm() <= limit * limit) return true;  // not for NaN
    return courses_ > 0 && come_near(i, a, j, b);
  }
  double gap(int i, int j) const;  // up to which contacts of these nodes are of interest [m]
  double distance(int i, int j) const { return std::max(depth_, gap(i, j)); }
  double depth() const { return depth_; }
  int course_count() const { return courses_; }  // that are known of both and matter
  // All nodes that are no farther apart are near [m].
  double everywhere() const { return everywhere_; }

 private:
  bool come_near(int i, const TreeSphere& a, int j, const TreeSphere& b) const;  // on one of the courses
  double gap(int i, const TreeSphere& a, int j, const TreeSphere& b) const;

  const PlacedSurface &one_, &two_;
  GapLimits limits_;
  double depth_, everywhere_;
  int courses_;  // as far as they are known of both and matter
};

// Of a surface and a part of a rigid body.
class RigidReach {
 public:
  RigidReach(const PlacedSurface& surface, const PlacedBody& rigid, const PlacedPart& part, const GapLimits& limits);

  double margin() const { return limits_.margin; }
  double gap(int node) const;  // up to which contacts of this node are of interest [m]
  // The largest gap() of nodes that are no farther from the part than that or than `depth` [m]; negative: of none.
  double widest(double depth, std::vector<int>& stack) const;

 private:
  const PlacedSurface& surface_;
  const PlacedBody& rigid_;
  const PlacedPart& part_;
  GapLimits limits_;
  int courses_;
};

}  // namespace stiction
