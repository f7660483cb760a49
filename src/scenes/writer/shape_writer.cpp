// Shapes. Solids are written as their recipes, other meshes as vertices and triangles.
#include "geometry/solids/solid_kind.h"
#include "scenes/writer/json_values.h"

namespace stiction {
namespace {

Json vertices_to_json(const std::vector<Vec3>& vertices) {
  Json list = Json::array();
  for (const Vec3& vertex : vertices) list.push_back(to_json(vertex));
  return list;
}

Json solid_to_json(const Solid& solid) {
  const SolidKind& kind = solid.kind();
  Json json = {{"kind", kind.name}};
  for (const SolidField& field : kind.fields) {
    json[field.key] = field.is_vector ? to_json(solid.vector(field.key)) : to_json(solid.number(field.key));
  }
  if (kind.has_seed) json["seed"] = solid.seed;
  if (kind.has_parts) {
    json["parts"] = Json::array();
    for (const Solid& part : solid.parts) json["parts"].push_back(solid_to_json(part));
  }
  write_pose(solid.pose, json);
  return json;
}

Json mesh_to_json(const MeshShape& shape) {
  Json json = {{"type", shape.recipe ? "solid" : "mesh"}, {"spacing", to_json(shape.geometry->spacing())}};
  if (shape.contacts == MeshContactKind::kSamples) json["contacts"] = "samples";
  if (shape.recipe) {
    json["cell"] = to_json(shape.cell);
    json["solid"] = solid_to_json(*shape.recipe);
  } else {
    const TriangleMesh& mesh = shape.geometry->mesh();
    json["vertices"] = vertices_to_json(mesh.vertices);
    json["triangles"] = mesh.triangles;
  }
  return json;
}

Json compound_to_json(const CompoundShape& compound) {
  Json shapes = Json::array();
  for (const CompoundPart& part : *compound.parts) {
    Json json = to_json(part.shape);
    write_pose(part.pose, json);
    shapes.push_back(json);
  }
  return {{"type", "compound"}, {"shapes", shapes}};
}

}  // namespace

Json to_json(const Shape& shape) {
  if (const auto* plane = std::get_if<PlaneShape>(&shape)) {
    return {{"type", "plane"}, {"normal", to_json(plane->normal)}, {"offset", to_json(plane->offset)}};
  }
  if (const auto* sphere = std::get_if<SphereShape>(&shape)) {
    return {{"type", "sphere"}, {"radius", to_json(sphere->radius)}};
  }
  if (const auto* capsule = std::get_if<CapsuleShape>(&shape)) {
    return {{"type", "capsule"}, {"radius", to_json(capsule->radius)}, {"length", to_json(capsule->length)}};
  }
  if (const auto* cylinder = std::get_if<CylinderShape>(&shape)) {
    return {{"type", "cylinder"}, {"radius", to_json(cylinder->radius)}, {"length", to_json(cylinder->length)}};
  }
  if (const auto* mesh = std::get_if<MeshShape>(&shape)) return mesh_to_json(*mesh);
  if (const auto* compound = std::get_if<CompoundShape>(&shape)) return compound_to_json(*compound);
  const auto& convex = std::get<ConvexShape>(shape);
  if (convex.is_box()) return {{"type", "box"}, {"size", to_json(convex.box_size)}};
  return {{"type", "convex"}, {"vertices", vertices_to_json(convex.polyhedron->vertices)}};
}

}  // namespace stiction
