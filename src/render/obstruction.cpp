#include "render/obstruction.h"

#include <algorithm>

namespace stiction {

bool crosses(const PlacedBox& box, const Vec3& from, const Vec3& to) {
  const Vec3 start = box.pose.to_local(from), way = box.pose.to_local(to) - start;
  double enter = 0, leave = 1;
  for (int k = 0; k < 3; ++k) {
    if (way[k] == 0) {
      if (start[k] < box.bounds.min[k] || start[k] > box.bounds.max[k]) return false;
      continue;
    }
    const double a = (box.bounds.min[k] - start[k]) / way[k], b = (box.bounds.max[k] - start[k]) / way[k];
    enter = std::max(enter, std::min(a, b));
    leave = std::min(leave, std::max(a, b));
  }
  return enter <= leave;
}

double hidden_share(const std::vector<PlacedBox>& boxes, const std::vector<Vec3>& points, const Vec3& eye) {
  if (points.empty()) return 0;
  const auto hidden = [&](const Vec3& point) {
    return std::any_of(boxes.begin(), boxes.end(), [&](const PlacedBox& box) { return crosses(box, eye, point); });
  };
  return static_cast<double>(std::count_if(points.begin(), points.end(), hidden)) / static_cast<double>(points.size());
}

}  // namespace stiction
