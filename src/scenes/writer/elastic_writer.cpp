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

Json to_json(const TriangleMesh& mesh) {
  Json vertices = Json::array();
  Json triangles = Json::array();
  for (const Vec3& vertex : mesh.vertices) vertices.push_back(stiction::to_json(vertex));
  for (const auto& t : mesh.triangles) triangles.push_back({t[0], t[1], t[2]});
  return {{"vertices", vertices}, {"triangles", triangles}};
}

void write_damping(double mass, double stiffness, Json& json) {
  Json damping = Json::object();
  if (mass != 0) damping["mass"] = stiction::to_json(mass);
  if (stiffness != 0) damping["stiffness"] = stiction::to_json(stiffness);
  if (!damping.empty()) json["damping"] = damping;
}

void write_points(const PointsOptions& options, Json& json) {
  if (options.law != PointsLaw::kCorotated) json["law"] = law_name(options.law);
  if (options.volume_stiffness != 0) json["volume_stiffness"] = stiction::to_json(options.volume_stiffness);
  json["integrator"] = integrator_name(options.integrator);
  write_damping(options.mass_damping, options.stiffness_damping, json);
  if (options.thickness != 0) json["thickness"] = stiction::to_json(options.thickness);
  for (const Aabb& box : options.held) {
    json["held"].push_back(Json::array({stiction::to_json(box.min), stiction::to_json(box.max)}));
  }
}

}  // namespace

void write_elastic(const Body& body, Json& json) {
  const ElasticSpec& spec = *body.elastic;
  json["model"] = model_name(spec.model);
  if (body.self_contact) json["self_contact"] = true;
  if (spec.sheet) {
    json["mesh"] = to_json(*spec.sheet);
  } else if (spec.mesh) {
    json["mesh"] = to_json(*spec.mesh);
  } else {
    json["cell"] = stiction::to_json(spec.cell);
  }
  json["young"] = stiction::to_json(spec.modal.material.young);
  json["poisson"] = stiction::to_json(spec.modal.material.poisson);
  if (spec.model == ElasticModel::kPoints) {
    write_points(spec.points, json);
    return;
  }
  json["modes"] = spec.modal.modes;
  if (spec.model == ElasticModel::kStvk) json["dofs"] = spec.coordinate_count();
  if (spec.modal.strains) json["strains"] = true;
  write_damping(spec.modal.mass_damping, spec.modal.stiffness_damping, json);
  if (spec.modal.metric == ContactMetric::kMass) json["metric"] = "mass";
  if (body.start_deformation.size() == 0) return;
  Json& start = json["deformation"] = Json::array();
  for (const double q : body.start_deformation) start.push_back(stiction::to_json(q));
}

}  // namespace stiction
