// Structures at rest: when the last impulses are taken again, and how they are sharpened.
#include "solvers/staggered/rest.h"

#include <gtest/gtest.h>

#include "solvers/solving.h"
#include "solvers/staggered/stick_refinement.h"

namespace stiction {
namespace {

constexpr double kFall = 9.81 * 0.01;  // in a step [m/s]

// Cubes on top of each other; of the given masses, the lowest first.
ContactProblem column(const std::vector<double>& masses) {
  test::ProblemMaker maker;
  for (int i = 0; i < static_cast<int>(masses.size()); ++i) {
    maker.add_body(masses[i], Vec3(0.01 * (i % 3), 0, i + 0.5), Vec3(0, 0, -kFall));
    maker.add_patch(i - 1, i, Vec3(0, 0, i), Vec3::UnitZ(), 0.5, 2);
  }
  ContactProblem problem = maker.finish();
  problem.start_velocity = VecX::Zero(problem.dof_count());
  return problem;
}

// Impulses of the column, scaled.
std::vector<double> solved(const ContactProblem& problem, const Island& island) {
  const VecX impulse = test::solve(problem, test::options_of({{"tolerance", "1e-9"}})).solution.impulse;
  std::vector<double> z(impulse.size());
  for (int c = 0; c < island.contact_count(); ++c)
    for (int k = 0; k < 3; ++k) z[3 * c + k] = island.scale[c] * impulse[3 * island.contacts[c] + k];
  return z;
}

std::vector<double> velocity_of(const Island& island, const std::vector<double>& z) {
  std::vector<double> x(island.velocity_size(), 0.0), u(z.size());
  island.accumulate(0, 3, z.data(), x.data());
  island.apply_transposed(0, 3, x.data(), u.data());
  for (std::size_t i = 0; i < u.size(); ++i) u[i] += island.q[i];
  return u;
}

bool is_at_rest(const ContactProblem& problem, const Island& island, const double* z, const double* u) {
  return find_rest(problem, island, z, u) != Rest::kNone;
}

void refine(const Island& island, std::vector<double>& z) {
  NewtonSystem system;
  StickRefinement refinement;
  system.prepare(island, Form::kAuto);
  refinement.improve(island, system, 3, z);
}

TEST(StickRefinement, GoesToRoundOffInAFewSystems) {
  const Island island = test::whole_island(column(std::vector<double>(16, 1000.0)));
  std::vector<double> z = solved(column(std::vector<double>(16, 1000.0)), island);
  for (std::size_t i = 0; i < z.size(); ++i) z[i] += 1e-7 * std::sin(7.0 * static_cast<double>(i)) * island.denominator;
  EXPECT_GT(island.natural_map(z.data(), velocity_of(island, z).data()), 1e-8);
  refine(island, z);
  EXPECT_LT(island.natural_map(z.data(), velocity_of(island, z).data()), 1e-13);
}

TEST(StickRefinement, DoesNotMakeWhatSlipsWorse) {
  test::ProblemMaker maker;
  maker.add_body(1, Vec3(0, 0, 0.5), Vec3(1, 0.3, -kFall), Vec3(0, 0, 0.4));
  maker.add_patch(-1, 0, Vec3::Zero(), Vec3::UnitZ(), 0.2, 2);
  const ContactProblem problem = maker.finish();
  const Island island = test::whole_island(problem);
  std::vector<double> z = solved(problem, island);
  z[4] += 1e-6 * island.denominator;
  const double before = island.natural_map(z.data(), velocity_of(island, z).data());
  refine(island, z);
  EXPECT_LE(island.natural_map(z.data(), velocity_of(island, z).data()), before);
}

// 1e-8 of a gram's weight is nothing in the residual of a ton, and a velocity of 1e-9 m/s all the same.
TEST(AtRest, LightBodiesAreMeasuredByTheirOwnWeight) {
  const ContactProblem problem = column({1000, 1e-3});
  const Island island = test::whole_island(problem);
  std::vector<double> z = solved(problem, island);
  refine(island, z);
  EXPECT_TRUE(is_nearly_at_rest(island, z.data(), velocity_of(island, z).data()));
  EXPECT_TRUE(is_at_rest(problem, island, z.data(), velocity_of(island, z).data()));
  for (int c = 4; c < 8; ++c) z[3 * c] *= 1 + 1e-8;
  EXPECT_LT(island.natural_map(z.data(), velocity_of(island, z).data()), 1e-10);
  EXPECT_FALSE(is_nearly_at_rest(island, z.data(), velocity_of(island, z).data()));
  EXPECT_FALSE(is_at_rest(problem, island, z.data(), velocity_of(island, z).data()));
}

// A column that moves by 2e-11 of h g has solved its step if it moved so before: then forces are in balance.
TEST(AtRest, SlowIsEnoughWhereForcesAreInBalance) {
  ContactProblem problem = column({1, 1, 1});
  problem.free_velocity[0] += 2e-11 * kFall;
  const Island island = test::whole_island(problem);
  std::vector<double> z = solved(column({1, 1, 1}), test::whole_island(column({1, 1, 1})));
  refine(test::whole_island(column({1, 1, 1})), z);
  const std::vector<double> u = velocity_of(island, z);
  EXPECT_TRUE(is_nearly_at_rest(island, z.data(), u.data()));
  EXPECT_FALSE(is_at_rest(problem, island, z.data(), u.data())) << "it has just been set in motion";
  problem.start_velocity[0] = 2e-11 * kFall;
  EXPECT_TRUE(is_at_rest(problem, island, z.data(), u.data()));
  problem.start_velocity = VecX();
  EXPECT_FALSE(is_at_rest(problem, island, z.data(), u.data())) << "nobody knows";
}

// x of contact/island.h, what the impulses add up to.
std::vector<double> sum_of(const Island& island, const std::vector<double>& z) {
  std::vector<double> x(island.velocity_size(), 0.0);
  island.accumulate(0, 3, z.data(), x.data());
  return x;
}

TEST(AtRest, AColumnIsStillWhereNothingSetsItInMotion) {
  ContactProblem problem = column(std::vector<double>(16, 1.0));
  const Island island = test::whole_island(problem);
  std::vector<double> z = solved(problem, island);
  refine(island, z);
  const std::vector<double> u = velocity_of(island, z), x = sum_of(island, z);
  EXPECT_EQ(find_rest(problem, island, z.data(), u.data()), Rest::kStill);
  EXPECT_TRUE(bodies_rest(problem, island, z.data(), x.data()));
  // A velocity that was kept would be kept for ever.
  problem.start_velocity[0] = problem.free_velocity[0] = 5e-13 * kFall;
  const Island creeping = test::whole_island(problem);
  EXPECT_EQ(find_rest(problem, creeping, z.data(), velocity_of(creeping, z).data()), Rest::kSlow);
  for (Eigen::Index i = 0; i < problem.free_velocity.size(); i += 6) problem.start_velocity[i] = 5e-11 * kFall;
  EXPECT_EQ(find_rest(problem, island, z.data(), u.data()), Rest::kSlow) << "it has just been stopped";
}

std::vector<double> refined(const ContactProblem& problem) {
  const Island island = test::whole_island(problem);
  std::vector<double> z = solved(problem, island);
  refine(island, z);
  return z;
}

bool is_unmoved_with(const ContactProblem& problem, const std::vector<double>& z) {
  const Island island = test::whole_island(problem);
  return is_unmoved(problem, island, z.data(), sum_of(island, z).data());
}

// All that moves goes on as it did.
ContactProblem moving(ContactProblem problem, int dof, double velocity) {
  problem.start_velocity[dof] += velocity;
  problem.free_velocity[dof] += velocity;
  return problem;
}

TEST(AtRest, WhatIsSlowerThanATenthOfAFallIsSlow) {
  ContactProblem problem = column({1, 1, 1});
  const auto slow = [&] { return is_slow(problem, test::whole_island(problem)); };
  EXPECT_TRUE(slow());
  problem.start_velocity[7] = 0.09 * kFall;
  EXPECT_TRUE(slow());
  problem.start_velocity[7] = 0.11 * kFall;
  EXPECT_FALSE(slow());
  problem.start_velocity[7] = 0;
  problem.contacts[0].drive = Vec3(0, 1e-6, 0);
  EXPECT_FALSE(slow()) << "it is carried";
  problem.contacts[0].drive.setZero();
  problem.start_velocity = VecX();
  EXPECT_FALSE(slow()) << "nobody knows";
}

TEST(AtRest, AColumnIsUnmovedWhereNothingHasAVelocityToSpeakOf) {
  const ContactProblem problem = column(std::vector<double>(16, 1.0));
  const std::vector<double> z = refined(problem);
  EXPECT_TRUE(is_unmoved_with(problem, z));
  for (const int dof : {0, 2, 4, 6 * 15, 6 * 15 + 3}) {
    EXPECT_TRUE(is_unmoved_with(moving(problem, dof, 4e-10 * kFall), z)) << dof;
    EXPECT_FALSE(is_unmoved_with(moving(problem, dof, 4e-9 * kFall), z)) << dof;
  }
  ContactProblem unknown = problem;
  unknown.start_velocity = VecX();
  EXPECT_FALSE(is_unmoved_with(unknown, z)) << "nobody knows";
  ContactProblem held = problem;
  held.bodies[3].angular(2, 2) = 0;
  EXPECT_FALSE(is_unmoved_with(held, z)) << "a turn about z is held";
}

// What stands on something that moves, however slowly, moves with it.
TEST(AtRest, WhatIsCarriedIsNotUnmoved) {
  const ContactProblem problem = column({1, 1, 1});
  const std::vector<double> z = refined(problem);
  for (const int axis : {0, 1, 2}) {
    ContactProblem carried = problem;
    for (int body = 0; body < 3; ++body) carried = moving(carried, 6 * body + axis, 4e-10 * kFall);
    EXPECT_TRUE(is_unmoved_with(carried, z)) << "it moves by itself";
    // u is that of b relative to a, the ground; its axes are the normal and two tangents
    for (int c = 0; c < 4; ++c) {
      const ContactBlock& contact = carried.contacts[c];
      carried.contacts[c].drive -= contact.jacobian_b.leftCols<3>() * Vec3::Unit(axis) * (4e-10 * kFall);
    }
    EXPECT_FALSE(is_unmoved_with(carried, z)) << "the ground carries it along axis " << axis;
  }
}

// Gaps of contacts that carry may differ by round-off: no velocity closes them all.
TEST(AtRest, GapsThatDifferByRoundOffDoNotMoveAnything) {
  ContactProblem problem = column({1, 1, 1});
  const std::vector<double> z = refined(problem);
  problem.contacts[5].bound = 4e-11 * kFall;
  EXPECT_TRUE(is_unmoved_with(problem, z));
  problem.contacts[5].bound = 4e-10 * kFall;
  EXPECT_FALSE(is_unmoved_with(problem, z)) << "this one has to be closed";
}

TEST(AtRest, WhatIsSetInMotionIsNotUnmoved) {
  const ContactProblem problem = column({1, 1, 1});
  const std::vector<double> z = refined(problem);
  for (int dof = 0; dof < problem.dof_count(); ++dof) {
    ContactProblem pushed = problem;
    pushed.free_velocity[dof] += 4e-10 * kFall;
    EXPECT_FALSE(is_unmoved_with(pushed, z)) << dof;
  }
}

// A ball on a slope: what touches does not move, and yet the ball begins to roll.
TEST(AtRest, ABallThatBeginsToRollIsNotStill) {
  for (const double slope : {0.0, 1e-9}) {
    const Vec3 normal(std::sin(slope), 0, std::cos(slope));
    test::ProblemMaker maker;
    maker.add_body(1, 0.4 * Mat3::Identity(), normal, Vec3(0, 0, -kFall), Vec3::Zero());
    maker.add_contact(-1, 0, Vec3::Zero(), normal, 0.5);
    ContactProblem problem = maker.finish();
    problem.start_velocity = VecX::Zero(problem.dof_count());
    const Island island = test::whole_island(problem);
    std::vector<double> z = solved(problem, island);
    refine(island, z);
    EXPECT_EQ(find_rest(problem, island, z.data(), velocity_of(island, z).data()), Rest::kStill);
    EXPECT_EQ(bodies_rest(problem, island, z.data(), sum_of(island, z).data()), slope == 0) << slope;
    EXPECT_EQ(is_unmoved_with(problem, z), slope == 0) << slope;
  }
}

TEST(AtRest, BodiesThatFallTogetherAreNotStill) {
  test::ProblemMaker maker;
  maker.add_body(1, Vec3(0, 0, 0.5), Vec3(0, 0, -kFall));
  maker.add_body(1, Vec3(1, 0, 0.5), Vec3(0, 0, -kFall));
  maker.add_patch(0, 1, Vec3(0.5, 0, 0.5), Vec3::UnitX(), 0.5, 2);
  ContactProblem problem = maker.finish();
  problem.start_velocity = VecX::Zero(problem.dof_count());
  const Island island = test::whole_island(problem);
  const std::vector<double> z(12, 0.0);
  EXPECT_EQ(find_rest(problem, island, z.data(), velocity_of(island, z).data()), Rest::kStill);
  EXPECT_FALSE(bodies_rest(problem, island, z.data(), sum_of(island, z).data()));
  EXPECT_FALSE(is_unmoved_with(problem, z));
}

// A turn alone, by a torque.
TEST(AtRest, ABodyThatIsTurnedIsNotStill) {
  ContactProblem problem = column({1});
  const Island island = test::whole_island(problem);
  std::vector<double> z = solved(problem, island);
  refine(island, z);
  EXPECT_TRUE(bodies_rest(problem, island, z.data(), sum_of(island, z).data()));
  problem.free_velocity[5] = 1e-9 * kFall;
  EXPECT_FALSE(bodies_rest(problem, island, z.data(), sum_of(island, z).data()));
}

// Impulses on one edge of a joint are hundreds of times the weight; round-off of these at the edge without load.
TEST(AtRest, RoundOffIsThatOfTheLoadBetweenTheBodies) {
  ContactProblem problem = column({1, 1});
  const Island island = test::whole_island(problem);
  std::vector<double> z = solved(problem, island);
  refine(island, z);
  std::vector<double> u = velocity_of(island, z);
  const double noise = 4e-12 * kFall / island.scale[4];
  z[12] = z[13] = z[14] = 0;
  u[12] = -noise;
  EXPECT_EQ(find_rest(problem, island, z.data(), u.data()), Rest::kNone);
  z[15] = 1e4 * kFall;  // at the next contact of the same two bodies
  EXPECT_EQ(find_rest(problem, island, z.data(), u.data()), Rest::kStill);
}

TEST(AtRest, NothingIsWithoutGravity) {
  test::ProblemMaker maker({}, 0.01, 0);
  maker.add_body(1, Vec3(0, 0, 0.5), Vec3::Zero());
  maker.add_patch(-1, 0, Vec3::Zero(), Vec3::UnitZ(), 0.5, 2);
  ContactProblem problem = maker.finish();
  problem.start_velocity = VecX::Zero(problem.dof_count());
  const Island island = test::whole_island(problem);
  const std::vector<double> z(12, 0.0);
  EXPECT_FALSE(is_nearly_at_rest(island, z.data(), velocity_of(island, z).data()));
  EXPECT_FALSE(is_unmoved_with(problem, z));
}

}  // namespace
}  // namespace stiction
