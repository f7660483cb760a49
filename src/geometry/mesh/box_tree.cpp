#include "geometry/mesh/box_tree.h"

#include <algorithm>

namespace stiction {
namespace {

constexpr int kLeafSize = 4;

}  // namespace

BoxTree::BoxTree(const std::vector<Vec3>& vertices, const std::vector<std::array<int, 3>>& triangles) {
  items_.reserve(triangles.size());
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    Item item{{}, static_cast<int>(t)};
    for (const int v : triangles[t]) item.box.include(vertices[v]);
    items_.push_back(item);
  }
  build();
}

BoxTree::BoxTree(std::vector<Item> items) : items_(std::move(items)) {
  build();
}

void BoxTree::build() {
  if (items_.empty()) return;
  nodes_.reserve(items_.size());
  nodes_.emplace_back();
  split(0, 0, static_cast<int>(items_.size()));
}

// Halves the items at the median of their boxes' middles along the axis on which the middles spread most. The depth is
// the logarithm of the number of items.
void BoxTree::split(int node, int first, int count) {
  Aabb box, middles;
  for (int i = first; i < first + count; ++i) {
    box.include(items_[i].box);
    middles.include(items_[i].box.min + items_[i].box.max);
  }
  if (count <= kLeafSize) {
    nodes_[node] = {box, first, count};
    return;
  }
  int axis = 0;
  (middles.max - middles.min).maxCoeff(&axis);
  const auto before = [axis](const Item& a, const Item& b) {
    const double a_middle = a.box.min[axis] + a.box.max[axis], b_middle = b.box.min[axis] + b.box.max[axis];
    return a_middle != b_middle ? a_middle < b_middle : a.triangle < b.triangle;  // parts of one triangle: either way
  };
  const int half = count / 2;
  const auto begin = items_.begin() + first;
  std::nth_element(begin, begin + half, begin + count, before);
  const int children = static_cast<int>(nodes_.size());
  nodes_[node] = {box, children, 0};
  nodes_.resize(nodes_.size() + 2);
  split(children, first, half);
  split(children + 1, first + half, count - half);
}

bool BoxTree::have_common(const Families& a, const Families& b) {
  return std::ranges::any_of(a, [&](int family) { return family >= 0 && std::ranges::count(b, family) > 0; });
}

// Children come after their parents.
void BoxTree::leave_out_families(const std::vector<Families>& families) {
  item_families_.clear();
  node_families_.clear();
  if (families.empty()) return;
  for (const Item& item : items_) item_families_.push_back(families[item.triangle]);
  const auto keep_common = [](Families& all, const Families& more) {
    for (int& family : all)
      if (std::ranges::count(more, family) == 0) family = -1;
  };
  node_families_.resize(nodes_.size());
  for (std::size_t n = nodes_.size(); n-- > 0;) {
    const Node& node = nodes_[n];
    const std::vector<Families>& below = node.count > 0 ? item_families_ : node_families_;
    node_families_[n] = below[node.first];
    for (int i = node.first + 1; i < node.first + (node.count > 0 ? node.count : 2); ++i) {
      keep_common(node_families_[n], below[i]);
    }
  }
}

}  // namespace stiction
