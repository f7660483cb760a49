// The common measure of all engines.
#include "bench/peers/observer.h"

#include <gtest/gtest.h>

#include <cmath>

#include "bench/peers/start_poses.h"

namespace stiction::bench {
namespace {

TEST(Observer, FindsTheDepthOfAnOverlap) {
  const PeerScene scene = stack_scene(3);
  Observer observer(scene);
  std::vector<Pose> poses = start_poses(scene);
  poses[3].position.z() -= 0.01;  // the uppermost cube
  EXPECT_NEAR(observer.penetration(poses), 0.01, 1e-12);
  poses[1].position.z() -= 0.02;  // the lowest, into the ground
  EXPECT_NEAR(observer.penetration(poses), 0.02, 1e-12);
}

TEST(Observer, MeasuresTheDriftOfAStackSideways) {
  const PeerScene scene = stack_scene(2);
  Observer observer(scene);
  std::vector<Pose> poses = start_poses(scene);
  poses[2].position += Vec3(0.03, 0.04, -0.2);
  observer.observe(0.01, poses);
  EXPECT_NEAR(observer.drift(), 0.05, 1e-15);
  EXPECT_FALSE(observer.fell());
  poses[2].position.z() -= 0.4;
  observer.observe(0.02, poses);
  EXPECT_TRUE(observer.fell());
}

TEST(Observer, CallsItAFallWhenACardHasMovedItsLimit) {
  const PeerScene scene = cards_scene(2);
  Observer observer(scene);
  std::vector<Pose> poses = start_poses(scene);
  poses[4].position.z() -= 0.0099;
  observer.observe(0.001, poses);
  EXPECT_FALSE(observer.fell());
  poses[4].position.z() -= 0.0002;
  observer.observe(0.002, poses);
  EXPECT_TRUE(observer.fell());
  poses[4] = scene.model.bodies[4].start;  // it cannot take that back
  observer.observe(0.003, poses);
  EXPECT_TRUE(observer.fell());
  EXPECT_NEAR(observer.drift(), 0.0101, 1e-12);
}

TEST(Observer, KnowsCreepAndSpeedOfTheLastSecondsOnly) {
  const PeerScene scene = arch_scene(5);
  Observer observer(scene);
  std::vector<Pose> poses = start_poses(scene);
  int step = 0;
  const auto go = [&](int steps, double speed) {
    for (int i = 0; i < steps; ++i) {
      poses[2].position.x() += speed * scene.step;
      observer.observe(++step * scene.step, poses);
    }
  };
  go(100, 0.03);
  EXPECT_NEAR(observer.creep(), 0.03, 1e-9);
  EXPECT_NEAR(observer.speed(), 0.03, 1e-9);
  go(300, 1e-4);
  EXPECT_NEAR(observer.creep(), 1e-4, 1e-9);
  EXPECT_NEAR(observer.speed(), 1e-4, 1e-9);
  EXPECT_NEAR(observer.drift(), 0.03 + 3e-4, 1e-9);
}

TEST(Observer, SeesSpeedWhereThereIsNoCreep) {
  const PeerScene scene = arch_scene(5);
  Observer observer(scene);
  std::vector<Pose> poses = start_poses(scene);
  for (int step = 1; step <= 400; ++step) {  // to and fro
    poses[2].position.x() += (step % 2 == 0 ? -1 : 1) * 1e-4;
    observer.observe(step * scene.step, poses);
  }
  EXPECT_NEAR(observer.speed(), 1e-2, 1e-9);
  EXPECT_LT(observer.creep(), 1e-4);
}

TEST(Observer, CountsWhatIsBeyondTheWallsOrBelowTheFloorOfItsBox) {
  for (const PeerScene& scene : {pile_scene(8), bunnies_scene(4)}) {
    Observer observer(scene);
    std::vector<Pose> poses = start_poses(scene);
    std::vector<Pose*> free;
    for (std::size_t i = 0; i < poses.size(); ++i)
      if (!scene.model.bodies[i].fixed) free.push_back(&poses[i]);
    observer.observe(0.01, poses);
    EXPECT_EQ(observer.outside(), 0) << scene.name;
    free[0]->position = {0.99 * scene.box, -0.99 * scene.box, 0.01};
    observer.observe(0.02, poses);
    EXPECT_EQ(observer.outside(), 0) << scene.name;
    free[0]->position.x() = 1.01 * scene.box;
    free[1]->position = {0, -1.01 * scene.box, 5};
    free[2]->position.z() = -0.01;
    observer.observe(0.03, poses);
    EXPECT_EQ(observer.outside(), 3) << scene.name;
  }
}

TEST(Observer, TakesNumbersThatAreNotFiniteForAFall) {
  const PeerScene scene = stack_scene(2);
  Observer observer(scene);
  std::vector<Pose> poses = start_poses(scene);
  poses[1].position.x() = std::nan("");
  observer.observe(0.01, poses);
  EXPECT_TRUE(observer.fell());
  EXPECT_FALSE(observer.finite());
  EXPECT_TRUE(std::isnan(observer.penetration(poses)));
}

}  // namespace
}  // namespace stiction::bench
