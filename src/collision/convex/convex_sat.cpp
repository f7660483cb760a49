#include "collision/convex/convex_sat.h"

#include <cmath>

namespace stiction {
namespace {

constexpr double kParallelSine = 1e-6;      // edges nearer to parallel span no axis; the faces cover that case
constexpr double kRelativeEdgeBias = 1e-3;  // of the faces' overlap: an edge pair must beat the faces by this as well
constexpr double kAcross = 0.999;           // cosine: a face this parallel to the contact's own axis says nothing new
constexpr double kFlush = 1 - 5e-7;         // cosine of 1 mrad: faces that lie flush on each other

// Distance of the other body's inner point from a face: never less than the face's separation.
double upper_bound(const WorldConvex& convex, int face, const WorldConvex& other) {
  return convex.normals[face].dot(other.center) - convex.offsets[face];
}

FaceAxis best_face(const WorldConvex& convex, const WorldConvex& other, double bias) {
  const int face_count = convex.topology->face_count();
  FaceAxis best;
  double bound = -std::numeric_limits<double>::infinity();
  for (int f = 0; f < face_count; ++f) {
    const double candidate = upper_bound(convex, f, other);
    if (candidate > bound) {
      bound = candidate;
      best.face = f;
    }
  }
  if (best.face < 0) return {0, -std::numeric_limits<double>::infinity()};  // non-finite pose
  best.separation = face_separation(convex, best.face, other);
  // `greatest` only grows, so a face skipped below can never come within the bias of the final value.
  double greatest = best.separation;
  const int start = best.face;
  for (int f = 0; f < face_count; ++f) {
    if (f == start || upper_bound(convex, f, other) < greatest - bias) continue;
    greatest = std::max(greatest, face_separation(convex, f, other));
  }
  for (int f = 0; f < face_count; ++f) {
    if (upper_bound(convex, f, other) < greatest - bias) continue;
    const double separation = face_separation(convex, f, other);
    if (separation >= greatest - bias) return {f, separation};
  }
  return best;
}

// An edge supports directions n = alpha n0 + beta n1 with alpha, beta >= 0 and alpha + beta >= 1, and along n the
// separation is at most alpha bound0 + beta bound1: with both bounds below min(target, 0) it cannot exceed the target.
bool may_exceed(const WorldConvex& convex, int e, const WorldConvex& other, double target) {
  const auto& edge = convex.edge(e);
  const double limit = std::min(target, 0.0);
  return upper_bound(convex, edge.face[0], other) > limit || upper_bound(convex, edge.face[1], other) > limit;
}

// Do the arc between the faces of a's edge and the mirrored arc of b's edge cross on the unit sphere?
bool arcs_cross(const WorldConvex& a, int edge_a, const Vec3& along_a, const WorldConvex& b, int edge_b,
                const Vec3& along_b) {
  const auto& ea = a.edge(edge_a);
  const auto& eb = b.edge(edge_b);
  const double c = b.normals[eb.face[0]].dot(along_a);
  const double d = b.normals[eb.face[1]].dot(along_a);
  if (!(c * d < 0)) return false;
  const double p = a.normals[ea.face[0]].dot(along_b);
  const double q = a.normals[ea.face[1]].dot(along_b);
  return p * q < 0 && c * q < 0;
}

EdgeAxis best_edges(const WorldConvex& a, const WorldConvex& b, double target, double margin,
                    std::vector<int>& candidates) {
  EdgeAxis best;
  best.separation = target;
  const int count_a = a.topology->edge_count();
  const int count_b = b.topology->edge_count();
  candidates.clear();
  for (int j = 0; j < count_b; ++j) {
    if (may_exceed(b, j, a, target)) candidates.push_back(j);
  }
  for (int i = 0; i < count_a; ++i) {
    if (!may_exceed(a, i, b, target)) continue;
    const Vec3 along_a = a.edge_direction(i);
    for (int j : candidates) {
      const Vec3 along_b = b.edge_direction(j);
      if (!arcs_cross(a, i, along_a, b, j, along_b)) continue;
      const Vec3 cross = along_a.cross(along_b);
      const double sine = cross.norm();
      if (!(sine > kParallelSine)) continue;
      const auto& edge = a.edge(i);
      const double sign = cross.dot(a.normals[edge.face[0]] + a.normals[edge.face[1]]) > 0 ? 1 : -1;
      const Vec3 normal = (sign / sine) * cross;
      const double separation = normal.dot(b.vertices[b.edge(j).vertex[0]] - a.vertices[edge.vertex[0]]);
      if (separation <= best.separation) continue;
      best = {i, j, separation, normal.normalized()};
      if (separation > margin) return best;
    }
  }
  return best;
}

bool still_separates(const WorldConvex& a, const WorldConvex& b, const SeparatingFace& known, double margin) {
  if (known.face < 0) return false;
  return (known.of_b ? face_separation(b, known.face, a) : face_separation(a, known.face, b)) > margin;
}

bool flush_on_a_face(const WorldConvex& convex, const WorldConvex& other, const Vec3& axis, double tolerance) {
  for (int f = 0; f < convex.topology->face_count(); ++f) {
    const Vec3& normal = convex.normals[f];
    if (std::abs(normal.dot(axis)) > kAcross || upper_bound(convex, f, other) < -tolerance) continue;
    if (std::abs(face_separation(convex, f, other)) > tolerance) continue;
    if (other.normals[most_opposed_face(other, normal, 0)].dot(normal) < -kFlush) return true;
  }
  return false;
}

}  // namespace

double face_separation(const WorldConvex& convex, int face, const WorldConvex& other) {
  const Vec3 normal = convex.normals[face];
  double least = std::numeric_limits<double>::infinity();
  for (const Vec3& v : other.vertices) {
    const double d = normal.dot(v);
    least = d < least ? d : least;
  }
  return least - convex.offsets[face];
}

bool slide_past(const WorldConvex& a, const WorldConvex& b, const Vec3& axis, double tolerance) {
  return flush_on_a_face(a, b, axis, tolerance) || flush_on_a_face(b, a, axis, tolerance);
}

SatResult find_separating_axes(const WorldConvex& a, const WorldConvex& b, double margin, double bias,
                               SeparatingFace* separating, std::vector<int>& scratch) {
  SatResult result;
  const auto note = [&](int face, bool of_b) {
    if (separating != nullptr) *separating = {face, of_b};
  };
  result.apart = separating != nullptr && still_separates(a, b, *separating, margin + bias);
  if (result.apart) return result;
  result.face_a = best_face(a, b, bias);
  result.apart = result.face_a.separation > margin + bias;
  if (result.apart) note(result.face_a.face, false);
  if (result.apart) return result;
  result.face_b = best_face(b, a, bias);
  result.apart = result.face_b.separation > margin + bias;
  if (result.apart) note(result.face_b.face, true);
  if (result.apart) return result;
  const double face = std::max(result.face_a.separation, result.face_b.separation);
  result.edges = best_edges(a, b, face + bias + kRelativeEdgeBias * std::abs(face), margin, scratch);
  result.apart = result.edges.edge_a >= 0 && result.edges.separation > margin;
  return result;
}

}  // namespace stiction
