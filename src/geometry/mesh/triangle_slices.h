// Long, thin triangles cut across into short pieces, for searches that bound what they search by balls or boxes.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "geometry/mesh/triangle_mesh.h"

namespace stiction {

using TriangleCorners = std::array<Vec3, 3>;
using SliceCorners = std::array<Vec3, 4>;  // a trapezoid; at the tip of a triangle the first and last are the same

constexpr double kNeedle = 8;  // a triangle so many times longer than high is worth cutting

namespace detail {

// Pieces of the triangle (tip, a, b) between lines parallel to a b.
template <typename Visit>
void slice_from_tip(const Vec3& tip, const Vec3& a, const Vec3& b, int count, const Visit& visit) {
  const auto between = [&](const Vec3& end, int i) { return i == count ? end : Vec3(tip + i * (end - tip) / count); };
  for (int i = 0; i < count; ++i) {
    visit(SliceCorners{between(a, i), between(a, i + 1), between(b, i + 1), between(b, i)});
  }
}

}  // namespace detail

// The longest side of a triangle, its ends first, and its height over that side.
struct LongestSide {
  Vec3 a, b, c;           // [m]
  double length, height;  // [m]
  explicit LongestSide(const TriangleCorners& t) {
    const auto squared = [&](int i) { return (t[(i + 1) % 3] - t[i]).squaredNorm(); };
    int k = 0;
    for (int i = 1; i < 3; ++i)
      if (squared(i) > squared(k)) k = i;
    a = t[k], b = t[(k + 1) % 3], c = t[(k + 2) % 3];
    length = (b - a).norm();
    height = (b - a).cross(c - a).norm() / length;
  }
  bool is_needle(double least) const { return length > kNeedle * height && length > least; }
};

// Far longer than high, and longer than `least` [m].
inline bool is_needle(const TriangleCorners& t, double least) {
  return LongestSide(t).is_needle(least);
}

// Calls visit(corners) for pieces that make up the triangle: about `length` long, or as long as the triangle is high if
// that is more [m]. A triangle that is not a needle, or not longer than twice `length`, is one piece.
template <typename Visit>
void for_each_slice(const TriangleCorners& t, double length, const Visit& visit) {
  const LongestSide side(t);
  if (!side.is_needle(2 * length)) return visit(SliceCorners{side.a, side.b, side.c, side.a});
  const Vec3 along = side.b - side.a;
  const double share = std::clamp((side.c - side.a).dot(along) / along.squaredNorm(), 0.0, 1.0);  // of the foot of c
  const Vec3 foot = side.a + share * along;
  const double pieces = side.length / std::max(length, side.height);
  const auto count = [&](double part) { return std::max(1, static_cast<int>(std::ceil(part * pieces))); };
  detail::slice_from_tip(side.a, foot, side.c, count(share), visit);
  detail::slice_from_tip(side.b, side.c, foot, count(1 - share), visit);
}

inline TriangleCorners corners_of(const TriangleMesh& mesh, std::size_t triangle) {
  const auto& [a, b, c] = mesh.triangles[triangle];
  return {mesh.vertices[a], mesh.vertices[b], mesh.vertices[c]};
}

// A length for slices with which the triangles have few more pieces than there are triangles: a share of `extent` [m].
template <typename Corners>
double slice_length(std::size_t triangle_count, double extent, const Corners& corners) {
  constexpr double kFinest = 1.0 / 32;
  constexpr int kCoarser = 4;  // times double that; by then a piece is longer than the extent
  const std::size_t most = 4 * triangle_count + 400'000;
  double length = kFinest * extent;
  for (int i = 0; i <= kCoarser; ++i, length *= 2) {
    std::size_t pieces = 0;
    for (std::size_t t = 0; t < triangle_count && pieces <= most; ++t) {
      for_each_slice(corners(t), length, [&](const SliceCorners&) { ++pieces; });
    }
    if (pieces <= most) break;
  }
  return length;
}

}  // namespace stiction
