// Unions, intersections and differences of other solids, with sharp or blended seams.
#include "geometry/solids/blend.h"
#include "geometry/solids/solid_kind.h"

namespace stiction::solid_kinds {
namespace {

enum Field { kBlend };  // width of the seams [m]; 0: sharp

// Parts are blended in their order, each with what the ones before have made.
template <class Join>
double joined_distance(const Solid& solid, const Vec3& p, Join join) {
  const double blend = solid.number(kBlend);
  double d = solid_distance(solid.parts.front(), p);
  for (std::size_t k = 1; k < solid.parts.size(); ++k) d = join(d, solid_distance(solid.parts[k], p), blend);
  return d;
}

double union_distance(const Solid& solid, const Vec3& p) {
  return joined_distance(solid, p, smooth_min);
}

double intersection_distance(const Solid& solid, const Vec3& p) {
  return joined_distance(solid, p, smooth_max);
}

double difference_distance(const Solid& solid, const Vec3& p) {
  return joined_distance(solid, p, [](double d, double part, double blend) { return smooth_max(d, -part, blend); });
}

Aabb union_bounds(const Solid& solid, double level) {
  // A blend lowers the minimum by at most a quarter of its width, once per part added.
  const double raised = level + 0.25 * solid.number(kBlend) * static_cast<double>(solid.parts.size() - 1);
  Aabb box;
  for (const Solid& part : solid.parts) box.include(solid_bounds(part, raised));
  return box;
}

Aabb intersection_bounds(const Solid& solid, double level) {
  Aabb box = solid_bounds(solid.parts.front(), level);
  for (const Solid& part : solid.parts) {
    const Aabb other = solid_bounds(part, level);
    box.min = box.min.cwiseMax(other.min);
    box.max = box.max.cwiseMin(other.max);
  }
  return box;
}

Aabb difference_bounds(const Solid& solid, double level) {
  return solid_bounds(solid.parts.front(), level);
}

SolidKind combination(const char* name, double (*distance)(const Solid&, const Vec3&),
                      Aabb (*bounds)(const Solid&, double)) {
  return {.name = name, .fields = {detail_field("blend")}, .has_parts = true, .distance = distance, .bounds = bounds};
}

}  // namespace

SolidKind union_of_parts() {
  return combination("union", union_distance, union_bounds);
}

SolidKind intersection_of_parts() {
  return combination("intersection", intersection_distance, intersection_bounds);
}

// The first part without the others.
SolidKind difference_of_parts() {
  return combination("difference", difference_distance, difference_bounds);
}

}  // namespace stiction::solid_kinds
