#include "collision/mesh/possible_pairs.h"

#include <algorithm>
#include <cmath>

#include "collision/convex/closest_features.h"
#include "collision/mesh/pair_limits.h"

namespace stiction {

using namespace pair_limits;

namespace {

constexpr double kMostLean = 1.05;  // 1 / cos(asin(kLookEdge)): distance along the normal over that of the lines

}  // namespace

PossiblePairs::PossiblePairs(const FeatureFrame& frame, const FeatureFrame& reverse, double margin, double tolerance,
                             double slack)
    : frame_(frame),
      reverse_(reverse),
      margin_(margin + slack),
      tolerance_(tolerance),
      slack_(slack),
      far_slack_(slack * (1 + 2 * frame.host->size / frame.guest->size)),
      turn_(slack / frame.guest->size) {}

PossiblePairs::Planes PossiblePairs::compare(const FeatureFrame& frame, int host_face, int guest_face,
                                             double slack) const {
  const auto& plane = frame.host->faces[host_face];
  const double reach = margin_ + slack + frame.host->rounding + frame.guest->rounding;
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const int corner : frame.guest->faces[guest_face].vertex) {
    const double distance = plane.normal.dot(frame.place(frame.guest->vertices[corner])) - plane.offset;
    low = std::min(low, distance);
    high = std::max(high, distance);
  }
  if (low > reach || high < -reach) return Planes::kApart;
  return low <= slack && high >= -slack ? Planes::kCrossing : Planes::kNear;
}

// Does the guest's triangle lie wholly beyond one side of the host's, and so cannot pass through it?
bool PossiblePairs::beside(const FeatureFrame& frame, int host_face, int guest_face, double slack) const {
  const auto& face = frame.host->faces[host_face];
  std::array<Vec3, 3> corners;
  for (int c = 0; c < 3; ++c) corners[c] = frame.place(frame.guest->vertices[frame.guest->faces[guest_face].vertex[c]]);
  for (int k = 0; k < 3; ++k) {
    double greatest = -std::numeric_limits<double>::infinity();
    for (const Vec3& corner : corners) greatest = std::max(greatest, face.side[k].dot(corner) - face.side_offset[k]);
    if (greatest < -slack) return true;
  }
  return false;
}

// How far a unit vector between points at this distance may turn.
double PossiblePairs::direction_slack(double distance) const {
  return turn_ + 2 * slack_ / distance;
}

bool PossiblePairs::vertex_face(const FeatureFrame& frame, int f, int vertex, const Vec3& point) const {
  const auto& face = frame.host->faces[f];
  const double core = face.normal.dot(point) - face.offset;
  const double low = tolerance_ + slack_;
  if (core - frame.guest->rounding > margin_ || core < -low) return false;
  for (int k = 0; k < 3; ++k)
    if (face.side[k].dot(point) - face.side_offset[k] < -low) return false;
  return frame.guest->vertex_violation(vertex, frame.guest_direction(-face.normal)) <= kLookVertex + turn_;
}

bool PossiblePairs::vertex_edge(const FeatureFrame& frame, int e, int vertex, const Vec3& point) const {
  const auto& edge = frame.host->edges[e];
  const Vec3 start = frame.host->vertices[edge.vertex[0]];
  const double t = edge.direction.dot(point - start);
  if (t < -slack_ || t > edge.length + slack_) return false;
  const Vec3 apart = point - start - t * edge.direction;
  const double distance = apart.norm();
  if (distance - frame.host->rounding - frame.guest->rounding > margin_) return false;
  if (edge.face[0] >= 0 && (apart.dot(edge.into[0]) > slack_ || apart.dot(edge.into[1]) > slack_)) return false;
  if (distance <= 2 * slack_) return true;
  return frame.guest->vertex_violation(vertex, frame.guest_direction(-apart / distance)) <=
         kLocal + direction_slack(distance);
}

bool PossiblePairs::vertex_vertex(const FeatureFrame& frame, int host_vertex, int vertex) const {
  const FeatureShape &host = *frame.host, &guest = *frame.guest;
  const Vec3 apart = frame.place(guest.vertices[vertex]) - host.vertices[host_vertex];
  const double distance = apart.norm();
  if (distance - host.rounding - guest.rounding > margin_) return false;
  if (distance <= 2 * slack_) return true;
  const Vec3 n = apart / distance;
  const double slack = direction_slack(distance);
  return host.vertex_violation(host_vertex, n) <= slack &&
         guest.vertex_violation(vertex, frame.guest_direction(-n)) <= slack;
}

bool PossiblePairs::edge_edge(int host_edge, int guest_edge) const {
  const FeatureShape &host = *frame_.host, &guest = *frame_.guest;
  const auto &one = host.edges[host_edge], &two = guest.edges[guest_edge];
  const Vec3 product = one.direction.cross(frame_.rotation * two.direction);
  const double sine = product.norm();
  if (sine <= 4 * turn_) return true;
  const Vec3 cross = product / sine;
  const double turn = 2 * turn_ / sine;  // of the cross product
  const Vec3 between = frame_.place(guest.vertices[two.vertex[0]]) - host.vertices[one.vertex[0]];
  if (std::abs(cross.dot(between)) > margin_ + host.rounding + guest.rounding + turn * between.norm()) return false;
  // Where edges meet they are hardly farther apart than their lines (edge_pairs.cpp).
  const SegmentPoints near =
      closest_on_segments(host.vertices[one.vertex[0]], host.vertices[one.vertex[1]],
                          frame_.place(guest.vertices[two.vertex[0]]), frame_.place(guest.vertices[two.vertex[1]]));
  const double reach = kMostLean * (margin_ + host.rounding + guest.rounding) + slack_ + 4 * tolerance_;
  if ((near.on_second - near.on_first).squaredNorm() > reach * reach) return false;
  const auto in_cones = [&](const Vec3& n) {
    return host.edge_violation(host_edge, n) <= kLookEdge + turn &&
           guest.edge_violation(guest_edge, frame_.guest_direction(-n)) <= kLookEdge + turn + turn_;
  };
  return in_cones(cross) || in_cones(-cross);
}

bool PossiblePairs::vertex_may_meet(const FeatureFrame& frame, const FeatureShape::Item& host, int vertex) const {
  const Vec3 point = frame.place(frame.guest->vertices[vertex]);
  if (host.face >= 0 && vertex_face(frame, host.face, vertex, point)) return true;
  for (int e = 0; e < host.edge_count; ++e)
    if (vertex_edge(frame, host.edge[e], vertex, point)) return true;
  return false;
}

bool PossiblePairs::may_meet(const FeatureShape::Item& one, const FeatureShape::Item& two) const {
  if (one.face >= 0 && two.face >= 0) {
    const Planes first = compare(frame_, one.face, two.face, slack_);
    if (first == Planes::kApart) return false;
    const Planes second = compare(reverse_, two.face, one.face, far_slack_);
    if (second == Planes::kApart) return false;
    if (first == Planes::kCrossing && second == Planes::kCrossing && !beside(frame_, one.face, two.face, slack_) &&
        !beside(reverse_, two.face, one.face, far_slack_)) {
      return true;  // one may pass through the other
    }
  }
  for (int v = 0; v < two.vertex_count; ++v)
    if (vertex_may_meet(frame_, one, two.vertex[v])) return true;
  for (int v = 0; v < one.vertex_count; ++v)
    if (vertex_may_meet(reverse_, two, one.vertex[v])) return true;
  for (int v = 0; v < one.vertex_count; ++v)
    for (int w = 0; w < two.vertex_count; ++w)
      if (vertex_vertex(frame_, one.vertex[v], two.vertex[w])) return true;
  for (int e = 0; e < one.edge_count; ++e)
    for (int f = 0; f < two.edge_count; ++f)
      if (edge_edge(one.edge[e], two.edge[f])) return true;
  return false;
}

}  // namespace stiction
