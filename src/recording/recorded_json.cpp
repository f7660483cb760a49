#include "recording/recorded_json.h"

namespace stiction::recorded_json {

Json of(const Vec3& v) {
  return Json::array({v.x(), v.y(), v.z()});
}

Json of(const RecordedMaterial& material) {
  return {{"name", material.name}, {"density", material.density}, {"friction", material.friction}};
}

Json of(const RecordedBody& body) {
  Json json = {{"name", body.name},         {"fixed", body.fixed}, {"scripted", body.scripted},
               {"material", body.material}, {"mass", body.mass},   {"center_of_mass", of(body.center_of_mass)},
               {"surface", body.surface}};
  if (body.plane) json["plane"] = {{"normal", of(body.plane->normal)}, {"offset", body.plane->offset}};
  json["deforming"] = body.deforming;
  return json;
}

}  // namespace stiction::recorded_json
