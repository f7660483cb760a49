#include "scenes/scene_writer.h"

#include <fmt/format.h>

#include <cmath>

#include "elastic/elastic_spec.h"
#include "scenes/expectation_fields.h"
#include "scenes/writer/json_values.h"

namespace stiction {
namespace {

using stiction::to_json;  // beside those below

Json to_json(const DofLock& lock) {
  const char* names[] = {"x", "y", "z", "rx", "ry", "rz"};
  Json held = Json::array();
  for (std::size_t i = 0; i < lock.size(); ++i) {
    if (lock[i]) held.push_back(names[i]);
  }
  return held;
}

Json to_json(const Body& body, const Model& model) {
  if (body.deforms() && !body.elastic) {
    throw InputError(fmt::format("body \"{}\" deforms in a way that scene files cannot tell", body.name));
  }
  Json json = {{"name", body.name}};
  if (body.elastic) write_elastic(body, json);
  if (!body.elastic || !body.elastic->has_mesh()) json["shape"] = to_json(body.shape);
  json["material"] = model.materials[body.material].name;
  const auto vector = [&](const char* key, const Vec3& value) {
    if (!is_plain_zero(value)) json[key] = to_json(value);
  };
  if (body.fixed) json["fixed"] = true;
  write_pose(body.start, json);
  vector("velocity", body.start_velocity);
  vector("angular_velocity", body.start_angular_velocity);
  vector("force", body.force);
  vector("torque", body.torque);
  if (const Json lock = to_json(body.lock); !lock.empty()) json["lock"] = lock;
  if (body.level != 0) json["level"] = body.level;
  if (body.samples != 0) json["samples"] = body.samples;
  return json;
}

Json to_json(const VelocityEvent& event, const Model& model) {
  Json set = {{"body", model.bodies[event.body].name}};
  if (event.sets_velocity) set["velocity"] = to_json(event.velocity);
  if (event.sets_angular_velocity) set["angular_velocity"] = to_json(event.angular_velocity);
  return {{"time", to_json(event.time)}, {"set", set}};
}

// From the first body that appears late on, all bodies are written as events, so that their order stays.
void write_bodies(const Model& model, Json& json) {
  Json bodies = Json::array();
  Json events = Json::array();
  for (const Body& body : model.bodies) {
    if (body.appears_at == 0 && events.empty()) {
      bodies.push_back(to_json(body, model));
    } else {
      events.push_back({{"time", to_json(body.appears_at)}, {"add", to_json(body, model)}});
    }
  }
  for (const VelocityEvent& event : model.events) events.push_back(to_json(event, model));
  json["bodies"] = bodies;
  if (!events.empty()) json["events"] = events;
}

void write_materials(const Model& model, Json& json) {
  for (const Material& m : model.materials) {
    json["materials"][m.name] = {
        {"density", to_json(m.density)}, {"friction", to_json(m.friction)}, {"restitution", to_json(m.restitution)}};
  }
  for (const MaterialPair& pair : model.pairs) {
    json["pairs"].push_back(
        {{"materials", {model.materials[pair.material_a].name, model.materials[pair.material_b].name}},
         {"friction", to_json(pair.friction)},
         {"restitution", to_json(pair.restitution)}});
  }
}

void write_solver(const SolverOptions& options, Json& json) {
  Json solver = Json::object();
  for (const OptionField& field : solver_option_fields()) {
    const OptionValue value = field.get(options);
    if (field.key != "name" && value == field.get(SolverOptions{})) continue;
    if (const auto* number = std::get_if<double>(&value)) solver[field.key] = to_json(*number);
    if (const auto* flag = std::get_if<bool>(&value)) solver[field.key] = *flag;
    if (const auto* text = std::get_if<std::string>(&value)) solver[field.key] = *text;
  }
  json["solver"] = solver;
}

void write_model_settings(const Model& model, Json& json) {
  const Model defaults;
  const auto number = [&](const char* key, double Model::*member) {
    if (model.*member != defaults.*member) json[key] = to_json(model.*member);
  };
  number("margin", &Model::margin);
  number("restitution_threshold", &Model::restitution_threshold);
  number("recovery", &Model::recovery);
  number("recovery_speed", &Model::recovery_speed);
  number("sleep_after", &Model::sleep_after);
  number("sleep_speed", &Model::sleep_speed);
}

Json to_json(const Expectation& expectation) {
  Json body = Json::object();
  for (const ExpectationFields& fields : expectation_fields()) {
    if (fields.kind != expectation.kind) continue;
    if (fields.bodies == BodiesOf::kPattern) body["bodies"] = expectation.bodies;
    if (fields.bodies == BodiesOf::kPair) body["bodies"] = {expectation.bodies, expectation.other};
    if (fields.kind == ExpectationKind::kPosition) body["axis"] = std::string(1, "xyz"[expectation.axis]);
    for (const ExpectationNumber& number : fields.numbers) {
      if (std::isfinite(expectation.*number.member)) body[number.key] = to_json(expectation.*number.member);
    }
  }
  if (expectation.from > 0) body["from"] = to_json(expectation.from);
  if (std::isfinite(expectation.to)) body["to"] = to_json(expectation.to);
  return {{expectation_name(expectation.kind), body}};
}

// Scene files may not expect anything after their end.
bool is_too_late(const Expectation& expectation, const Scene& scene) {
  return expectation.from > scene.duration * (1 + 1e-9);
}

std::string description_of(const Scene& scene) {
  std::string text = scene.description;
  const auto add = [&](const std::string& sentence) { text += (text.empty() ? "" : " ") + sentence; };
  for (const Expectation& e : scene.expectations) {
    if (e.kind == ExpectationKind::kCustom) {
      add(fmt::format("Expected by the gallery, not in this file: {}.", e.custom_name));
    } else if (is_too_late(e, scene)) {
      add(fmt::format("Left out, because the scene ends before: {} from {:g} s.", expectation_name(e.kind), e.from));
    }
  }
  return text;
}

}  // namespace

std::string write_scene(const Scene& scene) {
  const Model& model = scene.model;
  Json json = {{"stiction", 1}, {"name", scene.name}};
  if (const std::string text = description_of(scene); !text.empty()) json["description"] = text;
  json["gravity"] = to_json(model.gravity);
  json["step"] = to_json(scene.step);
  json["duration"] = to_json(scene.duration);
  write_model_settings(model, json);
  write_solver(scene.solver, json);
  write_materials(model, json);
  write_bodies(model, json);
  for (const Motion& motion : model.motions) json["motions"].push_back(to_json(motion, model));
  for (const Joint& joint : model.joints) json["joints"].push_back(to_json(joint, model));
  for (const Hand& hand : model.hands) json["hands"].push_back(to_json(hand, model));
  for (const auto& [first, second] : model.ignored_pairs.groups()) json["ignore"].push_back({first, second});
  for (const auto& [a, b] : model.ignored_pairs.pairs()) {
    json["ignore"].push_back({model.bodies[a].name, model.bodies[b].name});
  }
  for (const Expectation& expectation : scene.expectations) {
    if (expectation.kind == ExpectationKind::kCustom || is_too_late(expectation, scene)) continue;
    json["expect"].push_back(to_json(expectation));
  }
  return pretty_text(json);
}

bool is_written_scene(const std::string& text) {
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object()) return false;
  for (const char* key : {"stiction", "name", "gravity", "step", "duration", "solver"}) {
    if (!json.contains(key)) return false;
  }
  return pretty_text(json) == text;
}

}  // namespace stiction
