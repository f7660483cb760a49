// Which parts of a shape come near another, and how far they reach: spheres about nodes and items of its tree, moved
// and grown so that contacts of interest are in them. Where the other shape has a distance field, a bound at one point
// tells about all that lies around it.
#pragma once

#include <vector>

#include "collision/mesh/feature_frame.h"
#include "collision/mesh/local_reach.h"

namespace stiction {

// Memory is reused: no allocation once warm.
class NearNodes {
 public:
  // Looks at the guest's nodes and items. Without a field of the host, or where it is not worth while, all count as
  // near. What has contacts of interest is near. False if nothing is. Frame and reach live as long as this is asked.
  bool find(const FeatureFrame& frame, const LocalReach& reach);

  bool node(int i) const { return all_ || nodes_[i].number == number_; }
  bool item(int i) const { return all_ || items_[i].number == number_; }
  // Where the host's side of the contacts of a near node or item is: in the host's coordinates.
  const ReachBall& node_ball(int i) { return known(nodes_[i], guest_->tree.nodes[i]); }
  const ReachBall& item_ball(int i) { return known(items_[i], guest_->items[i]); }

 private:
  struct Mark {
    unsigned number = 0;  // of the search that has seen it
    ReachBall ball;
  };
  template <class Sphere>
  const ReachBall& known(Mark& mark, const Sphere& sphere) {
    if (mark.number != number_) mark = {number_, reach_->around(*frame_, sphere.center, sphere.radius)};
    return mark.ball;
  }
  template <class Sphere>
  bool is_near(const Sphere& sphere, Mark& mark) const;
  void start(const FeatureFrame& frame, const LocalReach& reach);

  const FeatureFrame* frame_ = nullptr;
  const LocalReach* reach_ = nullptr;
  const FeatureShape* guest_ = nullptr;
  bool all_ = true;
  unsigned number_ = 0;  // of the search
  std::vector<Mark> nodes_, items_;
  std::vector<int> stack_;
};

}  // namespace stiction
