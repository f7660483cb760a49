#include "collision/deforming/triangle_foot.h"

#include <algorithm>

namespace stiction {
namespace {

TriangleNearest at_corner(const NearTriangle& triangle, const Vec3& corner, int k, const Vec3& p) {
  return {(p - corner).squaredNorm(),
          corner,
          MeshFeature::kVertex,
          k,
          {triangle.index, k == 1 ? 1.0 : 0.0, k == 2 ? 1.0 : 0.0}};
}

// At s of the way along side k, which starts at `from`.
TriangleNearest on_side(const NearTriangle& triangle, const Vec3& from, const Vec3& along, double s, int k,
                        const Vec3& p) {
  const Vec3 point = from + s * along;
  return {(p - point).squaredNorm(), point, MeshFeature::kEdge, k, point_on_side(triangle.index, k, s)};
}

}  // namespace

NearTriangle near_triangle(const PlacedSurface& surface, int triangle) {
  const auto& [a, b, c] = surface.mesh().triangles[triangle];
  return {triangle, surface.vertex(a), surface.vertex(b), surface.vertex(c), surface.normal(triangle)};
}

NearTriangle near_triangle_at(const PlacedSurface& surface, int place) {
  const auto& [a, b, c] = surface.tree().corner_places(place);
  const int triangle = surface.tree().triangle_order()[place];
  return {triangle, surface.vertex_at(a), surface.vertex_at(b), surface.vertex_at(c), surface.normal(triangle)};
}

// By the regions of corners, sides and the inner part in which p's projection lies.
TriangleNearest nearest_on_triangle(const NearTriangle& triangle, const Vec3& p) {
  const Vec3 &a = triangle.a, &b = triangle.b, &c = triangle.c;
  const Vec3 ab = b - a, ac = c - a, ap = p - a;
  const double ab_ap = ab.dot(ap), ac_ap = ac.dot(ap);
  if (ab_ap <= 0 && ac_ap <= 0) return at_corner(triangle, a, 0, p);
  const Vec3 bp = p - b;
  const double ab_bp = ab.dot(bp), ac_bp = ac.dot(bp);
  if (ab_bp >= 0 && ac_bp <= ab_bp) return at_corner(triangle, b, 1, p);
  const double over_c = ab_ap * ac_bp - ab_bp * ac_ap;  // twice the area times c's weight, and so on
  if (over_c <= 0 && ab_ap >= 0 && ab_bp <= 0 && ab_ap > ab_bp)
    return on_side(triangle, a, ab, ab_ap / (ab_ap - ab_bp), 0, p);
  const Vec3 cp = p - c;
  const double ab_cp = ab.dot(cp), ac_cp = ac.dot(cp);
  if (ac_cp >= 0 && ab_cp <= ac_cp) return at_corner(triangle, c, 2, p);
  const double over_b = ab_cp * ac_ap - ab_ap * ac_cp;
  if (over_b <= 0 && ac_ap >= 0 && ac_cp <= 0 && ac_ap > ac_cp)
    return on_side(triangle, c, a - c, 1 - ac_ap / (ac_ap - ac_cp), 2, p);
  const double over_a = ab_bp * ac_cp - ab_cp * ac_bp;
  const double bc_bp = ac_bp - ab_bp, cb_cp = ab_cp - ac_cp;
  if (over_a <= 0 && bc_bp >= 0 && cb_cp >= 0 && bc_bp + cb_cp > 0)
    return on_side(triangle, b, c - b, bc_bp / (bc_bp + cb_cp), 1, p);
  const double sum = over_a + over_b + over_c;
  if (!(sum > 0)) return at_corner(triangle, a, 0, p);  // no area
  const double weight_b = over_b / sum, weight_c = over_c / sum;
  const double height = triangle.normal.dot(ap);
  return {height * height, p - height * triangle.normal, MeshFeature::kFace, 0, {triangle.index, weight_b, weight_c}};
}

}  // namespace stiction
