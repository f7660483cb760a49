// Shapes; those made of triangles are in mesh_reader.cpp and solid_reader.cpp.
#include <fmt/format.h>

#include "geometry/mesh/mesh_file.h"
#include "scenes/reader/parts.h"

namespace stiction {
namespace {

const std::vector<std::string> kShapeTypes = {"plane",  "box",  "sphere", "capsule", "cylinder",
                                              "convex", "mesh", "solid",  "compound"};

Shape read_plane(const JsonCursor& shape, const ShapePlace& place) {
  if (place.part) shape.fail("a plane cannot be part of a compound; give it a body of its own");
  require_shape_keys(shape, place, {"normal", "offset"});
  PlaneShape plane;
  double length = 1;
  if (shape.has("normal")) plane.normal = read_direction(shape.at("normal"), &length);
  shape.read_number("offset", plane.offset, kCoordinate);
  plane.offset /= length;  // normal . x = offset holds for the normal as it was written
  return plane;
}

std::vector<Vec3> convex_points(const JsonCursor& shape, const ReaderContext& context) {
  if (shape.has("vertices") == shape.has("file")) shape.fail("give either \"vertices\" or \"file\"");
  if (shape.has("file")) {
    const JsonCursor file = shape.at("file");
    const std::filesystem::path path = path_below(file, context.folder);
    return placed_errors(file, [&] { return read_mesh_points(path); });
  }
  const JsonCursor vertices = shape.at("vertices");
  std::vector<Vec3> points;
  for (std::size_t i = 0; i < vertices.size(); ++i) points.push_back(vertices.item(i).vector(kCoordinate));
  return points;
}

Shape read_convex(const JsonCursor& shape, const ReaderContext& context, const ShapePlace& place) {
  require_shape_keys(shape, place, {"vertices", "file"});
  return placed_errors(shape, [&] { return make_convex_shape(convex_points(shape, context)); });
}

Shape read_compound(const JsonCursor& shape, const ReaderContext& context, const ShapePlace& place) {
  require_shape_keys(shape, place, {"shapes"});
  const JsonCursor shapes = shape.at("shapes");
  if (shapes.size() == 0) shapes.fail("a compound needs at least one shape");
  ShapePlace inner = place;
  inner.part = true;
  std::vector<CompoundPart> parts;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    CompoundPart& part = parts.emplace_back();
    part.shape = read_shape(shapes.item(i), context, inner);
    read_pose(shapes.item(i), part.pose);
  }
  return placed_errors(shapes, [&] { return make_compound_shape(std::move(parts)); });
}

}  // namespace

void require_shape_keys(const JsonCursor& shape, const ShapePlace& place, std::vector<std::string> keys) {
  keys.insert(keys.begin(), "type");
  if (place.part) keys.insert(keys.end(), {"position", "rotation"});
  shape.require_keys(keys);
}

Shape read_shape(const JsonCursor& shape, const ReaderContext& context, const ShapePlace& place) {
  const JsonCursor type_cursor = shape.at("type");
  const std::string type = type_cursor.text();
  if (type == "plane") return read_plane(shape, place);
  if (type == "sphere") {
    require_shape_keys(shape, place, {"radius"});
    return SphereShape{shape.at("radius").number(kLength)};
  }
  if (type == "box") {
    require_shape_keys(shape, place, {"size"});
    return make_box_shape(shape.at("size").vector(kLength));
  }
  if (type == "capsule") {
    require_shape_keys(shape, place, {"radius", "length"});
    return make_capsule_shape(shape.at("radius").number(kLength),
                              shape.at("length").number({.min = 0, .max = kLength.max, .unit = "m"}));
  }
  if (type == "cylinder") {
    require_shape_keys(shape, place, {"radius", "length"});
    return make_cylinder_shape(shape.at("radius").number(kLength), shape.at("length").number(kLength));
  }
  if (type == "convex") return read_convex(shape, context, place);
  if (type == "mesh") return read_mesh(shape, context, place);
  if (type == "solid") return read_solid_shape(shape, context, place);
  if (type == "compound") return read_compound(shape, context, place);
  type_cursor.fail(
      fmt::format("unknown shape \"{}\"{} (known: {})", type, did_you_mean(type, kShapeTypes), joined(kShapeTypes)));
}

}  // namespace stiction
