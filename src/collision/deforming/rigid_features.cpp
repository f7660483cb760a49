#include "collision/deforming/rigid_features.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/hash.h"
#include "collision/mesh/pair_limits.h"

namespace stiction {
namespace {

using namespace surface_limits;

constexpr int kRimPoints = 16;  // of a cylinder's rim

std::uint64_t point_code(std::size_t part, int feature) {
  return mix_hash(mix_hash(kRigidPoint, part), static_cast<std::uint64_t>(feature));
}

// A point inside the part, from which its corners point outward.
Vec3 middle_of(const PlacedPart& part) {
  return part.kind == PartKind::kConvex ? part.convex->center : Vec3((part.box.min + part.box.max) / 2);
}

// At one of the surface's vertices: it has the contact itself.
bool is_at_vertex(const MaterialPoint& point) {
  const auto weights = point.weights();
  return *std::max_element(weights.begin(), weights.end()) >= 1 - kEdgeEnd;
}

// Is the direction none of a face's? Edges between triangles in one plane are part of a face.
bool is_beside_edge(const PlacedSurface& surface, const SurfaceFoot& foot) {
  if (foot.feature.kind != MeshFeature::kEdge) return false;
  const auto& triangles = surface.topology().edges[foot.feature.index].triangle;
  return std::all_of(triangles.begin(), triangles.end(),
                     [&](int t) { return surface.normal(t).dot(foot.normal) < kSlide; });
}

}  // namespace

// More than zero: the corner is on the part's far side from a surface with this normal.
double RigidFeatures::RigidPoint::pointing_away(const Vec3& normal) const {
  if (mesh_vertex >= 0) {
    const Vec3 into = part->pose.rotation.conjugate() * Vec3(-normal);
    return part->features->vertex_violation(mesh_vertex, into) - pair_limits::kLookVertex;
  }
  const Vec3 outward = place - middle_of(*part);
  return normal.dot(outward) - kFacing * outward.norm();
}

// A corner at a convex border is over one face or beyond it by noise. Of the two that it is over, or beyond by no more
// than `touching`, the one counts that it points at most.
void RigidFeatures::choose_touched_face(const PlacedSurface& surface, const RigidPoint& point, double touching,
                                        SurfaceFoot& foot) {
  const Vec3& corner = point.place;
  const SurfaceFeature border = snapped(surface, foot.material.triangle, foot.point, touching);
  if (border.kind != MeshFeature::kEdge || !is_sharp(surface, border.index)) return;
  const SurfaceTopology::Edge& edge = surface.topology().edges[border.index];
  const Vec3& start = surface.vertex(edge.vertex[0]);
  const Vec3 along = (surface.vertex(edge.vertex[1]) - start).normalized();
  const Vec3 from_start = corner - start, apart = from_start - along.dot(from_start) * along;
  double least = std::numeric_limits<double>::infinity();
  for (const int t : edge.triangle) {
    const Vec3& normal = surface.normal(t);
    const double gap = normal.dot(apart), away = point.pointing_away(normal);
    if ((apart - gap * normal).norm() > touching || !(away < least)) continue;
    least = away;
    foot.normal = normal;
    foot.gap = gap;
    foot.point = corner - gap * normal;
  }
}

void RigidFeatures::add_point(const PlacedSurface& surface, const RigidPoint& point, double margin,
                              std::vector<SurfaceContact>& contacts) {
  FootQuery query;
  query.point = point.place;
  query.reach = margin + point.radius;
  query.depth = std::max(margin, kDepth * surface.topology().edge_length);
  feet_.gather(surface, point.place, std::max(query.reach, query.depth));
  feet_.find(surface, query, found_);
  for (std::size_t i = 0; i < found_.size(); ++i) {
    SurfaceFoot& foot = found_[i];
    if (point.is_corner) choose_touched_face(surface, point, kTouching * surface.topology().edge_length, foot);
    const double gap = foot.gap - point.radius;
    if (!(gap <= margin) || is_at_vertex(foot.material)) continue;
    if (point.is_corner) {
      if (foot.gap > 0 && is_beside_edge(surface, foot)) continue;  // it may slide past
      if (point.pointing_away(foot.normal) > 0) continue;
    }
    const std::uint64_t code =
        i == 0 ? point.code : mix_hash(point.code, 1 + static_cast<std::uint64_t>(foot.feature.index));
    contacts.push_back({foot.point + gap / 2 * foot.normal, foot.normal, gap, code, foot.material, {}});
  }
}

void RigidFeatures::add_rims(const PlacedSurface& surface, const PlacedPart& part, std::size_t index, double margin,
                             std::vector<SurfaceContact>& contacts) {
  const WorldCylinder& cylinder = part.cylinder;
  const Vec3 aside = cylinder.axis.cross(cylinder.across);
  for (int i = 0; i < 2 * kRimPoints; ++i) {
    const int place_on_rim = i / 2;
    const double angle = 2 * M_PI * place_on_rim / kRimPoints, side = i % 2 == 0 ? -1 : 1;
    const Vec3 place = cylinder.center + side * cylinder.half_length * cylinder.axis +
                       cylinder.radius * (std::cos(angle) * cylinder.across + std::sin(angle) * aside);
    add_point(surface, {place, 0, point_code(index, i), &part}, margin, contacts);
  }
}

void RigidFeatures::add_mesh(const PlacedSurface& surface, const PlacedPart& part, std::size_t index, double margin,
                             std::vector<SurfaceContact>& contacts) {
  const FeatureShape& shape = *part.features;
  const double reach = std::max(margin, kDepth * surface.topology().edge_length);
  const auto is_near = [&](const Vec3& place, double radius) {
    const Aabb& box = surface.box();
    return ((box.min - place).array() <= radius).all() && ((place - box.max).array() <= radius).all();
  };
  stack_.assign(1, 0);
  while (!stack_.empty()) {
    const SphereTree::Node& node = shape.tree.nodes[stack_.back()];
    stack_.pop_back();
    if (!is_near(part.pose.to_world(node.center), node.radius + reach)) continue;
    if (node.count == 0) {
      stack_.push_back(node.first + 1);
      stack_.push_back(node.first);
      continue;
    }
    for (int i = node.first; i < node.first + node.count; ++i) {
      for (int k = 0; k < shape.items[i].vertex_count; ++k) {
        const int v = shape.items[i].vertex[k];
        const Vec3 place = part.pose.to_world(shape.vertices[v]);
        if (is_near(place, reach)) add_point(surface, {place, 0, point_code(index, v), &part, v}, margin, contacts);
      }
    }
  }
}

void RigidFeatures::find(const PlacedSurface& surface, const PlacedPart& part, std::size_t index, double margin,
                         std::vector<SurfaceContact>& contacts) {
  switch (part.kind) {
    case PartKind::kPlane:
      return;  // nothing of a plane is between vertices
    case PartKind::kSphere:
      return add_point(surface, {part.sphere.center, part.sphere.radius, point_code(index, 0), &part, -1, false},
                       margin, contacts);
    case PartKind::kCapsule:
      for (int i = 0; i < 2; ++i) {
        add_point(surface, {part.capsule.end(i), part.capsule.radius, point_code(index, i), &part, -1, false}, margin,
                  contacts);
      }
      return edges_.find_capsule(surface, part.capsule, index, margin, contacts);
    case PartKind::kCylinder:
      return add_rims(surface, part, index, margin, contacts);
    case PartKind::kConvex:
      for (std::size_t v = 0; v < part.convex->vertices.size(); ++v) {
        add_point(surface, {part.convex->vertices[v], 0, point_code(index, static_cast<int>(v)), &part}, margin,
                  contacts);
      }
      return rigid_edges_.find(surface, part, index, margin, contacts);
    case PartKind::kMesh:
      add_mesh(surface, part, index, margin, contacts);
      return rigid_edges_.find(surface, part, index, margin, contacts);
  }
}

}  // namespace stiction
