// What every engine has to get right before it is compared: free fall, spin, and a block that slides.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "bench/peers/peer_world.h"
#include "bench/peers/start_poses.h"

namespace stiction::bench {

inline Pose last_pose_after(const PeerEngine& engine, const PeerScene& scene, double seconds) {
  const auto world = engine.make(scene);
  const int steps = static_cast<int>(std::lround(seconds / scene.step));
  for (int i = 0; i < steps; ++i) world->step();
  std::vector<Pose> poses = start_poses(scene);
  world->read(poses);
  return poses.back();
}

inline void expect_free_fall(const PeerEngine& engine) {
  PeerScene scene = stack_scene(1);
  scene.step = 1e-3;
  Body& cube = scene.model.bodies.back();
  cube.start.position.z() = 10;
  cube.start.rotation = Quat(Eigen::AngleAxisd(0.5, Vec3::UnitX()));
  cube.start_velocity = Vec3(2, 0, 0);
  cube.start_angular_velocity = Vec3(0, 0, 3);
  const Pose end = last_pose_after(engine, scene, 0.5);
  EXPECT_NEAR(end.position.x(), 1, 1e-9) << engine.name;
  EXPECT_NEAR(end.position.z(), 10 - 0.5 * 9.81 * 0.25, 4e-3) << engine.name;  // first order: g t h / 2
  const Quat expected = Quat(Eigen::AngleAxisd(1.5, Vec3::UnitZ())) * cube.start.rotation;
  EXPECT_LT(end.rotation.angularDistance(expected), 2e-3) << engine.name;
}

// 35 degrees, mu 0.5: the way in a second is g (sin - mu cos) / 2. `tolerance` is relative.
inline void expect_slide(const PeerEngine& engine, double tolerance) {
  PeerScene scene = incline_scene(35, 0);
  scene.step = 1e-3;
  const Pose end = last_pose_after(engine, scene, 1);
  const double angle = 35 * std::numbers::pi / 180;
  const double way = 0.5 * 9.81 * (std::sin(angle) - 0.5 * std::cos(angle));
  EXPECT_NEAR((end.position - scene.model.bodies.back().start.position).norm() / way, 1, tolerance) << engine.name;
}

}  // namespace stiction::bench
