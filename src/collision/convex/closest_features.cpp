#include "collision/convex/closest_features.h"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

constexpr std::uint64_t kEdge = 1ULL << 29;
constexpr std::uint64_t kFace = 1ULL << 30;
constexpr double kTouching = 1e-12;  // [m] below this the direction between two points means nothing

// Parameters this near to an end (relative) belong to the vertex.
std::uint64_t edge_feature(const WorldConvex& convex, int e, double parameter) {
  if (parameter <= 1e-9) return convex.edge(e).vertex[0];
  if (parameter >= 1 - 1e-9) return convex.edge(e).vertex[1];
  return kEdge | static_cast<std::uint64_t>(e);
}

// Vertices of `other` over faces of `convex`. `swapped`: convex is body b.
void search_faces(const WorldConvex& convex, const WorldConvex& other, bool swapped, ClosestPoints& best) {
  for (int f = 0; f < convex.topology->face_count(); ++f) {
    for (std::size_t v = 0; v < other.vertices.size(); ++v) {
      const double d = convex.normals[f].dot(other.vertices[v]) - convex.offsets[f];
      if (d <= 0 || d >= best.distance || !over_face(convex, f, other.vertices[v], 0)) continue;
      const Vec3 foot = other.vertices[v] - d * convex.normals[f];
      const std::uint64_t face = kFace | static_cast<std::uint64_t>(f);
      best = swapped ? ClosestPoints{true, other.vertices[v], foot, d, v, face}
                     : ClosestPoints{true, foot, other.vertices[v], d, face, v};
    }
  }
}

bool edge_within(const WorldConvex& convex, int e, const Vec3& axis, double low, double high) {
  const double p = axis.dot(convex.vertices[convex.edge(e).vertex[0]]);
  const double q = axis.dot(convex.vertices[convex.edge(e).vertex[1]]);
  return std::max(p, q) >= low && std::min(p, q) <= high;
}

void search_edges(const WorldConvex& a, const WorldConvex& b, const Vec3& axis, ClosestPoints& best) {
  double top_a = -std::numeric_limits<double>::infinity();
  double bottom_b = -top_a;
  for (const Vec3& v : a.vertices) top_a = std::max(top_a, axis.dot(v));
  for (const Vec3& v : b.vertices) bottom_b = std::min(bottom_b, axis.dot(v));
  const double reach = best.distance;
  for (int i = 0; i < a.topology->edge_count(); ++i) {
    if (!edge_within(a, i, axis, bottom_b - reach, top_a + reach)) continue;
    const auto& ea = a.edge(i);
    for (int j = 0; j < b.topology->edge_count(); ++j) {
      if (!edge_within(b, j, axis, bottom_b - reach, top_a + reach)) continue;
      const auto& eb = b.edge(j);
      const SegmentPoints p = closest_on_segments(a.vertices[ea.vertex[0]], a.vertices[ea.vertex[1]],
                                                  b.vertices[eb.vertex[0]], b.vertices[eb.vertex[1]]);
      const double distance = (p.on_first - p.on_second).norm();
      if (distance >= best.distance) continue;
      best = {true, p.on_first, p.on_second, distance, edge_feature(a, i, p.s), edge_feature(b, j, p.t)};
    }
  }
}

Vec3 closest_on_segment(const Vec3& p, const Vec3& q, const Vec3& query) {
  const Vec3 along = q - p;
  return p + std::clamp(along.dot(query - p) / along.squaredNorm(), 0.0, 1.0) * along;
}

}  // namespace

bool over_face(const WorldConvex& convex, int face, const Vec3& point, double tolerance) {
  const ConvexTopology& shape = *convex.topology;
  const Vec3 p = point - convex.vertices[shape.sides[shape.loop_start[face]].vertex];
  const double x = convex.face_axis[face].dot(p);
  const double y = convex.normals[face].cross(convex.face_axis[face]).dot(p);
  for (int s = shape.loop_start[face]; s < shape.loop_start[face + 1]; ++s) {
    const ConvexTopology::Side& side = shape.sides[s];
    if (side.nx * x + side.ny * y > side.off + tolerance) return false;
  }
  return true;
}

SegmentPoints closest_on_segments(const Vec3& p0, const Vec3& p1, const Vec3& q0, const Vec3& q1) {
  const Vec3 u = p1 - p0, v = q1 - q0, w = p0 - q0;
  const double uu = u.squaredNorm(), vv = v.squaredNorm(), uv = u.dot(v), uw = u.dot(w), vw = v.dot(w);
  const double determinant = uu * vv - uv * uv;
  // Parallel segments have a range of closest points: start from the middle of the first.
  double s = determinant > 1e-14 * uu * vv ? std::clamp((uv * vw - vv * uw) / determinant, 0.0, 1.0) : 0.5;
  double t = (uv * s + vw) / vv;
  if (t < 0 || t > 1) {
    t = std::clamp(t, 0.0, 1.0);
    s = std::clamp((uv * t - uw) / uu, 0.0, 1.0);
  }
  return {p0 + s * u, q0 + t * v, s, t};
}

ClosestPoints closest_points(const WorldConvex& a, const WorldConvex& b, const Vec3& axis, double reach) {
  ClosestPoints best;
  best.distance = reach;
  search_faces(a, b, false, best);
  search_faces(b, a, true, best);
  search_edges(a, b, axis, best);
  return best;
}

SurfacePoint closest_surface_point(const WorldConvex& convex, const Vec3& query) {
  const ConvexTopology& shape = *convex.topology;
  int nearest = 0;
  double greatest = -std::numeric_limits<double>::infinity();
  for (int f = 0; f < shape.face_count(); ++f) {
    const double d = convex.normals[f].dot(query) - convex.offsets[f];
    if (d > greatest) {
      greatest = d;
      nearest = f;
    }
  }
  SurfacePoint best{query - greatest * convex.normals[nearest], convex.normals[nearest], greatest};
  if (greatest <= 0) return best;
  best.distance = std::numeric_limits<double>::infinity();
  for (int f = 0; f < shape.face_count(); ++f) {
    const double d = convex.normals[f].dot(query) - convex.offsets[f];
    if (d <= 0 || d >= best.distance || !over_face(convex, f, query, 0)) continue;
    best = {query - d * convex.normals[f], convex.normals[f], d};
  }
  for (int e = 0; e < shape.edge_count(); ++e) {
    const Vec3 p =
        closest_on_segment(convex.vertices[convex.edge(e).vertex[0]], convex.vertices[convex.edge(e).vertex[1]], query);
    const double d = (query - p).norm();
    if (d >= best.distance) continue;
    best = {p, d > kTouching ? Vec3((query - p).normalized()) : convex.normals[nearest], d};
  }
  return best;
}

}  // namespace stiction
