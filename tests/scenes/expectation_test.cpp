// Monitors on runs that are made up step by step.
#include "scenes/expectation.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "synthetic_run.h"

namespace stiction {
namespace {

Expectation make(ExpectationKind kind, const std::string& bodies = "") {
  Expectation expectation;
  expectation.kind = kind;
  expectation.bodies = bodies;
  return expectation;
}

TEST(Pattern, StarsStandForAnyRunOfCharacters) {
  EXPECT_TRUE(matches_pattern("*", ""));
  EXPECT_TRUE(matches_pattern("*", "anything"));
  EXPECT_TRUE(matches_pattern("block*", "block"));
  EXPECT_TRUE(matches_pattern("block*", "block12"));
  EXPECT_TRUE(matches_pattern("*-left", "card-0-1-left"));
  EXPECT_TRUE(matches_pattern("a*b*c", "aXbXbc"));
  EXPECT_TRUE(matches_pattern("a**c", "abc"));
  EXPECT_TRUE(matches_pattern("exact", "exact"));
  EXPECT_FALSE(matches_pattern("exact", "exactly"));
  EXPECT_FALSE(matches_pattern("block*", "bloc"));
  EXPECT_FALSE(matches_pattern("a*b", "abc"));
  EXPECT_FALSE(matches_pattern("", "a"));
  EXPECT_TRUE(matches_pattern("", ""));
}

TEST(Pattern, FixedBodiesAreNotSelected) {
  const SyntheticRun run;
  EXPECT_EQ(select_free_bodies("*", run.model), (std::vector<int>{0, 1}));
  EXPECT_THROW(make_monitor(make(ExpectationKind::kMoved, "g"), run.model), InputError);
}

TEST(AtRest, DisplacementIsMeasuredFromTheOpeningOfTheWindow) {
  SyntheticRun run;
  Expectation rest = make(ExpectationKind::kAtRest, "*");
  rest.max_displacement = 0.5;
  rest.from = 0.2;
  run.expect(rest);
  run.state.bodies[0].center.x() = 7;  // before the window: not counted
  run.step();
  run.step();
  run.state.bodies[0].center.x() = 7.25;
  run.step();
  run.state.bodies[0].center.x() = 7;
  run.step();
  EXPECT_TRUE(run.result().passed);
  EXPECT_DOUBLE_EQ(run.result().value, 0.25);
  run.state.bodies[1].center.y() = -1;
  run.step();
  EXPECT_FALSE(run.result().passed);
  EXPECT_DOUBLE_EQ(run.result().value, 1);
  EXPECT_NE(run.result().text.find("measured 1 m, b"), std::string::npos) << run.result().text;
}

TEST(AtRest, SpeedCountsAtTheEndOfTheWindowOnly) {
  SyntheticRun run;
  Expectation rest = make(ExpectationKind::kAtRest, "a");
  rest.max_speed = 1;
  rest.to = 0.2;
  run.expect(rest);
  run.state.bodies[0].velocity.x() = 5;
  run.step();
  EXPECT_FALSE(run.result().passed);
  EXPECT_EQ(run.result().value, 5);
  run.state.bodies[0].velocity.x() = 0.5;
  run.step();
  EXPECT_TRUE(run.result().passed);
  EXPECT_EQ(run.result().value, 0.5);
  run.state.bodies[0].velocity.x() = 5;  // after the window
  run.step();
  EXPECT_TRUE(run.result().passed);
}

TEST(AtRest, AnAddedBodyIsMeasuredFromWhereItAppears) {
  SyntheticRun run;
  run.state.bodies[0].present = false;
  Expectation rest = make(ExpectationKind::kAtRest, "a");
  rest.max_displacement = 0.1;
  run.expect(rest);
  run.step();
  EXPECT_FALSE(run.result().passed) << "a body that was never there proves nothing";
  EXPECT_FALSE(run.result().judged);
  run.state.bodies[0].present = true;
  run.state.bodies[0].center.x() = 3;
  run.step();
  EXPECT_TRUE(run.result().passed);
}

TEST(Window, ARunThatNeverReachesItIsNotJudged) {
  SyntheticRun run;
  Expectation rest = make(ExpectationKind::kAtRest, "a");
  rest.max_displacement = 1;
  rest.from = 9;
  run.expect(rest);
  run.step();
  EXPECT_FALSE(run.result().passed);
  EXPECT_TRUE(std::isnan(run.result().value));
  EXPECT_FALSE(run.result().judged);
  EXPECT_EQ(run.result().text, "at_rest from 9 s: the run has no step in this time");
}

TEST(Moved, EveryBodyMustHaveMovedAtSomeTime) {
  SyntheticRun run;
  Expectation moved = make(ExpectationKind::kMoved, "*");
  moved.more_than = 1;
  run.expect(moved);
  run.state.bodies[0].center.x() = 2;
  run.step();
  EXPECT_FALSE(run.result().passed);
  run.state.bodies[0].center.x() = 0;
  run.state.bodies[1].center.x() = 1.5;
  run.step();
  EXPECT_TRUE(run.result().passed);
  EXPECT_DOUBLE_EQ(run.result().value, 1.5);
}

TEST(Speed, MustStayInItsRangeAtEveryStep) {
  SyntheticRun run;
  Expectation speed = make(ExpectationKind::kSpeed, "a");
  speed.min = 1;
  speed.max = 2;
  run.state.bodies[0].velocity.y() = 1.5;
  run.expect(speed);
  run.step();
  EXPECT_TRUE(run.result().passed);
  run.state.bodies[0].velocity.y() = 0.25;
  run.step();
  run.state.bodies[0].velocity.y() = 1.5;
  run.step();
  EXPECT_FALSE(run.result().passed);
  EXPECT_EQ(run.result().value, 0.25);
}

TEST(Position, IsTheOriginAlongTheAxis) {
  SyntheticRun run;
  Expectation position = make(ExpectationKind::kPosition, "a");
  position.axis = 1;
  position.max = 2;
  run.expect(position);
  run.state.bodies[0].center = Vec3(9, 1.75, 9);
  run.step();
  EXPECT_TRUE(run.result().passed);
  EXPECT_DOUBLE_EQ(run.result().value, 1.75);
  run.state.bodies[0].center.y() = 2.5;
  run.step();
  EXPECT_FALSE(run.result().passed);
  EXPECT_NE(run.result().text.find("y position"), std::string::npos);
}

TEST(Distance, IsBetweenTheCentresOfMass) {
  SyntheticRun run;
  Expectation distance = make(ExpectationKind::kDistance, "a");
  distance.other = std::string("g");
  distance.min = 1;
  run.state.bodies[0].center.x() = 3;
  run.expect(distance);
  run.step();
  EXPECT_TRUE(run.result().passed);
  EXPECT_DOUBLE_EQ(run.result().value, 3);
  run.state.bodies[0].center.x() = 0.5;
  run.step();
  EXPECT_FALSE(run.result().passed);
}

TEST(Energy, AGainBeyondTheLimitFails) {
  SyntheticRun run;
  Expectation energy = make(ExpectationKind::kEnergy);
  energy.max = 10;
  run.expect(energy);
  run.step();
  EXPECT_TRUE(run.result().passed);
  run.state.bodies[0].velocity.x() = 1;
  run.step();
  EXPECT_FALSE(run.result().passed);
  EXPECT_NEAR(run.result().value, run.model.bodies[0].mass.mass / 2, 1e-9);
}

TEST(Energy, WhatAddedBodiesAndSetVelocitiesBringIsAllowed) {
  SyntheticRun run;
  run.state.bodies[1].present = false;
  run.model.events.push_back({.time = 0.4, .body = 0, .sets_velocity = true, .velocity = Vec3(1, 0, 0)});
  Expectation energy = make(ExpectationKind::kEnergy);
  energy.max = 1e-6;
  run.expect(energy);
  run.step();
  run.state.bodies[1].present = true;
  run.state.bodies[1].velocity.x() = 5;
  run.step();
  run.step();
  run.state.bodies[0].velocity.x() = 1;
  run.step();
  EXPECT_TRUE(run.result().passed) << run.result().text;
  run.step();
  run.step();
  run.state.bodies[0].velocity.x() = 1.1;
  run.step();
  EXPECT_FALSE(run.result().passed) << run.result().text;
}

TEST(Energy, TheStepsBesideAnEventAreJudged) {
  for (const int gaining : {3, 4, 5}) {
    SyntheticRun run;
    run.model.events.push_back({.time = 0.4, .body = 1, .sets_velocity = true, .velocity = Vec3(1, 0, 0)});
    Expectation energy = make(ExpectationKind::kEnergy);
    energy.max = 1e-6;
    run.expect(energy);
    for (int i = 1; i <= 6; ++i) {
      if (i == gaining) run.state.bodies[0].velocity.x() = 1;
      run.step();
    }
    EXPECT_EQ(run.result().passed, gaining == 4) << gaining << ": " << run.result().text;
  }
}

TEST(Penetration, TheLargestOfTheWindowDecides) {
  SyntheticRun run;
  Expectation penetration = make(ExpectationKind::kPenetration);
  penetration.max = 1e-6;
  run.report.max_penetration = 1;  // a stale report at the start is not read
  run.expect(penetration);
  EXPECT_FALSE(run.result().passed) << "no step, no proof";
  EXPECT_FALSE(run.result().judged);
  run.report.max_penetration = 5e-7;
  run.step();
  EXPECT_TRUE(run.result().passed);
  run.report.max_penetration = 2e-6;
  run.step();
  EXPECT_FALSE(run.result().passed);
  EXPECT_EQ(run.result().value, 2e-6);
  EXPECT_NE(run.result().text.find("at 0.1 s"), std::string::npos) << "when the step began: " << run.result().text;
}

TEST(Penetration, OneThatHasGoneAgainStillCounts) {
  SyntheticRun run;
  Expectation penetration = make(ExpectationKind::kPenetration);
  penetration.max = 1e-6;
  run.expect(penetration);
  for (const double depth : {5e-7, 2e-6, 0.0}) {
    run.report.max_penetration = depth;
    run.step();
  }
  EXPECT_FALSE(run.result().passed);
  EXPECT_DOUBLE_EQ(run.result().value, 2e-6);
}

TEST(Converged, TheShareOfStepsDecidesAndTheWorstIsNamed) {
  SyntheticRun run;
  Expectation converged = make(ExpectationKind::kConverged);
  converged.fraction = 0.75;
  run.expect(converged);
  for (int i = 0; i < 4; ++i) {
    run.report.converged = i != 2;
    run.report.certificate.residual = i == 2 ? 0.125 : 1e-9;
    run.step();
  }
  EXPECT_TRUE(run.result().passed);
  EXPECT_EQ(run.result().value, 0.75);
  EXPECT_NE(run.result().text.find("worst step 3 at 0.3 s, residual 0.125"), std::string::npos) << run.result().text;
  run.report.converged = false;
  run.step();
  EXPECT_FALSE(run.result().passed);
}

TEST(Converged, AResidualThatIsNotANumberStaysTheWorst) {
  SyntheticRun run;
  run.expect(make(ExpectationKind::kConverged));
  for (const double residual : {0.5, std::nan(""), 1.0}) {
    run.report.certificate.residual = residual;
    run.step();
  }
  EXPECT_NE(run.result().text.find("worst step 2 at 0.2 s, residual nan"), std::string::npos) << run.result().text;
}

TEST(Custom, TheSceneMakesTheMonitor) {
  const SyntheticRun run;
  EXPECT_THROW(make_monitor(make(ExpectationKind::kCustom), run.model), InputError);
}

}  // namespace
}  // namespace stiction
