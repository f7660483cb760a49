#include "collision/mesh/mesh_contacts.h"

#include <algorithm>
#include <cmath>

#include "base/hash.h"
#include "collision/mesh/pair_limits.h"

namespace stiction {
namespace {

constexpr std::uint64_t kPlaneCode = 0x6d65736801;
constexpr std::uint64_t kBallCode = 0x6d65736802;

// A ball rolls over vertices, edges and faces alike: its contacts are numbered by the direction they are in, seen from
// the other shape, so that they keep their ids while their number is the same.
void number_by_direction(const Pose& pose, std::vector<PairPoint>& points) {
  const Vec3 order = pose.rotation * Vec3(0.48, 0.6, 0.64);
  std::sort(points.begin(), points.end(), [&](const PairPoint& p, const PairPoint& q) {
    const double one = order.dot(p.normal), two = order.dot(q.normal);
    return one != two ? one < two : p.code < q.code;
  });
  for (std::size_t i = 0; i < points.size(); ++i) points[i].code = mix_hash(kBallCode, i);
}

bool is_ball(const FeatureShape& shape) {
  return shape.vertices.size() == 1;
}

}  // namespace

void MeshContacts::collide(const FeatureShape& first, const Pose& first_pose, const FeatureShape& second,
                           const Pose& second_pose, double margin, const PairCourses& courses, int samples,
                           FeatureMemory* memory, std::vector<PairPoint>& points) {
  pairs_.find(first, first_pose, second, second_pose, margin, courses, memory, points);
  candidate_count_ = static_cast<int>(points.size());
  reduction_.reduce(points, pairs_.tolerance(), std::min(first.size, second.size), margin, samples);
  if (is_ball(first)) number_by_direction(second_pose, points);
  if (is_ball(second)) number_by_direction(first_pose, points);
}

void MeshContacts::collide_samples(const FeatureShape& first, const Pose& first_pose, const FeatureShape& second,
                                   const Pose& second_pose, double margin, const PairCourses& courses,
                                   FeatureMemory* memory, std::vector<PairPoint>& points) {
  samples_.find(first, first_pose, second, second_pose, margin, courses, memory, points);
  candidate_count_ = static_cast<int>(points.size());
  reduction_.reduce(points, samples_.tolerance(), std::min(first.size, second.size), margin, 0);
}

void MeshContacts::collide_cylinder(const WorldCylinder& cylinder, const FeatureShape& mesh, const Pose& pose,
                                    double margin, const PairCourses& courses, int samples,
                                    std::vector<PairPoint>& points) {
  cylinders_.find(cylinder, mesh, pose, margin, points);
  std::erase_if(points, [&](const PairPoint& p) { return !courses.concern(p.point, p.normal, p.gap); });
  candidate_count_ = static_cast<int>(points.size());
  const double size = std::min(mesh.size, std::hypot(cylinder.radius, cylinder.half_length));
  reduction_.reduce(points, cylinders_.tolerance(), size, margin, samples);
}

void MeshContacts::collide_plane(const Vec3& normal, double offset, const FeatureShape& shape, const Pose& pose,
                                 double margin, const PairCourses& courses, int samples,
                                 std::vector<PairPoint>& points) {
  points.clear();
  const Vec3 n = pose.rotation.conjugate() * normal;
  const double height = normal.dot(pose.position) - offset - shape.rounding;
  stack_.assign(1, 0);
  while (!stack_.empty()) {
    const SphereTree::Node& node = shape.tree.nodes[stack_.back()];
    stack_.pop_back();
    if (n.dot(node.center) + height - node.radius > margin) continue;
    if (node.count == 0) {
      stack_.push_back(node.first);
      stack_.push_back(node.first + 1);
      continue;
    }
    for (int i = node.first; i < node.first + node.count; ++i) {
      const auto& item = shape.items[i];
      for (int k = 0; k < item.vertex_count; ++k) {
        const int v = item.vertex[k];
        const double gap = n.dot(shape.vertices[v]) + height;
        if (gap > margin || shape.vertex_violation(v, -n) > pair_limits::kLookVertex) continue;
        const Vec3 point = pose.to_world(shape.vertices[v]) - (shape.rounding + gap / 2) * normal;
        if (!courses.concern(point, normal, gap)) continue;
        points.push_back({point, normal, gap, mix_hash(kPlaneCode, static_cast<std::uint64_t>(v))});
      }
    }
  }
  candidate_count_ = static_cast<int>(points.size());
  reduction_.reduce(points, pair_limits::kTouching * shape.size, shape.size, margin, samples);
}

}  // namespace stiction
