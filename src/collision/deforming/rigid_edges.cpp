#include "collision/deforming/rigid_edges.h"

#include <algorithm>
#include <array>

#include "base/hash.h"

namespace stiction {
namespace {

using namespace surface_limits;

constexpr double kLook = 0.3;  // sine by which a direction may leave the cone of a square edge
constexpr std::array<double, 3> kSides = {0, -1, 1};

SharpEdge edge_of(const WorldConvex& convex, int e) {
  const ConvexPolyhedron::Edge& edge = convex.edge(e);
  SharpEdge sharp;
  sharp.index = e;
  sharp.start = convex.vertices[edge.vertex[0]];
  sharp.direction = convex.edge_direction(e);
  sharp.length = sharp.direction.dot(convex.vertices[edge.vertex[1]] - sharp.start);
  for (int k = 0; k < 2; ++k) {
    sharp.normal[k] = convex.normals[edge.face[k]];
    sharp.into[k] = sharp.normal[k].cross(k == 0 ? sharp.direction : Vec3(-sharp.direction));
  }
  const bool acute = sharp.normal[0].dot(sharp.normal[1]) < 0;
  sharp.look = acute ? kLook : std::min(kLook, 0.5 * sharp.normal[0].cross(sharp.normal[1]).norm());
  return sharp;
}

bool is_near(const Aabb& box, const SharpEdge& edge, double reach) {
  const Vec3 end = edge.start + edge.length * edge.direction;
  return ((edge.start.cwiseMin(end) - box.max).array() <= reach).all() &&
         ((box.min - edge.start.cwiseMax(end)).array() <= reach).all();
}

// Of a point above the polyhedron's surface, negative inside; exact inside.
double height_above(const WorldConvex& convex, const Vec3& point) {
  double height = convex.normals[0].dot(point) - convex.offsets[0];
  for (std::size_t f = 1; f < convex.normals.size(); ++f) {
    height = std::max(height, convex.normals[f].dot(point) - convex.offsets[f]);
  }
  return height;
}

// Does the test hold where the edges cross, or on this edge as far to either side as it is deep? The crossing itself is
// on a face that the edge goes through.
template <class Test>
bool reaches(const SharpEdge& edge, double share, double core, const Test& test) {
  const double along = share * edge.length;
  return std::any_of(kSides.begin(), kSides.end(), [&](double side) {
    return test(edge.start + std::clamp(along + side * core, 0.0, edge.length) * edge.direction);
  });
}

}  // namespace

void RigidEdges::gather(const PlacedSurface& surface, const SharpEdge& segment, double reach) {
  edges_.clear();
  stack_.assign(1, 0);
  while (!stack_.empty()) {
    const int i = stack_.back();
    stack_.pop_back();
    const TreeSphere sphere = surface.sphere(i);
    const double along = std::clamp(segment.direction.dot(sphere.center - segment.start), 0.0, segment.length);
    const double limit = sphere.radius + reach;
    if (!((sphere.center - segment.start - along * segment.direction).squaredNorm() <= limit * limit)) continue;
    const BoundedTree::Node& node = surface.tree().nodes()[i];
    if (!node.is_leaf()) {
      stack_.push_back(node.first + 1);
      stack_.push_back(node.first);
      continue;
    }
    for (int k = node.edge_begin; k < node.edge_end; ++k) {
      const int e = surface.tree().edge_order()[k];
      if (is_sharp(surface, e)) edges_.push_back(sharp_edge(surface, e));
    }
  }
}

double RigidEdges::height_above_surface(const PlacedSurface& surface, const Vec3& point, double depth) {
  FootQuery query;
  query.point = point;
  query.reach = query.depth = depth;
  feet_.gather(surface, point, depth);
  feet_.find(surface, query, found_);
  return found_.empty() ? depth : found_.front().gap;
}

bool RigidEdges::leave_here(const PlacedSurface& surface, const WorldConvex& convex, const SharpEdge& edge,
                            const SharpEdge& rigid, const EdgeCrossing& crossing, double touching) {
  const double least = crossing.core / 2 + touching, depth = -2 * crossing.core;
  return reaches(edge, crossing.s, crossing.core, [&](const Vec3& p) { return height_above(convex, p) <= least; }) &&
         reaches(rigid, crossing.t, crossing.core,
                 [&](const Vec3& p) { return height_above_surface(surface, p, depth) <= least; });
}

void RigidEdges::find(const PlacedSurface& surface, const WorldConvex& convex, std::uint64_t part, double margin,
                      std::vector<SurfaceContact>& contacts) {
  const double touching = kTouching * surface.topology().edge_length;
  const double depth = std::max(margin, kDepth * surface.topology().edge_length);
  const int count = static_cast<int>(convex.topology->polyhedron->edges.size());
  for (int e = 0; e < count; ++e) {
    const SharpEdge rigid = edge_of(convex, e);
    if (rigid.normal[0].dot(rigid.normal[1]) >= kSharpCosine || !is_near(surface.box(), rigid, depth)) continue;
    gather(surface, rigid, depth);
    for (const SharpEdge& edge : edges_) {
      EdgeCrossing crossing;
      if (!cross_edges(edge, rigid, margin, depth, crossing)) continue;
      if (crossing.core < -touching && !leave_here(surface, convex, edge, rigid, crossing, touching)) continue;
      const SurfaceTopology::Edge& own = surface.topology().edges[edge.index];
      const std::uint64_t code = mix_hash(mix_hash(mix_hash(kRigidEdge, part), static_cast<std::uint64_t>(e)),
                                          static_cast<std::uint64_t>(edge.index));
      contacts.push_back({crossing.point_a + crossing.core / 2 * crossing.normal,
                          crossing.normal,
                          crossing.core,
                          code,
                          point_on_side(own.triangle[0], own.side[0], crossing.s),
                          {}});
    }
  }
}

}  // namespace stiction
