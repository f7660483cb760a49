// Procedural solids. The registry describes their numbers, for the writer too.
#include <fmt/format.h>

#include <limits>

#include "geometry/solids/solid_kind.h"
#include "scenes/reader/mesh_parts.h"

namespace stiction {
namespace {

const SolidKind& read_kind(const JsonCursor& cursor) {
  const std::string name = cursor.text();
  if (const SolidKind* kind = find_solid_kind(name)) return *kind;
  std::vector<std::string> known;
  for (const SolidKind& kind : solid_registry()) known.emplace_back(kind.name);
  cursor.fail(fmt::format("unknown solid \"{}\"{} (known: {})", name, did_you_mean(name, known), joined(known)));
}

void require_solid_keys(const JsonCursor& cursor, const SolidKind& kind) {
  std::vector<std::string> keys = {"kind", "position", "rotation"};
  for (const SolidField& field : kind.fields) keys.emplace_back(field.key);
  if (kind.has_seed) keys.emplace_back("seed");
  if (kind.has_parts) keys.emplace_back("parts");
  cursor.require_keys(keys);
}

void read_field(const JsonCursor& cursor, const SolidField& field, Solid& solid) {
  if (!field.must_be_given && !cursor.has(field.key)) return;
  const JsonCursor value = cursor.at(field.key);
  const NumberRule rule = {.min = field.min, .max = field.max, .unit = field.unit, .positive = field.min > 0};
  if (field.is_vector) {
    solid.set(field.key, value.vector(rule));
  } else {
    solid.set(field.key, value.number(rule));
  }
}

Solid read_solid(const JsonCursor& cursor) {
  const SolidKind& kind = read_kind(cursor.at("kind"));
  require_solid_keys(cursor, kind);
  Solid solid(kind);
  for (const SolidField& field : kind.fields) read_field(cursor, field, solid);
  if (kind.has_seed && cursor.has("seed")) {
    solid.seed = static_cast<unsigned>(cursor.at("seed").whole(0, std::numeric_limits<unsigned>::max()));
  }
  if (kind.has_parts) {
    const JsonCursor parts = cursor.at("parts");
    if (parts.size() == 0) parts.fail("needs at least one part");
    for (std::size_t i = 0; i < parts.size(); ++i) solid.parts.push_back(read_solid(parts.item(i)));
  }
  read_pose(cursor, solid.pose);
  return solid;
}

MeshShape make_solid(const JsonCursor& shape, const ReaderContext& context, const ShapePlace& place) {
  const Solid solid = read_solid(shape.at("solid"));
  const double cell = shape.at("cell").number(kLength);
  const MeshOptions options = read_mesh_options(shape, context, place);
  MeshShape made = placed_errors(shape, [&] { return make_solid_shape(solid, cell, options); });
  made.contacts = read_mesh_contacts(shape);
  return made;
}

}  // namespace

Shape read_solid_shape(const JsonCursor& shape, const ReaderContext& context, const ShapePlace& place) {
  require_shape_keys(shape, place, {"cell", "solid", "spacing", "contacts"});
  return remembered_mesh(shape, context, place, make_solid);
}

}  // namespace stiction
