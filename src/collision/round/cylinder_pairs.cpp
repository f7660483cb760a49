#include "collision/round/cylinder_pairs.h"

#include <algorithm>
#include <cmath>

#include "base/hash.h"
#include "collision/convex/closest_features.h"
#include "collision/round/cylinder_queries.h"
#include "collision/round/line_contact.h"

namespace stiction {
namespace {

constexpr double kBias = 1e-6;      // of the smaller body's size: see the header
constexpr double kSteep = 0.7;      // cosine between axis and normal: above it the cap touches, below it the side
constexpr double kSideways = 0.05;  // cosine between axis and normal: below it a side may touch along a line
constexpr double kAcross = 1e-7;    // cosine between axis and normal: below it the side touches with a whole line
const std::uint64_t kOnePoint = mix_hash(static_cast<std::uint64_t>(FeatureKind::kRound), 1);

double size_of(const WorldCylinder& cylinder) {
  return std::hypot(cylinder.radius, cylinder.half_length);
}

double least_gap(const Manifold& manifold) {
  double least = std::numeric_limits<double>::infinity();
  for (const ManifoldPoint& p : manifold.points) least = std::min(least, p.gap);
  return least;
}

// The line along which the side touches in the direction `normal`, as a piece of the surface.
struct Generator {
  Vec3 start, end;
};
Generator generator_towards(const WorldCylinder& cylinder, const Vec3& normal) {
  const Vec3 middle = cylinder.center + cylinder.radius * radial_direction(cylinder, normal);
  return {middle - cylinder.half_length * cylinder.axis, middle + cylinder.half_length * cylinder.axis};
}

ContactLine axis_line(const WorldCylinder& cylinder, const Vec3& normal) {
  return {cylinder.center, cylinder.half_length * cylinder.axis, cylinder.radius,
          cylinder.radius * across_axis(cylinder, normal).norm()};
}

// A line of the other body (start..end, `radius` about it) that lies on the cylinder's cap towards manifold.normal.
void line_on_cap(const WorldCylinder& cylinder, const Vec3& start, const Vec3& end, double radius, double margin,
                 int samples, Manifold& manifold) {
  const Vec3& normal = manifold.normal;
  const ClippedLine kept = clip_to_disk(cylinder.center, cylinder.axis, cylinder.radius, start, end);
  if (kept.empty) return;
  const auto end_at = [&](double t, std::uint64_t code) {
    const Vec3 p = start + t * (end - start);
    const double gap = normal.dot(p - cylinder.center) - cylinder.half_length - radius;
    return LineEnd{p - (radius + gap / 2) * normal, gap, code};
  };
  add_line(end_at(kept.from, kept.code_from), end_at(kept.to, kept.code_to), margin, samples, manifold);
}

// The cylinder's side on a face: the generator cut off at the face's border.
void side_on_face(const WorldCylinder& cylinder, const WorldConvex& convex, int face, double bias, double margin,
                  int samples, Manifold& manifold) {
  const Vec3& up = convex.normals[face];
  const Generator line = generator_towards(cylinder, -up);
  const ClippedLine kept = clip_to_face(convex, face, line.start, line.end, bias);
  if (kept.empty) return;
  const auto end_at = [&](double t, std::uint64_t code) {
    const Vec3 p = line.start + t * (line.end - line.start);
    const double gap = up.dot(p) - convex.offsets[face];
    return LineEnd{p - gap / 2 * up, gap, code};
  };
  add_line(end_at(kept.from, kept.code_from), end_at(kept.to, kept.code_to), margin, samples, manifold);
}

// An edge of the polyhedron that the side can touch along a line, given the feature that is nearest; or -1.
int parallel_edge(const WorldCylinder& cylinder, const WorldConvex& convex, const RoundAxis& axis) {
  if (std::abs(cylinder.axis.dot(axis.normal)) > kSideways) return -1;
  for (int e = 0; e < convex.topology->edge_count(); ++e) {
    const auto& edge = convex.edge(e);
    const bool touches = axis.kind == AxisKind::kVertex
                             ? edge.vertex[0] == axis.feature || edge.vertex[1] == axis.feature
                             : axis.kind != AxisKind::kFace && axis.kind != AxisKind::kCap && e == axis.feature;
    if (touches && nearly_parallel(cylinder.axis, convex.edge_direction(e))) return e;
  }
  return -1;
}

// Edges of the polyhedron that lie on the cap towards manifold.normal, `separation` [m] away.
void edges_on_cap(const WorldCylinder& cylinder, const WorldConvex& convex, double separation, double bias,
                  double margin, int samples, Manifold& manifold) {
  const double low = manifold.normal.dot(cylinder.center) + cylinder.half_length + separation + bias;
  for (int e = 0; e < convex.topology->edge_count() && manifold.points.empty(); ++e) {
    const Vec3 &p = convex.vertices[convex.edge(e).vertex[0]], &q = convex.vertices[convex.edge(e).vertex[1]];
    if (manifold.normal.dot(p) > low || manifold.normal.dot(q) > low) continue;
    line_on_cap(cylinder, p, q, 0, margin, samples, manifold);
  }
}

// Does the manifold of the flat feature hold what is nearest? If not it is emptied. `inset` [m] is the radius of a
// capsule about the line that the separation belongs to.
bool flat_holds(const RoundAxes& axes, double inset, double bias, Manifold& manifold) {
  const double least = least_gap(manifold);
  const bool overlaps = axes.flat.kind == axes.best.kind && axes.best.separation < 0;  // clipping may cost depth
  if (!manifold.points.empty() && (overlaps || least <= axes.best.separation - inset + 2 * bias)) return true;
  manifold.points.clear();
  return false;
}

// The one point where the bodies touch, midway between the surfaces.
Vec3 touching_point(const WorldCylinder& cylinder, const WorldConvex& convex, const RoundAxis& axis) {
  const Vec3 half_way = axis.separation / 2 * axis.normal;
  if (axis.kind == AxisKind::kVertex) return convex.vertices[axis.feature] - half_way;
  if (axis.kind == AxisKind::kCap) {
    const auto lowest =
        std::min_element(convex.vertices.begin(), convex.vertices.end(),
                         [&](const Vec3& p, const Vec3& q) { return axis.normal.dot(p) < axis.normal.dot(q); });
    return *lowest - half_way;
  }
  if (axis.kind == AxisKind::kSide) {
    const auto& edge = convex.edge(axis.feature);
    const Vec3 half = cylinder.half_length * cylinder.axis;
    return closest_on_segments(cylinder.center - half, cylinder.center + half, convex.vertices[edge.vertex[0]],
                               convex.vertices[edge.vertex[1]])
               .on_second -
           half_way;
  }
  return rim_support(cylinder, axis.normal) + half_way;
}

// Between cylinders: what each has farthest along the normal is a cap, a line or a point.
Vec3 touching_point(const WorldCylinder& a, const WorldCylinder& b, const RoundAxis& axis) {
  const Vec3& normal = axis.normal;
  const Vec3 half_way = axis.separation / 2 * normal;
  const double along_a = std::abs(a.axis.dot(normal)), along_b = std::abs(b.axis.dot(normal));
  const bool cap_a = axis.kind == AxisKind::kCap, cap_b = axis.kind == AxisKind::kCapB;
  const bool line_a = along_a < kAcross, line_b = along_b < kAcross;
  if (!cap_a && !cap_b && line_a && line_b) {
    const Generator on_a = generator_towards(a, normal), on_b = generator_towards(b, -normal);
    const SegmentPoints p = closest_on_segments(on_a.start, on_a.end, on_b.start, on_b.end);
    return (p.on_first + p.on_second) / 2;
  }
  if (cap_a || (line_a && !cap_b)) return rim_support(b, -normal) - half_way;
  if (cap_b || line_b) return rim_support(a, normal) + half_way;
  return (rim_support(a, normal) + rim_support(b, -normal)) / 2;
}

}  // namespace

void collide_sphere_cylinder(const WorldSphere& sphere, const WorldCylinder& cylinder, double margin,
                             Manifold& manifold) {
  manifold.points.clear();
  const CylinderNearest nearest = nearest_on_cylinder(cylinder, sphere.center);
  const double gap = nearest.distance - sphere.radius;
  if (!(gap <= margin)) return;
  manifold.normal = -nearest.normal;
  manifold.points.push_back({sphere.center - (sphere.radius + gap / 2) * nearest.normal, gap, kOnePoint});
}

void CylinderPairs::collide_plane(const WorldPlane& plane, const WorldCylinder& cylinder, double margin, int samples,
                                  Manifold& manifold) {
  manifold.points.clear();
  manifold.normal = plane.normal;
  if (std::abs(cylinder.axis.dot(plane.normal)) > kSteep) {
    caps_.add_plane(cylinder, plane, margin, samples, manifold);
    return;
  }
  const Generator line = generator_towards(cylinder, -plane.normal);
  const auto end_at = [&](const Vec3& p, std::uint64_t code) {
    const double gap = plane.normal.dot(p) - plane.offset;
    return LineEnd{p - gap / 2 * plane.normal, gap, code};
  };
  add_line(end_at(line.start, 0), end_at(line.end, 1), margin, samples, manifold);
}

void CylinderPairs::collide_capsule(const WorldCapsule& capsule, const WorldCylinder& cylinder, double margin,
                                    int samples, Manifold& manifold) {
  manifold.points.clear();
  const Vec3 start = capsule.end(0), end = capsule.end(1);
  const double bias = kBias * std::min(size_of(cylinder), capsule.radius + capsule.half.norm());
  const RoundAxes axes = find_axes(cylinder, start, end, margin + capsule.radius, bias);
  if (axes.apart) return;
  if (axes.flat.kind == AxisKind::kCap) {
    manifold.normal = axes.flat.normal;
    line_on_cap(cylinder, start, end, capsule.radius, margin, samples, manifold);
    manifold.normal = -manifold.normal;
    if (flat_holds(axes, capsule.radius, bias, manifold)) return;
  }
  const RoundAxis& axis = axes.best;
  const double gap = axis.separation - capsule.radius;
  Vec3 on_axis = axis.kind == AxisKind::kVertex ? capsule.end(axis.feature) : Vec3::Zero();
  if (axis.kind == AxisKind::kCap) {
    on_axis = capsule.end(axis.normal.dot(capsule.half) < 0 ? 1 : 0);
  } else if (axis.kind == AxisKind::kSide) {
    const Vec3 half = cylinder.half_length * cylinder.axis;
    on_axis = closest_on_segments(cylinder.center - half, cylinder.center + half, start, end).on_second;
  } else if (axis.kind == AxisKind::kRim) {
    on_axis = rim_support(cylinder, axis.normal) + axis.separation * axis.normal;
  }
  const Vec3 point = on_axis - (capsule.radius + gap / 2) * axis.normal;
  manifold.normal = -axis.normal;
  if (axis.kind != AxisKind::kCap && std::abs(cylinder.axis.dot(axis.normal)) < kSideways &&
      nearly_parallel(cylinder.axis, capsule.half)) {
    const ContactLine line{capsule.center, capsule.half, capsule.radius, capsule.radius};
    if (add_parallel_lines(line, axis_line(cylinder, axis.normal), gap, point, margin, samples, manifold)) return;
  }
  manifold.points.push_back({point, gap, kOnePoint});
}

void CylinderPairs::cap_on_cylinder(const WorldCylinder& a, const WorldCylinder& b, double bias, double margin,
                                    int samples, Manifold& manifold) {
  if (std::abs(b.axis.dot(manifold.normal)) > kSteep) {
    caps_.add_caps(a, b, bias, margin, samples, manifold);
  } else {
    const Generator line = generator_towards(b, -manifold.normal);
    line_on_cap(a, line.start, line.end, 0, margin, samples, manifold);
  }
}

void CylinderPairs::flat_on_cylinder(const WorldCylinder& a, const WorldCylinder& b, const RoundAxis& axis, double bias,
                                     double margin, int samples, Manifold& manifold) {
  if (axis.kind == AxisKind::kCap) {
    manifold.normal = axis.normal;
    cap_on_cylinder(a, b, bias, margin, samples, manifold);
  } else if (axis.kind == AxisKind::kCapB) {
    manifold.normal = -axis.normal;
    cap_on_cylinder(b, a, bias, margin, samples, manifold);
    manifold.normal = axis.normal;
  }
}

void CylinderPairs::collide_cylinders(const WorldCylinder& a, const WorldCylinder& b, double margin, int samples,
                                      Manifold& manifold) {
  manifold.points.clear();
  const double bias = kBias * std::min(size_of(a), size_of(b));
  const RoundAxes axes = find_axes(a, b, margin, bias);
  if (axes.apart) return;
  flat_on_cylinder(a, b, axes.flat, bias, margin, samples, manifold);
  if (flat_holds(axes, 0, bias, manifold)) return;
  const RoundAxis& axis = axes.best;
  manifold.normal = axis.normal;
  const Vec3 point = touching_point(a, b, axis);
  const bool sideways = std::abs(a.axis.dot(axis.normal)) < kSideways && std::abs(b.axis.dot(axis.normal)) < kSideways;
  if (sideways && nearly_parallel(a.axis, b.axis) &&
      add_parallel_lines(axis_line(a, axis.normal), axis_line(b, axis.normal), axis.separation, point, margin, samples,
                         manifold)) {
    return;
  }
  manifold.points.push_back({point, axis.separation, kOnePoint});
}

void CylinderPairs::flat_on_convex(const WorldCylinder& cylinder, const WorldConvex& convex, const RoundAxis& axis,
                                   double bias, double margin, int samples, Manifold& manifold) {
  if (axis.kind != AxisKind::kFace && axis.kind != AxisKind::kCap) return;
  manifold.normal = axis.normal;
  const int face = axis.kind == AxisKind::kFace ? axis.feature : most_opposed_face(convex, axis.normal, 1e-4);
  if (axis.kind == AxisKind::kCap || std::abs(cylinder.axis.dot(axis.normal)) > kSteep) {
    caps_.add_face(cylinder, convex, face, bias, margin, samples, manifold);
    if (axis.kind == AxisKind::kCap && least_gap(manifold) > axis.separation + 2 * bias) {
      manifold.points.clear();  // the face chosen is not the one that hangs lowest
      edges_on_cap(cylinder, convex, axis.separation, bias, margin, samples, manifold);
    }
  } else {
    side_on_face(cylinder, convex, face, bias, margin, samples, manifold);
  }
}

void CylinderPairs::collide_convex(const WorldCylinder& cylinder, const WorldConvex& convex, double margin, int samples,
                                   Manifold& manifold) {
  manifold.points.clear();
  const double bias = kBias * std::min(size_of(cylinder), convex.topology->radius);
  const RoundAxes axes = find_axes(cylinder, convex, margin, bias);
  if (axes.apart) return;
  flat_on_convex(cylinder, convex, axes.flat, bias, margin, samples, manifold);
  if (flat_holds(axes, 0, bias, manifold)) return;
  const RoundAxis& axis = axes.best;
  manifold.normal = axis.normal;
  const Vec3 point = touching_point(cylinder, convex, axis);
  if (const int e = parallel_edge(cylinder, convex, axis); e >= 0) {
    const Vec3 &p = convex.vertices[convex.edge(e).vertex[0]], &q = convex.vertices[convex.edge(e).vertex[1]];
    const ContactLine ridge{(p + q) / 2, (q - p) / 2, 0, 0};
    if (add_parallel_lines(axis_line(cylinder, axis.normal), ridge, axis.separation, point, margin, samples, manifold))
      return;
  }
  manifold.points.push_back({point, axis.separation, kOnePoint});
}

}  // namespace stiction
