// Devices that move the hands of a scene and show what they feel: the interface, and two that need no hardware.
#pragma once

#include <optional>
#include <vector>

#include "model/hand.h"
#include "model/motion.h"

namespace stiction {

// Both functions are called once a step, on the session's thread, and must return at once: a device with a driver of
// its own keeps the latest pose and force for it.
class HapticDevice {
 public:
  virtual ~HapticDevice() = default;
  // Where it wants the body's own coordinates at `time`, the end of the coming step [s]. nullopt: the hand stays as it
  // is.
  virtual std::optional<HandTarget> read(double time) = 0;
  // What the hand felt in the step, at the body's centre of mass, world axes [N], [N m].
  virtual void write(const Vec3& force, const Vec3& torque) = 0;
};

// A hand that follows a path: what moves a scene's hand while nobody else does.
class ScriptedDevice : public HapticDevice {
 public:
  ScriptedDevice(std::vector<MotionKey> path, double step) : path_(std::move(path)), step_(step) {}
  std::optional<HandTarget> read(double time) override;
  void write(const Vec3& /*force*/, const Vec3& /*torque*/) override {}

 private:
  std::vector<MotionKey> path_;  // at least one key
  double step_;                  // [s]
};

// A device somewhere else, which sends poses (command `hand`) and is told what it feels by the status. The target comes
// to the last pose within some hundredths of a second (live/grab.h, SmoothTarget).
class SocketDevice : public HapticDevice {
 public:
  explicit SocketDevice(double step) : step_(step) {}
  // present: where the hand is now, from where it moves on when the device is new.
  void take_pose(const Pose& pose, const Pose& present);
  void leave() { active_ = false; }
  bool is_active() const { return active_; }
  std::optional<HandTarget> read(double time) override;
  void write(const Vec3& force, const Vec3& torque) override;
  const HandForce& felt() const { return felt_; }

 private:
  double step_;  // [s]
  bool active_ = false;
  Pose wanted_, present_;
  HandForce felt_;
};

}  // namespace stiction
