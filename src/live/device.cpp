#include "live/device.h"

#include "live/grab.h"
#include "model/hand_path.h"
#include "model/turn.h"

namespace stiction {
namespace {

// A target at `to` that was at `from` a step [s] ago.
HandTarget moving(const Pose& from, const Pose& to, double step) {
  return {to, (to.position - from.position) / step, turn_of(to.rotation * from.rotation.conjugate()) / step};
}

}  // namespace

std::optional<HandTarget> ScriptedDevice::read(double time) {
  return moving(pose_on_path(path_, time - step_), pose_on_path(path_, time), step_);
}

void SocketDevice::take_pose(const Pose& pose, const Pose& present) {
  if (!active_) present_ = present;
  wanted_ = {pose.position, pose.rotation.normalized()};
  active_ = true;
}

std::optional<HandTarget> SocketDevice::read(double /*time*/) {
  if (!active_) return std::nullopt;
  const Pose last = present_;
  const double share = smoothing_share(step_);
  present_.position += share * (wanted_.position - present_.position);
  present_.rotation = present_.rotation.slerp(share, wanted_.rotation).normalized();
  return moving(last, present_, step_);
}

void SocketDevice::write(const Vec3& force, const Vec3& torque) {
  felt_ = {force, torque};
}

}  // namespace stiction
