#include "model/motion.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <numbers>

namespace stiction {
namespace {

const Pose kStart{{1, 2, 3}, Quat(Eigen::AngleAxisd(0.3, Vec3(1, 2, -1).normalized()))};

Motion turning(const Vec3& velocity, const Vec3& angular_velocity, double start = 0, double end = 1e300) {
  Motion motion;
  motion.start = start;
  motion.end = end;
  motion.velocity = velocity;
  motion.angular_velocity = angular_velocity;
  return motion;
}

TEST(ScriptedPose, ConstantVelocityActsWithinItsWindowOnly) {
  const std::vector<Motion> motions = {turning({2, 0, 0}, {0, 0, 0.5}, 1, 3)};
  EXPECT_EQ(scripted_pose(motions, 0, kStart, 0.5).position, kStart.position);
  EXPECT_NEAR((scripted_pose(motions, 0, kStart, 2).position - Vec3(3, 2, 3)).norm(), 0, 1e-15);
  EXPECT_NEAR((scripted_pose(motions, 0, kStart, 9).position - Vec3(5, 2, 3)).norm(), 0, 1e-15);
  const Quat turned = Quat(Eigen::AngleAxisd(1, Vec3::UnitZ())) * kStart.rotation;
  EXPECT_NEAR(scripted_pose(motions, 0, kStart, 9).rotation.angularDistance(turned), 0, 1e-12);
  EXPECT_EQ(scripted_pose(motions, 1, kStart, 9).position, kStart.position) << "another body";
}

TEST(ScriptedPose, OscillationIsASineAboutTheStart) {
  Motion motion;
  motion.kind = MotionKind::kOscillate;
  motion.direction = Vec3::UnitY();
  motion.amplitude = 0.01;
  motion.frequency = 5;
  EXPECT_NEAR(scripted_pose({motion}, 0, kStart, 0.05).position.y(), 2.01, 1e-15);
  EXPECT_NEAR(scripted_pose({motion}, 0, kStart, 0.2).position.y(), 2, 1e-15);
}

TEST(ScriptedPose, KeyframesAreMetAndJoinedByStraightLinesAndSteadyTurns) {
  Motion motion;
  motion.kind = MotionKind::kKeyframes;
  const Quat quarter(Eigen::AngleAxisd(std::numbers::pi / 2, Vec3::UnitX()));
  motion.keys = {{1, {{0, 0, 0}, Quat::Identity()}}, {3, {{4, 0, 0}, quarter}}};
  EXPECT_EQ(scripted_pose({motion}, 0, kStart, 0).position, Vec3::Zero());
  EXPECT_EQ(scripted_pose({motion}, 0, kStart, 7).position, Vec3(4, 0, 0));
  const Pose middle = scripted_pose({motion}, 0, kStart, 2);
  EXPECT_NEAR((middle.position - Vec3(2, 0, 0)).norm(), 0, 1e-15);
  EXPECT_NEAR(middle.rotation.angularDistance(Quat(Eigen::AngleAxisd(std::numbers::pi / 4, Vec3::UnitX()))), 0, 1e-12);
}

TEST(SurfaceVelocity, RunsFromStartToEndAndAddsUp) {
  Motion belt = turning({1, 0, 0}, Vec3::Zero(), 1, 2);
  belt.kind = MotionKind::kSurface;
  Motion other = belt;
  other.velocity = {0, 3, 0};
  other.end = 5;
  EXPECT_EQ(surface_velocity({belt, other}, 0, 0.5), Vec3::Zero());
  EXPECT_EQ(surface_velocity({belt, other}, 0, 1.5), Vec3(1, 3, 0));
  EXPECT_EQ(surface_velocity({belt, other}, 0, 2), Vec3(0, 3, 0));
  EXPECT_EQ(scripted_pose({belt}, 0, kStart, 9).position, kStart.position) << "the body itself stays";
}

RC_GTEST_PROP(MeanMotion, TakesThePoseAtTheStartToThePoseAtTheEnd, ()) {
  const auto number = [] { return *rc::gen::inRange(-100, 101) / 50.0; };
  const auto vector = [&] { return Vec3(number(), number(), number()); };
  std::vector<Motion> motions = {turning(vector(), vector(), 0.1, 0.7), turning(vector(), vector(), 0.4, 1.5)};
  const double from = 0.01 * *rc::gen::inRange(0, 200), step = 0.01;
  const MeanMotion mean = mean_motion(motions, 0, kStart, from, from + step);
  const Pose before = scripted_pose(motions, 0, kStart, from), after = scripted_pose(motions, 0, kStart, from + step);
  RC_ASSERT((before.position + step * mean.velocity - after.position).norm() < 1e-14);
  const double angle = step * mean.angular_velocity.norm();
  const Quat turn = angle > 0 ? Quat(Eigen::AngleAxisd(angle, mean.angular_velocity.normalized())) : Quat::Identity();
  RC_ASSERT((turn * before.rotation).angularDistance(after.rotation) < 1e-12);
}

TEST(MeanMotion, ASingleFastTurnIsNotMistakenForASlowOne) {
  const std::vector<Motion> motions = {turning(Vec3::Zero(), {0, 0, 1000})};
  EXPECT_DOUBLE_EQ(mean_motion(motions, 0, kStart, 0, 0.01).angular_velocity.z(), 1000);
}

}  // namespace
}  // namespace stiction
