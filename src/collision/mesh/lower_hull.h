// Which of many points (x, y, gap) matter: the vertices of the lower convex hull, to a tolerance.
//
// For rigid bodies and one normal the condition u_n(x, y) >= -gap / h is affine in x and y. A point on or above the
// lower hull of others is implied by them; the vertices of the hull are not.
#pragma once

#include <array>
#include <vector>

#include "base/types.h"

namespace stiction {

struct HullPoint {
  double x, y;  // in the patch's plane [m]
  double gap;   // [m]
  Vec3 normal;  // unit
  int index;    // the caller's; lower ones are preferred when points tie
};

struct HullTolerance {
  double together;  // points nearer than this in the plane are one [m]
  double straight;  // points this near to the line between two others lie on it [m]
  double gap;       // gaps that differ by less are equal [m]
  double motion;    // bound of the relative motion in a step [m]
  double size;      // of the smaller shape: turns by at most motion / size in a step [m]
};

class LowerHull {
 public:
  // The chosen points' positions in `points`. Those on the border of the planar hull come first, as a counter-clockwise
  // loop of border_count() points.
  const std::vector<int>& choose(const std::vector<HullPoint>& points, const HullTolerance& tolerance);
  int border_count() const { return border_count_; }

 private:
  void merge_neighbours();
  void find_border();
  void drop_flat_corners();
  void choose_on_segment();
  void triangulate();
  void improve();
  bool try_flip(std::array<int, 3>& one, std::array<int, 3>& two) const;
  double deficit(int k, int* triangle) const;

  const std::vector<HullPoint>* points_ = nullptr;
  HullTolerance tolerance_{};
  std::vector<int> alive_, chosen_;
  std::vector<std::array<int, 3>> triangles_;
  int border_count_ = 0;
};

}  // namespace stiction
