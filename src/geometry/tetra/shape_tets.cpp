#include "geometry/tetra/shape_tets.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "base/overloaded.h"
#include "geometry/tetra/mesher/tet_mesher.h"
#include "geometry/tetra/structured_tets.h"

namespace stiction {
namespace {

using Distance = std::function<double(const Vec3&)>;

Distance distance_of(const Solid& solid) {
  return [solid](const Vec3& p) { return solid_distance(solid, p); };
}

Distance round_distance(const char* kind, double radius, double length) {
  return distance_of(Solid(kind).set("radius", radius).set("length", length));
}

// To the nearest face's plane from inside, a lower bound outside.
double convex_distance(const ConvexPolyhedron& polyhedron, const Vec3& p) {
  double most = -std::numeric_limits<double>::infinity();
  for (const auto& face : polyhedron.faces) most = std::max(most, face.normal.dot(p) - face.offset);
  return most;
}

// Negative inside, 1-Lipschitz.
Distance distance_of(const Shape& shape);

Distance distance_of(const CompoundShape& compound) {
  std::vector<std::pair<Distance, Pose>> parts;
  for (const CompoundPart& part : *compound.parts) parts.emplace_back(distance_of(part.shape), part.pose);
  return [parts](const Vec3& p) {
    double least = std::numeric_limits<double>::infinity();
    for (const auto& [distance, pose] : parts) least = std::min(least, distance(pose.to_local(p)));
    return least;
  };
}

Distance distance_of(const MeshShape& mesh) {
  if (mesh.recipe) return distance_of(*mesh.recipe);
  return [geometry = mesh.geometry](const Vec3& p) { return geometry->nearest(p).distance; };
}

Distance distance_of(const Shape& shape) {
  return std::visit(
      Overloaded{[](const PlaneShape&) -> Distance { throw InputError("a plane has no volume"); },
                 [](const SphereShape& s) -> Distance { return [s](const Vec3& p) { return p.norm() - s.radius; }; },
                 [](const ConvexShape& c) -> Distance {
                   return [c](const Vec3& p) { return convex_distance(*c.polyhedron, p); };
                 },
                 [](const CapsuleShape& c) -> Distance { return round_distance("capsule", c.radius, c.length); },
                 [](const CylinderShape& c) -> Distance { return round_distance("cylinder", c.radius, c.length); },
                 [](const MeshShape& m) -> Distance { return distance_of(m); },
                 [](const CompoundShape& c) -> Distance { return distance_of(c); }},
      shape);
}

TetMesh box_mesh(const Vec3& size, double cell) {
  Divisions divisions;
  for (int axis = 0; axis < 3; ++axis)
    divisions[axis] = static_cast<int>(std::clamp(std::round(size[axis] / cell), 1.0, 1e9));
  return box_tet_mesh(size, divisions);
}

}  // namespace

TetMesh shape_tet_mesh(const Shape& shape, double cell) {
  const TetMeshOptions options = {.cell = cell};
  if (const auto* convex = std::get_if<ConvexShape>(&shape); convex && convex->is_box()) {
    return box_mesh(convex->box_size, cell);
  }
  if (const auto* mesh = std::get_if<MeshShape>(&shape)) {
    return mesh->recipe ? tet_mesh_of(*mesh->recipe, options) : tet_mesh_of(mesh->geometry->mesh(), options);
  }
  return tet_mesh_of(TetMeshSource{distance_of(shape), bounds(shape, Pose{}), "the shape"}, options);
}

}  // namespace stiction
