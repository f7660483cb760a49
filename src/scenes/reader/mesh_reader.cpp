// Meshes: from files or from numbers in the scene, made ready to collide.
#include <fmt/format.h>

#include <algorithm>

#include "geometry/mesh/mesh_check.h"
#include "geometry/mesh/mesh_file.h"
#include "scenes/reader/mesh_parts.h"

namespace stiction {
namespace {

TriangleMesh inline_mesh(const JsonCursor& shape) {
  TriangleMesh mesh;
  const JsonCursor vertices = shape.at("vertices");
  const JsonCursor triangles = shape.at("triangles");
  if (vertices.size() == 0) vertices.fail("must not be empty");
  if (triangles.size() == 0) triangles.fail("must not be empty");
  for (std::size_t i = 0; i < vertices.size(); ++i) mesh.vertices.push_back(vertices.item(i).vector(kCoordinate));
  const auto last = static_cast<std::int64_t>(mesh.vertices.size()) - 1;
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    const JsonCursor corners = triangles.item(i);
    if (corners.size() != 3) {
      corners.fail(fmt::format("must be a list of three vertex numbers, counted from 0, got {}", corners.size()));
    }
    auto& triangle = mesh.triangles.emplace_back();
    for (std::size_t k = 0; k < 3; ++k) triangle[k] = static_cast<int>(corners.item(k).whole(0, last));
  }
  return mesh;
}

Vec3 read_scale(const JsonCursor& cursor) {
  constexpr NumberRule kScale = {.min = -1e9, .max = 1e9};
  Vec3 scale = cursor.is_number() ? Vec3::Constant(cursor.number(kScale)) : cursor.vector(kScale);
  if (!(scale.cwiseAbs().minCoeff() >= 1e-9)) cursor.fail("must not be zero (nor nearer to it than 1e-9)");
  return scale;
}

// What the repair did, for people; nothing if the mesh was fine.
void note_repair(const std::string& file, const MeshRepair& repair, const JsonCursor& source, Scene& scene) {
  if (repair.changes.empty()) return;
  scene.notes.push_back(fmt::format("{}: {}: {}repaired: {}", source.origin(), source.place(),
                                    file.empty() ? "" : file + ": ", joined(repair.changes)));
}

// Edges without any length are for the check of the mesh to find.
void require_lengths(const TriangleMesh& mesh) {
  for (const auto& triangle : mesh.triangles) {
    for (int k = 0; k < 3; ++k) {
      const int a = triangle[k], b = triangle[(k + 1) % 3];
      const double length = (mesh.vertices[b] - mesh.vertices[a]).stableNorm();
      if (!(length > 0 && length < kLength.min * (1 - 1e-9))) continue;  // scaled lengths are rounded
      throw InputError(fmt::format(
          "the edge between vertices {} and {}, counted from 0, is {:g} m long, and lengths begin at {:g} m; "
          "give the mesh a larger \"scale\", or merge the two vertices",
          std::min(a, b), std::max(a, b), length, kLength.min));
    }
  }
}

MeshShape make_mesh(const JsonCursor& shape, const ReaderContext& context, const ShapePlace& place) {
  const bool from_file = shape.has("file");
  const JsonCursor source = from_file ? shape.at("file") : shape;
  const std::filesystem::path path = from_file ? path_below(source, context.folder) : "";
  TriangleMesh mesh = placed_errors(source, [&] { return from_file ? read_mesh_file(path) : inline_mesh(shape); });
  if (shape.has("scale")) {
    mesh = scaled(std::move(mesh), read_scale(shape.at("scale")));
    const Aabb box = mesh_bounds(mesh);
    const double farthest = std::max(box.max.cwiseAbs().maxCoeff(), box.min.cwiseAbs().maxCoeff());
    if (!(farthest <= kCoordinate.max)) shape.at("scale").fail("takes the mesh beyond 1e9 m");
  }
  bool repair = false;
  shape.read_boolean("repair", repair);
  const MeshOptions options = read_mesh_options(shape, context, place);
  const MeshContactKind contacts = read_mesh_contacts(shape);
  try {
    if (repair) {
      if (options.progress) options.progress("repair", kProgressUnknown);
      MeshRepair mended = repair_mesh(mesh);
      note_repair(from_file ? source.text() : "", mended, source, context.scene);
      mesh = std::move(mended.mesh);
    }
    require_lengths(mesh);
    return {make_mesh_geometry(std::move(mesh), options, false), nullptr, 0, contacts};
  } catch (const InputError& error) {
    source.fail(from_file ? fmt::format("{}: {}", path.string(), error.what()) : error.what());
  }
}

}  // namespace

MeshOptions read_mesh_options(const JsonCursor& shape, const ReaderContext& context, const ShapePlace& place) {
  MeshOptions options;
  if (context.progress) {
    const std::string name = shape.has("file") ? "mesh " + shape.at("file").text() : shape.place();
    options.progress = [&context, name](const std::string& doing, double share) {
      context.progress("preparing " + name + ": " + doing, share);
    };
  }
  options.spacing = place.spacing;
  shape.read_number("spacing", options.spacing, kLength);
  options.cache = default_cache_folder();
  return options;
}

MeshContactKind read_mesh_contacts(const JsonCursor& shape) {
  if (!shape.has("contacts")) return MeshContactKind::kFeatures;
  const JsonCursor cursor = shape.at("contacts");
  const std::string name = cursor.text();
  if (name == "features") return MeshContactKind::kFeatures;
  if (name == "samples") return MeshContactKind::kSamples;
  cursor.fail(fmt::format("unknown kind of contacts \"{}\"{} (known: features, samples)", name,
                          did_you_mean(name, {"features", "samples"})));
}

MeshShape remembered_mesh(const JsonCursor& shape, const ReaderContext& context, const ShapePlace& place,
                          MeshShape (*make)(const JsonCursor&, const ReaderContext&, const ShapePlace&)) {
  const bool has_own = shape.has("spacing");
  if (!has_own && place.uses_spacing) *place.uses_spacing = true;
  // The text says everything but the spacing that comes from the body.
  const std::string key =
      fmt::format("{} {}", has_own ? 0.0 : place.spacing, shape.dump_without({"position", "rotation"}));
  const auto known = context.memory.meshes.find(key);
  if (known != context.memory.meshes.end()) return known->second;
  return context.memory.meshes.emplace(key, make(shape, context, place)).first->second;
}

Shape read_mesh(const JsonCursor& shape, const ReaderContext& context, const ShapePlace& place) {
  require_shape_keys(shape, place, {"file", "vertices", "triangles", "scale", "spacing", "contacts", "repair"});
  const bool has_numbers = shape.has("vertices") || shape.has("triangles");
  if (shape.has("file") == has_numbers) shape.fail("give either \"file\" or \"vertices\" with \"triangles\"");
  return remembered_mesh(shape, context, place, make_mesh);
}

}  // namespace stiction
