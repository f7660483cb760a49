// The vertex tests of FeaturePairs.
#include <cmath>

#include "collision/mesh/feature_pairs.h"
#include "collision/mesh/pair_limits.h"

namespace stiction {
namespace {

using namespace pair_limits;

// Other faces of the host at the border a vertex touches whose normals are as good as the face's own.
struct Alternatives {
  int count = 0;
  bool flush = false;       // one of them lies flush on a face of the guest
  Vec3 sum = Vec3::Zero();  // of their normals
  double distance = 0;      // sum of the vertex's distances from them [m]
  int kind = kVertexFace;   // what border it is
  int feature = -1;
};

bool lies_flush(const FeatureFrame& frame, int vertex, const Vec3& normal) {
  const FeatureShape& guest = *frame.guest;
  const Vec3 m = frame.guest_direction(normal);
  for (int i = guest.around_begin[vertex]; i < guest.around_begin[vertex + 1]; ++i) {
    if (guest.faces[guest.around[i]].normal.dot(m) < -kFlush) return true;
  }
  return false;
}

// Is the other face an alternative to `face` for this vertex?
void consider(const FeatureFrame& frame, int face, int other, int vertex, const Vec3& point, double tolerance, int kind,
              int feature, Alternatives& found) {
  const auto& own = frame.host->faces[face];
  const auto& alternative = frame.host->faces[other];
  if (own.region == alternative.region || own.normal.dot(alternative.normal) > kDistinct) return;
  const double distance = alternative.normal.dot(point) - alternative.offset - frame.guest->rounding;
  if (std::abs(distance) > tolerance) return;
  if (frame.guest->vertex_violation(vertex, frame.guest_direction(-alternative.normal)) > kInCone) return;
  found.flush = found.flush || lies_flush(frame, vertex, alternative.normal);
  found.sum += alternative.normal;
  found.distance += distance;
  found.kind = kind;
  found.feature = feature;
  ++found.count;
}

Alternatives find_alternatives(const FeatureFrame& frame, int face, int vertex, const Vec3& point, const double* inside,
                               double tolerance) {
  Alternatives found;
  const FeatureShape& host = *frame.host;
  const auto& own = host.faces[face];
  for (int k = 0; k < 3; ++k) {  // corner k lies between sides k - 1 and k
    const int corner = own.vertex[k];
    if (inside[k] > tolerance || inside[(k + 2) % 3] > tolerance || !host.touchable[corner]) continue;
    if (host.vertex_violation(corner, own.normal) > kInCone) continue;
    for (int i = host.around_begin[corner]; i < host.around_begin[corner + 1]; ++i) {
      const int other = host.around[i];
      if (host.vertex_violation(corner, host.faces[other].normal) > kInCone) continue;
      consider(frame, face, other, vertex, point, tolerance, kBorderVertex, corner, found);
    }
    if (found.count > 0) return found;
  }
  for (int k = 0; k < 3; ++k) {
    const auto& edge = host.edges[own.edge[k]];
    if (inside[k] > tolerance || !edge.sharp) continue;
    const int other = edge.face[0] == face ? edge.face[1] : edge.face[0];
    consider(frame, face, other, vertex, point, tolerance, kBorderEdge, own.edge[k], found);
    if (found.count > 0) return found;
  }
  return found;
}

}  // namespace

void FeaturePairs::vertex_face(const FeatureFrame& frame, int f, int vertex, const Vec3& point) {
  const auto& face = frame.host->faces[f];
  const double core = face.normal.dot(point) - face.offset;
  const double gap = core - frame.guest->rounding;
  if (gap > local_margin_ || core < -tolerance_) return;
  double inside[3];
  for (int k = 0; k < 3; ++k) {
    inside[k] = face.side[k].dot(point) - face.side_offset[k];
    if (inside[k] < -tolerance_) return;
  }
  if (frame.guest->vertex_violation(vertex, frame.guest_direction(-face.normal)) > kLookVertex) return;
  const Alternatives other = find_alternatives(frame, f, vertex, point, inside, tolerance_);
  if (other.flush) return;
  if (other.count > 0 && gap <= tolerance_) {
    if (lies_flush(frame, vertex, face.normal)) return;
    const Vec3 sum = face.normal + other.sum;
    const double length = sum.norm();
    if (length < kLocal) return;  // a blade's edge: no middle
    const double middle_gap = (gap + other.distance) / length;
    const Vec3 n = sum / length;
    emit(frame, point - (frame.guest->rounding + middle_gap / 2) * n, n, middle_gap, other.kind, other.feature, vertex);
    return;
  }
  emit(frame, point - (frame.guest->rounding + gap / 2) * face.normal, face.normal, gap, kVertexFace, face.region,
       vertex);
}

// The vertex is in the plane of a face at the border and can slide onto it: the border is no obstacle.
bool FeaturePairs::may_slide_onto(const FeatureFrame& frame, int face, int vertex, const Vec3& point,
                                  const Vec3& normal) const {
  const auto& plane = frame.host->faces[face];
  if (std::abs(plane.normal.dot(point) - plane.offset - frame.guest->rounding) > tolerance_) return false;
  if (plane.normal.dot(normal) > kDistinct) return false;
  return frame.guest->vertex_violation(vertex, frame.guest_direction(-plane.normal)) <= kInCone;
}

void FeaturePairs::vertex_edge(const FeatureFrame& frame, int e, int vertex, const Vec3& point) {
  const auto& edge = frame.host->edges[e];
  const Vec3 start = frame.host->vertices[edge.vertex[0]];
  const double t = edge.direction.dot(point - start);
  if (t < 0 || t > edge.length) return;
  const Vec3 apart = point - start - t * edge.direction;
  const double distance = apart.norm();
  const double gap = distance - frame.host->rounding - frame.guest->rounding;
  if (gap > local_margin_ || distance <= tolerance_) return;
  const Vec3 n = apart / distance;
  if (edge.face[0] >= 0) {
    for (int k = 0; k < 2; ++k) {
      if (apart.dot(edge.into[k]) > -tolerance_) return;  // over a face, or below it
      if (may_slide_onto(frame, edge.face[k], vertex, point, n)) return;
    }
  }
  if (frame.guest->vertex_violation(vertex, frame.guest_direction(-n)) > kLocal) return;
  emit(frame, start + t * edge.direction + (frame.host->rounding + gap / 2) * n, n, gap, kVertexEdge, e, vertex);
}

void FeaturePairs::vertex_vertex(const FeatureFrame& frame, int host_vertex, int vertex, const Vec3& point) {
  const FeatureShape &host = *frame.host, &guest = *frame.guest;
  const Vec3 start = host.vertices[host_vertex];
  const Vec3 apart = point - start;
  const double distance = apart.norm();
  const double gap = distance - host.rounding - guest.rounding;
  if (gap > local_margin_ || distance <= tolerance_) return;
  const Vec3 n = apart / distance;
  if (host.vertex_violation(host_vertex, n) > 0) return;
  if (guest.vertex_violation(vertex, frame.guest_direction(-n)) > 0) return;
  for (int i = host.around_begin[host_vertex]; i < host.around_begin[host_vertex + 1]; ++i) {
    if (may_slide_onto(frame, host.around[i], vertex, point, n)) return;
  }
  emit(frame, start + (host.rounding + gap / 2) * n, n, gap, kVertexVertex, host_vertex, vertex);
}

}  // namespace stiction
