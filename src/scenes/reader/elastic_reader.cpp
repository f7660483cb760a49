// Bodies that deform: their mesh or shape, their material, their modes.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "elastic/elastic_spec.h"
#include "elastic/points/sheet_surface.h"
#include "geometry/mesh/mesh_file.h"
#include "geometry/tetra/tet_check.h"
#include "geometry/tetra/tet_file.h"
#include "scenes/reader/parts.h"

namespace stiction {
namespace {

std::vector<Vec3> read_vertices(const JsonCursor& cursor) {
  std::vector<Vec3> vertices;
  for (std::size_t i = 0; i < cursor.size(); ++i) vertices.push_back(cursor.item(i).vector(kCoordinate));
  if (vertices.empty()) cursor.fail("must not be empty");
  return vertices;
}

std::shared_ptr<const TetMesh> inline_mesh(const JsonCursor& cursor) {
  if (cursor.has("triangles")) {
    cursor.at("triangles")
        .fail(
            "a solid is made of \"tetrahedra\"; a membrane of triangles is \"model\": \"points\" with a \"thickness\" "
            "beside "
            "the \"mesh\"");
  }
  cursor.require_keys({"vertices", "tetrahedra"});
  auto mesh = std::make_shared<TetMesh>();
  mesh->vertices = read_vertices(cursor.at("vertices"));
  const JsonCursor tets = cursor.at("tetrahedra");
  const auto last = static_cast<std::int64_t>(mesh->vertices.size()) - 1;
  for (std::size_t i = 0; i < tets.size(); ++i) {
    const JsonCursor corners = tets.item(i);
    if (corners.size() != 4) {
      corners.fail(fmt::format("must be a list of four vertex numbers, counted from 0, got {}", corners.size()));
    }
    auto& tet = mesh->tets.emplace_back();
    for (std::size_t k = 0; k < 4; ++k) tet[k] = static_cast<int>(corners.item(k).whole(0, last));
  }
  const std::string fault = tet_fault(*mesh);
  if (!fault.empty()) cursor.fail(fault);
  return mesh;
}

std::shared_ptr<const TetMesh> read_tetrahedra(const JsonCursor& cursor, const ReaderContext& context) {
  if (!cursor.is_string()) return inline_mesh(cursor);
  const std::filesystem::path path = path_below(cursor, context.folder);
  TetFile file = placed_errors(cursor, [&] { return read_tet_file(path); });
  for (const std::string& note : file.notes) {
    context.scene.notes.push_back(fmt::format("{}: {}: {}: {}", cursor.origin(), cursor.place(), cursor.text(), note));
  }
  return std::make_shared<const TetMesh>(std::move(file.mesh));
}

ContactMetric read_metric(const JsonCursor& cursor) {
  const std::string name = cursor.text();
  if (name == "effective") return ContactMetric::kEffective;
  if (name == "mass") return ContactMetric::kMass;
  cursor.fail(fmt::format("unknown metric \"{}\" (known: effective, mass)", name));
}

void read_material(const JsonCursor& body, ElasticMaterial& material) {
  material.young = body.at("young").number(positive_number("Pa"));
  material.poisson = body.at("poisson").number(any_number(""));
}

void read_damping(const JsonCursor& body, double& mass, double& stiffness) {
  if (!body.has("damping")) return;
  const JsonCursor damping = body.at("damping");
  damping.require_keys({"mass", "stiffness"});
  damping.read_number("mass", mass, not_negative("1/s"));
  damping.read_number("stiffness", stiffness, not_negative("s"));
}

ModalOptions read_modal_options(const JsonCursor& body) {
  ModalOptions options;
  read_material(body, options.material);
  options.modes = static_cast<int>(body.at("modes").whole(1, 10000));
  read_damping(body, options.mass_damping, options.stiffness_damping);
  body.read_boolean("strains", options.strains);
  if (body.has("metric")) options.metric = read_metric(body.at("metric"));
  return options;
}

// All modes are kept, and each has derivatives with all others and itself.
void read_stvk(const JsonCursor& body, ElasticSpec& spec) {
  spec.model = ElasticModel::kStvk;
  if (!body.has("dofs")) {
    if (StvkOptions::default_dofs(spec.modal.modes) <= kMostStvkDofs) return;
    body.fail(fmt::format(
        "{} modes make {} dofs, more than the {} that a StVK body may have: give fewer \"modes\", or \"dofs\"",
        spec.modal.modes, StvkOptions::default_dofs(spec.modal.modes), kMostStvkDofs));
  }
  const std::int64_t modes = spec.modal.modes, most = modes + modes * (modes + 1) / 2;
  const std::int64_t dofs = body.at("dofs").whole(1, 10000);
  if (dofs < modes || dofs > most) {
    body.at("dofs").fail(
        fmt::format("must be from {} (the modes) to {} (with all their derivatives), got {}", modes, most, dofs));
  }
  if (dofs > kMostStvkDofs) {
    body.at("dofs").fail(
        fmt::format("must be at most {}: cost and memory grow with the fourth power, got {}", kMostStvkDofs, dofs));
  }
  spec.dofs = static_cast<int>(dofs);
}

// One of two words.
bool read_choice(const JsonCursor& body, const char* key, const char* otherwise, const char* word) {
  if (!body.has(key)) return false;
  const std::string given = body.at(key).text();
  if (given != otherwise && given != word) {
    body.at(key).fail(fmt::format("unknown {} \"{}\" (known: {}, {})", key, given, otherwise, word));
  }
  return given == word;
}

std::vector<Aabb> read_boxes(const JsonCursor& cursor) {
  std::vector<Aabb> boxes;
  for (std::size_t i = 0; i < cursor.size(); ++i) {
    const JsonCursor corners = cursor.item(i);
    if (corners.size() != 2) corners.fail("must be a box: two corners, the lower [x, y, z] first");
    const Aabb box{corners.item(0).vector(kCoordinate), corners.item(1).vector(kCoordinate)};
    if (!(box.min.array() <= box.max.array()).all()) corners.fail("the first corner must be the lower one");
    boxes.push_back(box);
  }
  return boxes;
}

PointsOptions read_points_options(const JsonCursor& body) {
  PointsOptions options;
  read_damping(body, options.mass_damping, options.stiffness_damping);
  if (read_choice(body, "law", law_name(PointsLaw::kCorotated), law_name(PointsLaw::kStvk))) {
    options.law = PointsLaw::kStvk;
  }
  if (read_choice(body, "integrator", integrator_name(PointsIntegrator::kImplicit),
                  integrator_name(PointsIntegrator::kExplicit))) {
    options.integrator = PointsIntegrator::kExplicit;
  }
  body.read_number("volume_stiffness", options.volume_stiffness, not_negative("Pa"));
  body.read_number("thickness", options.thickness, kLength);
  if (body.has("held")) options.held = read_boxes(body.at("held"));
  return options;
}

std::shared_ptr<const TriangleMesh> inline_sheet(const JsonCursor& cursor) {
  if (cursor.has("tetrahedra")) {
    cursor.at("tetrahedra").fail("a membrane is made of \"triangles\" alone: leave \"thickness\" out for a solid");
  }
  cursor.require_keys({"vertices", "triangles"});
  auto mesh = std::make_shared<TriangleMesh>();
  mesh->vertices = read_vertices(cursor.at("vertices"));
  const JsonCursor triangles = cursor.at("triangles");
  const auto last = static_cast<std::int64_t>(mesh->vertices.size()) - 1;
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    const JsonCursor corners = triangles.item(i);
    if (corners.size() != 3) corners.fail("must be a list of three vertex numbers, counted from 0");
    auto& triangle = mesh->triangles.emplace_back();
    for (std::size_t k = 0; k < 3; ++k) triangle[k] = static_cast<int>(corners.item(k).whole(0, last));
  }
  return mesh;
}

std::shared_ptr<const TriangleMesh> read_sheet(const JsonCursor& body, const ReaderContext& context) {
  if (body.has("sheet")) {
    const std::vector<double> size = body.at("sheet").numbers(2, kLength);
    const double cell = body.at("cell").number(kLength);
    const auto cuts = [](double length, double part) {
      return static_cast<int>(std::clamp(std::ceil(length / part - 1e-9), 1.0, 1e6));
    };
    const int columns = cuts(size[0], cell), rows = cuts(size[1], 0.5 * std::sqrt(3.0) * cell);
    if (1.0 * columns * rows > 1e6) body.at("cell").fail("makes more than two million triangles; use a larger cell");
    return std::make_shared<const TriangleMesh>(rectangle_sheet({size[0], size[1]}, columns, rows));
  }
  const JsonCursor mesh = body.at("mesh");
  if (!mesh.is_string()) return inline_sheet(mesh);
  const std::filesystem::path path = path_below(mesh, context.folder);
  const std::string extension = path.extension().string();
  return placed_errors(mesh, [&] {
    const bool is_msh = extension == ".msh" || extension == ".MSH";
    return std::make_shared<const TriangleMesh>(is_msh ? read_msh_triangles(path) : read_mesh_file(path));
  });
}

double mean_edge(const TriangleMesh& mesh) {
  double sum = 0;
  for (const auto& corners : mesh.triangles) {
    for (int k = 0; k < 3; ++k) sum += (mesh.vertices[corners[k]] - mesh.vertices[corners[(k + 1) % 3]]).norm();
  }
  return sum / (3.0 * static_cast<double>(mesh.triangles.size()));
}

// Both sides of its surface are half the thickness away from the nodes: beyond the edges' length they cross where it
// bends.
void note_thick_sheet(const TriangleMesh& sheet, const JsonCursor& body, Scene& scene) {
  const JsonCursor thickness = body.at("thickness");
  const double edge = mean_edge(sheet), value = thickness.number(kLength);
  if (!(value > edge)) return;
  scene.notes.push_back(fmt::format(
      "{}: {}: a membrane of {:.4g} m is thicker than its edges are long ({:.4g} m in the mean): it is meant "
      "for thin ones; make a solid, or use larger triangles",
      thickness.origin(), thickness.place(), value, edge));
}

// Tetrahedra of a mesh or a shape; with a thickness a membrane of triangles.
std::shared_ptr<const ElasticSpec> make_points_spec(const JsonCursor& body, const ReaderContext& context) {
  auto spec = std::make_shared<ElasticSpec>();
  spec->model = ElasticModel::kPoints;
  read_material(body, spec->modal.material);
  spec->points = read_points_options(body);
  if (body.has("thickness") != (body.has("sheet") || (body.has("mesh") && spec->points.thickness > 0))) {
    body.fail("a membrane has a \"thickness\" and a \"sheet\" or a \"mesh\" of triangles; a solid has neither");
  }
  if (spec->points.thickness > 0) {
    for (const char* key : {"law", "volume_stiffness"}) {
      if (body.has(key)) body.at(key).fail("belongs to solids; a membrane is of St. Venant-Kirchhoff material");
    }
    spec->sheet = read_sheet(body, context);
    note_thick_sheet(*spec->sheet, body, context.scene);
  } else if (body.has("mesh")) {
    spec->mesh = read_tetrahedra(body.at("mesh"), context);
  } else {
    spec->cell = body.at("cell").number(kLength);
  }
  return spec;
}

std::shared_ptr<const ElasticSpec> make_spec(const JsonCursor& body, const ReaderContext& context) {
  if (body.at("model").text() == model_name(ElasticModel::kPoints)) return make_points_spec(body, context);
  auto spec = std::make_shared<ElasticSpec>();
  spec->modal = read_modal_options(body);
  if (body.at("model").text() == model_name(ElasticModel::kStvk)) read_stvk(body, *spec);
  if (body.has("mesh")) {
    spec->mesh = read_tetrahedra(body.at("mesh"), context);
  } else {
    spec->cell = body.at("cell").number(kLength);
  }
  return spec;
}

}  // namespace

std::shared_ptr<const ElasticSpec> read_elastic_spec(const JsonCursor& body, const ReaderContext& context) {
  const bool has_sheet = body.has("sheet");
  if (has_sheet && (body.has("mesh") || body.has("shape")))
    body.at("sheet").fail("goes without \"mesh\" and \"shape\"");
  if (!has_sheet && body.has("mesh") == body.has("shape")) {
    const bool points = body.at("model").text() == model_name(ElasticModel::kPoints);
    body.fail(fmt::format(
        "a body that deforms takes either \"mesh\", tetrahedra, or \"shape\" with \"cell\", their edge length{}",
        points ? "; a membrane \"mesh\", triangles, or \"sheet\" with \"cell\", and its \"thickness\"" : ""));
  }
  if (body.has("mesh") && body.has("cell")) body.at("cell").fail("goes with \"shape\"; a \"mesh\" has its own");
  const std::string key = body.dump_without({"name", "material", "position", "rotation", "velocity", "angular_velocity",
                                             "force", "torque", "level", "samples", "deformation", "self_contact"});
  const auto known = context.memory.elastic.find(key);
  if (known != context.memory.elastic.end()) return known->second;
  return context.memory.elastic.emplace(key, make_spec(body, context)).first->second;
}

}  // namespace stiction
