#include "collision/mesh/mesh_phase.h"

namespace stiction {

void MeshPhase::collide(const PlacedPart& other, const PlacedPart& mesh, double margin, const PairCourses& courses,
                        int samples, FeatureMemory* memory, std::vector<PairPoint>& points) {
  const FeatureShape& shape = *mesh.features;
  if (other.kind == PartKind::kPlane) {
    contacts_.collide_plane(other.plane.normal, other.plane.offset, shape, mesh.pose, margin, courses, samples, points);
  } else if (other.kind == PartKind::kCylinder) {
    contacts_.collide_cylinder(other.cylinder, shape, mesh.pose, margin, courses, samples, points);
  } else if (other.kind == PartKind::kMesh && (other.by_samples || mesh.by_samples)) {
    contacts_.collide_samples(*other.features, other.pose, shape, mesh.pose, margin, courses, memory, points);
  } else {
    contacts_.collide(*other.features, other.pose, shape, mesh.pose, margin, courses, samples, memory, points);
  }
}

}  // namespace stiction
