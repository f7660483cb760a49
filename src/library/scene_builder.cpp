#include "stiction/scene_builder.h"

#include <fmt/format.h>

#include <cmath>
#include <sstream>

#include "library/builder_impl.h"

namespace stiction {
namespace {

// What the reader takes as a number at the top of a scene, beside gravity and step.
constexpr const char* kSettings[] = {"duration",       "margin",  "restitution_threshold", "recovery",
                                     "recovery_speed", "samples", "sleep_after",           "sleep_speed"};

void write_elastic(const ElasticSettings& s, const std::string& place, Json& json) {
  const auto number = [&](const char* what, double value) { return number_json(value, (place + what).c_str()); };
  json["model"] = s.points ? "points" : s.stvk ? "stvk" : "modal";
  json["cell"] = number("cell", s.cell);
  json["young"] = number("young", s.young);
  json["poisson"] = number("poisson", s.poisson);
  if (s.self_contact) json["self_contact"] = true;
  if (s.points) {
    json["law"] = s.stvk ? "stvk" : "corotated";
    json["integrator"] = s.explicit_steps ? "explicit" : "implicit";
    json["volume_stiffness"] = number("volume_stiffness", s.volume_stiffness);
  } else {
    json["modes"] = s.modes;
    if (s.dofs != 0) json["dofs"] = s.dofs;
    if (s.strains) json["strains"] = true;
  }
  json["damping"] = {{"mass", number("mass_damping", s.mass_damping)},
                     {"stiffness", number("stiffness_damping", s.stiffness_damping)}};
}

Json body_json(const BodySettings& s, const Json& shape) {
  const std::string place = fmt::format("body \"{}\": ", s.name);
  Json json = {{"name", s.name}, {"shape", shape}, {"material", s.material}};
  const auto vector = [&](const char* key, const Vector3& value) {
    if (value != Vector3{}) json[key] = vector_json(value, (place + key).c_str());
  };
  if (s.fixed) json["fixed"] = true;
  vector("position", s.position);
  if (s.rotation != Quaternion{}) json["rotation"] = rotation_json(s.rotation, (place + "rotation").c_str());
  vector("velocity", s.velocity);
  vector("angular_velocity", s.angular_velocity);
  vector("force", s.force);
  vector("torque", s.torque);
  if (!s.lock.empty()) json["lock"] = s.lock;
  if (s.level != 0) json["level"] = s.level;
  if (s.samples != 0) json["samples"] = s.samples;
  if (s.elastic) write_elastic(*s.elastic, place, json);
  return json;
}

Json joint_json(const JointSettings& s, const std::string& place) {
  const auto number = [&](const char* what, double value) { return number_json(value, (place + what).c_str()); };
  const auto vector = [&](const char* what, const Vector3& value) {
    return vector_json(value, (place + what).c_str());
  };
  Json json = {{"type", s.type}, {"bodies", {s.body_a, s.body_b}}};
  if (s.type == "distance") {
    json["anchors"] = Json::array({vector("anchor", s.anchor), vector("anchor_b", s.anchor_b)});
  } else {
    json["anchor"] = vector("anchor", s.anchor);
  }
  if (s.type == "hinge" || s.type == "slider" || s.type == "planar") json["axis"] = vector("axis", s.axis);
  if (s.type == "universal") json["axes"] = Json::array({vector("axis", s.axis), vector("axis_b", s.axis_b)});
  if (s.limits) json["limits"] = Json::array({number("limits", (*s.limits)[0]), number("limits", (*s.limits)[1])});
  if (s.start != 0) json["start"] = number("start", s.start);
  if (s.motor) {
    json["motor"]["velocity"] = number("motor", *s.motor);
    const char* most = s.type == "hinge" ? "max_torque" : "max_force";
    if (s.motor_max != SceneBuilder::kForever) json["motor"][most] = number("motor_max", s.motor_max);
  }
  if (s.friction != 0) json["friction"] = number("friction", s.friction);
  if (s.collide) json["collide"] = true;
  return json;
}

// A whole number is written whole: some settings want it so.
Json setting_json(double value, const std::string& key) {
  const Json number = number_json(value, key.c_str());
  const bool whole = value == std::floor(value) && std::abs(value) < 1e15;
  return whole ? Json(static_cast<std::int64_t>(value)) : number;
}

Json motion_json(const std::string& body, double start, double end) {
  Json motion = {{"body", body}, {"start", number_json(start, "start of a motion")}};
  if (end != SceneBuilder::kForever) motion["end"] = number_json(end, "end of a motion");
  return motion;
}

Json keyframes_json(const std::vector<Keyframe>& keys) {
  Json list = Json::array();
  for (const Keyframe& key : keys) {
    list.push_back({{"time", number_json(key.time, "time of a keyframe")},
                    {"position", vector_json(key.position, "position of a keyframe")},
                    {"rotation", rotation_json(key.rotation, "rotation of a keyframe")}});
  }
  return list;
}

}  // namespace

SceneBuilder::SceneBuilder() : impl_(std::make_unique<Impl>()) {}
SceneBuilder::~SceneBuilder() = default;
SceneBuilder::SceneBuilder(SceneBuilder&&) noexcept = default;
SceneBuilder& SceneBuilder::operator=(SceneBuilder&&) noexcept = default;

SceneBuilder& SceneBuilder::gravity(const Vector3& gravity) {
  impl_->root["gravity"] = vector_json(gravity, "gravity");
  return *this;
}

SceneBuilder& SceneBuilder::step(double seconds) {
  impl_->root["step"] = number_json(seconds, "step");
  return *this;
}

SceneBuilder& SceneBuilder::setting(const std::string& key, double value) {
  std::string known;
  for (const char* name : kSettings) {
    known += (known.empty() ? "" : ", ") + std::string(name);
    if (key != name) continue;
    impl_->root[key] = setting_json(value, key);
    return *this;
  }
  throw InputError(fmt::format("there is no setting \"{}\" (known: {})", key, known));
}

SceneBuilder& SceneBuilder::solver(const std::string& key, const std::string& text) {
  set_solver_option(impl_->solver, key, text);
  for (const OptionField& field : solver_option_fields()) {
    if (field.key != key) continue;
    const OptionValue value = field.get(impl_->solver);
    if (const auto* number = std::get_if<double>(&value)) impl_->root["solver"][key] = setting_json(*number, key);
    if (const auto* flag = std::get_if<bool>(&value)) impl_->root["solver"][key] = *flag;
    if (const auto* word = std::get_if<std::string>(&value)) impl_->root["solver"][key] = *word;
  }
  return *this;
}

SceneBuilder& SceneBuilder::material(const std::string& name, const MaterialSettings& settings) {
  if (impl_->root.contains("materials") && impl_->root["materials"].contains(name)) {
    throw InputError(fmt::format("there is already a material \"{}\"; names are unique", name));
  }
  impl_->root["materials"][name] = {{"density", number_json(settings.density, "density")},
                                    {"friction", number_json(settings.friction, "friction")},
                                    {"restitution", number_json(settings.restitution, "restitution")}};
  return *this;
}

SceneBuilder& SceneBuilder::pair(const std::string& material_a, const std::string& material_b, double friction,
                                 double restitution) {
  impl_->add("pairs", {{"materials", {material_a, material_b}},
                       {"friction", number_json(friction, "friction")},
                       {"restitution", number_json(restitution, "restitution")}});
  return *this;
}

int SceneBuilder::body(const BodySettings& settings) {
  Json json = body_json(settings, settings.shape.impl_->json);
  // The reader takes events' bodies last: from the first late body on all are events, so that the order stays.
  const bool late = settings.appears_at != 0 || impl_->late_bodies;
  if (late) {
    const double time = settings.appears_at;
    impl_->add("events", {{"time", number_json(time, "appears_at")}, {"add", std::move(json)}});
    impl_->late_bodies = true;
  } else {
    impl_->add("bodies", std::move(json));
  }
  return impl_->body_count++;
}

int SceneBuilder::joint(const JointSettings& settings) {
  impl_->add("joints", joint_json(settings, fmt::format("joint {}: ", impl_->joint_count)));
  return impl_->joint_count++;
}

SceneBuilder& SceneBuilder::ignore(const std::string& body_a, const std::string& body_b) {
  impl_->add("ignore", Json::array({body_a, body_b}));
  return *this;
}

SceneBuilder& SceneBuilder::velocity_at(double time, const std::string& body, const Vector3& velocity,
                                        const Vector3& angular_velocity) {
  impl_->add("events", {{"time", number_json(time, "time of a velocity")},
                        {"set",
                         {{"body", body},
                          {"velocity", vector_json(velocity, "velocity")},
                          {"angular_velocity", vector_json(angular_velocity, "angular velocity")}}}});
  return *this;
}

SceneBuilder& SceneBuilder::move(const std::string& body, const Vector3& velocity, const Vector3& angular_velocity,
                                 double start, double end) {
  Json motion = motion_json(body, start, end);
  motion["velocity"] = vector_json(velocity, "velocity of a motion");
  motion["angular_velocity"] = vector_json(angular_velocity, "angular velocity of a motion");
  impl_->add("motions", std::move(motion));
  return *this;
}

SceneBuilder& SceneBuilder::oscillate(const std::string& body, const Vector3& direction, double amplitude,
                                      double frequency, double start, double end) {
  Json motion = motion_json(body, start, end);
  motion["oscillate"] = {{"direction", vector_json(direction, "direction of a motion")},
                         {"amplitude", number_json(amplitude, "amplitude of a motion")},
                         {"frequency", number_json(frequency, "frequency of a motion")}};
  impl_->add("motions", std::move(motion));
  return *this;
}

SceneBuilder& SceneBuilder::keyframes(const std::string& body, const std::vector<Keyframe>& keys) {
  impl_->add("motions", {{"body", body}, {"keyframes", keyframes_json(keys)}});
  return *this;
}

SceneBuilder& SceneBuilder::hand(const std::string& body, const HandSettings& settings,
                                 const std::vector<Keyframe>& path) {
  Json hand = {{"body", body},
               {"stiffness", number_json(settings.stiffness, "stiffness of a hand")},
               {"damping", number_json(settings.damping, "damping of a hand")},
               {"angular_stiffness", number_json(settings.angular_stiffness, "angular stiffness of a hand")},
               {"angular_damping", number_json(settings.angular_damping, "angular damping of a hand")}};
  if (settings.max_force != kForever) hand["max_force"] = number_json(settings.max_force, "largest force of a hand");
  if (settings.max_torque != kForever) {
    hand["max_torque"] = number_json(settings.max_torque, "largest torque of a hand");
  }
  if (!path.empty()) hand["path"] = keyframes_json(path);
  impl_->add("hands", std::move(hand));
  return *this;
}

SceneBuilder& SceneBuilder::conveyor(const std::string& body, const Vector3& velocity, double start, double end) {
  Json motion = motion_json(body, start, end);
  motion["surface_velocity"] = vector_json(velocity, "velocity of a conveyor");
  impl_->add("motions", std::move(motion));
  return *this;
}

std::string SceneBuilder::json() const {
  return impl_->root.dump(1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace stiction
