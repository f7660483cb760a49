#include "contact/joint_consistency.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "contact/mechanism.h"
#include "model/joint_check.h"

namespace stiction {
namespace {

constexpr double kContradicts = 1e-9;  // [m/s], [rad/s]

}  // namespace

std::optional<int> contradicted_joint(const Model& model, double step) {
  if (model.joints.empty()) return std::nullopt;
  State state = initial_state(model);
  place_scripted_bodies(model, step, state);
  std::vector<int> free_block(model.bodies.size(), -1);
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    state.bodies[i].present = true;
    const DofLock& lock = model.bodies[i].lock;
    const bool held = std::find(lock.begin(), lock.end(), false) == lock.end();
    if (!model.bodies[i].fixed && !held) free_block[i] = static_cast<int>(i);
  }
  std::vector<AttachedJoint> attached;
  for (const Joint& joint : model.joints) attached.push_back(attach(model, joint));
  const std::vector<AddedMass> added(model.bodies.size());
  for (Mechanism& mechanism : find_mechanisms(model, state, free_block)) {
    mechanism.place(model, attached, state, added);
    mechanism.set_speeds(model, state);
    const int joint = mechanism.unmet_joint(kContradicts);
    if (joint >= 0) return joint;
  }
  return std::nullopt;
}

void require_joints(const Model& model, double step) {
  for (std::size_t i = 0; i < model.joints.size(); ++i) {
    try {
      require_sound(model, model.joints[i]);
    } catch (const InputError& error) {
      throw InputError(fmt::format("joint number {}: {}", i, error.what()));
    }
  }
  if (const auto joint = contradicted_joint(model, step)) {
    throw InputError(fmt::format("joint number {} {}", *joint, kContradiction));
  }
}

}  // namespace stiction
