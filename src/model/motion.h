// Prescribed motion of bodies that are not free: what a scene's `motions` say.
//
// The pose of a scripted body is a function of time alone: its start pose, moved and turned by all its motions. Over a
// step it has the mean velocity that takes it from one pose to the next exactly, so that what rides on it does not
// drift.
#pragma once

#include <limits>
#include <vector>

#include "base/types.h"

namespace stiction {

struct MotionKey {
  double time = 0;  // [s]
  Pose pose;        // of the body's own coordinates, world
};

enum class MotionKind {
  kVelocity,   // constant velocity and angular velocity (world axes, about the body's origin) from start to end
  kOscillate,  // + amplitude sin(2 pi frequency (t - start)) direction, from start to end
  kKeyframes,  // poses at given times, straight lines and steady turns between them, resting before and after
  kSurface,    // the surface runs like a conveyor belt while the body stays where it is
};

struct Motion {
  MotionKind kind = MotionKind::kVelocity;
  int body = 0;
  double start = 0;                                      // [s]
  double end = std::numeric_limits<double>::infinity();  // [s]
  Vec3 velocity = Vec3::Zero();          // kVelocity [m/s]; kSurface: of the surface, in the body's axes [m/s]
  Vec3 angular_velocity = Vec3::Zero();  // kVelocity [rad/s]
  Vec3 direction = Vec3::UnitX();        // kOscillate, unit
  double amplitude = 0;                  // kOscillate [m]
  double frequency = 0;                  // kOscillate [Hz]
  std::vector<MotionKey> keys;           // kKeyframes, by rising time
};

// Pose at `time` [s] of a body that starts at `start`, under those of `motions` that name it.
Pose scripted_pose(const std::vector<Motion>& motions, int body, const Pose& start, double time);

// The steady motion that takes the body from its pose at `from` to its pose at `to` [s].
struct MeanMotion {
  Vec3 velocity = Vec3::Zero();          // of the body's origin [m/s]
  Vec3 angular_velocity = Vec3::Zero();  // world axes [rad/s]
};
MeanMotion mean_motion(const std::vector<Motion>& motions, int body, const Pose& start, double from, double to);

// Velocity of the surface against the body at `time`, in the body's axes [m/s].
Vec3 surface_velocity(const std::vector<Motion>& motions, int body, double time);

}  // namespace stiction
