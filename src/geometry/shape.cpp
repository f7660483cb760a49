#include "geometry/shape.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/overloaded.h"

namespace stiction {
namespace {

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

CapsuleShape make_capsule_shape(double radius, double length) {
  if (!std::isfinite(radius) || !std::isfinite(length) || radius <= 0 || length < 0) {
    throw InputError(fmt::format("capsule: needs a positive radius and a length of zero or more, not {} m and {} m",
                                 radius, length));
  }
  return {radius, length};
}

CylinderShape make_cylinder_shape(double radius, double length) {
  if (!std::isfinite(radius) || !std::isfinite(length) || radius <= 0 || length <= 0) {
    throw InputError(fmt::format("cylinder: radius and length must be positive, not {} m and {} m", radius, length));
  }
  return {radius, length};
}

CompoundShape make_compound_shape(std::vector<CompoundPart> parts) {
  std::vector<CompoundPart> flat;
  for (CompoundPart& part : parts) {
    if (std::holds_alternative<PlaneShape>(part.shape)) throw InputError("compound: a plane cannot be a part");
    if (const auto* nested = std::get_if<CompoundShape>(&part.shape)) {
      for (const CompoundPart& inner : *nested->parts) flat.push_back({inner.shape, combined(part.pose, inner.pose)});
    } else {
      flat.push_back(std::move(part));
    }
  }
  if (flat.empty()) throw InputError("compound: there are no parts");
  return {std::make_shared<const std::vector<CompoundPart>>(std::move(flat))};
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
                               },
                               [&](const CapsuleShape& capsule) {
                                 const Vec3 half = pose.rotation * Vec3(0, 0, capsule.length / 2);
                                 Aabb box;
                                 box.include(pose.position - half);
                                 box.include(pose.position + half);
                                 return box.grown(capsule.radius);
                               },
                               [&](const CylinderShape& cylinder) {
                                 // A disk with unit normal a reaches radius sqrt(1 - a_k^2) along axis k.
                                 const Vec3 axis = pose.rotation * Vec3::UnitZ();
                                 const Vec3 half = cylinder.length / 2 * axis.cwiseAbs() +
                                                   cylinder.radius * (1 - axis.array().square()).max(0).sqrt().matrix();
                                 return Aabb{pose.position - half, pose.position + half};
                               },
                               [&](const MeshShape& mesh) {
                                 const Mat3 rotation = pose.rotation.toRotationMatrix();
                                 Aabb box;
                                 for (const Vec3& v : mesh.geometry->mesh().vertices)
                                   box.include(rotation * v + pose.position);
                                 return box;
                               },
                               [&](const CompoundShape& compound) {
                                 Aabb box;
                                 for (const CompoundPart& part : *compound.parts)
                                   box.include(bounds(part.shape, combined(pose, part.pose)));
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
                               },
                               [&](const CapsuleShape& capsule) {
                                 const Vec3 half(0, 0, capsule.length / 2);
                                 return capsule.radius + std::max((half - center).norm(), (-half - center).norm());
                               },
                               [&](const CylinderShape& cylinder) {
                                 const double across = cylinder.radius + std::hypot(center.x(), center.y());
                                 return std::hypot(across, cylinder.length / 2 + std::abs(center.z()));
                               },
                               [&](const MeshShape& mesh) {
                                 double radius = 0;
                                 for (const Vec3& v : mesh.geometry->mesh().vertices)
                                   radius = std::max(radius, (v - center).norm());
                                 return radius;
                               },
                               [&](const CompoundShape& compound) {
                                 double radius = 0;
                                 for (const CompoundPart& part : *compound.parts)
                                   radius = std::max(radius, bounding_radius(part.shape, part.pose.to_local(center)));
                                 return radius;
                               }},
                    shape);
}

}  // namespace stiction
