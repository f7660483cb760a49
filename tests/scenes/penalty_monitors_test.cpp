// Monitors of the scenes of the penalty method, on runs that are made up and on a box that slides.
#include <gtest/gtest.h>

#include <cmath>

#include "scenes/gallery.h"
#include "scenes/gallery/penalty/kinetic_energy.h"
#include "scenes/gallery/penalty/slipping.h"
#include "scenes/gallery/penalty/turning.h"
#include "synthetic_run.h"

namespace stiction {
namespace {

using namespace building;

TEST(MeanKineticEnergy, IsThatOfTheTimeFromWhichItCounts) {
  SyntheticRun run;
  const double mass = run.model.bodies[0].mass.mass;
  run.expect(expect_mean_kinetic_energy("*", 0.45, 0, 3 * mass));
  for (int i = 1; i <= 8; ++i) {  // 0.5, 0.6, 0.7, 0.8 s count
    run.state.bodies[0].velocity.x() = i <= 4 ? 100 : i <= 6 ? 1 : 3;
    run.step();
  }
  EXPECT_NEAR(run.result().value, 0.5 * mass * (1 + 1 + 9 + 9) / 4, 1e-9 * mass);
  EXPECT_TRUE(run.result().passed);
  run.state.bodies[1].velocity.y() = 10;
  run.step();
  EXPECT_FALSE(run.result().passed);
}

TEST(FasterMidway, WantsAMaximumBetweenTheEnds) {
  const auto passes = [](double (*speed)(double)) {
    SyntheticRun run;
    run.expect(expect_faster_midway({.body = "a", .direction = Vec3::UnitX(), .from = -1, .to = 1}, 0.1));
    for (double x = -1.2; x < 1.2; x += 0.01) {
      run.state.bodies[0].center.x() = x;
      run.state.bodies[0].velocity.x() = speed(x);
      run.step();
    }
    return run.result().passed;
  };
  EXPECT_TRUE(passes([](double x) { return 2 - x * x; }));
  EXPECT_FALSE(passes([](double x) { return 2 + x; }));
  EXPECT_FALSE(passes([](double x) { return 2 - x; }));
  EXPECT_FALSE(passes([](double x) { return 2 - 0.02 * x * x; }));
}

TEST(FasterMidway, FailsIfTheBodyDoesNotComeAllTheWay) {
  SyntheticRun run;
  run.expect(expect_faster_midway({.body = "a", .direction = Vec3::UnitX(), .from = -1, .to = 1}, 0.1));
  for (double x = -1.2; x < 0.5; x += 0.01) {
    run.state.bodies[0].center.x() = x;
    run.state.bodies[0].velocity.x() = 2 - x * x;
    run.step();
  }
  EXPECT_FALSE(run.result().passed);
}

TEST(Turned, IsTheLargestAngleAgainstTheStart) {
  SyntheticRun run;
  run.expect(expect_turned("a", 0, 0.5));
  run.state.bodies[0].rotation = Eigen::AngleAxisd(0.4, Vec3::UnitY());
  run.step();
  EXPECT_TRUE(run.result().passed);
  EXPECT_NEAR(run.result().value, 0.4, 1e-12);
  run.state.bodies[0].rotation = Eigen::AngleAxisd(0.6, Vec3::UnitX());
  run.step();
  run.state.bodies[0].rotation = Quat::Identity();
  run.step();
  EXPECT_FALSE(run.result().passed);
  EXPECT_TRUE(run.result().settled);
}

TEST(Slipping, OfASlidingBoxIsItsSpeedAndOfAStickingOneNone) {
  for (const bool slides : {true, false}) {
    const Scene scene = build_gallery_scene("incline", {{"angle", slides ? "40" : "20"}});
    Simulation simulation(scene.model, scene.step, scene.solver);
    for (int i = 0; i < 20; ++i) simulation.step();
    const int box = select_free_bodies("*", simulation.model())[0];
    const Slipping slipping = slipping_between(simulation, box, -1);
    const double speed = simulation.state().bodies[box].velocity.norm();
    EXPECT_EQ(slipping.contacts, 4);
    EXPECT_NEAR(slipping.mean, speed, 1e-9);
    EXPECT_NEAR(slipping.largest, speed, 1e-9);
    EXPECT_LT(slipping.sticking, 1e-9);
    const double weight = simulation.model().bodies[box].mass.mass * 9.81;
    EXPECT_NEAR(slipping.force, weight * std::cos(slides ? 0.698132 : 0.349066), 1e-3 * weight);
    EXPECT_EQ(slipping_between(simulation, box, box).contacts, 0);
  }
}

}  // namespace
}  // namespace stiction
