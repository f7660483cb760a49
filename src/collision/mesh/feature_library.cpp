#include "collision/mesh/feature_library.h"

namespace stiction {
namespace {

template <class Key, class Make>
const FeatureShape* found_or_made(std::map<Key, FeatureShape>& known, const Key& key, const Make& make) {
  const auto found = known.find(key);
  return found != known.end() ? &found->second : &known.emplace(key, make()).first->second;
}

}  // namespace

const FeatureShape* FeatureLibrary::add(const Shape& shape) {
  const auto round = [&](double radius, double length) {
    return found_or_made(rounds_, std::pair{radius, length}, [&] { return make_capsule_features(radius, length); });
  };
  if (const auto* mesh = std::get_if<MeshShape>(&shape)) {
    const MeshGeometry* geometry = mesh->geometry.get();
    return found_or_made(meshes_, geometry, [&] { return make_feature_shape(*geometry); });
  }
  if (const auto* convex = std::get_if<ConvexShape>(&shape)) {
    const ConvexPolyhedron* polyhedron = convex->polyhedron.get();
    return found_or_made(polyhedra_, polyhedron, [&] { return make_feature_shape(*polyhedron); });
  }
  if (const auto* sphere = std::get_if<SphereShape>(&shape)) return round(sphere->radius, 0);
  if (const auto* capsule = std::get_if<CapsuleShape>(&shape)) return round(capsule->radius, capsule->length);
  return nullptr;
}

}  // namespace stiction
