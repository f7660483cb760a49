#include "collision/mesh/feature_tree.h"

#include <algorithm>

namespace stiction {
namespace {

// The sphere about the middle of the items' bounds.
void bound_items(const FeatureShape& shape, int first, int last, SphereTree::Node& node) {
  if (last - first == 1) {
    node.center = shape.items[first].center;
    node.radius = shape.items[first].radius;
    return;
  }
  Aabb box;
  for (int i = first; i < last; ++i) {
    const auto& item = shape.items[i];
    box.include(Aabb{item.center.array() - item.radius, item.center.array() + item.radius});
  }
  node.center = (box.min + box.max) / 2;
  node.radius = 0;
  for (int i = first; i < last; ++i) {
    node.radius = std::max(node.radius, (shape.items[i].center - node.center).norm() + shape.items[i].radius);
  }
}

// Halves items [first, last) at the median of their centres.
int split_items(FeatureShape& shape, int first, int last) {
  Aabb box;
  for (int i = first; i < last; ++i) box.include(shape.items[i].center);
  int axis = 0;
  (box.max - box.min).maxCoeff(&axis);
  const int middle = first + (last - first) / 2;
  std::nth_element(shape.items.begin() + first, shape.items.begin() + middle, shape.items.begin() + last,
                   [axis](const FeatureShape::Item& p, const FeatureShape::Item& q) {
                     return p.center[axis] != q.center[axis] ? p.center[axis] < q.center[axis] : p.face < q.face;
                   });
  return middle;
}

}  // namespace

void build_feature_tree(FeatureShape& shape) {
  struct Range {
    int node, first, last;
  };
  auto& nodes = shape.tree.nodes;
  nodes.assign(1, {});
  std::vector<Range> open = {{0, 0, static_cast<int>(shape.items.size())}};
  while (!open.empty()) {
    const Range range = open.back();
    open.pop_back();
    bound_items(shape, range.first, range.last, nodes[range.node]);
    if (range.last - range.first == 1) {
      nodes[range.node].first = range.first;
      nodes[range.node].count = 1;
      continue;
    }
    const int middle = split_items(shape, range.first, range.last);
    const int child = static_cast<int>(nodes.size());
    nodes[range.node].first = child;
    nodes[range.node].count = 0;
    nodes.resize(nodes.size() + 2);
    open.push_back({child, range.first, middle});
    open.push_back({child + 1, middle, range.last});
  }
}

}  // namespace stiction
