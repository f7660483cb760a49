// Vertices deep inside the other body.
#include <cmath>

#include "collision/mesh/feature_pairs.h"
#include "collision/mesh/pair_limits.h"

namespace stiction {
namespace {

using namespace pair_limits;

struct WayOut {
  bool found = false;
  Vec3 normal;
  double depth = 0;  // [m] negative
};

// The nearest surface, if leaving there agrees with the vertex's own cone.
WayOut nearest_way_out(const FeatureFrame& frame, int vertex, const Vec3& point) {
  const FeatureShape& host = *frame.host;
  WayOut way;
  NearestSurface nearest;
  if (host.field == nullptr || !host.field->find_nearest(point, nearest) || nearest.distance >= 0) return way;
  way.depth = nearest.distance;
  way.normal = nearest.feature == MeshFeature::kFace ? host.faces[nearest.index].normal
                                                     : Vec3((nearest.point - point).normalized());
  way.found = frame.guest->vertex_violation(vertex, frame.guest_direction(-way.normal)) <= kDeep;
  return way;
}

// The face above the vertex with the least depth among those that agree with its cone.
WayOut way_out_by_faces(const FeatureFrame& frame, int vertex, const Vec3& point, double tolerance) {
  WayOut best;
  best.depth = -std::numeric_limits<double>::infinity();
  for (const auto& face : frame.host->faces) {
    const double depth = face.normal.dot(point) - face.offset;
    if (depth >= 0 || depth <= best.depth) continue;
    bool over = true;
    for (int k = 0; k < 3; ++k) over = over && face.side[k].dot(point) - face.side_offset[k] > -tolerance;
    if (!over) continue;
    if (frame.guest->vertex_violation(vertex, frame.guest_direction(-face.normal)) > kDeep) continue;
    best = {true, face.normal, depth};
  }
  return best;
}

}  // namespace

void FeaturePairs::deep_vertex(const FeatureFrame& frame, int vertex, const Vec3& point) {
  if (frame.host->depth(point) >= -tolerance_) return;
  WayOut way = nearest_way_out(frame, vertex, point);
  if (!way.found) way = way_out_by_faces(frame, vertex, point, tolerance_);
  if (!way.found) return;
  const double gap = way.depth - frame.guest->rounding;
  emit(frame, point - (frame.guest->rounding + gap / 2) * way.normal, way.normal, gap, kDeepVertex, 0, vertex);
}

void FeaturePairs::find_deep(const FeatureFrame& frame) {
  const FeatureShape& guest = *frame.guest;
  if (frame.host->faces.empty()) return;
  stack_.clear();
  stack_.push_back({0, 0});
  while (!stack_.empty()) {
    const SphereTree::Node& node = guest.tree.nodes[stack_.back()[0]];
    stack_.pop_back();
    if (frame.host->lower_bound(frame.place(node.center)) > node.radius - tolerance_) continue;
    if (node.count == 0) {
      stack_.push_back({node.first, 0});
      stack_.push_back({node.first + 1, 0});
      continue;
    }
    for (int i = node.first; i < node.first + node.count; ++i) {
      const auto& item = guest.items[i];
      for (int v = 0; v < item.vertex_count; ++v) {
        deep_vertex(frame, item.vertex[v], frame.place(guest.vertices[item.vertex[v]]));
      }
    }
  }
}

}  // namespace stiction
