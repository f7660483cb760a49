#include "collision/mesh/feature_pairs.h"

#include <algorithm>
#include <cmath>

#include "base/hash.h"
#include "collision/mesh/feature_memory.h"
#include "collision/mesh/pair_limits.h"
#include "collision/mesh/possible_pairs.h"

namespace stiction {

FeatureFrame::FeatureFrame(const FeatureShape& h, const Pose& host_pose, const FeatureShape& g, const Pose& guest_pose,
                           double s)
    : host(&h), guest(&g), world_shift(host_pose.position), sign(s) {
  world_rotation = host_pose.rotation.toRotationMatrix();
  rotation = world_rotation.transpose() * guest_pose.rotation.toRotationMatrix();
  shift = world_rotation.transpose() * (guest_pose.position - host_pose.position);
}

void FeaturePairs::emit(const FeatureFrame& frame, const Vec3& point, const Vec3& normal, double gap, int kind,
                        int host_feature, int guest_feature) {
  const std::uint64_t side = frame.sign > 0 ? 0 : 1;
  const std::uint64_t code =
      mix_hash(mix_hash(static_cast<std::uint64_t>(kind) << 1 | side, static_cast<std::uint64_t>(host_feature)),
               static_cast<std::uint64_t>(guest_feature));
  const Vec3 world_point = frame.world_rotation * point + frame.world_shift;
  const Vec3 world_normal = frame.sign * (frame.world_rotation * normal);
  if (courses_->concern(world_point, world_normal, gap)) contacts_->push_back({world_point, world_normal, gap, code});
}

// Signed distances of the guest triangle's corners from the host triangle's plane; true if they keep the triangles
// farther apart than contacts of interest are.
bool FeaturePairs::planes_apart(const FeatureFrame& frame, const LocalMotion& motion, int host_face, int guest_face,
                                double* distance) const {
  const auto& plane = frame.host->faces[host_face];
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (int k = 0; k < 3; ++k) {
    const Vec3 p = frame.place(frame.guest->vertices[frame.guest->faces[guest_face].vertex[k]]);
    distance[k] = plane.normal.dot(p) - plane.offset;
    low = std::min(low, distance[k]);
    high = std::max(high, distance[k]);
  }
  return low > motion.above(plane.normal) || high < -motion.below(plane.normal);
}

namespace {

// Are there corners on both sides of the other triangle's plane, beyond `depth` [m]? Negative: or nearly so.
bool has_both_sides(const double* distance, double depth) {
  return std::min({distance[0], distance[1], distance[2]}) <= -depth &&
         std::max({distance[0], distance[1], distance[2]}) >= depth;
}

}  // namespace

// Does an edge of the guest triangle clearly pass through the host triangle?
void FeaturePairs::note_piercing(const FeatureFrame& frame, int host_face, int guest_face, const double* distance) {
  const auto& face = frame.host->faces[host_face];
  const auto& corner = frame.guest->faces[guest_face].vertex;
  for (int k = 0; k < 3; ++k) {
    const double p = distance[k], q = distance[(k + 1) % 3];
    if (std::min(p, q) > -tolerance_ || std::max(p, q) < tolerance_) continue;
    const Vec3 start = frame.place(frame.guest->vertices[corner[k]]);
    const Vec3 end = frame.place(frame.guest->vertices[corner[(k + 1) % 3]]);
    const Vec3 x = start + p / (p - q) * (end - start);
    bool inside = true;
    for (int s = 0; s < 3; ++s) inside = inside && face.side[s].dot(x) - face.side_offset[s] > tolerance_;
    pierced_ = pierced_ || inside;
  }
}

void FeaturePairs::vertex_against(const FeatureFrame& frame, const FeatureShape::Item& host, int vertex) {
  const Vec3 point = frame.place(frame.guest->vertices[vertex]);
  if (host.face >= 0) vertex_face(frame, host.face, vertex, point);
  for (int e = 0; e < host.edge_count; ++e) vertex_edge(frame, host.edge[e], vertex, point);
}

void FeaturePairs::visit(const FeatureFrame& frame, const FeatureFrame& reverse, const LocalReach& reach,
                         const FeatureShape::Item& one, const FeatureShape::Item& two) {
  const LocalMotion motion = reach.motion(one.center, one.radius, frame.place(two.center), two.radius);
  local_margin_ = motion.margin;
  if (one.face >= 0 && two.face >= 0) {
    double distance[3], opposite[3];
    if (planes_apart(frame, motion, one.face, two.face, distance)) return;
    if (planes_apart(reverse, motion.seen_from_second(frame.rotation), two.face, one.face, opposite)) return;
    if (!pierced_) {
      const bool host_crosses = has_both_sides(opposite, -tolerance_),
                 guest_crosses = has_both_sides(distance, -tolerance_);
      if (host_crosses && has_both_sides(distance, tolerance_)) note_piercing(frame, one.face, two.face, distance);
      if (guest_crosses && has_both_sides(opposite, tolerance_)) note_piercing(reverse, two.face, one.face, opposite);
    }
  }
  for (int v = 0; v < two.vertex_count; ++v) vertex_against(frame, one, two.vertex[v]);
  for (int v = 0; v < one.vertex_count; ++v) vertex_against(reverse, two, one.vertex[v]);
  for (int v = 0; v < two.vertex_count; ++v) {
    const Vec3 point = frame.place(frame.guest->vertices[two.vertex[v]]);
    for (int w = 0; w < one.vertex_count; ++w) vertex_vertex(frame, one.vertex[w], two.vertex[v], point);
  }
  for (int e = 0; e < one.edge_count; ++e) {
    for (int f = 0; f < two.edge_count; ++f) edge_edge(frame, one.edge[e], two.edge[f]);
  }
}

bool FeaturePairs::is_inside(const FeatureFrame& frame) const {
  if (frame.host->faces.empty() || (!frame.guest->faces.empty() && !contacts_->empty())) return false;
  const Vec3 point = frame.place(frame.guest->vertices[0]);
  return frame.host->lower_bound(point) < -tolerance_ && frame.host->depth(point) < -tolerance_;
}

// False if the memory is no help, and not worth making.
bool FeaturePairs::remember(const FeatureFrame& frame, const FeatureFrame& reverse, FeatureMemory& memory) {
  const bool calm = memory.is_calm(frame, margin_);
  if (memory.covers(frame, margin_)) return true;
  if (!calm) return false;
  const FeatureShape &first = *frame.host, &second = *frame.guest;
  const double slack = FeatureMemory::slack(first, second);
  const PairCourses everywhere;
  const LocalReach reach(margin_ + slack, first.rounding + second.rounding, tolerance_, everywhere);
  const PossiblePairs possible(frame, reverse, margin_, tolerance_, slack);
  auto& items = memory.start(frame, margin_);
  if (!near_.second.find(frame, reach) || !near_.first.find(reverse, reach)) return true;
  for_each_near_pair(first, second, near_, stack_, [&](const FeatureShape::Item& one, const FeatureShape::Item& two) {
    if (!possible.may_meet(one, two)) return;
    items.push_back({static_cast<int>(&one - first.items.data()), static_cast<int>(&two - second.items.data())});
  });
  return true;
}

void FeaturePairs::search(const FeatureFrame& frame, const FeatureFrame& reverse, FeatureMemory* memory) {
  const FeatureShape &first = *frame.host, &second = *frame.guest;
  const PairCourses seen = courses_->seen_from(frame.world_rotation, frame.world_shift);
  const LocalReach reach(margin_, first.rounding + second.rounding, tolerance_, seen);
  if (memory == nullptr || !remember(frame, reverse, *memory)) {
    if (!near_.second.find(frame, reach) || !near_.first.find(reverse, reach)) return;
    for_each_near_pair(first, second, near_, stack_, [&](const FeatureShape::Item& one, const FeatureShape::Item& two) {
      visit(frame, reverse, reach, one, two);
    });
    return;
  }
  for (const auto& [i, j] : memory->items()) {
    const FeatureShape::Item &one = first.items[i], &two = second.items[j];
    if (reach.apart(one.center, one.radius, frame.place(two.center), two.radius)) continue;
    visit(frame, reverse, reach, one, two);
  }
}

void FeaturePairs::find(const FeatureShape& first, const Pose& first_pose, const FeatureShape& second,
                        const Pose& second_pose, double margin, const PairCourses& courses, FeatureMemory* memory,
                        std::vector<PairPoint>& contacts) {
  contacts.clear();
  contacts_ = &contacts;
  courses_ = &courses;
  margin_ = margin;
  pierced_ = false;
  // A point, such as a vertex of a deforming surface, has no size: the other shape's counts.
  const double size =
      first.size == 0 || second.size == 0 ? std::max(first.size, second.size) : std::min(first.size, second.size);
  tolerance_ = std::min(pair_limits::kTouching * size,
                        pair_limits::kTouchingEdge * std::min(first.shortest_edge, second.shortest_edge));
  const FeatureFrame frame(first, first_pose, second, second_pose, +1);
  const FeatureFrame reverse(second, second_pose, first, first_pose, -1);
  search(frame, reverse, memory);
  // Surfaces that do not cross: is one shape, or the core of a rounded one, inside the other altogether?
  if (pierced_ || is_inside(frame)) find_deep(frame);
  if (pierced_ || is_inside(reverse)) find_deep(reverse);
}

}  // namespace stiction
