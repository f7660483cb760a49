#include "geometry/field/sphere_tree.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace stiction {
namespace {

constexpr int kLeafSize = 8;
constexpr int kCenterSteps = 8;
constexpr double kRounding = 1e-12;  // relative, against rounding of centre and radius

class SphereTreeBuilder {
 public:
  SphereTreeBuilder(const std::vector<TreeItem>& items, std::vector<int>& order) : items_(items), order_(order) {
    order_.resize(items.size());
    std::iota(order_.begin(), order_.end(), 0);
    middles_.reserve(items.size());
    for (const TreeItem& item : items) middles_.emplace_back((item[0] + item[1] + item[2]) / 3);
  }

  SphereTree build() {
    if (items_.empty()) return {};
    tree_.nodes.emplace_back();
    fill(0, 0, static_cast<int>(items_.size()));
    return std::move(tree_);
  }

 private:
  // The farthest point of the items from `center`.
  Vec3 farthest(int begin, int end, const Vec3& center, double& distance2) const {
    Vec3 far = center;
    distance2 = 0;
    for (int i = begin; i < end; ++i) {
      for (const Vec3& p : items_[order_[i]]) {
        const double d2 = (p - center).squaredNorm();
        if (d2 > distance2) distance2 = d2, far = p;
      }
    }
    return far;
  }

  // From the middle of the bounding box, the centre steps towards the farthest point by ever smaller fractions
  // (Badoiu and Clarkson); the best centre counts.
  void bound(int begin, int end, SphereTree::Node& node) const {
    Aabb box;
    for (int i = begin; i < end; ++i)
      for (const Vec3& p : items_[order_[i]]) box.include(p);
    Vec3 center = 0.5 * (box.min + box.max);
    double best = std::numeric_limits<double>::infinity();
    for (int step = 0; step < kCenterSteps; ++step) {
      double distance2 = 0;
      const Vec3 far = farthest(begin, end, center, distance2);
      if (distance2 < best) best = distance2, node.center = center;
      center += (far - center) / (4 + 2 * step);
    }
    node.radius = std::sqrt(best) * (1 + kRounding) + kRounding * node.center.cwiseAbs().maxCoeff();
  }

  void fill(int index, int begin, int end) {
    bound(begin, end, tree_.nodes[index]);
    if (end - begin <= kLeafSize) {
      tree_.nodes[index].first = begin;
      tree_.nodes[index].count = end - begin;
      return;
    }
    const int middle = split(begin, end);
    const int children = static_cast<int>(tree_.nodes.size());
    tree_.nodes[index].first = children;
    tree_.nodes[index].count = 0;
    tree_.nodes.resize(tree_.nodes.size() + 2);
    fill(children, begin, middle);
    fill(children + 1, middle, end);
  }

  int split(int begin, int end) {
    Aabb box;
    for (int i = begin; i < end; ++i) box.include(middles_[order_[i]]);
    int axis = 0;
    (box.max - box.min).maxCoeff(&axis);
    const int middle = begin + (end - begin) / 2;
    std::nth_element(order_.begin() + begin, order_.begin() + middle, order_.begin() + end, [&](int a, int b) {
      const double x = middles_[a][axis], y = middles_[b][axis];
      return x < y || (x == y && a < b);
    });
    std::sort(order_.begin() + begin, order_.begin() + middle);  // nth_element leaves the order to the library
    std::sort(order_.begin() + middle, order_.begin() + end);
    return middle;
  }

  const std::vector<TreeItem>& items_;
  std::vector<int>& order_;
  std::vector<Vec3> middles_;
  SphereTree tree_;
};

}  // namespace

SphereTree build_sphere_tree(const std::vector<TreeItem>& items, std::vector<int>& order) {
  return SphereTreeBuilder(items, order).build();
}

}  // namespace stiction
