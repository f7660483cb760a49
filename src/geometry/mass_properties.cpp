#include "geometry/mass_properties.h"

#include <cassert>
#include <numbers>

namespace stiction {
namespace {

MassProperties box_mass(const Vec3& size, double density) {
  const double mass = density * size.prod();
  const Vec3 squares = size.cwiseAbs2();
  const Vec3 moments = mass / 12 * (Vec3::Constant(squares.sum()) - squares);
  return {mass, Vec3::Zero(), moments.asDiagonal()};
}

MassProperties sphere_mass(double radius, double density) {
  const double mass = density * 4.0 / 3.0 * std::numbers::pi * radius * radius * radius;
  return {mass, Vec3::Zero(), 0.4 * mass * radius * radius * Mat3::Identity()};
}

// Sums the tetrahedra between one inner point and a fan of triangles over every face. For a tetrahedron (0, a, b, c)
// with d = a . (b x c): volume d/6, first moment d/24 s, second moment d/120 (s s^T + a a^T + b b^T + c c^T), s =
// a+b+c.
MassProperties polyhedron_mass(const ConvexPolyhedron& polyhedron, double density) {
  Vec3 inner = Vec3::Zero();
  for (const Vec3& v : polyhedron.vertices) inner += v / static_cast<double>(polyhedron.vertices.size());
  double volume = 0;
  Vec3 first = Vec3::Zero();
  Mat3 second = Mat3::Zero();
  for (const auto& face : polyhedron.faces) {
    const Vec3 a = polyhedron.vertices[face.vertices[0]] - inner;
    for (std::size_t i = 1; i + 1 < face.vertices.size(); ++i) {
      const Vec3 b = polyhedron.vertices[face.vertices[i]] - inner;
      const Vec3 c = polyhedron.vertices[face.vertices[i + 1]] - inner;
      const double d = a.dot(b.cross(c));
      const Vec3 s = a + b + c;
      volume += d / 6;
      first += d / 24 * s;
      second += d / 120 * (s * s.transpose() + a * a.transpose() + b * b.transpose() + c * c.transpose());
    }
  }
  const Vec3 center = first / volume;
  const Mat3 about_center = density * (second - volume * center * center.transpose());
  const Mat3 inertia = about_center.trace() * Mat3::Identity() - about_center;
  return {density * volume, inner + center, (inertia + inertia.transpose()) / 2};
}

}  // namespace

MassProperties mass_properties(const Shape& shape, double density) {
  assert(density > 0);
  if (const auto* sphere = std::get_if<SphereShape>(&shape)) return sphere_mass(sphere->radius, density);
  if (const auto* convex = std::get_if<ConvexShape>(&shape)) {
    return convex->is_box() ? box_mass(convex->box_size, density) : polyhedron_mass(*convex->polyhedron, density);
  }
  assert(false && "a plane has no mass");
  return {};
}

}  // namespace stiction
