// The complete state of a simulation as bytes, and back.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/byte_stream.h"
#include "base/error.h"
#include "base/hash.h"
#include "model/deformable.h"
#include "stepping/fingerprint.h"
#include "stepping/require.h"
#include "stepping/saved_hands.h"
#include "stepping/simulation_impl.h"

namespace stiction {

// Everything that restore() replaces, read before anything is changed.
struct SavedState {
  Vec3 gravity;
  std::vector<std::array<double, 2>> materials;
  std::vector<MaterialPair> pairs;
  std::vector<std::array<Vec3, 2>> loads;  // force and torque per body
  SolverOptions options;
  std::unique_ptr<ContactSolver> solver;
  std::optional<InsideCollider> inside;
  State state;
  StepMemory memory;
  std::vector<std::optional<JointMotor>> motors;  // per joint
  SavedHands hands;
  std::size_t next_event = 0;
};

namespace {

constexpr std::uint64_t kMagic = 0x6574617473637473;  // "stcstate"
constexpr std::uint32_t kVersion = 7;

void put_parameters(const Model& model, ByteWriter& out) {
  out.put(model.gravity);
  out.put(static_cast<std::uint64_t>(model.materials.size()));
  for (const Material& material : model.materials) {
    out.put(material.friction);
    out.put(material.restitution);
  }
  out.put(static_cast<std::uint64_t>(model.pairs.size()));
  for (const MaterialPair& pair : model.pairs) {
    out.put(static_cast<std::int32_t>(pair.material_a));
    out.put(static_cast<std::int32_t>(pair.material_b));
    out.put(pair.friction);
    out.put(pair.restitution);
  }
  for (const Body& body : model.bodies) {
    out.put(body.force);
    out.put(body.torque);
  }
  for (const Joint& joint : model.joints) {
    if (joint.motor) put_each(out, joint.motor->velocity, joint.motor->max_effort);
  }
}

void put_options(const SolverOptions& options, ByteWriter& out) {
  for (const OptionField& field : solver_option_fields()) {
    const OptionValue value = field.get(options);
    std::visit([&out](const auto& v) { put_each(out, v); }, value);
  }
}

void put_bodies(const State& state, const std::vector<Vec6>& warm_friction, ByteWriter& out) {
  for (std::size_t i = 0; i < state.bodies.size(); ++i) {
    const BodyState& body = state.bodies[i];
    out.put(body.center);
    out.put(body.rotation);
    out.put(body.velocity);
    out.put(body.angular_velocity);
    out.put(static_cast<std::uint8_t>((body.present ? 1 : 0) + (body.asleep ? 2 : 0)));
    out.put(body.rest_steps);
    out.put(body.sleep_island);
    for (double x : warm_friction[i]) out.put(x);
    for (double x : body.deformation) out.put(x);
    for (double x : body.deformation_rate) out.put(x);
  }
}

constexpr double kUnitTolerance = 1e-6;                     // of a rotation's quaternion
constexpr std::int64_t kMostSteps = std::int64_t{1} << 53;  // numbers of steps are exact as doubles

std::uint64_t checksum(std::string_view bytes) {
  Hash64 hash;
  for (char c : bytes) hash.add_byte(static_cast<std::uint8_t>(c));
  return hash.value();
}

[[noreturn]] void fail_damaged() {
  throw InputError("the saved state is damaged; take an earlier one");
}

// The last eight bytes are a checksum of all before them.
void refuse_damage(std::string_view bytes) {
  const std::size_t size = bytes.size() - std::min(bytes.size(), sizeof(std::uint64_t));
  ByteReader end(bytes.substr(size), "the saved state");
  if (end.get<std::uint64_t>() != checksum(bytes.substr(0, size))) fail_damaged();
}

void require_sound(bool sound) {
  if (!sound) fail_damaged();
}

bool is_surface(double friction, double restitution) {
  return friction >= 0 && std::isfinite(friction) && restitution >= 0 && restitution <= 1;
}

void get_parameters(ByteReader& in, const Model& model, SavedState& saved) {
  saved.gravity = in.get_vec3();
  require_sound(saved.gravity.allFinite());
  const std::size_t material_count = in.checked_count(16);
  if (material_count != model.materials.size()) fail_damaged();
  for (std::size_t i = 0; i < material_count; ++i) {
    const auto friction = in.get<double>();
    saved.materials.push_back({friction, in.get<double>()});
    require_sound(is_surface(saved.materials.back()[0], saved.materials.back()[1]));
  }
  const std::size_t pair_count = in.checked_count(24);
  for (std::size_t i = 0; i < pair_count; ++i) {
    MaterialPair pair;
    pair.material_a = in.get<std::int32_t>();
    pair.material_b = in.get<std::int32_t>();
    pair.friction = in.get<double>();
    pair.restitution = in.get<double>();
    const auto known = [&](int m) { return m >= 0 && m < static_cast<int>(material_count); };
    require_sound(known(pair.material_a) && known(pair.material_b) && is_surface(pair.friction, pair.restitution));
    saved.pairs.push_back(pair);
  }
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const Vec3 force = in.get_vec3();
    saved.loads.push_back({force, in.get_vec3()});
    require_sound(force.allFinite() && saved.loads.back()[1].allFinite());
  }
  for (const Joint& joint : model.joints) {
    std::optional<JointMotor>& motor = saved.motors.emplace_back(joint.motor);
    if (!motor) continue;
    get_each(in, motor->velocity, motor->max_effort);
    const bool limited = std::isfinite(joint.motor->max_effort);
    require_sound(std::isfinite(motor->velocity) && motor->max_effort > 0 &&
                  limited == std::isfinite(motor->max_effort));
  }
}

void get_options(ByteReader& in, SavedState& saved) {
  try {
    for (const OptionField& field : solver_option_fields()) {
      OptionValue value = field.get(saved.options);
      std::visit([&in](auto& v) { get_each(in, v); }, value);
      field.set(saved.options, value);
    }
    saved.solver = make_solver(saved.options);
  } catch (const InputError&) {
    fail_damaged();
  }
}

void get_bodies(ByteReader& in, const Model& model, SavedState& saved) {
  for (const Body& described : model.bodies) {
    BodyState body;
    body.center = in.get_vec3();
    body.rotation = in.get_quat();
    body.velocity = in.get_vec3();
    body.angular_velocity = in.get_vec3();
    require_sound(std::abs(body.rotation.norm() - 1) < kUnitTolerance);
    const auto flags = in.get<std::uint8_t>();
    body.present = (flags & 1) != 0;
    body.asleep = (flags & 2) != 0;
    body.rest_steps = in.get<std::int32_t>();
    body.sleep_island = in.get<std::int32_t>();
    Vec6 friction;
    for (double& x : friction) x = in.get<double>();
    saved.memory.warm_friction.push_back(friction);
    if (described.deforms()) {
      body.deformation.resize(described.deformable->coordinate_count());
      body.deformation_rate.resize(body.deformation.size());
      for (double& x : body.deformation) x = in.get<double>();
      for (double& x : body.deformation_rate) x = in.get<double>();
    }
    saved.state.bodies.push_back(std::move(body));
  }
  if (first_non_finite_body(saved.state) >= 0) fail_damaged();
}

void get_warm_start(ByteReader& in, WarmStartCache& cache) {
  const std::size_t count = in.checked_count(32);
  cache.begin(count);
  for (std::size_t i = 0; i < count; ++i) {
    const auto id = in.get<std::uint64_t>();
    const Vec3 impulse = in.get_vec3();
    if (!impulse.allFinite()) fail_damaged();
    cache.set(i, id, impulse);
  }
}

void put_memory(const FrictionMemoryCache& cache, ByteWriter& out) {
  out.put(static_cast<std::uint64_t>(cache.size()));
  for (std::size_t i = 0; i < cache.size(); ++i) {
    const FrictionMemory& memory = cache.value(i);
    put_each(out, cache.id(i), memory.last_factor, memory.last_velocity, memory.steps);
  }
}

void get_memory(ByteReader& in, FrictionMemoryCache& cache) {
  const std::size_t count = in.checked_count(32);
  cache.begin(count);
  for (std::size_t i = 0; i < count; ++i) {
    std::uint64_t id = 0;
    FrictionMemory memory;
    get_each(in, id, memory.last_factor, memory.last_velocity, memory.steps);
    require_sound(std::isfinite(memory.last_factor) && std::isfinite(memory.last_velocity) &&
                  std::isfinite(memory.steps));
    cache.set(i, id, memory);
  }
}

void get_warm_joints(ByteReader& in, std::size_t count, std::vector<JointImpulses>& impulses) {
  impulses.resize(count);
  for (JointImpulses& joint : impulses) {
    for (double& impulse : joint) {
      impulse = in.get<double>();
      require_sound(std::isfinite(impulse));
    }
  }
}

}  // namespace

// Replaces what moves, and what people may have changed.
void Simulation::Impl::take_over(SavedState saved) {
  model.gravity = saved.gravity;
  for (std::size_t i = 0; i < saved.materials.size(); ++i) {
    model.materials[i].friction = saved.materials[i][0];
    model.materials[i].restitution = saved.materials[i][1];
  }
  model.pairs = std::move(saved.pairs);
  for (std::size_t i = 0; i < saved.loads.size(); ++i) {
    model.bodies[i].force = saved.loads[i][0];
    model.bodies[i].torque = saved.loads[i][1];
  }
  for (std::size_t i = 0; i < saved.motors.size(); ++i) model.joints[i].motor = saved.motors[i];
  options = saved.options;
  solver = std::move(saved.solver);
  inside = std::move(saved.inside);
  state = std::move(saved.state);
  memory = std::move(saved.memory);
  joint_readings.assign(model.joints.size(), {});
  next_event = saved.next_event;
  model.hands = std::move(saved.hands.hands);
  hands = std::move(saved.hands.states);
  hand_targets.clear();
  hand_readings.clear();
  for (std::size_t i = 0; i < hands.size(); ++i) {
    hand_targets.push_back(hands[i].target);
    hand_readings.push_back({model.hands[i].body, {}, hands[i].last});
  }
}

std::string Simulation::save() const {
  const Impl& s = *impl_;
  ByteWriter out;
  out.put(kMagic);
  out.put(kVersion);
  out.put(fingerprint(s.model, s.step, s.start_options));
  put_parameters(s.model, out);
  put_options(s.options, out);
  out.put(s.state.time);
  out.put(s.state.step_index);
  out.put(static_cast<std::uint64_t>(s.next_event));
  put_bodies(s.state, s.memory.warm_friction, out);
  out.put(static_cast<std::uint64_t>(s.memory.warm_start.size()));
  for (std::size_t i = 0; i < s.memory.warm_start.size(); ++i) {
    out.put(s.memory.warm_start.id(i));
    out.put(s.memory.warm_start.value(i));
  }
  put_memory(s.memory.friction_memory, out);
  for (const JointImpulses& joint : s.memory.warm_joints)
    for (const double impulse : joint) out.put(impulse);
  put_hands(s.model.hands, s.hands, out);
  out.put(checksum(out.bytes()));
  return out.bytes();
}

void Simulation::restore(std::string_view bytes) {
  Impl& s = *impl_;
  ByteReader in(bytes, "the saved state");
  if (in.get<std::uint64_t>() != kMagic) throw InputError("this is not a saved state");
  const auto version = in.get<std::uint32_t>();
  if (version != kVersion) {
    throw InputError(fmt::format("the saved state has format {}; this version reads format {}", version, kVersion));
  }
  refuse_damage(bytes);
  if (in.get<std::uint64_t>() != fingerprint(s.model, s.step, s.start_options)) {
    throw InputError("the saved state belongs to another scene, step or solver setting");
  }
  SavedState saved;
  get_parameters(in, s.model, saved);
  get_options(in, saved);
  saved.inside = inside_collider(s.model, saved.options);
  saved.state.time = in.get<double>();
  saved.state.step_index = in.get<std::int64_t>();
  require_sound(std::isfinite(saved.state.time) && saved.state.step_index >= 0 && saved.state.step_index < kMostSteps);
  saved.next_event = in.get<std::uint64_t>();
  get_bodies(in, s.model, saved);
  get_warm_start(in, saved.memory.warm_start);
  get_memory(in, saved.memory.friction_memory);
  get_warm_joints(in, s.model.joints.size(), saved.memory.warm_joints);
  if (!get_hands(in, s.model, saved.hands)) fail_damaged();
  if (in.remaining() != sizeof(std::uint64_t) || saved.next_event > s.model.events.size()) fail_damaged();

  s.take_over(std::move(saved));
  s.contacts.clear();
  s.report = {};
}

}  // namespace stiction
