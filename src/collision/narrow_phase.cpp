#include "collision/narrow_phase.h"

#include "collision/round/capsule_pairs.h"
#include "collision/round/simple_pairs.h"

namespace stiction {
namespace {

FeatureMemory* feature_memory(PairMemory* memory) {
  if (memory == nullptr) return nullptr;
  if (!memory->features) memory->features = std::make_unique<FeatureMemory>();
  return memory->features.get();
}

}  // namespace

void NarrowPhase::collide_plane(const PlacedPart& plane, const PlacedPart& other, double margin, int samples) {
  switch (other.kind) {
    case PartKind::kSphere:
      return collide_plane_sphere(plane.plane, other.sphere, margin, manifold_);
    case PartKind::kCapsule:
      return collide_plane_capsule(plane.plane, other.capsule, margin, samples, manifold_);
    case PartKind::kCylinder:
      return cylinders_.collide_plane(plane.plane, other.cylinder, margin, samples, manifold_);
    case PartKind::kConvex:
      return collide_plane_convex(plane.plane, *other.convex, margin, samples, scratch_, manifold_);
    default:
      return;
  }
}

void NarrowPhase::collide_sphere(const PlacedPart& sphere, const PlacedPart& other, double margin) {
  switch (other.kind) {
    case PartKind::kSphere:
      return collide_sphere_sphere(sphere.sphere, other.sphere, margin, manifold_);
    case PartKind::kCapsule:
      return collide_sphere_capsule(sphere.sphere, other.capsule, margin, manifold_);
    case PartKind::kCylinder:
      return collide_sphere_cylinder(sphere.sphere, other.cylinder, margin, manifold_);
    case PartKind::kConvex:
      return collide_sphere_convex(sphere.sphere, *other.convex, margin, manifold_);
    default:
      return;
  }
}

void NarrowPhase::collide_capsule(const PlacedPart& capsule, const PlacedPart& other, double margin, int samples) {
  switch (other.kind) {
    case PartKind::kCapsule:
      return collide_capsule_capsule(capsule.capsule, other.capsule, margin, samples, manifold_);
    case PartKind::kCylinder:
      return cylinders_.collide_capsule(capsule.capsule, other.cylinder, margin, samples, manifold_);
    case PartKind::kConvex:
      return collide_capsule_convex(capsule.capsule, *other.convex, margin, samples, manifold_);
    default:
      return;
  }
}

void NarrowPhase::collide_cylinder(const PlacedPart& cylinder, const PlacedPart& other, double margin, int samples) {
  switch (other.kind) {
    case PartKind::kCylinder:
      return cylinders_.collide_cylinders(cylinder.cylinder, other.cylinder, margin, samples, manifold_);
    case PartKind::kConvex:
      return cylinders_.collide_convex(cylinder.cylinder, *other.convex, margin, samples, manifold_);
    default:
      return;
  }
}

void NarrowPhase::collide_ordered(const PlacedPart& first, const PlacedPart& second, double margin, int samples,
                                  PairMemory* memory) {
  switch (first.kind) {
    case PartKind::kPlane:
      return collide_plane(first, second, margin, samples);
    case PartKind::kSphere:
      return collide_sphere(first, second, margin);
    case PartKind::kCapsule:
      return collide_capsule(first, second, margin, samples);
    case PartKind::kCylinder:
      return collide_cylinder(first, second, margin, samples);
    case PartKind::kConvex:
      return convex_convex_.collide(*first.convex, *second.convex, margin, samples,
                                    memory != nullptr ? &memory->separating : nullptr, manifold_);
    default:
      return;
  }
}

void NarrowPhase::collide(const PlacedPart& a, const PlacedPart& b, double margin, const PairCourses& courses,
                          int samples, PairMemory* memory, std::vector<PairPoint>& points) {
  const bool swapped = a.kind > b.kind;
  const PlacedPart &first = swapped ? b : a, &second = swapped ? a : b;
  manifold_.points.clear();
  mesh_points_.clear();
  if (second.kind == PartKind::kMesh) {
    mesh_phase_.collide(first, second, margin, swapped ? courses.reversed() : courses, samples, feature_memory(memory),
                        mesh_points_);
  } else {
    collide_ordered(first, second, margin, samples, memory);
  }
  const double sign = swapped ? -1 : 1;
  for (const ManifoldPoint& p : manifold_.points) {
    points.push_back({p.point, sign * manifold_.normal, p.gap, p.code});
  }
  for (const PairPoint& p : mesh_points_) points.push_back({p.point, sign * p.normal, p.gap, p.code});
}

}  // namespace stiction
