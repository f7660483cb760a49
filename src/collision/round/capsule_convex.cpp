#include <algorithm>
#include <cmath>

#include "base/hash.h"
#include "collision/convex/closest_features.h"
#include "collision/round/capsule_pairs.h"
#include "collision/round/line_contact.h"

namespace stiction {
namespace {

constexpr double kBias = 1e-6;            // of the smaller body's size: see the header
constexpr double kParallelSine2 = 1e-12;  // squared sine of edges that span no axis with the capsule's

// How the capsule's axis and the polyhedron lie to each other.
struct AxisToConvex {
  double separation = 0;        // along `away`; negative if the axis pierces the polyhedron [m]
  Vec3 away = Vec3::UnitZ();    // unit, from the polyhedron to the axis
  Vec3 on_axis = Vec3::Zero();  // nearest point of the axis (or deepest) [m]
  int edge = -1;                // of the polyhedron, if that is nearest
};

bool pierces(const WorldConvex& convex, const Vec3& start, const Vec3& end) {
  double from = 0, to = 1;
  for (std::size_t f = 0; f < convex.normals.size(); ++f) {
    const double d0 = convex.normals[f].dot(start) - convex.offsets[f];
    const double d1 = convex.normals[f].dot(end) - convex.offsets[f];
    if (d0 >= 0 && d1 >= 0) return false;
    if (d0 > 0) from = std::max(from, d0 / (d0 - d1));
    if (d1 > 0) to = std::min(to, d0 / (d0 - d1));
    if (from >= to) return false;
  }
  return true;
}

// The axis does not pierce the polyhedron: closest points.
AxisToConvex nearest_outside(const WorldConvex& convex, const Vec3& start, const Vec3& end) {
  AxisToConvex best;
  best.separation = std::numeric_limits<double>::infinity();
  for (int e = 0; e < convex.topology->edge_count(); ++e) {
    const auto& edge = convex.edge(e);
    const SegmentPoints p =
        closest_on_segments(start, end, convex.vertices[edge.vertex[0]], convex.vertices[edge.vertex[1]]);
    const Vec3 between = p.on_first - p.on_second;
    const double distance = between.norm();
    if (!(distance < best.separation)) continue;
    const Vec3 away = distance > 0 ? Vec3(between / distance)
                                   : Vec3((convex.normals[edge.face[0]] + convex.normals[edge.face[1]]).normalized());
    best = {distance, away, p.on_first, e};
  }
  for (const Vec3* p : {&start, &end}) {
    const SurfacePoint nearest = closest_surface_point(convex, *p);
    if (nearest.distance < best.separation) best = {nearest.distance, nearest.normal, *p, -1};
  }
  best.away.normalize();
  return best;
}

// Least penetration over faces and edges whose arc of normals meets the plane across the axis.
AxisToConvex least_penetration(const WorldConvex& convex, const Vec3& start, const Vec3& end, double bias) {
  AxisToConvex best;
  best.separation = -std::numeric_limits<double>::infinity();
  for (std::size_t f = 0; f < convex.normals.size(); ++f) {
    const double d0 = convex.normals[f].dot(start) - convex.offsets[f];
    const double d1 = convex.normals[f].dot(end) - convex.offsets[f];
    if (std::min(d0, d1) > best.separation) best = {std::min(d0, d1), convex.normals[f], d0 < d1 ? start : end, -1};
  }
  best.separation += bias;  // an edge must beat the faces by it
  const Vec3 along = end - start;
  for (int e = 0; e < convex.topology->edge_count(); ++e) {
    const auto& edge = convex.edge(e);
    const Vec3 &n0 = convex.normals[edge.face[0]], &n1 = convex.normals[edge.face[1]];
    if (!(n0.dot(along) * n1.dot(along) < 0)) continue;
    const Vec3 cross = along.cross(convex.edge_direction(e));
    if (!(cross.squaredNorm() > kParallelSine2 * along.squaredNorm())) continue;
    const Vec3 away = (cross.dot(n0 + n1) > 0 ? 1.0 : -1.0) * cross.normalized();
    const double separation = away.dot(start - convex.vertices[edge.vertex[0]]);
    if (separation <= best.separation) continue;
    const SegmentPoints p =
        closest_on_segments(start, end, convex.vertices[edge.vertex[0]], convex.vertices[edge.vertex[1]]);
    best = {separation, away, p.on_first, e};
  }
  if (best.edge < 0) best.separation -= bias;
  return best;
}

// The lowest face whose separation from the axis is within `bias` of the best, if that is within it of `least`; or -1.
int face_below(const WorldConvex& convex, const Vec3& start, const Vec3& end, double least, double bias) {
  const auto separation = [&](std::size_t f) {
    return std::min(convex.normals[f].dot(start), convex.normals[f].dot(end)) - convex.offsets[f];
  };
  double greatest = -std::numeric_limits<double>::infinity();
  for (std::size_t f = 0; f < convex.normals.size(); ++f) greatest = std::max(greatest, separation(f));
  if (!(greatest >= least - bias)) return -1;
  std::size_t face = 0;
  while (!(separation(face) >= greatest - bias)) ++face;
  return static_cast<int>(face);
}

// False, and nothing is added, if no point over the face has a gap of at most `reached` [m].
bool lie_on_face(const WorldCapsule& capsule, const WorldConvex& convex, int face, double bias, double reached,
                 double margin, int samples, Manifold& manifold) {
  const Vec3 start = capsule.end(0), end = capsule.end(1);
  const ClippedLine kept = clip_to_face(convex, face, start, end, bias);
  if (kept.empty) return false;
  const Vec3& up = convex.normals[face];
  manifold.normal = -up;
  const auto end_at = [&](double t, std::uint64_t code) {
    const Vec3 p = start + t * (end - start);
    const double gap = up.dot(p) - convex.offsets[face] - capsule.radius;
    return LineEnd{p - (capsule.radius + gap / 2) * up, gap, code};
  };
  const LineEnd one = end_at(kept.from, kept.code_from), other = end_at(kept.to, kept.code_to);
  if (!(std::min(one.gap, other.gap) <= reached)) return false;
  add_line(one, other, margin, samples, manifold);
  return true;
}

}  // namespace

void collide_capsule_convex(const WorldCapsule& capsule, const WorldConvex& convex, double margin, int samples,
                            Manifold& manifold) {
  manifold.points.clear();
  const Vec3 start = capsule.end(0), end = capsule.end(1);
  const double bias = kBias * std::min(convex.topology->radius, capsule.radius + capsule.half.norm());
  // Distance of the bounding spheres, and of the axis from any face: cheap ways to be apart.
  const double reach = capsule.radius + margin;
  if ((capsule.center - convex.center).norm() > capsule.half.norm() + convex.topology->radius + reach) return;
  for (std::size_t f = 0; f < convex.normals.size(); ++f) {
    const Vec3& up = convex.normals[f];
    if (up.dot(capsule.center) - std::abs(up.dot(capsule.half)) - convex.offsets[f] > reach) return;
  }
  const AxisToConvex nearest =
      pierces(convex, start, end) ? least_penetration(convex, start, end, bias) : nearest_outside(convex, start, end);
  const double gap = nearest.separation - capsule.radius;
  if (!(gap <= margin)) return;
  const int face = face_below(convex, start, end, nearest.separation, bias);
  const double reached = nearest.separation < 0 ? margin : gap + 2 * bias;  // where the face must hold what is nearest
  if (face >= 0 && lie_on_face(capsule, convex, face, bias, reached, margin, samples, manifold)) return;

  manifold.normal = -nearest.away;
  const Vec3 point = nearest.on_axis - (capsule.radius + gap / 2) * nearest.away;
  if (nearest.edge >= 0 && nearly_parallel(capsule.half, convex.edge_direction(nearest.edge))) {
    const auto& edge = convex.edge(nearest.edge);
    const Vec3 &p = convex.vertices[edge.vertex[0]], &q = convex.vertices[edge.vertex[1]];
    const ContactLine axis{capsule.center, capsule.half, capsule.radius, capsule.radius};
    const ContactLine ridge{(p + q) / 2, (q - p) / 2, 0, 0};
    if (add_parallel_lines(axis, ridge, gap, point, margin, samples, manifold)) return;
  }
  manifold.points.push_back({point, gap, mix_hash(static_cast<std::uint64_t>(FeatureKind::kRound), 0)});
}

}  // namespace stiction
