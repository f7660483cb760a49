// Paths of key poses: they pass their keys, their velocity is continuous, and they never go beyond their keys.
#include "model/hand_path.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "bodies.h"
#include "model/turn.h"

namespace stiction {
namespace {

std::vector<MotionKey> random_path(test::Random& random, int count) {
  std::vector<MotionKey> keys;
  double time = 0.3;
  for (int i = 0; i < count; ++i) {
    const Quat turned = keys.empty() ? random.rotation() : turned_by(0.7 * random.vector()) * keys.back().pose.rotation;
    keys.push_back({time, {random.vector(), turned.normalized()}});
    time += 0.1 + std::abs(random.normal());
  }
  return keys;
}

double turn_between(const Pose& a, const Pose& b) {
  return turn_of(b.rotation * a.rotation.conjugate()).norm();
}

TEST(HandPath, PassesItsKeysAndRestsBeforeAndAfter) {
  test::Random random(1);
  for (int trial = 0; trial < 20; ++trial) {
    const std::vector<MotionKey> keys = random_path(random, 1 + trial % 6);
    for (const MotionKey& key : keys) {
      const Pose pose = pose_on_path(keys, key.time);
      EXPECT_LT((pose.position - key.pose.position).norm(), 1e-14);
      EXPECT_LT(turn_between(pose, key.pose), 1e-7);
    }
    EXPECT_EQ(pose_on_path(keys, 0).position, keys.front().pose.position);
    EXPECT_EQ(pose_on_path(keys, 1e3).position, keys.back().pose.position);
  }
}

TEST(HandPath, VelocitiesAreContinuousEverywhereAndZeroAtTheEnds) {
  test::Random random(2);
  const double dt = 1e-6;  // [s]
  for (int trial = 0; trial < 20; ++trial) {
    const std::vector<MotionKey> keys = random_path(random, 5);
    const auto velocity = [&](double from) {
      const Pose a = pose_on_path(keys, from), b = pose_on_path(keys, from + dt);
      Vec6 v;
      v << (b.position - a.position) / dt, turn_of(b.rotation * a.rotation.conjugate()) / dt;
      return v;
    };
    for (const MotionKey& key : keys) EXPECT_LT((velocity(key.time - dt) - velocity(key.time)).norm(), 2e-3);
    EXPECT_LT(velocity(keys.front().time).norm(), 2e-3);
    EXPECT_LT(velocity(keys.back().time - dt).norm(), 2e-3);
  }
}

TEST(HandPath, NeverGoesBeyondItsKeysAlongAnyAxis) {
  test::Random random(3);
  for (int trial = 0; trial < 50; ++trial) {
    const std::vector<MotionKey> keys = random_path(random, 4);
    for (std::size_t i = 0; i + 1 < keys.size(); ++i) {
      const Vec3 low = keys[i].pose.position.cwiseMin(keys[i + 1].pose.position);
      const Vec3 high = keys[i].pose.position.cwiseMax(keys[i + 1].pose.position);
      for (int k = 0; k <= 50; ++k) {
        const double time = keys[i].time + k / 50.0 * (keys[i + 1].time - keys[i].time);
        const Vec3 at = pose_on_path(keys, time).position;
        EXPECT_TRUE((at.array() >= low.array() - 1e-12).all() && (at.array() <= high.array() + 1e-12).all());
      }
    }
  }
}

TEST(HandPath, TwoEqualKeysAreAPause) {
  const Pose a{Vec3(0, 0, 0), Quat::Identity()}, b{Vec3(1, -2, 3), turned_by(Vec3(0.3, 0.2, -1))};
  const std::vector<MotionKey> keys = {{0, a}, {1, b}, {2, b}, {3, a}};
  for (double time : {1.0, 1.25, 1.5, 1.99, 2.0}) {
    EXPECT_LT((pose_on_path(keys, time).position - b.position).norm(), 1e-14);
    EXPECT_LT(turn_between(pose_on_path(keys, time), b), 1e-7);
  }
}

TEST(HandPath, KeysOnALineAtASteadyPaceArePassedAtThatPace) {
  std::vector<MotionKey> keys;
  for (int i = 0; i < 5; ++i) {
    const double time = i;
    keys.push_back({0.5 * time, {Vec3(time, 2 * time, 0), turned_by(Vec3(0, 0, 0.4 * time))}});
  }
  for (double time : {0.5, 0.75, 0.9, 1.3}) {  // the first and the last piece start and end at rest
    const Pose pose = pose_on_path(keys, time);
    EXPECT_LT((pose.position - Vec3(2 * time, 4 * time, 0)).norm(), 1e-14);
    EXPECT_LT(turn_between(pose, {Vec3::Zero(), turned_by(Vec3(0, 0, 0.8 * time))}), 1e-7);
  }
}

}  // namespace
}  // namespace stiction
