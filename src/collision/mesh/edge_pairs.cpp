// The edge test of FeaturePairs.
#include <cmath>

#include "collision/mesh/feature_pairs.h"
#include "collision/mesh/pair_limits.h"

namespace stiction {
namespace {

using namespace pair_limits;

struct EdgeNormal {
  bool valid = false;
  bool of_face = false;
  Vec3 normal;
};

// The cross product if it lies inside both cones, else the face's normal at the border of the cone that it leaves. The
// host's faces go first.
EdgeNormal choose_normal(const FeatureFrame& frame, int host_edge, int guest_edge, const Vec3& cross) {
  const FeatureShape &host = *frame.host, &guest = *frame.guest;
  int host_face = -1, guest_face = -1;
  const double host_violation = host.edge_violation(host_edge, cross, &host_face);
  const double guest_violation = guest.edge_violation(guest_edge, frame.guest_direction(-cross), &guest_face);
  if (host_violation > kLookEdge || guest_violation > kLookEdge) return {};
  if (host_violation <= -kSnap && guest_violation <= -kSnap) return {true, false, cross};
  if (host_violation > -kSnap) {
    const Vec3& n = host.faces[host_face].normal;
    if (guest.edge_violation(guest_edge, frame.guest_direction(-n)) <= kLookEdge) return {true, true, n};
  }
  if (guest_violation > -kSnap) {
    const Vec3 n = -(frame.rotation * guest.faces[guest_face].normal);
    if (host.edge_violation(host_edge, n) <= kLookEdge) return {true, true, n};
  }
  return {};
}

// How far the ends of an edge are at most outside of where the edges cross: the normal that is chosen leans from the
// cross product by up to kLookEdge, which moves the crossing by its share of the distance [m].
constexpr double kLean = 0.32;  // tangent of asin(kLookEdge) is 0.3145
static_assert(kLookEdge <= 0.3);

bool outside(double along, double length, double slack) {
  return along < -slack || along > length + slack;
}

}  // namespace

void FeaturePairs::edge_edge(const FeatureFrame& frame, int host_edge, int guest_edge) {
  const FeatureShape &host = *frame.host, &guest = *frame.guest;
  const auto &one = host.edges[host_edge], &two = guest.edges[guest_edge];
  const Vec3 p = host.vertices[one.vertex[0]], q = frame.place(guest.vertices[two.vertex[0]]);
  const Vec3 d = one.direction, e = frame.rotation * two.direction;
  const Vec3 product = d.cross(e);
  const double sine = product.norm();
  if (sine < kParallel) return;
  Vec3 cross = product / sine;
  const double rounding = host.rounding + guest.rounding;
  const Vec3 between = q - p;
  const double distance = std::abs(cross.dot(between));
  if (distance > local_margin_ + rounding) return;
  const double slack = (kLean * distance / sine + tolerance_) * (1 + 1e-9);
  const Vec3 across = between.cross(cross) / sine;  // crossing by the cross product itself
  if (outside(-across.dot(e), one.length, slack) || outside(-across.dot(d), two.length, slack)) return;
  // Of the two directions the one that the cones like better.
  const auto worst = [&](const Vec3& n) {
    return std::max(host.edge_violation(host_edge, n), guest.edge_violation(guest_edge, frame.guest_direction(-n)));
  };
  if (worst(-cross) < worst(cross)) cross = -cross;
  const EdgeNormal choice = choose_normal(frame, host_edge, guest_edge, cross);
  if (!choice.valid) return;

  // p + s d + core n = q + t e.
  const Vec3& n = choice.normal;
  const double determinant = n.dot(product);
  const double s = between.dot(e.cross(n)) / determinant, t = between.dot(d.cross(n)) / determinant;
  const double border = choice.of_face ? tolerance_ : -tolerance_;  // near a vertex the vertex/face test is at home
  if (s < border || s > one.length - border || t < border || t > two.length - border) return;
  const double core = between.dot(product) / determinant;
  const double gap = core - rounding;
  if (gap > local_margin_) return;
  const Vec3 on_host = p + s * d;
  if (core < -tolerance_) {  // overlapping, unless the edges pass each other behind the bodies
    const Vec3 on_guest = q + t * e;
    if (host.depth(on_guest) > tolerance_) return;
    if (guest.depth(frame.rotation.transpose() * (on_host - frame.shift)) > tolerance_) return;
  }
  emit(frame, on_host + (host.rounding + gap / 2) * n, n, gap, kEdgeEdge, host_edge, guest_edge);
}

}  // namespace stiction
