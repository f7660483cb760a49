#include "collision/convex/convex_convex.h"

#include <algorithm>

#include "base/hash.h"
#include "collision/convex/closest_features.h"
#include "collision/convex/patch_samples.h"

namespace stiction {
namespace {

constexpr double kBias = 1e-4;              // of the smaller body's radius: see the class comment
constexpr double kOpposedTolerance = 1e-4;  // cosines of incident faces that count as equal
constexpr double kTouching = 1e-10;         // [m] closest points nearer than this define no direction

std::uint64_t kind_code(FeatureKind kind, std::uint64_t detail) {
  return mix_hash(static_cast<std::uint64_t>(kind), detail);
}

// Separated, and no face column holds a near point: one contact between the true closest points, if near enough.
void closest_contact(const WorldConvex& a, const WorldConvex& b, const Vec3& axis, double margin, Manifold& manifold) {
  const ClosestPoints closest = closest_points(a, b, axis, margin);
  if (!closest.found) return;
  manifold.normal = closest.distance > kTouching ? Vec3((closest.on_b - closest.on_a).normalized()) : axis;
  manifold.points.push_back({(closest.on_a + closest.on_b) / 2, closest.distance,
                             mix_hash(kind_code(FeatureKind::kClosest, closest.feature_a), closest.feature_b)});
}

// Overlapping, but so slightly that no polygon is left: b's deepest vertex along the axis.
void support_contact(const WorldConvex& b, const Vec3& axis, double separation, Manifold& manifold) {
  const auto deepest = std::min_element(b.vertices.begin(), b.vertices.end(),
                                        [&](const Vec3& p, const Vec3& q) { return axis.dot(p) < axis.dot(q); });
  manifold.normal = axis;
  manifold.points.push_back(
      {*deepest - separation / 2 * axis, separation,
       kind_code(FeatureKind::kSupport, static_cast<std::uint64_t>(deepest - b.vertices.begin()))});
}

}  // namespace

ConvexConvex::Outcome ConvexConvex::face_contact(const WorldConvex& reference, int face, const WorldConvex& incident,
                                                 bool reference_is_b, double margin, int samples, Manifold& manifold) {
  const Vec3& normal = reference.normals[face];
  const int incident_face = most_opposed_face(incident, normal, kOpposedTolerance);
  const std::vector<PatchCorner>& corners = clipper_.clip(reference, face, incident, incident_face, bias_, margin);
  if (corners.empty()) return Outcome::kNothingNear;
  const PatchExtent extent = patch_extent(corners, 2 * bias_);
  if (!extent.spans_area && slide_past(reference, incident, normal, bias_)) return Outcome::kSlidesPast;
  manifold.normal = reference_is_b ? Vec3(-normal) : normal;
  const std::uint64_t patch =
      kind_code(FeatureKind::kFace, static_cast<std::uint64_t>(face) << 1 | (reference_is_b ? 1 : 0));
  for (const PatchCorner& corner : corners) {
    manifold.points.push_back({corner.point, corner.gap, mix_hash(patch, corner.code)});
  }
  add_patch_samples(corners, extent, samples, patch, manifold);
  return Outcome::kContact;
}

bool ConvexConvex::edge_contact(const WorldConvex& a, const WorldConvex& b, const EdgeAxis& axis,
                                Manifold& manifold) const {
  const auto& ea = a.edge(axis.edge_a);
  const auto& eb = b.edge(axis.edge_b);
  const SegmentPoints p = closest_on_segments(a.vertices[ea.vertex[0]], a.vertices[ea.vertex[1]],
                                              b.vertices[eb.vertex[0]], b.vertices[eb.vertex[1]]);
  // Past an end of an edge the closest points are not along the axis: not an edge/edge contact.
  const Vec3 between = p.on_second - p.on_first;
  if (axis.separation > 0 && (between - axis.separation * axis.normal).norm() > bias_) return false;
  manifold.normal = axis.normal;
  manifold.points.push_back({(p.on_first + p.on_second) / 2, axis.separation,
                             mix_hash(kind_code(FeatureKind::kEdges, axis.edge_a), axis.edge_b)});
  return true;
}

void ConvexConvex::collide(const WorldConvex& a, const WorldConvex& b, double margin, int samples,
                           SeparatingFace* separating, Manifold& manifold) {
  manifold.points.clear();
  bias_ = kBias * std::min(a.topology->radius, b.topology->radius);
  const SatResult axes = find_separating_axes(a, b, margin, bias_, separating, scratch_);
  if (axes.apart) return;
  if (axes.edges.edge_a >= 0 && edge_contact(a, b, axes.edges, manifold)) return;

  const bool b_first = axes.face_b.separation > axes.face_a.separation + bias_;
  const double separation = std::max(axes.face_a.separation, axes.face_b.separation);
  const auto try_face = [&](bool use_b) {
    return use_b ? face_contact(b, axes.face_b.face, a, true, margin, samples, manifold)
                 : face_contact(a, axes.face_a.face, b, false, margin, samples, manifold);
  };
  if (axes.edges.edge_a < 0 && try_face(b_first) != Outcome::kNothingNear) return;
  const Vec3 axis = axes.edges.edge_a >= 0 ? axes.edges.normal
                    : b_first              ? Vec3(-b.normals[axes.face_b.face])
                                           : a.normals[axes.face_a.face];
  if (axes.edges.edge_a >= 0 || separation > 0) {
    if (!slide_past(a, b, axis, bias_)) closest_contact(a, b, axis, margin, manifold);
  } else if (try_face(!b_first) == Outcome::kNothingNear) {
    support_contact(b, axis, separation, manifold);
  }
}

}  // namespace stiction
