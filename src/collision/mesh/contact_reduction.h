// From all candidates of a pair to the contacts that matter.
#pragma once

#include "collision/manifold.h"
#include "collision/mesh/lower_hull.h"

namespace stiction {

class ContactReduction {
 public:
  // Groups the candidates by normal (0.2 rad) and keeps of every group the lower hull; sorted by code, so that the
  // order does not change while the same features touch. touching: points nearer than this are one; size: of the
  // smaller shape; motion: bound of the pair's relative motion in a step, all [m]. samples > 0: flat groups get samples
  // x samples points inside their border (samples points along it if it is a segment) as well.
  void reduce(std::vector<PairPoint>& contacts, double touching, double size, double motion, int samples);

 private:
  void add_samples(const std::vector<PairPoint>& contacts, const std::vector<int>& chosen, int border);

  LowerHull hull_;
  HullTolerance tolerance_{};
  int samples_ = 0;
  std::vector<char> taken_;
  std::vector<HullPoint> group_;
  std::vector<PairPoint> kept_;
  std::vector<PatchCorner> corners_;
  Manifold patch_;
};

}  // namespace stiction
