#include "collision/deforming/sharp_edge.h"

#include <algorithm>

namespace stiction {
namespace {

using namespace surface_limits;

constexpr double kLook = 0.3;  // sine by which a direction may leave the cone of a square edge

Vec3 opposite_corner(const PlacedSurface& surface, int triangle, int side) {
  return surface.corner(triangle, (side + 2) % 3);
}

}  // namespace

double SharpEdge::violation(const Vec3& m, int& face) const {
  if (is_segment) return -1;
  const double one = into[0].dot(m), two = into[1].dot(m);
  face = one >= two ? 0 : 1;
  return std::max(one, two);
}

void SharpEdge::set_faces(const Vec3& left, const Vec3& right) {
  normal = {left, right};
  into = {left.cross(direction), direction.cross(right)};
  const bool acute = left.dot(right) < 0;
  look = acute ? kLook : std::min(kLook, 0.5 * left.cross(right).norm());
}

bool is_sharp(const PlacedSurface& surface, int e) {
  const SurfaceTopology::Edge& edge = surface.topology().edges[e];
  const Vec3& one = surface.normal(edge.triangle[0]);
  if (!(one.dot(surface.normal(edge.triangle[1])) < kSharpCosine)) return false;
  return one.dot(opposite_corner(surface, edge.triangle[1], edge.side[1]) - surface.vertex(edge.vertex[0])) < 0;
}

SharpEdge sharp_edge(const PlacedSurface& surface, int e) {
  const SurfaceTopology::Edge& edge = surface.topology().edges[e];
  SharpEdge sharp;
  sharp.index = e;
  sharp.start = surface.vertex(edge.vertex[0]);
  const Vec3 along = surface.vertex(edge.vertex[1]) - sharp.start;
  sharp.length = along.norm();
  sharp.direction = along / sharp.length;
  sharp.set_faces(surface.normal(edge.triangle[0]), surface.normal(edge.triangle[1]));
  return sharp;
}

}  // namespace stiction
