#include "collision/deforming/surface_pairs.h"

#include <algorithm>

#include "base/hash.h"
#include "collision/deforming/near_at_rest.h"

namespace stiction {
namespace {

using namespace surface_limits;

double shorter_edge(const PlacedSurface& one, const PlacedSurface& two) {
  return std::min(one.topology().edge_length, two.topology().edge_length);
}

double depth_of(const PlacedSurface& one, const PlacedSurface& two) {
  return kDepth * shorter_edge(one, two);
}

}  // namespace

namespace {

// What of its own surface a vertex does not touch.
struct OwnNeighbours {
  const PlacedSurface& surface;
  const RingMarks& marks;
  int vertex;
  bool leaves_out_at_once(int triangle) const {
    const auto& [a, b, c] = surface.mesh().triangles[triangle];
    return marks.has(a) || marks.has(b) || marks.has(c);
  }
  bool leaves_out(int triangle) const { return near_at_rest(surface.tree(), vertex, triangle); }
};

}  // namespace

double SurfacePairs::Side::gap(const std::array<int, 2>& leaves) const {
  return guest_is_first ? reach->gap(leaves[0], leaves[1]) : reach->gap(leaves[1], leaves[0]);
}

void SurfacePairs::add_vertex(const Side& side, int v, double margin, std::vector<SurfaceContact>& contacts) {
  FootQuery query;
  query.point = side.guest->vertex(v);
  query.reach = margin;
  query.depth = std::max(margin, side.reach->depth());
  query.touching = kTouching * shorter_edge(*side.guest, *side.host);
  query.guest = side.guest;
  query.guest_vertex = v;
  if (side.guest == side.host) {
    query.depth = side.reach->depth();
    marks_.start(side.host->topology());
    marks_.add(side.host->topology(), v);
    feet_.find(*side.host, query, OwnNeighbours{*side.host, marks_, v}, found_);
  } else {
    feet_.find(*side.host, query, found_);
  }
  for (std::size_t i = 0; i < found_.size(); ++i) {
    const SurfaceFoot& foot = found_[i];
    if (!(foot.gap <= margin)) continue;
    // Two vertices: each is found by the other, or has something nearer. One contact is enough.
    const bool is_second = side.guest == side.host ? foot.feature.index < v : !side.guest_is_first;
    if (foot.feature.kind == MeshFeature::kVertex && is_second) continue;
    std::uint64_t code = mix_hash(side.kind, static_cast<std::uint64_t>(v));
    if (i > 0)
      code = mix_hash(
          code, 2 * static_cast<std::uint64_t>(foot.feature.index) + (foot.feature.kind == MeshFeature::kEdge ? 1 : 0));
    const MaterialPoint& own = side.guest->topology().material[v];
    const Vec3 middle = foot.point + foot.gap / 2 * foot.normal;
    if (side.guest_is_first) {
      contacts.push_back({middle, -foot.normal, foot.gap, code, own, foot.material});
    } else {
      contacts.push_back({middle, foot.normal, foot.gap, code, foot.material, own});
    }
  }
}

void SurfacePairs::add_vertices(const Side& side, std::vector<SurfaceContact>& contacts) {
  const BoundedTree& tree = side.guest->tree();
  for_each_first_leaf(leaves_, [&](std::size_t begin, std::size_t end) {
    const int leaf = leaves_[begin][0];
    const BoundedTree::Node& node = tree.nodes()[leaf];
    if (node.vertex_begin == node.vertex_end) return;
    Aabb box;
    for (int i = node.vertex_begin; i < node.vertex_end; ++i) box.include(side.guest->vertex(tree.vertex_order()[i]));
    double margin = 0;
    for (std::size_t i = begin; i < end; ++i) margin = std::max(margin, side.gap(leaves_[i]));
    const NearBox near(box, std::max(margin, side.reach->depth()));
    feet_.clear();
    if (margin > side.reach->everywhere()) {
      feet_.gather(*side.host, near);  // which is nearest must be known of all leaves, whatever their courses
    } else {
      for (std::size_t i = begin; i < end; ++i) {
        if (near.meets(side.host->leaf_box(leaves_[i][1]))) feet_.add_leaf(*side.host, leaves_[i][1]);
      }
    }
    if (feet_.is_empty()) return;
    for (int i = node.vertex_begin; i < node.vertex_end; ++i)
      add_vertex(side, tree.vertex_order()[i], margin, contacts);
  });
}

void SurfacePairs::find(const PlacedSurface& one, const PlacedSurface& two, const GapLimits& limits,
                        std::vector<SurfaceContact>& contacts) {
  const PairReach reach(one, two, limits, depth_of(one, two));
  near_.find(reach, leaves_);
  if (leaves_.empty()) return;
  add_vertices({&one, &two, kVertexSurface, true, &reach}, contacts);
  edges_.find(reach, leaves_, contacts);
  near_.turn_round(two.tree(), leaves_);
  add_vertices({&two, &one, kSurfaceVertex, false, &reach}, contacts);
}

void SurfacePairs::find_own(const PlacedSurface& surface, const GapLimits& limits,
                            std::vector<SurfaceContact>& contacts) {
  const PairReach reach(surface, surface, limits, depth_of(surface, surface));
  own_.place(reach);
  own_.find_leaves(leaves_);
  add_vertices({&surface, &surface, kSelfVertex, true, &reach}, contacts);
  own_.for_each_edge_pair([&](const SharpEdge& one, const SharpEdge& two, double margin) {
    edges_.add_own(surface, one, two, margin, reach.depth(), contacts);
  });
}

}  // namespace stiction
