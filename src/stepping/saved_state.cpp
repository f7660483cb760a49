// The complete state of a simulation as bytes, and back.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/byte_stream.h"
#include "base/error.h"
#include "base/hash.h"
#include "geometry/shape.h"
#include "stepping/saved_hands.h"
#include "stepping/simulation_impl.h"

namespace stiction {
namespace {

constexpr std::uint64_t kMagic = 0x6574617473637473;  // "stcstate"
constexpr std::uint32_t kVersion = 5;

void add(Hash64& hash, const Vec3& v) {
  for (double x : v) hash.add(x);
}

void add(Hash64& hash, const std::string& text) {
  for (char c : text) hash.add_byte(static_cast<std::uint8_t>(c));
  hash.add(static_cast<std::uint64_t>(text.size()));
}

void add(Hash64& hash, const Pose& pose) {
  add(hash, pose.position);
  for (double x : pose.rotation.coeffs()) hash.add(x);
}

void add_body(Hash64& hash, const Body& body) {
  add(hash, body.name);
  hash.add(static_cast<std::uint64_t>(body.shape.index()));
  const Aabb box = bounds(body.shape, Pose{});
  add(hash, box.min);
  add(hash, box.max);
  hash.add(static_cast<std::uint64_t>(body.material));
  hash.add((body.fixed ? std::uint64_t{1} : 0) + (body.scripted ? std::uint64_t{2} : 0));
  for (bool held : body.lock) hash.add_byte(held ? 1 : 0);
  hash.add(body.mass.mass);
  add(hash, body.mass.center);
  for (double x : body.mass.inertia.reshaped()) hash.add(x);
  add(hash, body.start);
  hash.add(static_cast<std::uint64_t>(body.level));
  hash.add(static_cast<std::uint64_t>(body.samples));
  hash.add(body.appears_at);
  if (body.deforms()) hash.add(body.deformable->fingerprint());
}

void add_motion(Hash64& hash, const Motion& motion) {
  hash.add(static_cast<std::uint64_t>(motion.kind));
  hash.add(static_cast<std::uint64_t>(motion.body));
  for (double x : {motion.start, motion.end, motion.amplitude, motion.frequency}) hash.add(x);
  add(hash, motion.velocity);
  add(hash, motion.angular_velocity);
  add(hash, motion.direction);
  for (const MotionKey& key : motion.keys) {
    hash.add(key.time);
    add(hash, key.pose);
  }
}

void add_options(Hash64& hash, const SolverOptions& options) {
  for (const OptionField& field : solver_option_fields()) {
    const OptionValue value = field.get(options);
    if (const auto* number = std::get_if<double>(&value)) hash.add(*number);
    if (const auto* flag = std::get_if<bool>(&value)) hash.add_byte(*flag ? 1 : 0);
    if (const auto* text = std::get_if<std::string>(&value)) add(hash, *text);
  }
}

// What must agree for a saved state to belong here: all that cannot be changed while running.
std::uint64_t fingerprint(const Model& model, double step, const SolverOptions& options) {
  Hash64 hash;
  hash.add(step);
  for (double x : {model.margin, model.restitution_threshold, model.recovery, model.recovery_speed, model.sleep_after,
                   model.sleep_speed})
    hash.add(x);
  for (const Body& body : model.bodies) add_body(hash, body);
  for (const Motion& motion : model.motions) add_motion(hash, motion);
  for (const VelocityEvent& event : model.events) {
    hash.add(event.time);
    hash.add(static_cast<std::uint64_t>(event.body));
    add(hash, event.velocity);
    add(hash, event.angular_velocity);
  }
  for (const auto& [a, b] : model.ignored_pairs) hash.add(mix_hash(a, b));
  add_options(hash, options);
  return hash.value();
}

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

// Everything that restore() replaces, read before anything is changed.
struct SavedState {
  Vec3 gravity;
  std::vector<std::array<double, 2>> materials;
  std::vector<MaterialPair> pairs;
  std::vector<std::array<Vec3, 2>> loads;  // force and torque per body
  SolverOptions options;
  std::unique_ptr<ContactSolver> solver;
  State state;
  std::vector<Vec6> warm_friction;
  WarmStartCache warm_start;
  SavedHands hands;
  std::size_t next_event = 0;
};

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
    saved.warm_friction.push_back(friction);
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

}  // namespace

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
  put_bodies(s.state, s.warm_friction, out);
  out.put(static_cast<std::uint64_t>(s.warm_start.size()));
  for (std::size_t i = 0; i < s.warm_start.size(); ++i) {
    out.put(s.warm_start.id(i));
    out.put(s.warm_start.impulse(i));
  }
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
  saved.state.time = in.get<double>();
  saved.state.step_index = in.get<std::int64_t>();
  require_sound(std::isfinite(saved.state.time) && saved.state.step_index >= 0 && saved.state.step_index < kMostSteps);
  saved.next_event = in.get<std::uint64_t>();
  get_bodies(in, s.model, saved);
  get_warm_start(in, saved.warm_start);
  if (!get_hands(in, s.model, saved.hands)) fail_damaged();
  if (in.remaining() != sizeof(std::uint64_t) || saved.next_event > s.model.events.size()) fail_damaged();

  s.model.gravity = saved.gravity;
  for (std::size_t i = 0; i < saved.materials.size(); ++i) {
    s.model.materials[i].friction = saved.materials[i][0];
    s.model.materials[i].restitution = saved.materials[i][1];
  }
  s.model.pairs = std::move(saved.pairs);
  for (std::size_t i = 0; i < saved.loads.size(); ++i) {
    s.model.bodies[i].force = saved.loads[i][0];
    s.model.bodies[i].torque = saved.loads[i][1];
  }
  s.options = saved.options;
  s.solver = std::move(saved.solver);
  s.state = std::move(saved.state);
  s.warm_friction = std::move(saved.warm_friction);
  s.warm_start = std::move(saved.warm_start);
  s.next_event = saved.next_event;
  s.model.hands = std::move(saved.hands.hands);
  s.hands = std::move(saved.hands.states);
  s.hand_targets.clear();
  s.hand_readings.clear();
  for (std::size_t i = 0; i < s.hands.size(); ++i) {
    s.hand_targets.push_back(s.hands[i].target);
    s.hand_readings.push_back({s.model.hands[i].body, {}, s.hands[i].last});
  }
  s.contacts.clear();
  s.report = {};
}

}  // namespace stiction
