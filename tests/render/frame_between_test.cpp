// Moments between recorded frames.
#include "render/frame_between.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <numbers>

namespace stiction {
namespace {

Frame frame_of(double time, const Vec3& position, double angle) {
  Frame frame;
  frame.time = time;
  frame.bodies.resize(1);
  frame.bodies[0].position = position;
  frame.bodies[0].rotation = Quat(Eigen::AngleAxisd(angle, Vec3::UnitZ()));
  return frame;
}

RC_GTEST_PROP(FrameBetween, PositionsAreLinearAndRotationsEven, (int percent)) {
  const double share = std::abs(percent % 101) / 100.0;
  const Frame before = frame_of(2, Vec3(1, 0, 4), 0.3), after = frame_of(2.5, Vec3(3, -2, 4), 1.5);
  Frame result;
  frame_between(before, after, 2 + 0.5 * share, result);
  RC_ASSERT((result.bodies[0].position - Vec3(1 + 2 * share, -2 * share, 4)).norm() < 1e-12);
  const Quat expected(Eigen::AngleAxisd(0.3 + 1.2 * share, Vec3::UnitZ()));
  RC_ASSERT(result.bodies[0].rotation.angularDistance(expected) < 1e-9);
  RC_ASSERT(result.time == 2 + 0.5 * share);
}

TEST(FrameBetween, TurnsTheShorterWayWhateverTheQuaternionsSign) {
  const Frame before = frame_of(0, Vec3::Zero(), 0.1);
  Frame after = frame_of(1, Vec3::Zero(), 0.3);
  after.bodies[0].rotation.coeffs() *= -1;
  Frame result;
  frame_between(before, after, 0.5, result);
  EXPECT_LT(result.bodies[0].rotation.angularDistance(Quat(Eigen::AngleAxisd(0.2, Vec3::UnitZ()))), 1e-9);
}

TEST(FrameBetween, ABodyThatIsAddedLaterIsNotThereYet) {
  Frame before = frame_of(0, Vec3::Zero(), 0);
  before.bodies[0].present = false;
  Frame result;
  frame_between(before, frame_of(1, Vec3::UnitX(), 0), 0.9, result);
  EXPECT_FALSE(result.bodies[0].present);
}

TEST(FrameBetween, ContactsAreThoseOfTheNearerFrame) {
  const Frame before = frame_of(0, Vec3::Zero(), 0);
  Frame after = frame_of(1, Vec3::Zero(), 0);
  after.contacts.resize(3);
  Frame result;
  frame_between(before, after, 0.4, result);
  EXPECT_EQ(result.contacts.size(), 0U);
  frame_between(before, after, 0.6, result);
  EXPECT_EQ(result.contacts.size(), 3U);
}

TEST(FrameBetween, DeformingVerticesAreInBetween) {
  Frame before = frame_of(0, Vec3::Zero(), 0), after = frame_of(1, Vec3::Zero(), 0);
  before.surface_vertices = {0, 1, 2};
  after.surface_vertices = {4, 1, -2};
  Frame result;
  frame_between(before, after, 0.25, result);
  EXPECT_EQ(result.surface_vertices, (std::vector<float>{1, 1, 1}));
}

TEST(FrameBetween, FramesOfTheSameTimeGiveTheFirst) {
  Frame result;
  frame_between(frame_of(1, Vec3::Zero(), 0), frame_of(1, Vec3::UnitX(), 0), 1, result);
  EXPECT_EQ(result.bodies[0].position, Vec3::Zero());
}

}  // namespace
}  // namespace stiction
