#include "collision/deforming/rigid_edges.h"

#include <algorithm>

#include "base/hash.h"
#include "collision/deforming/part_distance.h"

namespace stiction {
namespace {

using namespace surface_limits;

bool comes_near(const SharpEdge& edge, const Vec3& center, double radius) {
  const Vec3 from_start = center - edge.start;
  const double along = std::clamp(edge.direction.dot(from_start), 0.0, edge.length);
  return (from_start - along * edge.direction).squaredNorm() <= radius * radius;  // false for NaN
}

bool reaches_box(const SharpEdge& edge, const Aabb& box, double reach) {
  const Vec3 end = edge.start + edge.length * edge.direction;
  return Aabb{edge.start.cwiseMin(end), edge.start.cwiseMax(end)}.grown(reach).overlaps(box);
}

// Signed distance of a point from the part: exact inside, positive outside.
double depth_in(const PlacedPart& part, const Vec3& point) {
  if (part.kind == PartKind::kMesh) return part.features->depth(part.pose.to_local(point));
  return highest_over_faces(*part.convex, point);
}

}  // namespace

void RigidEdges::add_rigid(const Search& search, SharpEdge edge, const Vec3& left, const Vec3& right) {
  if (!reaches_box(edge, search.surface.box(), search.margin + search.touching)) return;
  edge.end = std::min(0.5, search.touching / edge.length);  // as far as corners touch beyond a border
  edge.set_faces(left, right);
  rigid_.push_back(edge);
}

void RigidEdges::gather_convex(const Search& search) {
  const WorldConvex& convex = *search.part.convex;
  for (int e = 0; e < convex.topology->edge_count(); ++e) {
    const ConvexPolyhedron::Edge& source = convex.edge(e);
    const Vec3 &left = convex.normals[source.face[0]], &right = convex.normals[source.face[1]];
    if (!(left.dot(right) < kSharpCosine)) continue;
    SharpEdge edge;
    edge.index = e;
    edge.start = convex.vertices[source.vertex[0]];
    edge.direction = convex.edge_direction(e);
    edge.length = edge.direction.dot(convex.vertices[source.vertex[1]] - edge.start);
    add_rigid(search, edge, left, right);
  }
}

void RigidEdges::gather_mesh(const Search& search) {
  const FeatureShape& shape = *search.part.features;
  const Pose& pose = search.part.pose;
  const auto add = [&](int e) {
    const FeatureShape::Edge& source = shape.edges[e];
    if (!source.sharp) return;
    const Vec3 &one = shape.faces[source.face[0]].normal, &two = shape.faces[source.face[1]].normal;
    if (!(one.dot(two) < kSharpCosine)) return;
    SharpEdge edge;
    edge.index = e;
    edge.start = pose.to_world(shape.vertices[source.vertex[0]]);
    edge.direction = pose.rotation * source.direction;
    edge.length = source.length;
    const bool first_is_left = one.cross(source.direction).dot(source.into[0]) > 0;
    add_rigid(search, edge, pose.rotation * (first_is_left ? one : two), pose.rotation * (first_is_left ? two : one));
  };
  mesh_stack_.assign(1, 0);
  while (!mesh_stack_.empty()) {
    const SphereTree::Node& node = shape.tree.nodes[mesh_stack_.back()];
    mesh_stack_.pop_back();
    const Vec3 center = pose.to_world(node.center);
    if (!search.surface.box().grown(node.radius + search.depth).overlaps({center, center})) continue;
    if (node.count == 0) {
      mesh_stack_.push_back(node.first + 1);
      mesh_stack_.push_back(node.first);
      continue;
    }
    for (int i = node.first; i < node.first + node.count; ++i) {
      for (int k = 0; k < shape.items[i].edge_count; ++k) add(shape.items[i].edge[k]);
    }
  }
}

void RigidEdges::keep_near(const TreeSphere& sphere, double reach, Visit& visit) {
  const std::size_t begin = near_.size();
  for (std::size_t i = visit.begin; i < visit.end; ++i) {
    const int edge = near_[i];
    if (comes_near(rigid_[edge], sphere.center, sphere.radius + reach)) near_.push_back(edge);
  }
  visit.begin = begin;
  visit.end = near_.size();
}

void RigidEdges::cross_leaf(const Search& search, const Visit& visit, std::vector<SurfaceContact>& contacts) {
  const BoundedTree& tree = search.surface.tree();
  const BoundedTree::Node& node = tree.nodes()[visit.node];
  for (int i = node.edge_begin; i < node.edge_end; ++i) {
    const int e = tree.edge_order()[i];
    if (!is_sharp(search.surface, e)) continue;
    const SurfaceTopology::Edge& edge = search.surface.topology().edges[e];
    const Vec3 a = search.surface.vertex(edge.vertex[0]), b = search.surface.vertex(edge.vertex[1]);
    const TreeSphere around{(a + b) / 2, (b - a).norm() / 2};
    if (!(distance_bound(search.part, around.center) <= around.radius + search.margin)) continue;
    Visit own = visit;
    keep_near(around, search.depth, own);
    if (own.begin < own.end) cross(search, sharp_edge(search.surface, e), own, contacts);
    near_.resize(own.begin);
  }
}

void RigidEdges::cross(const Search& search, const SharpEdge& own, const Visit& visit,
                       std::vector<SurfaceContact>& contacts) {
  for (std::size_t i = visit.begin; i < visit.end; ++i) {
    const SharpEdge& rigid = rigid_[near_[i]];
    EdgeCrossing crossing;
    if (!cross_edges(own, rigid, search.margin, search.depth, crossing)) continue;
    const Vec3 on_rigid = crossing.point_a + crossing.core * crossing.normal;
    if (crossing.core < -search.touching &&
        (depth_in(search.part, crossing.point_a) > crossing.core / 2 + search.touching ||
         !edges_.leaves_here(search.surface, on_rigid, crossing.core, search.touching))) {
      continue;  // the edges pass each other behind the bodies
    }
    const SurfaceTopology::Edge& edge = search.surface.topology().edges[own.index];
    const std::uint64_t rigid_code =
        mix_hash(mix_hash(kRigidEdge, search.index), static_cast<std::uint64_t>(rigid.index));
    contacts.push_back({(crossing.point_a + on_rigid) / 2,
                        crossing.normal,
                        crossing.core,
                        mix_hash(rigid_code, static_cast<std::uint64_t>(own.index)),
                        point_on_side(edge.triangle[0], edge.side[0], crossing.s),
                        {}});
  }
}

void RigidEdges::find(const PlacedSurface& surface, const PlacedPart& part, std::size_t index, double margin,
                      std::vector<SurfaceContact>& contacts) {
  const double length = surface.topology().edge_length, depth = std::max(margin, kDepth * length);
  const Search search{surface, part, index, margin, depth, kTouching * length};
  rigid_.clear();
  if (part.kind == PartKind::kMesh) {
    gather_mesh(search);
  } else {
    gather_convex(search);
  }
  near_.clear();
  for (std::size_t i = 0; i < rigid_.size(); ++i) near_.push_back(static_cast<int>(i));
  stack_.assign(1, {0, 0, near_.size()});
  while (!stack_.empty()) {
    Visit visit = stack_.back();
    stack_.pop_back();
    near_.resize(visit.end);  // what nodes below its sister took along
    const TreeSphere& sphere = surface.sphere(visit.node);
    if (!(distance_bound(part, sphere.center) <= sphere.radius + margin)) continue;
    keep_near(sphere, search.depth, visit);
    if (visit.begin == visit.end) continue;
    const BoundedTree::Node& node = surface.tree().nodes()[visit.node];
    if (node.is_leaf()) {
      cross_leaf(search, visit, contacts);
    } else {
      stack_.push_back({node.first + 1, visit.begin, visit.end});
      stack_.push_back({node.first, visit.begin, visit.end});
    }
  }
}

}  // namespace stiction
