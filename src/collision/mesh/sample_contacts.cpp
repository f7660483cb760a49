#include "collision/mesh/sample_contacts.h"

#include "base/hash.h"
#include "collision/mesh/feature_memory.h"
#include "collision/mesh/pair_limits.h"

namespace stiction {
namespace {

constexpr std::uint64_t kSampleCode = 0x73616d7000;
constexpr double kFacing = 0.1;  // sine by which samples that are inside look at the surface at least

Vec3 surface_normal(const MeshTopology& topology, MeshFeature feature, int index) {
  switch (feature) {
    case MeshFeature::kFace:
      return topology.normals[index];
    case MeshFeature::kEdge:
      return topology.edge_normals[index].normalized();
    default:
      return topology.vertex_normals[index].normalized();
  }
}

// Outward; beside an edge or a vertex along the line to it, which has no direction where the two touch.
Vec3 contact_normal(const MeshTopology& topology, const NearestSurface& nearest, const Vec3& point, double touching) {
  if (nearest.feature == MeshFeature::kFace || std::abs(nearest.distance) <= touching) {
    return surface_normal(topology, nearest.feature, nearest.index);
  }
  return (point - nearest.point) / nearest.distance;
}

bool is_beyond(const FeatureFrame& frame, const LocalReach& reach, const Vec3& center, double radius) {
  const ReachBall ball = reach.around(frame, center, radius);
  return frame.host->field->is_beyond(ball.center, ball.radius);
}

}  // namespace

// visit(sample) for those of the guest that may have contacts of interest with the host.
template <class Visit>
void SampleContacts::for_near_samples(const FeatureFrame& frame, const LocalReach& reach, const Visit& visit) {
  const SphereTree& tree = frame.guest->mesh->sample_tree();
  stack_.assign(1, 0);
  while (!stack_.empty()) {
    const SphereTree::Node& node = tree.nodes[stack_.back()];
    stack_.pop_back();
    if (is_beyond(frame, reach, node.center, node.radius)) continue;
    if (node.count == 0) {
      stack_.push_back(node.first);
      stack_.push_back(node.first + 1);
      continue;
    }
    for (int i = node.first; i < node.first + node.count; ++i) {
      if (!is_beyond(frame, reach, frame.guest->mesh->samples()[i].point, 0)) visit(i);
    }
  }
}

void SampleContacts::measure(const FeatureFrame& frame, int index) {
  const SurfaceSample& sample = frame.guest->mesh->samples()[index];
  const Vec3 point = frame.place(sample.point);
  const NearestSurface nearest = frame.host->mesh->nearest(point);
  if (nearest.distance > margin_) return;
  const Vec3 normal = contact_normal(frame.host->mesh->topology(), nearest, point, tolerance_);
  // A sample that looks the other way is on the far side of something thin. One that is inside and looks along the
  // nearest surface is near the other mesh's side, which is not the way out for a face.
  const Vec3 own = surface_normal(frame.guest->mesh->topology(), sample.feature, sample.index);
  const double least = nearest.distance < -tolerance_ ? kFacing : 0;
  if (own.dot(frame.guest_direction(normal)) > -least) return;
  const Vec3 world_point = frame.world_rotation * (point - nearest.distance / 2 * normal) + frame.world_shift;
  const Vec3 world_normal = frame.sign * (frame.world_rotation * normal);
  if (!courses_->concern(world_point, world_normal, nearest.distance)) return;
  const std::uint64_t side = frame.sign > 0 ? 0 : 1;
  contacts_->push_back(
      {world_point, world_normal, nearest.distance, mix_hash(kSampleCode + side, static_cast<std::uint64_t>(index))});
}

// False if the memory is no help, and not worth making. Its items: 0 for samples of the second mesh and 1 for those of
// the first, and the sample.
bool SampleContacts::remember(const FeatureFrame& frame, const FeatureFrame& reverse, FeatureMemory& memory) {
  const bool calm = memory.is_calm(frame, margin_);
  if (memory.covers(frame, margin_)) return true;
  if (!calm) return false;
  const PairCourses everywhere;
  const LocalReach reach(margin_ + FeatureMemory::slack(*frame.host, *frame.guest), 0, tolerance_, everywhere);
  auto& items = memory.start(frame, margin_);
  for_near_samples(frame, reach, [&](int sample) { items.push_back({0, sample}); });
  for_near_samples(reverse, reach, [&](int sample) { items.push_back({1, sample}); });
  return true;
}

void SampleContacts::search(const FeatureFrame& frame, const FeatureFrame& reverse, FeatureMemory* memory) {
  const PairCourses seen = courses_->seen_from(frame.world_rotation, frame.world_shift);
  const LocalReach reach(margin_, 0, tolerance_, seen);
  if (memory != nullptr && remember(frame, reverse, *memory)) {
    for (const auto& [side, sample] : memory->items()) {
      const FeatureFrame& own = side == 0 ? frame : reverse;
      if (!is_beyond(own, reach, own.guest->mesh->samples()[sample].point, 0)) measure(own, sample);
    }
    return;
  }
  for_near_samples(frame, reach, [&](int sample) { measure(frame, sample); });
  for_near_samples(reverse, reach, [&](int sample) { measure(reverse, sample); });
}

void SampleContacts::find(const FeatureShape& first, const Pose& first_pose, const FeatureShape& second,
                          const Pose& second_pose, double margin, const PairCourses& courses, FeatureMemory* memory,
                          std::vector<PairPoint>& contacts) {
  contacts.clear();
  contacts_ = &contacts;
  courses_ = &courses;
  margin_ = margin;
  tolerance_ = pair_limits::kTouching * std::min(first.size, second.size);
  const FeatureFrame frame(first, first_pose, second, second_pose, +1);
  const FeatureFrame reverse(second, second_pose, first, first_pose, -1);
  search(frame, reverse, memory);
}

}  // namespace stiction
