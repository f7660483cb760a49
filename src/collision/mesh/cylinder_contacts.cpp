#include "collision/mesh/cylinder_contacts.h"

#include <cmath>

#include "base/hash.h"
#include "collision/mesh/pair_limits.h"
#include "collision/round/cylinder_queries.h"

namespace stiction {
namespace {

using namespace pair_limits;

constexpr int kRimPoints = 8;
constexpr double kStanding = 0.989;  // cosine of 0.15 rad between the axis and a face's normal
constexpr double kLean = 1e-6;       // [rad] a cap this flat on a face has no lowest point

enum CylinderKind { kLowest = 200, kVertex, kEdge, kCrossing };

}  // namespace

void CylinderContacts::emit(const Vec3& point, const Vec3& normal, double gap, int kind, int feature, int number) {
  const std::uint64_t code = mix_hash(mix_hash(static_cast<std::uint64_t>(kind), static_cast<std::uint64_t>(feature)),
                                      static_cast<std::uint64_t>(number));
  points_->push_back({pose_.to_world(point), pose_.rotation * normal, gap, code});
}

// A point of the cylinder's rim over a face.
void CylinderContacts::rim_point(int f, const Vec3& point, int number) {
  const auto& face = mesh_->faces[f];
  const double gap = face.normal.dot(point) - face.offset;
  if (gap > margin_) return;
  for (int k = 0; k < 3; ++k) {
    if (face.side[k].dot(point) - face.side_offset[k] < -tolerance_) return;
  }
  // Below the face, but outside again on the far side, or leaving the mesh elsewhere.
  if (gap < -tolerance_ && mesh_->depth(point) > gap / 2) return;
  emit(point - gap / 2 * face.normal, -face.normal, gap, kLowest, face.region, number);
}

void CylinderContacts::face_contacts(int f) {
  const Vec3 n = -mesh_->faces[f].normal;
  const Vec3 end = cylinder_.half_length * cylinder_.axis;
  const Vec3 radial = across_axis(cylinder_, n);
  const double lean = radial.norm();
  if (lean > kLean) {
    const Vec3 lowest = cylinder_.center + cylinder_.radius / lean * radial;
    rim_point(f, lowest - end, 0);
    rim_point(f, lowest + end, 1);
  }
  const double facing = cylinder_.axis.dot(n);
  if (std::abs(facing) < kStanding) return;
  const Vec3 cap = facing > 0 ? Vec3(cylinder_.center + end) : Vec3(cylinder_.center - end);
  const Vec3 other = cylinder_.axis.cross(cylinder_.across);
  for (int k = 0; k < kRimPoints; ++k) {
    const double angle = 2 * M_PI * k / kRimPoints;
    rim_point(f, cap + cylinder_.radius * (std::cos(angle) * cylinder_.across + std::sin(angle) * other), 2 + k);
  }
}

// The cylinder's support lies in the plane of the face, and the direction is another one: it may slide onto the face.
bool CylinderContacts::may_slide_onto(int f, const Vec3& normal) const {
  const auto& face = mesh_->faces[f];
  const double distance = face.normal.dot(cylinder_.center) - face.offset - reach(cylinder_, -face.normal);
  return std::abs(distance) <= tolerance_ && -face.normal.dot(normal) < kDistinct;
}

void CylinderContacts::vertex_contact(int v) {
  const CylinderNearest nearest = nearest_on_cylinder(cylinder_, mesh_->vertices[v]);
  if (nearest.distance > margin_) return;
  const Vec3& n = nearest.normal;
  const bool over_cap = std::abs(n.dot(cylinder_.axis)) > 1 - 1e-12;
  if (mesh_->vertex_violation(v, -n) > (over_cap ? kLookVertex : kLocal)) return;
  for (int i = mesh_->around_begin[v]; i < mesh_->around_begin[v + 1]; ++i) {
    const int face = mesh_->around[i];
    if (mesh_->vertex_violation(v, mesh_->faces[face].normal) <= kInCone && may_slide_onto(face, n)) return;
  }
  emit(mesh_->vertices[v] - nearest.distance / 2 * n, n, nearest.distance, kVertex, v, 0);
}

// Where the edge passes under the rim of a cap that lies on the face beside it.
void CylinderContacts::rim_crossings(int e, int f) {
  const auto& edge = mesh_->edges[e];
  const Vec3& m = mesh_->faces[f].normal;
  const double facing = cylinder_.axis.dot(m);
  if (std::abs(facing) < kStanding) return;
  const Vec3 start = mesh_->vertices[edge.vertex[0]];
  const Vec3 p = across_axis(cylinder_, start - cylinder_.center), d = across_axis(cylinder_, edge.direction);
  // |p + s d| = radius
  const double a = d.squaredNorm(), b = p.dot(d), c = p.squaredNorm() - cylinder_.radius * cylinder_.radius;
  const double root = b * b - a * c;
  if (a < 0.5 || root <= 0) return;
  const Vec3 cap = cylinder_.center - std::copysign(cylinder_.half_length, facing) * cylinder_.axis;
  for (int k = 0; k < 2; ++k) {
    const double s = (-b + (k == 0 ? -1 : 1) * std::sqrt(root)) / a;
    if (s < tolerance_ || s > edge.length - tolerance_) continue;
    const Vec3 point = start + s * edge.direction;
    const double gap = (cap - point).dot(cylinder_.axis) / facing;
    if (gap > margin_ || gap < -tolerance_) continue;
    emit(point + gap / 2 * m, -m, gap, kCrossing, e, k);
  }
}

void CylinderContacts::edge_contact(int e) {
  const auto& edge = mesh_->edges[e];
  for (int f : edge.face) rim_crossings(e, f);
  const Vec3 start = mesh_->vertices[edge.vertex[0]];
  const LineDirection line = direction_to_line(cylinder_, start, edge.direction);
  if (line.separation > margin_) return;
  Vec3 n = line.normal;
  int face = -1;
  const double violation = mesh_->edge_violation(e, -n, &face);
  if (violation > kSnap || may_slide_onto(edge.face[0], n) || may_slide_onto(edge.face[1], n)) return;
  if (violation > -kSnap) n = -mesh_->faces[face].normal;
  double s = 0;
  if (line.on_side) {
    // start + s direction = center + z axis + (...) n
    const Vec3 across = cylinder_.axis.cross(n);
    const double slope = edge.direction.dot(across);
    if (std::abs(slope) < kParallel) return;
    s = (cylinder_.center - start).dot(across) / slope;
    const double z = cylinder_.axis.dot(start + s * edge.direction - cylinder_.center);
    if (std::abs(z) > cylinder_.half_length) return;
  } else {
    s = edge.direction.dot(rim_support(cylinder_, line.normal) - start);
  }
  if (s < tolerance_ || s > edge.length - tolerance_) return;
  emit(start + s * edge.direction - line.separation / 2 * n, n, line.separation, kEdge, e, line.on_side ? 0 : 1);
}

void CylinderContacts::find(const WorldCylinder& cylinder, const FeatureShape& mesh, const Pose& pose, double margin,
                            std::vector<PairPoint>& points) {
  points.clear();
  points_ = &points;
  mesh_ = &mesh;
  pose_ = pose;
  margin_ = margin;
  const Quat back = pose.rotation.conjugate();
  cylinder_ = {pose.to_local(cylinder.center), back * cylinder.axis, back * cylinder.across, cylinder.radius,
               cylinder.half_length};
  tolerance_ = std::min(kTouching * std::min(mesh.size, std::hypot(cylinder.radius, cylinder.half_length)),
                        kTouchingEdge * mesh.shortest_edge);
  stack_.assign(1, 0);
  while (!stack_.empty()) {
    const SphereTree::Node& node = mesh.tree.nodes[stack_.back()];
    stack_.pop_back();
    if (nearest_on_cylinder(cylinder_, node.center).distance > node.radius + margin) continue;
    if (node.count == 0) {
      stack_.push_back(node.first);
      stack_.push_back(node.first + 1);
      continue;
    }
    for (int i = node.first; i < node.first + node.count; ++i) {
      const auto& item = mesh.items[i];
      if (nearest_on_cylinder(cylinder_, item.center).distance > item.radius + margin) continue;
      face_contacts(item.face);
      for (int k = 0; k < item.vertex_count; ++k) vertex_contact(item.vertex[k]);
      for (int k = 0; k < item.edge_count; ++k) edge_contact(item.edge[k]);
    }
  }
}

}  // namespace stiction
