#include "collision/mesh/mesh_phase.h"

namespace stiction {
namespace {

template <class Key, class Make>
const FeatureShape& found_or_made(std::map<Key, FeatureShape>& known, const Key& key, const Make& make) {
  const auto found = known.find(key);
  return found != known.end() ? found->second : known.emplace(key, make()).first->second;
}

}  // namespace

const FeatureShape& MeshPhase::features_of(const PlacedPart& part) {
  if (part.kind == PartKind::kMesh) {
    return found_or_made(meshes_, part.mesh, [&] { return make_feature_shape(*part.mesh); });
  }
  if (part.kind == PartKind::kConvex) {
    const ConvexPolyhedron* polyhedron = part.convex->topology->polyhedron;
    return found_or_made(polyhedra_, polyhedron, [&] { return make_feature_shape(*polyhedron); });
  }
  double radius = 0, length = 0;
  if (const auto* sphere = std::get_if<SphereShape>(part.shape)) radius = sphere->radius;
  if (const auto* capsule = std::get_if<CapsuleShape>(part.shape)) {
    radius = capsule->radius;
    length = capsule->length;
  }
  return found_or_made(rounds_, std::pair{radius, length}, [&] { return make_capsule_features(radius, length); });
}

void MeshPhase::collide(const PlacedPart& other, const PlacedPart& mesh, double margin, int samples,
                        std::vector<PairPoint>& points) {
  const FeatureShape& shape = features_of(mesh);
  if (other.kind == PartKind::kPlane) {
    contacts_.collide_plane(other.plane.normal, other.plane.offset, shape, mesh.pose, margin, samples, points);
  } else if (other.kind == PartKind::kCylinder) {
    contacts_.collide_cylinder(other.cylinder, shape, mesh.pose, margin, samples, points);
  } else {
    contacts_.collide(features_of(other), other.pose, shape, mesh.pose, margin, samples, points);
  }
}

}  // namespace stiction
