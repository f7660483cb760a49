#include "collision/deforming/vertex_contacts.h"

#include "base/hash.h"
#include "collision/deforming/part_distance.h"

namespace stiction {

void VertexContacts::find(const PlacedSurface& surface, PlacedPart& vertex, const PlacedPart& part, std::size_t index,
                          double margin, NarrowPhase& narrow_phase, std::vector<SurfaceContact>& contacts) {
  const BoundedTree& tree = surface.tree();
  stack_.assign(1, 0);
  while (!stack_.empty()) {
    const int i = stack_.back();
    stack_.pop_back();
    const BoundedTree::Node& node = tree.nodes()[i];
    const TreeSphere sphere = surface.sphere(i);
    if (!(distance_bound(part, sphere.center) <= sphere.radius + margin)) continue;
    if (!node.is_leaf()) {
      stack_.push_back(node.first + 1);
      stack_.push_back(node.first);
      continue;
    }
    for (int k = node.vertex_begin; k < node.vertex_end; ++k) {
      const int v = tree.vertex_order()[k];
      const Vec3 place = surface.vertex(v);
      if (!(distance_bound(part, place) <= margin)) continue;
      vertex.pose.position = vertex.sphere.center = place;
      vertex.box = {place, place};
      points_.clear();
      narrow_phase.collide(vertex, part, margin, 0, points_);
      for (const PairPoint& p : points_) {
        const std::uint64_t code = mix_hash(mix_hash(static_cast<std::uint64_t>(v), index), p.code);
        contacts.push_back({p.point, p.normal, p.gap, code, surface.topology().material[v], {}});
      }
    }
  }
}

}  // namespace stiction
