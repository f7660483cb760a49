// Bodies that deform: their mesh or shape, their material, their modes.
#include <fmt/format.h>

#include "elastic/elastic_spec.h"
#include "geometry/tetra/tet_check.h"
#include "geometry/tetra/tet_file.h"
#include "scenes/reader/parts.h"

namespace stiction {
namespace {

std::shared_ptr<const TetMesh> inline_mesh(const JsonCursor& cursor) {
  cursor.require_keys({"vertices", "tetrahedra"});
  auto mesh = std::make_shared<TetMesh>();
  const JsonCursor vertices = cursor.at("vertices");
  const JsonCursor tets = cursor.at("tetrahedra");
  for (std::size_t i = 0; i < vertices.size(); ++i) mesh->vertices.push_back(vertices.item(i).vector(kCoordinate));
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

ModalOptions read_modal_options(const JsonCursor& body) {
  ModalOptions options;
  options.material.young = body.at("young").number(positive_number("Pa"));
  options.material.poisson = body.at("poisson").number(any_number(""));
  options.modes = static_cast<int>(body.at("modes").whole(1, 10000));
  if (body.has("damping")) {
    const JsonCursor damping = body.at("damping");
    damping.require_keys({"mass", "stiffness"});
    damping.read_number("mass", options.mass_damping, not_negative("1/s"));
    damping.read_number("stiffness", options.stiffness_damping, not_negative("s"));
  }
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

std::shared_ptr<const ElasticSpec> make_spec(const JsonCursor& body, const ReaderContext& context) {
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
  if (body.has("mesh") == body.has("shape")) {
    body.fail("a body that deforms takes either \"mesh\", tetrahedra, or \"shape\" with \"cell\", their edge length");
  }
  if (body.has("mesh") && body.has("cell")) body.at("cell").fail("goes with \"shape\"; a \"mesh\" has its own");
  const std::string key = body.dump_without({"name", "material", "position", "rotation", "velocity", "angular_velocity",
                                             "force", "torque", "level", "samples", "deformation"});
  const auto known = context.memory.elastic.find(key);
  if (known != context.memory.elastic.end()) return known->second;
  return context.memory.elastic.emplace(key, make_spec(body, context)).first->second;
}

}  // namespace stiction
