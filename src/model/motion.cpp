#include "model/motion.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "model/turn.h"

namespace stiction {
namespace {

// Seconds for which the motion has acted at `time`.
double acting_time(const Motion& motion, double time) {
  return std::clamp(time, motion.start, std::max(motion.start, motion.end)) - motion.start;
}

Pose pose_at_key_time(const std::vector<MotionKey>& keys, double time) {
  const auto later =
      std::upper_bound(keys.begin(), keys.end(), time, [](double t, const MotionKey& key) { return t < key.time; });
  if (later == keys.begin()) return keys.front().pose;
  if (later == keys.end()) return keys.back().pose;
  const MotionKey& from = *(later - 1);
  const double share = (time - from.time) / (later->time - from.time);
  return {from.pose.position + share * (later->pose.position - from.pose.position),
          from.pose.rotation.slerp(share, later->pose.rotation).normalized()};
}

void apply(const Motion& motion, double time, Pose& pose) {
  const double acting = acting_time(motion, time);
  switch (motion.kind) {
    case MotionKind::kVelocity:
      pose.position += acting * motion.velocity;
      pose.rotation = (turned_by(acting * motion.angular_velocity) * pose.rotation).normalized();
      break;
    case MotionKind::kOscillate:
      pose.position += motion.amplitude * std::sin(2 * std::numbers::pi * motion.frequency * acting) * motion.direction;
      break;
    case MotionKind::kKeyframes:
      pose = pose_at_key_time(motion.keys, time);
      break;
    case MotionKind::kSurface:
      break;
  }
}

}  // namespace

Pose scripted_pose(const std::vector<Motion>& motions, int body, const Pose& start, double time) {
  Pose pose = start;
  for (const Motion& motion : motions) {
    if (motion.body == body) apply(motion, time, pose);
  }
  return pose;
}

MeanMotion mean_motion(const std::vector<Motion>& motions, int body, const Pose& start, double from, double to) {
  const Pose before = scripted_pose(motions, body, start, from);
  const Pose after = scripted_pose(motions, body, start, to);
  MeanMotion mean;
  mean.velocity = (after.position - before.position) / (to - from);
  mean.angular_velocity = turn_of(after.rotation * before.rotation.conjugate()) / (to - from);
  // A single steady turn is known exactly, also where it exceeds half a turn.
  int turning = 0;
  Vec3 steady = Vec3::Zero();
  for (const Motion& motion : motions) {
    if (motion.body != body) continue;
    const double acted = acting_time(motion, to) - acting_time(motion, from);
    const bool turns = motion.kind == MotionKind::kKeyframes || !motion.angular_velocity.isZero(0);
    if (!turns || acted == 0) continue;
    turning += motion.kind == MotionKind::kKeyframes ? 2 : 1;
    steady = acted / (to - from) * motion.angular_velocity;
  }
  if (turning == 1) mean.angular_velocity = steady;
  return mean;
}

Vec3 surface_velocity(const std::vector<Motion>& motions, int body, double time) {
  Vec3 velocity = Vec3::Zero();
  for (const Motion& motion : motions) {
    const bool running = motion.start <= time && time < motion.end;
    if (motion.body == body && motion.kind == MotionKind::kSurface && running) velocity += motion.velocity;
  }
  return velocity;
}

}  // namespace stiction
