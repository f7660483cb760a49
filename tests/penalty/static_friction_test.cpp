// The factor of static friction, step by step.
#include <gtest/gtest.h>

#include <cmath>

#include "penalty/vertices_inside.h"
#include "solvers/penalty/static_friction.h"
#include "solvers/solving.h"

namespace stiction {
namespace {

SolverOptions by(const char* friction) {
  return test::options_of({{"name", "penalty"}, {"friction", friction}});
}

// Steps until u, the velocity that the factor leaves of free_speed, has fallen to `share` of the first; u = free_speed
// (1 - gain factor). At most `most`.
int steps_of(const SolverOptions& options, double free_speed, double gain, double share, int most) {
  FrictionMemory memory{0, free_speed, 1};
  double factor = 1, first = 0;
  for (int k = 0; k < most; ++k) {
    const double u = free_speed * (1 - gain * factor);
    if (k == 0) first = std::abs(u);
    if (std::abs(u) <= share * first) return k;
    const double next = next_factors(memory, {factor, 0}, {u, 0}, free_speed, options)[0];
    memory = {factor, u, memory.steps + 1};
    factor = next;
  }
  return most;
}

TEST(StaticFriction, SecantNeedsFewStepsWhereTheVelocityIsLinearInTheFactor) {
  for (const double gain : {0.5, 0.8, 1.3, 1.7}) EXPECT_LE(steps_of(by("secant"), 1e-3, gain, 1e-6, 100), 3) << gain;
}

TEST(StaticFriction, FixedPointConvergesByOneMinusTauGain) {
  SolverOptions options = by("fixed-point");
  for (const double gain : {0.6, 0.9, 1.6}) {
    options.tau = -0.5;
    const double rate = std::abs(1 - 0.5 * gain);
    const int expected = static_cast<int>(std::ceil(std::log(1e-6) / std::log(rate)));
    EXPECT_NEAR(steps_of(options, 1e-3, gain, 1e-6, 100), expected, 1) << gain;
  }
}

// Velocities of a step's fall are millimetres a second: -0.1 s/m changes the factor by a ten-thousandth of what is
// missing.
TEST(StaticFriction, ThePrintedStepDependsOnTheUnitOfVelocity) {
  EXPECT_EQ(steps_of(by("literal"), 1e-3, 0.8, 1e-6, 10000), 10000);
  EXPECT_LT(steps_of(by("literal"), 10, 0.8, 1e-6, 10000), 40);
}

TEST(StaticFriction, SecantsThatOthersMadeAreNotBelieved) {
  const FrictionMemory moved{0.9, 1e-3, 5};
  for (const double u : {1e-3, 1.1e-3, -1e3, 1e3, 0.999e-3}) {
    EXPECT_EQ(next_factors(moved, {1, 0}, {u, 0}, 1e-3, by("secant")),
              next_factors(moved, {1, 0}, {u, 0}, 1e-3, by("fixed-point")));
  }
}

// Two layers held against each other by friction on a slope: with the factor 1 contacts disturb each other for ever.
TEST(StaticFriction, FollowedThroughTimeItStopsContactsThatDisturbEachOther) {
  const double h = 1e-3, slide = 0.2 * 9.81 * h, fall = 9.81 * h;
  test::FlatContact flat;
  flat.depth = fall * h;
  flat.upper_velocity = {slide, 0, -fall};
  ContactProblem problem = flat.problem(h);
  const auto left = [&](const char* friction, int steps) {
    for (FrictionMemory& memory : problem.friction_memory) memory = {};
    problem.warm_impulse.resize(0);
    double largest = 0;
    for (int k = 0; k < steps; ++k) {  // the same load in every step
      const ContactSolution solution = test::solve(problem, by(friction)).solution;
      problem.friction_memory = solution.friction_memory;
      problem.warm_impulse = solution.warm_start;
      largest = 0;
      for (int c = 0; c < problem.contact_count(); ++c) {
        const Vec3 r = solution.impulse.segment<3>(3 * static_cast<Eigen::Index>(c));
        if (r.tail<2>().norm() > (1 - 1e-9) * problem.contacts[c].mu * r[0]) continue;
        largest = std::max(largest, contact_velocity(problem, problem.contacts[c], solution.velocity).tail<2>().norm());
      }
    }
    return largest;
  };
  const double scaled = left("scaled", 16);
  EXPECT_GT(scaled, 0.1 * slide);
  EXPECT_LT(left("fixed-point", 16), 0.1 * scaled);
  EXPECT_LT(left("fixed-point", 200), 0.01 * scaled);
  EXPECT_LT(left("secant", 200), 0.01 * scaled);
  EXPECT_GT(left("literal", 200), 0.1 * scaled);
}

}  // namespace
}  // namespace stiction
