// Bodies that deform.
#include "elastic/elastic_spec.h"
#include "scenes/writer/json_values.h"

namespace stiction {
namespace {

Json to_json(const TetMesh& mesh) {
  Json vertices = Json::array();
  Json tets = Json::array();
  for (const Vec3& vertex : mesh.vertices) vertices.push_back(stiction::to_json(vertex));
  for (const auto& tet : mesh.tets) tets.push_back({tet[0], tet[1], tet[2], tet[3]});
  return {{"vertices", vertices}, {"tetrahedra", tets}};
}

}  // namespace

void write_elastic(const Body& body, Json& json) {
  const ElasticSpec& spec = *body.elastic;
  json["model"] = model_name(spec.model);
  if (spec.mesh) {
    json["mesh"] = to_json(*spec.mesh);
  } else {
    json["cell"] = stiction::to_json(spec.cell);
  }
  json["young"] = stiction::to_json(spec.modal.material.young);
  json["poisson"] = stiction::to_json(spec.modal.material.poisson);
  json["modes"] = spec.modal.modes;
  if (spec.model == ElasticModel::kStvk) json["dofs"] = spec.coordinate_count();
  if (spec.modal.strains) json["strains"] = true;
  Json damping = Json::object();
  if (spec.modal.mass_damping != 0) damping["mass"] = stiction::to_json(spec.modal.mass_damping);
  if (spec.modal.stiffness_damping != 0) damping["stiffness"] = stiction::to_json(spec.modal.stiffness_damping);
  if (!damping.empty()) json["damping"] = damping;
  if (spec.modal.metric == ContactMetric::kMass) json["metric"] = "mass";
  if (body.start_deformation.size() == 0) return;
  Json& start = json["deformation"] = Json::array();
  for (const double q : body.start_deformation) start.push_back(stiction::to_json(q));
}

}  // namespace stiction
