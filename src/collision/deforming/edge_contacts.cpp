#include "collision/deforming/edge_contacts.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/hash.h"
#include "collision/deforming/near_at_rest.h"

namespace stiction {
namespace {

using namespace surface_limits;

constexpr double kParallel = 1e-6;  // sine: edges nearer to parallel do not cross
constexpr double kSnap = 1e-3;      // sine: directions nearer to a face's normal are the face's

// The direction across both edges, from a to b, or that of a face near to it; false if the cones allow none.
bool choose_normal(const SharpEdge& a, const SharpEdge& b, Vec3& n, bool& of_face) {
  int face_a = 0, face_b = 0, unused = 0;
  double out_a = a.violation(n, face_a), out_b = b.violation(-n, face_b);
  const double turned_a = a.violation(-n, unused), turned_b = b.violation(n, unused);
  if (std::max(turned_a, turned_b) < std::max(out_a, out_b)) {
    n = -n;
    out_a = a.violation(n, face_a);
    out_b = b.violation(-n, face_b);
  }
  of_face = false;
  if (out_a > a.look || out_b > b.look) return false;
  if (out_a <= -kSnap && out_b <= -kSnap) return true;
  of_face = true;
  if (out_a > -kSnap && b.violation(-a.normal[face_a], unused) <= b.look) {
    n = a.normal[face_a];
    return true;
  }
  if (out_b > -kSnap && a.violation(-b.normal[face_b], unused) <= a.look) {
    n = -b.normal[face_b];
    return true;
  }
  return false;
}

SurfaceContact contact_of(std::uint64_t kind, const PlacedSurface& one, int a, const PlacedSurface& two, int b,
                          const EdgeCrossing& crossing) {
  const SurfaceTopology::Edge &edge_a = one.topology().edges[a], &edge_b = two.topology().edges[b];
  const Vec3 point_b = crossing.point_a + crossing.core * crossing.normal;
  return {(crossing.point_a + point_b) / 2,
          crossing.normal,
          crossing.core,
          mix_hash(mix_hash(kind, static_cast<std::uint64_t>(a)), static_cast<std::uint64_t>(b)),
          point_on_side(edge_a.triangle[0], edge_a.side[0], crossing.s),
          point_on_side(edge_b.triangle[0], edge_b.side[0], crossing.t)};
}

// What an edge belongs to is not the way out for its points.
struct AroundEdge {
  const PlacedSurface& surface;
  int edge;
  static bool leaves_out_at_once(int) { return false; }
  bool leaves_out(int triangle) const {
    const auto& [from, to] = surface.topology().edges[edge].vertex;
    return near_at_rest(surface.tree(), from, triangle) || near_at_rest(surface.tree(), to, triangle);
  }
};

SharpEdge axis_of(const WorldCapsule& capsule) {
  SharpEdge edge;
  edge.is_segment = true;
  edge.start = capsule.center - capsule.half;
  edge.length = 2 * capsule.half.norm();
  edge.direction = 2 * capsule.half / edge.length;
  return edge;
}

}  // namespace

bool cross_edges(const SharpEdge& a, const SharpEdge& b, double reach, double depth, EdgeCrossing& crossing) {
  const Vec3 product = a.direction.cross(b.direction), between = b.start - a.start;
  const double sine = product.norm();
  if (!(sine >= kParallel)) return false;
  Vec3 n = product / sine;
  if (std::abs(n.dot(between)) > std::max(reach, depth)) return false;
  bool of_face = false;
  if (!choose_normal(a, b, n, of_face)) return false;
  // a.start + s a.direction + core n = b.start + t b.direction.
  const double determinant = n.dot(product);
  if (!(std::abs(determinant) >= 0.1 * sine)) return false;
  const double s = between.dot(b.direction.cross(n)) / determinant / a.length;
  const double t = between.dot(a.direction.cross(n)) / determinant / b.length;
  const double end_a = of_face ? a.end : 0, end_b = of_face ? b.end : 0;
  if (!(s >= end_a && s <= 1 - end_a)) return false;
  if (!(t >= end_b && t <= 1 - end_b)) return false;
  const double core = between.dot(product) / determinant;
  if (!(core <= reach && core >= -depth)) return false;
  crossing = {a.start + s * a.length * a.direction, n, core, s, t};
  return true;
}

void EdgeContacts::gather(const PlacedSurface& surface, int leaf, const NearBox& near,
                          std::vector<BoxedEdge>& edges) const {
  const int* owned = surface.tree().edge_order().data() + surface.tree().nodes()[leaf].edge_begin;
  for (std::uint32_t sharp = surface.sharp_edges(leaf); sharp != 0; sharp &= sharp - 1) {
    const int e = owned[std::countr_zero(sharp)];
    Aabb box;
    for (const int v : surface.topology().edges[e].vertex) box.include(surface.vertex(v));
    if (near.meets(box)) edges.push_back({box, sharp_edge(surface, e)});
  }
}

void EdgeContacts::find(const PairReach& reach, const LeafPairs& leaves, std::vector<SurfaceContact>& contacts) {
  const PlacedSurface &one = reach.one(), &two = reach.two();
  for_each_first_leaf(leaves, [&](std::size_t begin, std::size_t end) {
    const int leaf = leaves[begin][0];
    if (one.sharp_edges(leaf) == 0) return;
    edges_one_.clear();
    gather(one, leaf, NearBox(one.leaf_box(leaf), 0), edges_one_);
    for (std::size_t i = begin; i < end; ++i) {
      if (two.sharp_edges(leaves[i][1]) != 0) find(reach, leaves[i], contacts);
    }
  });
}

// edges_one_: those of the first leaf.
void EdgeContacts::find(const PairReach& reach, const std::array<int, 2>& leaves,
                        std::vector<SurfaceContact>& contacts) {
  const PlacedSurface &one = reach.one(), &two = reach.two();
  const double touching = kTouching * std::min(one.topology().edge_length, two.topology().edge_length);
  const double margin = reach.gap(leaves[0], leaves[1]), depth = std::max(margin, reach.depth());
  edges_two_.clear();
  gather(two, leaves[1], NearBox(one.leaf_box(leaves[0]), depth), edges_two_);
  for (const auto& [box_a, a] : edges_one_) {
    const NearBox near(box_a, depth);
    for (const auto& [box_b, b] : edges_two_) {
      EdgeCrossing crossing;
      if (!near.meets(box_b)) continue;
      if (!cross_edges(a, b, margin, depth, crossing)) continue;
      const Vec3 point_b = crossing.point_a + crossing.core * crossing.normal;
      if (crossing.core < -touching && (!leaves_here(one, point_b, crossing.core, touching) ||
                                        !leaves_here(two, crossing.point_a, crossing.core, touching))) {
        continue;  // the edges pass each other behind the bodies
      }
      contacts.push_back(contact_of(kEdgeEdge, one, a.index, two, b.index, crossing));
    }
  }
}

void EdgeContacts::add_own(const PlacedSurface& surface, const SharpEdge& a, const SharpEdge& b, double margin,
                           double depth, std::vector<SurfaceContact>& contacts) {
  const BoundedTree& tree = surface.tree();
  const double touching = kTouching * surface.topology().edge_length;
  EdgeCrossing crossing;
  if (!cross_edges(a, b, margin, depth, crossing) || edges_near_at_rest(tree, a.index, b.index)) return;
  if (crossing.core < -touching) {
    const Vec3 point_b = crossing.point_a + crossing.core * crossing.normal;
    if (!leaves_here(surface, crossing.point_a, crossing.core, touching, AroundEdge{surface, a.index}) ||
        !leaves_here(surface, point_b, crossing.core, touching, AroundEdge{surface, b.index})) {
      return;
    }
  }
  contacts.push_back(contact_of(kSelfEdge, surface, a.index, surface, b.index, crossing));
}

void EdgeContacts::find_capsule(const PlacedSurface& surface, const WorldCapsule& capsule, std::uint64_t part,
                                double margin, std::vector<SurfaceContact>& contacts) {
  const SharpEdge axis = axis_of(capsule);
  const double reach = capsule.radius + margin;
  stack_.assign(1, 0);
  while (!stack_.empty()) {
    const int i = stack_.back();
    stack_.pop_back();
    const TreeSphere& sphere = surface.sphere(i);
    const double along = std::clamp(axis.direction.dot(sphere.center - axis.start), 0.0, axis.length);
    const double limit = sphere.radius + reach;
    if (!((sphere.center - axis.start - along * axis.direction).squaredNorm() <= limit * limit)) continue;
    const BoundedTree::Node& node = surface.tree().nodes()[i];
    if (!node.is_leaf()) {
      stack_.push_back(node.first + 1);
      stack_.push_back(node.first);
      continue;
    }
    edges_one_.clear();
    gather(surface, i, NearBox(surface.leaf_box(i), 0), edges_one_);
    for (const auto& [box, edge] : edges_one_) {
      EdgeCrossing crossing;
      if (!cross_edges(edge, axis, reach, 0, crossing)) continue;
      const double gap = crossing.core - capsule.radius;
      const SurfaceTopology::Edge& own = surface.topology().edges[edge.index];
      contacts.push_back({crossing.point_a + gap / 2 * crossing.normal,
                          crossing.normal,
                          gap,
                          mix_hash(mix_hash(kRigidEdge, part), static_cast<std::uint64_t>(edge.index)),
                          point_on_side(own.triangle[0], own.side[0], crossing.s),
                          {}});
    }
  }
}

}  // namespace stiction
