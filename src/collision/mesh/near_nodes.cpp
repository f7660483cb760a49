#include "collision/mesh/near_nodes.h"

#include <algorithm>

namespace stiction {
namespace {

constexpr std::size_t kFewItems = 64;  // are compared directly

void forget(auto& marks) {
  for (auto& mark : marks) mark.number = 0;
}

}  // namespace

template <class Sphere>
bool NearNodes::is_near(const Sphere& sphere, Mark& mark) const {
  const ReachBall ball = reach_->around(*frame_, sphere.center, sphere.radius);
  if (frame_->host->field->is_beyond(ball.center, ball.radius)) return false;
  mark = {number_, ball};
  return true;
}

void NearNodes::start(const FeatureFrame& frame, const LocalReach& reach) {
  frame_ = &frame;
  reach_ = &reach;
  guest_ = frame.guest;
  all_ = frame.host->field == nullptr || guest_->items.size() < kFewItems;
  if (++number_ == 0) {
    forget(nodes_);
    forget(items_);
    number_ = 1;
  }
  if (nodes_.size() < guest_->tree.nodes.size()) nodes_.resize(guest_->tree.nodes.size());
  if (items_.size() < guest_->items.size()) items_.resize(guest_->items.size());
}

bool NearNodes::find(const FeatureFrame& frame, const LocalReach& reach) {
  start(frame, reach);
  if (all_) return true;
  bool any = false;
  stack_.assign(1, 0);
  while (!stack_.empty()) {
    const int i = stack_.back();
    stack_.pop_back();
    const SphereTree::Node& node = guest_->tree.nodes[i];
    if (!is_near(node, nodes_[i])) continue;
    if (node.count == 0) {
      stack_.push_back(node.first);
      stack_.push_back(node.first + 1);
      continue;
    }
    for (int k = node.first; k < node.first + node.count; ++k) any = is_near(guest_->items[k], items_[k]) || any;
  }
  return any;
}

}  // namespace stiction
