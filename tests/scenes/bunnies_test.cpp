// What is expected of bunnies on a ramp and of arches before them: laws and monitors on runs that are made up.
#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "collision/collider.h"
#include "scenes/gallery.h"
#include "scenes/gallery/arch_geometry.h"
#include "scenes/gallery/elastic/ramp_slide.h"
#include "scenes/gallery/elastic/stands_until_hit.h"
#include "synthetic_run.h"

namespace stiction {
namespace {

using namespace building;

constexpr double kSlope = 0.35, kGravitation = 9.81;  // [rad], [m/s^2]

// The law step by step: friction takes mu times what the ramp presses with, at most all of the speed.
double stepped_way(const RampSlide& slide, double time) {
  const double h = 1e-6, across = kGravitation * std::cos(slide.slope), along = kGravitation * std::sin(slide.slope);
  double height = slide.drop, sinking = 0, speed = slide.speed, way = 0;
  for (double t = 0; t < time; t += h) {
    sinking += h * across;
    speed += h * along;
    double press = 0;
    if (height <= 0) {
      press = sinking;
      sinking = 0;
    }
    height -= h * sinking;
    speed = std::max(0.0, speed - slide.mu * press);
    way += h * speed;
  }
  return way;
}

TEST(RampSlide, IsFlightThenLandingThenConstantGain) {
  for (const RampSlide& slide : {RampSlide{kSlope, 0.2, 1.1, 0.02}, RampSlide{kSlope, 0.45, 1.1, 0.02},
                                 RampSlide{kSlope, 0.45, 0.3, 0.02}, RampSlide{kSlope, 0.2, 0, 0}}) {
    for (const double time : {0.03, 0.1, 0.4, 3.0}) {
      EXPECT_NEAR(slide.way(time), stepped_way(slide, time), 1e-4 * (1 + slide.way(time))) << slide.mu << " " << time;
    }
  }
}

TEST(RampSlide, TellsWhenABodyHasGotSomewhere) {
  const RampSlide slips{kSlope, 0.2, 1, 0.02}, sticks{kSlope, 0.6, 1, 0.02};
  EXPECT_NEAR(slips.way(slips.time_of(0.5, 10)), 0.5, 1e-9);
  EXPECT_DOUBLE_EQ(sticks.time_of(5, 7), 7);
}

TEST(WayByLaw, HoldsForBodiesThatSlideSoAndNotForOthers) {
  for (const double excess : {0.0, 0.01, 0.05, -0.05}) {
    const RampSlide slide{kSlope, 0.2, 1, 0};
    SyntheticRun run;
    run.expect(expect_way_by_law("*", slide, 0.5, 0.02));
    EXPECT_FALSE(run.result().judged);
    for (int i = 1; i <= 8; ++i) {
      const double way = slide.way(i * SyntheticRun::kStep);
      run.state.bodies[0].center = (1 + excess + 0.01) * way * slide.downhill();  // their mean counts
      run.state.bodies[1].center = (1 + excess - 0.01) * way * slide.downhill();
      run.step();
    }
    EXPECT_EQ(run.result().passed, std::abs(excess) < 0.02) << run.result().text;
    EXPECT_TRUE(run.result().judged);
  }
}

// "a" and "b" are cubes of 1 m, 3 m apart along x.
void make_cubes(SyntheticRun& run) {
  std::vector<Vec3> corners;
  for (int i = 0; i < 8; ++i) corners.emplace_back((i & 1) - 0.5, (i / 2 & 1) - 0.5, (i / 4 & 1) - 0.5);
  for (const int body : {0, 1}) run.model.bodies[body].shape = make_convex_shape(corners);
  run.model.bodies[1].start.position.x() = 3;
  compute_masses(run.model);
  run.state = initial_state(run.model);
}

TEST(StandsUntilHit, ForgivesWhatMovesOnceTouched) {
  SyntheticRun run;
  make_cubes(run);
  run.expect(expect_stands_until_hit("b", 1e-5));
  for (const double x : {0.5, 1.0, 1.5, 1.9995}) {
    run.state.bodies[0].center.x() = x;
    run.step();
  }
  run.state.bodies[1].center.x() += 1;
  run.step();
  EXPECT_TRUE(run.result().passed) << run.result().text;
  EXPECT_NE(run.result().text.find("hit at 0.4 s"), std::string::npos) << run.result().text;
}

TEST(StandsUntilHit, FailsForGoodWhenABlockMovesBefore) {
  SyntheticRun run;
  make_cubes(run);
  run.expect(expect_stands_until_hit("b", 1e-5));
  run.state.bodies[0].center.x() = 1.99;
  run.step();
  run.state.bodies[1].center.z() -= 2e-5;
  run.step();
  run.state.bodies[0].center.x() = 2;
  run.step();
  EXPECT_FALSE(run.result().passed) << run.result().text;
  EXPECT_TRUE(run.result().settled);
}

TEST(StandsUntilHit, RefusesAPatternThatSelectsNothing) {
  SyntheticRun run;
  EXPECT_THROW(run.expect(expect_stands_until_hit("g", 1e-5)), InputError);
}

TEST(BunniesAndArches, ArchesStandOnTheGroundAndTouchTheirNeighbours) {
  const Scene scene = build_gallery_scene("bunnies-and-arches", {{"count", "0"}});
  ContactSet contacts;
  Collider(scene.model).collide(initial_state(scene.model), scene.step, contacts);
  int joints = 0, feet = 0;
  for (const Contact& contact : contacts) {
    EXPECT_LT(std::abs(contact.gap), 1e-13);
    const bool on_ground = scene.model.bodies[contact.body_a].fixed || scene.model.bodies[contact.body_b].fixed;
    ++(on_ground ? feet : joints);
  }
  EXPECT_EQ(joints, 2 * 8 * 4);
  EXPECT_EQ(feet, 2 * 2 * 4);
}

TEST(BunniesAndArches, SaysHowGroupsDifferOnlyWhereTheSlopeIsBetweenTheirFriction) {
  const auto count = [](const char* slope) {
    return describe_gallery_scene("bunnies-and-arches", {{"slope", slope}}).expectations.size();
  };
  EXPECT_GT(count("20"), count("10"));
  EXPECT_EQ(count("10"), count("30"));
}

}  // namespace
}  // namespace stiction
