#include <fmt/format.h>

#include "library/builder_impl.h"

namespace stiction {
namespace {

Json points_json(const std::vector<Vector3>& points) {
  Json list = Json::array();
  for (const Vector3& point : points) list.push_back(vector_json(point, "vertices of a shape"));
  return list;
}

Json round_json(const char* type, double radius, double length) {
  return {{"type", type},
          {"radius", number_json(radius, "radius of a shape")},
          {"length", number_json(length, "length of a shape")}};
}

void add_mesh_settings(const MeshSettings& settings, Json& shape) {
  if (settings.scale != Vector3{1, 1, 1}) shape["scale"] = vector_json(settings.scale, "scale of a mesh");
  if (settings.spacing != 0) shape["spacing"] = number_json(settings.spacing, "spacing of a mesh");
  if (settings.samples) shape["contacts"] = "samples";
  if (settings.repair) shape["repair"] = true;
}

}  // namespace

BodyShape::BodyShape(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}

BodyShape BodyShape::plane(const Vector3& normal, double offset) {
  return BodyShape(std::make_shared<Impl>(Impl{{{"type", "plane"},
                                                {"normal", vector_json(normal, "normal of a plane")},
                                                {"offset", number_json(offset, "offset of a plane")}}}));
}

BodyShape BodyShape::box(const Vector3& size) {
  return BodyShape(std::make_shared<Impl>(Impl{{{"type", "box"}, {"size", vector_json(size, "size of a box")}}}));
}

BodyShape BodyShape::sphere(double radius) {
  return BodyShape(
      std::make_shared<Impl>(Impl{{{"type", "sphere"}, {"radius", number_json(radius, "radius of a sphere")}}}));
}

BodyShape BodyShape::capsule(double radius, double length) {
  return BodyShape(std::make_shared<Impl>(Impl{round_json("capsule", radius, length)}));
}

BodyShape BodyShape::cylinder(double radius, double length) {
  return BodyShape(std::make_shared<Impl>(Impl{round_json("cylinder", radius, length)}));
}

BodyShape BodyShape::convex(const std::vector<Vector3>& vertices) {
  return BodyShape(std::make_shared<Impl>(Impl{{{"type", "convex"}, {"vertices", points_json(vertices)}}}));
}

BodyShape BodyShape::convex_file(const std::string& path) {
  return BodyShape(std::make_shared<Impl>(Impl{{{"type", "convex"}, {"file", path}}}));
}

BodyShape BodyShape::mesh(const std::vector<Vector3>& vertices, const std::vector<std::array<int, 3>>& triangles,
                          const MeshSettings& settings) {
  Json shape = {{"type", "mesh"}, {"vertices", points_json(vertices)}, {"triangles", triangles}};
  add_mesh_settings(settings, shape);
  return BodyShape(std::make_shared<Impl>(Impl{std::move(shape)}));
}

BodyShape BodyShape::mesh_file(const std::string& path, const MeshSettings& settings) {
  Json shape = {{"type", "mesh"}, {"file", path}};
  add_mesh_settings(settings, shape);
  return BodyShape(std::make_shared<Impl>(Impl{std::move(shape)}));
}

BodyShape BodyShape::compound(const std::vector<Part>& parts) {
  Json shapes = Json::array();
  for (const Part& part : parts) {
    Json shape = part.shape.impl_->json;
    shape["position"] = vector_json(part.position, "position of a part");
    shape["rotation"] = rotation_json(part.rotation, "rotation of a part");
    shapes.push_back(std::move(shape));
  }
  return BodyShape(std::make_shared<Impl>(Impl{{{"type", "compound"}, {"shapes", std::move(shapes)}}}));
}

BodyShape BodyShape::from_json(const std::string& shape) {
  Json json = Json::parse(shape, nullptr, false);
  if (!json.is_object()) throw InputError("a shape is a JSON object: {\"type\": \"sphere\", \"radius\": 0.5}");
  return BodyShape(std::make_shared<Impl>(Impl{std::move(json)}));
}

}  // namespace stiction
