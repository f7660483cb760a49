#include "stepping/fingerprint.h"

#include <cmath>

#include "base/hash.h"
#include "geometry/shape.h"
#include "model/deformable.h"

namespace stiction {
namespace {

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
  if (body.self_contact) hash.add_byte(1);
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

void add_joint(Hash64& hash, const Joint& joint) {
  hash.add(static_cast<std::uint64_t>(joint.kind));
  for (const int body : joint.bodies) hash.add(static_cast<std::uint64_t>(body));
  for (const Vec3* v : {&joint.anchor, &joint.anchor_b, &joint.axis, &joint.axis_b}) add(hash, *v);
  hash.add(joint.start);
  hash.add_byte(static_cast<std::uint8_t>((joint.limits ? 1 : 0) + (joint.motor ? 2 : 0) + (joint.collide ? 4 : 0)));
  if (joint.limits) {
    hash.add(joint.limits->lower);
    hash.add(joint.limits->upper);
  }
  // What people may change while it runs is not in here.
  if (joint.motor) hash.add_byte(std::isfinite(joint.motor->max_effort) ? 1 : 0);
  if (joint.motor && !std::isfinite(joint.motor->max_effort)) hash.add(joint.motor->velocity);
  hash.add(joint.friction);
}

void add_ignored_pairs(Hash64& hash, const IgnoredPairs& ignored) {
  for (const auto& [a, b] : ignored.pairs()) hash.add(mix_hash(a, b));
  for (const IgnoredPairs::Membership& body : ignored.memberships()) {
    for (const IgnoredPairs::GroupBits* bits : {&body.first, &body.second}) {
      hash.add(static_cast<std::uint64_t>(bits->size()));
      for (const std::uint64_t word : *bits) hash.add(word);
    }
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

}  // namespace

std::uint64_t fingerprint(const Model& model, double step, const SolverOptions& options) {
  Hash64 hash;
  hash.add(step);
  for (double x : {model.margin, model.restitution_threshold, model.recovery, model.recovery_speed, model.sleep_after,
                   model.sleep_speed})
    hash.add(x);
  for (const Body& body : model.bodies) add_body(hash, body);
  for (const Motion& motion : model.motions) add_motion(hash, motion);
  for (const Joint& joint : model.joints) add_joint(hash, joint);
  for (const VelocityEvent& event : model.events) {
    hash.add(event.time);
    hash.add(static_cast<std::uint64_t>(event.body));
    add(hash, event.velocity);
    add(hash, event.angular_velocity);
  }
  add_ignored_pairs(hash, model.ignored_pairs);
  add_options(hash, options);
  return hash.value();
}

}  // namespace stiction
