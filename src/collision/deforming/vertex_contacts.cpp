#include "collision/deforming/vertex_contacts.h"

#include <cmath>

#include "base/hash.h"
#include "collision/deforming/part_distance.h"
#include "collision/deforming/surface_normals.h"

namespace stiction {
namespace {

// A vertex at the border of faces touches several of them, and which one is nearest is noise. The one that the surface
// around the vertex lies on counts.
void choose_face(const PlacedSurface& surface, int v, const WorldConvex& convex, PairPoint& point) {
  const double touching = surface_limits::kTouching * surface.topology().edge_length;
  if (!(std::abs(point.gap) <= touching)) return;
  const Vec3& place = surface.vertex(v);
  const Vec3 normal = pseudonormal(surface, {MeshFeature::kVertex, v});
  double most_opposed = normal.dot(-point.normal);
  for (std::size_t f = 0; f < convex.normals.size(); ++f) {
    const double gap = convex.normals[f].dot(place) - convex.offsets[f];
    if (!(std::abs(gap) <= touching) || !(normal.dot(convex.normals[f]) < most_opposed)) continue;
    most_opposed = normal.dot(convex.normals[f]);
    point.normal = -convex.normals[f];
    point.gap = gap;
    point.point = place - gap / 2 * convex.normals[f];
  }
}

}  // namespace

void VertexContacts::find(const PlacedSurface& surface, PlacedPart& vertex, const PlacedPart& part, std::size_t index,
                          const RigidReach& reach, NarrowPhase& narrow_phase, std::vector<SurfaceContact>& contacts) {
  const BoundedTree& tree = surface.tree();
  stack_.assign(1, 0);
  while (!stack_.empty()) {
    const int i = stack_.back();
    stack_.pop_back();
    const BoundedTree::Node& node = tree.nodes()[i];
    const TreeSphere& sphere = surface.sphere(i);
    const double gap = reach.gap(i);
    if (!(distance_bound(part, sphere.center) <= sphere.radius + gap)) continue;
    if (!node.is_leaf()) {
      stack_.push_back(node.first + 1);
      stack_.push_back(node.first);
      continue;
    }
    for (int k = node.vertex_begin; k < node.vertex_end; ++k) {
      const int v = tree.vertex_order()[k];
      const Vec3& place = surface.vertex(v);
      if (!(distance_bound(part, place) <= gap)) continue;
      vertex.pose.position = vertex.sphere.center = place;
      vertex.box = {place, place};
      points_.clear();
      narrow_phase.collide(vertex, part, reach.margin(), 0, nullptr, points_);
      for (PairPoint& p : points_) {
        if (part.kind == PartKind::kConvex) choose_face(surface, v, *part.convex, p);
        const std::uint64_t code = mix_hash(mix_hash(static_cast<std::uint64_t>(v), index), p.code);
        contacts.push_back({p.point, p.normal, p.gap, code, surface.topology().material[v], {}});
      }
    }
  }
}

}  // namespace stiction
