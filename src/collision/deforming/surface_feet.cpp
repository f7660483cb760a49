#include "collision/deforming/surface_feet.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "collision/deforming/surface_contact.h"

namespace stiction {
namespace {

using namespace surface_limits;

SurfaceFeature feature_of(const PlacedSurface& surface, const TriangleNearest& nearest) {
  const int t = nearest.material.triangle;
  if (nearest.kind == MeshFeature::kFace) return {nearest.kind, t};
  if (nearest.kind == MeshFeature::kEdge) return {nearest.kind, surface.topology().triangle_edges[t][nearest.part]};
  return {nearest.kind, surface.mesh().triangles[t][nearest.part]};
}

}  // namespace

SurfaceFeature snapped(const PlacedSurface& surface, int t, const Vec3& point, double touching) {
  const NearTriangle triangle = near_triangle(surface, t);
  const Vec3* corners[3] = {&triangle.a, &triangle.b, &triangle.c};
  for (int k = 0; k < 3; ++k) {
    if ((point - *corners[k]).squaredNorm() <= touching * touching)
      return {MeshFeature::kVertex, surface.mesh().triangles[t][k]};
  }
  for (int k = 0; k < 3; ++k) {
    const Vec3 along = *corners[(k + 1) % 3] - *corners[k];
    if (along.cross(point - *corners[k]).squaredNorm() <= touching * touching * along.squaredNorm())
      return {MeshFeature::kEdge, surface.topology().triangle_edges[t][k]};
  }
  return {MeshFeature::kFace, t};
}

bool is_nearer(const TriangleNearest& p, const TriangleNearest& q) {
  if (p.distance2 != q.distance2) return p.distance2 < q.distance2;
  return std::tuple(p.kind, p.material.triangle) < std::tuple(q.kind, q.material.triangle);
}

int triangle_beyond(const PlacedSurface& surface, const TriangleNearest& foot) {
  const SurfaceTopology& topology = surface.topology();
  const SurfaceTopology::Edge& edge = topology.edges[topology.triangle_edges[foot.material.triangle][foot.part]];
  return edge.triangle[0] == foot.material.triangle ? edge.triangle[1] : edge.triangle[0];
}

bool comes_nearer(const PlacedSurface& surface, const TriangleNearest& foot, const Vec3& point) {
  const SurfaceTopology& topology = surface.topology();
  const SurfaceTopology::Edge& edge = topology.edges[topology.triangle_edges[foot.material.triangle][foot.part]];
  const int other = edge.triangle[0] == foot.material.triangle ? 1 : 0;
  const Vec3& opposite = surface.corner(edge.triangle[other], (edge.side[other] + 2) % 3);
  return (opposite - foot.point).dot(point - foot.point) > 0;
}

void SurfaceFeet::gather(const PlacedSurface& surface, const NearBox& near) {
  leaves_.clear();
  stack_.assign(1, 0);
  while (!stack_.empty()) {
    const int i = stack_.back();
    stack_.pop_back();
    const TreeSphere& sphere = surface.sphere(i);
    if (!near.meets(sphere.center, sphere.radius)) continue;
    const BoundedTree::Node& node = surface.tree().nodes()[i];
    if (node.is_leaf()) {
      if (near.meets(surface.leaf_box(i))) add_leaf(surface, i);
    } else {
      stack_.push_back(node.first + 1);
      stack_.push_back(node.first);
    }
  }
}

void SurfaceFeet::resolve(const PlacedSurface& surface, const FootQuery& query, std::vector<SurfaceFoot>& feet) {
  std::sort(near_.begin(), near_.end(), is_nearer);  // so that the order of gathering does not matter
  const TriangleNearest best = near_.front();
  const double side = pseudonormal(surface, feature_of(surface, best)).dot(query.point - best.point);
  const double limit = side < 0 ? query.depth : query.reach;
  if (best.distance2 > limit * limit) return;
  if (query.guest != nullptr)
    normals_around(*query.guest, {MeshFeature::kVertex, query.guest_vertex}, guest_normals_);
  else
    guest_normals_.clear();
  add(surface, query, best, side, feet);
  if (side < 0) return;
  for (std::size_t i = 1; i < near_.size(); ++i) {
    const TriangleNearest& other = near_[i];
    if (other.kind == MeshFeature::kVertex || other.distance2 > query.reach * query.reach) continue;
    const Vec3 apart = query.point - other.point;
    if (surface.normal(other.material.triangle).dot(apart) < 0) continue;
    add(surface, query, other, 1, feet);
  }
}

// Is one of the guest's faces on a face with this normal?
bool SurfaceFeet::is_flush(const Vec3& normal) const {
  return std::any_of(guest_normals_.begin(), guest_normals_.end(),
                     [&](const Vec3& own) { return own.dot(normal) < kFlush; });
}

// Features that touch: of all faces that meet here the one that a face of the guest lies on. Without one, the middle
// between the two bodies' normals, unless the foot is inside a face.
bool SurfaceFeet::choose_touching_normal(const PlacedSurface& surface, const TriangleNearest& nearest,
                                         SurfaceFoot& foot) {
  double best = kFlush;
  for (const Vec3& face : around_) {
    for (const Vec3& own : guest_normals_) {
      if (own.dot(face) < best) best = own.dot(face), foot.normal = face;
    }
  }
  if (best < kFlush) return true;
  if (nearest.kind == MeshFeature::kFace) {
    foot.normal = surface.normal(nearest.material.triangle);
    return true;
  }
  Vec3 sum = pseudonormal(surface, foot.feature);
  if (!guest_normals_.empty()) {
    Vec3 own = Vec3::Zero();
    for (const Vec3& n : guest_normals_) own += n;
    if (own.norm() > 0) sum -= own.normalized();
  }
  if (!(sum.norm() > 1e-6)) return false;
  foot.normal = sum.normalized();
  return true;
}

// A vertex beside a face's border, in the plane of a face that it can slide onto: the border is no obstacle.
bool SurfaceFeet::may_slide_past(const PlacedSurface& surface, const FootQuery& query, const SurfaceFoot& foot) {
  normals_around(surface, foot.feature, around_);
  return std::any_of(around_.begin(), around_.end(), [&](const Vec3& face) {
    return std::abs(face.dot(query.point - foot.point)) <= query.touching && face.dot(foot.normal) < kSlide &&
           is_flush(face);
  });
}

void SurfaceFeet::add(const PlacedSurface& surface, const FootQuery& query, const TriangleNearest& nearest, double side,
                      std::vector<SurfaceFoot>& feet) {
  SurfaceFoot foot;
  foot.point = nearest.point;
  foot.material = nearest.material;
  foot.feature = feature_of(surface, nearest);
  const Vec3 apart = query.point - nearest.point;
  const double distance = std::sqrt(nearest.distance2);
  if (distance <= query.touching) {
    const SurfaceFeature border = snapped(surface, nearest.material.triangle, nearest.point, query.touching);
    normals_around(surface, border, around_);
    if (!choose_touching_normal(surface, nearest, foot)) return;
    foot.gap = foot.normal.dot(apart);
  } else if (nearest.kind == MeshFeature::kFace) {
    foot.normal = surface.normal(nearest.material.triangle);
    foot.gap = foot.normal.dot(apart);
  } else {
    foot.gap = side < 0 ? -distance : distance;
    foot.normal = apart / foot.gap;
    if (side >= 0 && !guest_normals_.empty() && may_slide_past(surface, query, foot)) return;
  }
  if (!guest_normals_.empty()) {
    Vec3 own = Vec3::Zero();
    for (const Vec3& n : guest_normals_) own += n;
    if (foot.normal.dot(own) > kFacing * own.norm()) return;
  }
  const bool known = std::any_of(feet.begin(), feet.end(),
                                 [&](const SurfaceFoot& other) { return other.normal.dot(foot.normal) > kDistinct; });
  if (!known) feet.push_back(foot);
}

}  // namespace stiction
