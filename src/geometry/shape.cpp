#include "geometry/shape.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"

namespace stiction {
namespace {

// Lets std::visit choose between lambdas by shape.
template <class... Functions>
struct Overloaded : Functions... {
  using Functions::operator()...;
};
template <class... Functions>
Overloaded(Functions...) -> Overloaded<Functions...>;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace

ConvexShape make_box_shape(const Vec3& size) {
  if (!size.allFinite() || size.minCoeff() <= 0) {
    throw InputError(
        fmt::format("box: the size must be three positive lengths, not [{}, {}, {}]", size.x(), size.y(), size.z()));
  }
  return {std::make_shared<const ConvexPolyhedron>(make_box_polyhedron(size)), size};
}

ConvexShape make_convex_shape(const std::vector<Vec3>& vertices) {
  return {std::make_shared<const ConvexPolyhedron>(convex_hull(vertices)), Vec3::Zero()};
}

Aabb bounds(const Shape& shape, const Pose& pose) {
  return std::visit(Overloaded{[&](const PlaneShape&) {
                                 return Aabb{Vec3::Constant(-kInfinity), Vec3::Constant(kInfinity)};
                               },
                               [&](const SphereShape& sphere) {
                                 return Aabb{pose.position, pose.position}.grown(sphere.radius);
                               },
                               [&](const ConvexShape& convex) {
                                 const Mat3 rotation = pose.rotation.toRotationMatrix();
                                 Aabb box;
                                 for (const Vec3& v : convex.polyhedron->vertices)
                                   box.include(rotation * v + pose.position);
                                 return box;
                               }},
                    shape);
}

double bounding_radius(const Shape& shape, const Vec3& center) {
  return std::visit(Overloaded{[&](const PlaneShape&) { return kInfinity; },
                               [&](const SphereShape& sphere) { return sphere.radius + center.norm(); },
                               [&](const ConvexShape& convex) {
                                 double radius = 0;
                                 for (const Vec3& v : convex.polyhedron->vertices) {
                                   radius = std::max(radius, (v - center).norm());
                                 }
                                 return radius;
                               }},
                    shape);
}

}  // namespace stiction
