// What must hold however long a scene runs: monitors on runs that are made up.
#include "scenes/gallery/elastic/lasting.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "synthetic_run.h"

namespace stiction {
namespace {

using namespace building;

constexpr double kDisplacement = 0.01;  // [m]
Rest short_rest() {
  return {.bodies = "*", .speed = 0.5, .calm = 0.25, .by = 1.05};  // rests after three steps of 0.1 s
}

void take(SyntheticRun& run, int steps) {
  for (int i = 0; i < steps; ++i) run.step();
}

void move_all(SyntheticRun& run, double speed) {
  for (BodyState& body : run.state.bodies) body.velocity = Vec3(speed, 0, 0);
}

TEST(StaysAtRest, HoldsForBodiesThatComeToRestInTimeAndMoveNoMore) {
  SyntheticRun run;
  run.expect(expect_stays_at_rest(short_rest(), kDisplacement));
  move_all(run, 2);
  take(run, 4);
  move_all(run, 0.1);
  take(run, 10);
  EXPECT_TRUE(run.result().passed) << run.result().text;
  EXPECT_NE(run.result().text.find("all rest from 0.7 s on"), std::string::npos) << run.result().text;
}

TEST(StaysAtRest, FailsForGoodWhenABodyThatRestedIsPushedAway) {
  SyntheticRun run;
  run.expect(expect_stays_at_rest(short_rest(), kDisplacement));
  take(run, 5);
  run.state.bodies[1].center.y() += 2 * kDisplacement;
  run.step();
  run.state.bodies[1].center.y() -= 2 * kDisplacement;
  take(run, 20);
  EXPECT_FALSE(run.result().passed);
  EXPECT_TRUE(run.result().settled);
  EXPECT_DOUBLE_EQ(run.result().value, 2 * kDisplacement);
}

TEST(StaysAtRest, FailsWhenABodyHasNotComeToRestInTimeAndSoonerSaysNothing) {
  SyntheticRun run;
  run.expect(expect_stays_at_rest(short_rest(), kDisplacement));
  run.state.bodies[0].velocity = Vec3(0, 0, 1);
  take(run, 10);
  EXPECT_TRUE(run.result().passed);
  EXPECT_NE(run.result().text.find("1 of 2 rest"), std::string::npos) << run.result().text;
  run.step();
  EXPECT_FALSE(run.result().passed);
}

TEST(StaysAtRest, CountsCalmAnewAfterEveryStir) {
  SyntheticRun run;
  run.expect(expect_stays_at_rest(short_rest(), kDisplacement));
  for (int i = 0; i < 4; ++i) {
    move_all(run, 0);
    take(run, 2);
    move_all(run, 1);
    run.step();
  }
  EXPECT_FALSE(run.result().passed) << run.result().text;
}

TEST(StaysAtRest, RefusesAPatternThatSelectsNothing) {
  SyntheticRun run;
  EXPECT_THROW(run.expect(expect_stays_at_rest({.bodies = "g"}, kDisplacement)), InputError);
}

TEST(PenetrationUntilRest, ListsImpactsApart) {
  SyntheticRun run;
  run.expect(expect_penetration_until_rest(short_rest(), 1e-2, 1e-3));
  move_all(run, 1);
  run.report.max_penetration = 5e-3;
  run.step();
  move_all(run, 0);
  run.report.max_penetration = 2e-4;
  take(run, 10);
  EXPECT_TRUE(run.result().passed) << run.result().text;
  EXPECT_DOUBLE_EQ(run.result().value, 2e-4);
  EXPECT_NE(run.result().text.find("measured 0.005 m at 0 s, 0.0002 m"), std::string::npos) << run.result().text;
}

TEST(PenetrationUntilRest, FailsForADeepImpactAndForLessAtRest) {
  SyntheticRun impact;
  impact.expect(expect_penetration_until_rest(short_rest(), 1e-2, 1e-3));
  impact.report.max_penetration = 2e-2;
  impact.step();
  EXPECT_FALSE(impact.result().passed);

  SyntheticRun resting;
  resting.expect(expect_penetration_until_rest(short_rest(), 1e-2, 1e-3));
  take(resting, 5);
  resting.report.max_penetration = 2e-3;
  resting.step();
  EXPECT_FALSE(resting.result().passed);
}

TEST(EnergyFalls, IsMeasuredFromTheLeastSoFar) {
  SyntheticRun run;
  run.expect(expect_energy_falls(1));
  move_all(run, 10);
  run.step();
  EXPECT_FALSE(run.result().passed);

  SyntheticRun falling;
  move_all(falling, 10);
  falling.expect(expect_energy_falls(1));
  move_all(falling, 0);
  falling.step();
  EXPECT_TRUE(falling.result().passed) << falling.result().text;
  move_all(falling, 9);  // less than at the start
  falling.step();
  EXPECT_FALSE(falling.result().passed);
  EXPECT_TRUE(falling.result().settled);
}

TEST(EnergyFalls, SaysNothingBeforeItsTime) {
  SyntheticRun run;
  run.expect(expect_energy_falls(1, 0.45));
  move_all(run, 10);
  take(run, 4);
  EXPECT_FALSE(run.result().judged);
  run.step();
  EXPECT_TRUE(run.result().passed) << run.result().text;
}

TEST(PenetrationFalls, MayBeDeepBeforeItsTimeAndThenOnlyShrink) {
  SyntheticRun run;
  run.expect(expect_penetration_falls(1e-5, 0.25));
  run.report.max_penetration = 1e-2;
  take(run, 2);
  EXPECT_FALSE(run.result().judged);
  for (double depth : {2e-3, 1e-3, 1.009e-3}) {
    run.report.max_penetration = depth;
    run.step();
  }
  EXPECT_TRUE(run.result().passed) << run.result().text;
  run.report.max_penetration = 1.02e-3;  // less than it was once
  run.step();
  EXPECT_FALSE(run.result().passed);
  EXPECT_NE(run.result().text.find("penetration never rises by more than 1e-05 m from 0.25 s on"), std::string::npos)
      << run.result().text;
}

}  // namespace
}  // namespace stiction
