#include "collision/deforming/part_distance.h"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

constexpr std::size_t kManyFaces = 32;  // polyhedra with more are bounded by their box

double box_distance(const Aabb& box, const Vec3& p) {
  const Vec3 beyond = (box.min - p).cwiseMax(p - box.max);
  const double outside = beyond.cwiseMax(0).norm();
  return outside > 0 ? outside : beyond.maxCoeff();
}

double capsule_distance(const WorldCapsule& capsule, const Vec3& p) {
  const double length2 = capsule.half.squaredNorm();
  const double s = length2 > 0 ? std::clamp(capsule.half.dot(p - capsule.center) / length2, -1.0, 1.0) : 0;
  return (p - capsule.center - s * capsule.half).norm() - capsule.radius;
}

double cylinder_distance(const WorldCylinder& cylinder, const Vec3& p) {
  const double along = cylinder.axis.dot(p - cylinder.center);
  const double across = (p - cylinder.center - along * cylinder.axis).norm();
  return std::max(std::abs(along) - cylinder.half_length, across - cylinder.radius);
}

}  // namespace

double highest_over_faces(const WorldConvex& convex, const Vec3& point) {
  double greatest = -std::numeric_limits<double>::infinity();
  for (std::size_t f = 0; f < convex.normals.size(); ++f)
    greatest = std::max(greatest, convex.normals[f].dot(point) - convex.offsets[f]);
  return greatest;
}

double distance_bound(const PlacedPart& part, const Vec3& point) {
  switch (part.kind) {
    case PartKind::kPlane:
      return part.plane.normal.dot(point) - part.plane.offset;
    case PartKind::kSphere:
      return (point - part.sphere.center).norm() - part.sphere.radius;
    case PartKind::kCapsule:
      return capsule_distance(part.capsule, point);
    case PartKind::kCylinder:
      return cylinder_distance(part.cylinder, point);
    case PartKind::kConvex:
      if (part.convex->normals.size() > kManyFaces) return box_distance(part.box, point);
      return highest_over_faces(*part.convex, point);
    case PartKind::kMesh:
      return std::max(box_distance(part.box, point), part.mesh->field().lower_bound(part.pose.to_local(point)));
  }
  return -std::numeric_limits<double>::infinity();
}

}  // namespace stiction
