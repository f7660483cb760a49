#include "geometry/mesh/triangle_pair.h"

#include <algorithm>
#include <cmath>

#include "geometry/mesh/exact_predicates.h"

namespace stiction {
namespace {

using Corners2 = std::array<Vec2, 3>;

// The coordinate along which the triangle is seen best.
int widest_view(const Corners& t) {
  int axis = 0;
  (t[1] - t[0]).cross(t[2] - t[0]).cwiseAbs().maxCoeff(&axis);
  return axis;
}

Vec2 dropped(const Vec3& p, int axis) {
  return {p[(axis + 1) % 3], p[(axis + 2) % 3]};
}

Corners2 dropped(const Corners& t, int axis) {
  return {dropped(t[0], axis), dropped(t[1], axis), dropped(t[2], axis)};
}

// Is b on the segment from a to c, all three on one line?
bool between(const Vec2& a, const Vec2& b, const Vec2& c) {
  return (a.cwiseMin(c).array() <= b.array()).all() && (b.array() <= a.cwiseMax(c).array()).all();
}

bool segments_meet(const Vec2& p, const Vec2& q, const Vec2& a, const Vec2& b) {
  const int pa = orient2d(p, q, a), pb = orient2d(p, q, b);
  if (pa * pb > 0) return false;
  const int ap = orient2d(a, b, p), aq = orient2d(a, b, q);
  if (ap * aq > 0) return false;
  // They cross, or an end of one lies on the other.
  return (pa * pb < 0 && ap * aq < 0) || (pa == 0 && between(p, a, q)) || (pb == 0 && between(p, b, q)) ||
         (ap == 0 && between(a, p, b)) || (aq == 0 && between(a, q, b));
}

bool inside(const Corners2& t, const Vec2& p) {
  const int a = orient2d(t[0], t[1], p), b = orient2d(t[1], t[2], p), c = orient2d(t[2], t[0], p);
  return (a >= 0 && b >= 0 && c >= 0) || (a <= 0 && b <= 0 && c <= 0);
}

// In the triangle's plane.
bool coplanar_segment_meets(const Vec3& p, const Vec3& q, const Corners& t) {
  const int axis = widest_view(t);
  const Corners2 flat = dropped(t, axis);
  const Vec2 p2 = dropped(p, axis), q2 = dropped(q, axis);
  if (inside(flat, p2) || inside(flat, q2)) return true;
  for (int i = 0; i < 3; ++i) {
    if (segments_meet(p2, q2, flat[i], flat[(i + 1) % 3])) return true;
  }
  return false;
}

// side_p, side_q: orientation of the ends with respect to the triangle's plane.
bool segment_meets(const Vec3& p, const Vec3& q, int side_p, int side_q, const Corners& t) {
  if (side_p * side_q > 0) return false;
  if (side_p == 0 && side_q == 0) return coplanar_segment_meets(p, q, t);
  // The line through p and q meets the plane in one point, which lies on the segment.
  const int a = orient3d(p, q, t[0], t[1]), b = orient3d(p, q, t[1], t[2]);
  if (a * b < 0) return false;
  const int c = orient3d(p, q, t[2], t[0]);
  return a * c >= 0 && b * c >= 0;
}

std::array<int, 3> sides(const Corners& plane, const Corners& points) {
  std::array<int, 3> result{};
  for (int i = 0; i < 3; ++i) result[i] = orient3d(plane[0], plane[1], plane[2], points[i]);
  return result;
}

// Without doubt strictly on one side of the plane.
bool quickly_apart(const Corners& plane, const Corners& points) {
  const int first = quick_orient3d(plane[0], plane[1], plane[2], points[0]);
  return first != 0 && first == quick_orient3d(plane[0], plane[1], plane[2], points[1]) &&
         first == quick_orient3d(plane[0], plane[1], plane[2], points[2]);
}

// Seen along an axis, is `t` beyond the line of an edge of `s`? Without doubt, then, the triangles do not meet. Saves
// exact arithmetic for the many pairs that lie in a plane.
bool quickly_apart_in_view(const Corners2& s, const Corners2& t) {
  for (int i = 0; i < 3; ++i) {
    const Vec2& a = s[i];
    const Vec2& b = s[(i + 1) % 3];
    const int own = quick_orient2d(a, b, s[(i + 2) % 3]);
    if (own != 0 && quick_orient2d(a, b, t[0]) == -own && quick_orient2d(a, b, t[1]) == -own &&
        quick_orient2d(a, b, t[2]) == -own) {
      return true;
    }
  }
  return false;
}

// The corner s[0] = t[0] is common. Seen along an axis, does the line of an edge of `s` at the common corner part the
// triangles, so that they have only the corner in common?
bool parted_in_view(const Corners2& s, const Corners2& t) {
  for (const int k : {1, 2}) {
    const int own = orient2d(s[0], s[k], s[3 - k]);
    if (own == 0) return false;
    const auto beyond = [&](const Vec2& p) {
      const int side = orient2d(s[0], s[k], p);
      // On the line it must lie on the far side of the corner.
      return side == -own || (side == 0 && between(p, s[0], s[k]) && p != s[0]);
    };
    if (beyond(t[1]) && beyond(t[2])) return true;
  }
  return false;
}

}  // namespace

bool triangles_meet(const Corners& s, const Corners& t) {
  if (quickly_apart(s, t) || quickly_apart(t, s)) return false;
  const int axis = widest_view(s);
  const Corners2 flat_s = dropped(s, axis), flat_t = dropped(t, axis);
  if (quickly_apart_in_view(flat_s, flat_t) || quickly_apart_in_view(flat_t, flat_s)) return false;
  const std::array<int, 3> side_t = sides(s, t), side_s = sides(t, s);
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3;
    if (segment_meets(t[i], t[j], side_t[i], side_t[j], s)) return true;
    if (segment_meets(s[i], s[j], side_s[i], side_s[j], t)) return true;
  }
  return false;
}

// A common point p other than the corner v is joined to it by a segment in both triangles; prolonged beyond p, it
// leaves one of them first, through the edge opposite v, while it is still in the other.
bool triangles_meet_beyond_corner(const Corners& s, const Corners& t) {
  const auto one_side = [](const Corners& plane, const Corners& points) {
    const int first = quick_orient3d(plane[0], plane[1], plane[2], points[1]);
    return first != 0 && first == quick_orient3d(plane[0], plane[1], plane[2], points[2]);
  };
  if (one_side(s, t) || one_side(t, s)) return false;
  const int axis = widest_view(s);
  const Corners2 flat_s = dropped(s, axis), flat_t = dropped(t, axis);
  if (parted_in_view(flat_s, flat_t) || parted_in_view(flat_t, flat_s)) return false;
  const std::array<int, 3> side_t = sides(s, t), side_s = sides(t, s);
  return segment_meets(t[1], t[2], side_t[1], side_t[2], s) || segment_meets(s[1], s[2], side_s[1], side_s[2], t);
}

bool triangles_overlap_at_edge(const Corners& s, const Corners& t) {
  if (orient3d(s[0], s[1], s[2], t[2]) != 0) return false;
  const int axis = widest_view(s);
  const Vec2 a = dropped(s[0], axis), b = dropped(s[1], axis);
  return orient2d(a, b, dropped(s[2], axis)) == orient2d(a, b, dropped(t[2], axis));
}

}  // namespace stiction
