// Procedural solids. Their numbers are described in one table, which the writer shares.
#include <fmt/format.h>

#include <limits>

#include "scenes/reader/mesh_parts.h"

namespace stiction {
namespace {

SolidKind read_kind(const JsonCursor& cursor) {
  const std::string name = cursor.text();
  std::vector<std::string> known;
  for (SolidKind kind : solid_kinds()) {
    known.emplace_back(solid_kind_name(kind));
    if (known.back() == name) return kind;
  }
  cursor.fail(fmt::format("unknown solid \"{}\"{} (known: {})", name, did_you_mean(name, known), joined(known)));
}

// Sizes must be given; refinements have defaults.
bool is_optional(const std::string& key) {
  return key == "roughness" || key == "clearance" || key == "blend" || key == "rounding";
}

void read_field(const JsonCursor& cursor, const SolidField& field, Solid& solid) {
  if (!cursor.has(field.key) && is_optional(field.key)) return;
  const NumberRule rule = {.min = field.min, .max = field.max, .unit = field.unit, .positive = field.min > 0};
  if (field.number) solid.*field.number = cursor.at(field.key).number(rule);
  if (field.vector) solid.*field.vector = cursor.at(field.key).vector(rule);
}

Solid read_solid(const JsonCursor& cursor) {
  Solid solid;
  solid.kind = read_kind(cursor.at("kind"));
  std::vector<std::string> keys = {"kind", "position", "rotation"};
  for (const SolidField& field : solid_fields(solid.kind)) keys.emplace_back(field.key);
  if (has_seed(solid.kind)) keys.emplace_back("seed");
  if (has_parts(solid.kind)) keys.emplace_back("parts");
  cursor.require_keys(keys);
  for (const SolidField& field : solid_fields(solid.kind)) read_field(cursor, field, solid);
  if (has_seed(solid.kind) && cursor.has("seed")) {
    solid.seed = static_cast<unsigned>(cursor.at("seed").whole(0, std::numeric_limits<unsigned>::max()));
  }
  if (has_parts(solid.kind)) {
    const JsonCursor parts = cursor.at("parts");
    if (parts.size() == 0) parts.fail("needs at least one part");
    for (std::size_t i = 0; i < parts.size(); ++i) solid.parts.push_back(read_solid(parts.item(i)));
  }
  read_pose(cursor, solid.pose);
  return solid;
}

MeshShape make_solid(const JsonCursor& shape, const ReaderContext&, const ShapePlace& place) {
  const Solid solid = read_solid(shape.at("solid"));
  const double cell = shape.at("cell").number(kLength);
  const MeshOptions options = read_mesh_options(shape, place);
  return placed_errors(shape, [&] { return make_solid_shape(solid, cell, options); });
}

}  // namespace

Shape read_solid_shape(const JsonCursor& shape, const ReaderContext& context, const ShapePlace& place) {
  require_shape_keys(shape, place, {"cell", "solid", "spacing"});
  return remembered_mesh(shape, context, place, make_solid);
}

}  // namespace stiction
