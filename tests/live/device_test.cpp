#include "live/device.h"

#include <gtest/gtest.h>

#include "live/grab.h"
#include "model/hand_path.h"
#include "model/turn.h"
#include "stepping/worlds.h"

namespace stiction {
namespace {

TEST(ScriptedDevice, FollowsThePathWithItsMeanVelocity) {
  const std::vector<MotionKey> path = {{0, {{0, 0, 0}, Quat::Identity()}}, {1, {{1, 0, 0}, turned_by({0, 0, 1})}}};
  ScriptedDevice device(path, 0.01);
  const HandTarget target = *device.read(0.5);
  EXPECT_EQ(target.pose.position, pose_on_path(path, 0.5).position);
  EXPECT_NEAR(target.velocity.x(),
              (pose_on_path(path, 0.5).position.x() - pose_on_path(path, 0.49).position.x()) / 0.01, 1e-12);
  EXPECT_NEAR(target.angular_velocity.z(), 1.5, 0.02);  // a cubic that starts and ends at rest is fastest in the middle
  EXPECT_EQ(device.read(2)->velocity, Vec3::Zero());
}

TEST(SocketDevice, ComesToThePoseThatWasSentWithoutAJump) {
  const double step = 0.001;
  SocketDevice device(step);
  EXPECT_FALSE(device.read(0));
  device.take_pose({{1, 0, 0}, turned_by({0, 0, 0.5})}, Pose{});
  HandTarget last;
  for (int i = 0; i < 200; ++i) {
    const HandTarget target = *device.read(step * i);
    EXPECT_NEAR((target.pose.position - last.pose.position).norm(), step * target.velocity.norm(), 1e-12);
    EXPECT_LT(step * target.velocity.norm(), 0.07);  // of the way of 1 m
    last = target;
  }
  EXPECT_NEAR(last.pose.position.x(), 1, 1e-5);
  EXPECT_NEAR(turn_of(last.pose.rotation).z(), 0.5, 1e-5);
  EXPECT_LT(last.velocity.norm(), 1e-3);
}

TEST(SmoothTarget, IsTheSameForAnyStep) {
  for (const double step : {0.001, 0.01}) {
    SmoothTarget target;
    target.start(Vec3::Zero());
    target.want({1, 0, 0});
    for (int i = 0; i < static_cast<int>(0.0301 / step); ++i) target.advance(step, 1e3);
    EXPECT_NEAR(target.present().x(), 1 - std::exp(-0.03 / 0.015), 1e-9) << step;
  }
}

TEST(SmoothTarget, IsNotFasterThanItMayBe) {
  SmoothTarget target;
  target.start(Vec3::Zero());
  target.want({0, 100, 0});
  for (int i = 0; i < 50; ++i) EXPECT_NEAR(target.advance(0.01, 3).y(), 3, 1e-12);
  EXPECT_NEAR(target.present().y(), 1.5, 1e-9);
}

TEST(GrabCoupling, FollowsItsRule) {
  const Model model = test::world({test::box_body("box", Vec3::Ones(), {0, 0, 5})});
  const Body& box = model.bodies[1];
  const HandCoupling fine = grab_coupling(box, Vec3::Zero(), {0, 0, -9.81}, 1e-3);
  EXPECT_NEAR(fine.stiffness, 1000 * 1600, 1e-6);
  EXPECT_NEAR(fine.damping, 2 * 1000 * 40, 1e-9);
  EXPECT_NEAR(fine.max_force, 30 * 1000 * 9.81, 1e-6);
  EXPECT_EQ(fine.angular_stiffness, 0);
  const HandCoupling coarse = grab_coupling(box, Vec3::Zero(), Vec3::Zero(), 0.02);
  EXPECT_NEAR(coarse.stiffness, 1000 * 15 * 15, 1e-6);
  EXPECT_NEAR(coarse.max_force, 30 * 1000 * 9.81, 1e-6) << "without gravity as on Earth";
}

}  // namespace
}  // namespace stiction
