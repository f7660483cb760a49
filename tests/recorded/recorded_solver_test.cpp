// Recorded problems solved: closed forms, random ones, problems of bodies.
#include "recorded/recorded_solver.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "base/repetitions.h"
#include "recorded/recorded_error.h"
#include "recorded/recorded_problems.h"
#include "solvers/solving.h"

namespace stiction {
namespace {

VecX solution_of(const RecordedProblem& problem) {
  const RecordedResult result = solve_recorded(problem, {.tolerance = 1e-12});
  EXPECT_EQ(result.status, RecordedStatus::kSolved) << result.error;
  EXPECT_EQ(result.error, recorded_error(problem, result.r));
  return result.r;
}

TEST(RecordedSolver, OneContactSticksSlidesOrOpens) {
  const double w = 4, mu = 0.5;
  const auto solve = [&](const VecX& q) {
    return solution_of(test::one_contact(static_cast<int>(q.size()), w, q, mu));
  };
  EXPECT_LT((solve(Vec3(-2, 0.3, 0.4)) - Vec3(0.5, -0.075, -0.1)).norm(), 1e-11);  // sticks: r = -q / w
  EXPECT_LT((solve(Vec3(-2, 3, 4)) - Vec3(0.5, -0.15, -0.2)).norm(), 1e-11);  // slides: |r_t| = mu r_n, against q_t
  EXPECT_EQ(solve(Vec3(2, 3, 4)), Vec3(0, 0, 0));                             // opens
  EXPECT_LT((solve(Vec2(-2, 0.4)) - Vec2(0.5, -0.1)).norm(), 1e-11);
  EXPECT_LT((solve(Vec2(-2, -3)) - Vec2(0.5, 0.25)).norm(), 1e-11);
  EXPECT_EQ(solve(Vec2(2, 3)), Vec2(0, 0));
}

TEST(RecordedSolver, WithoutFrictionItIsALinearComplementarityProblem) {
  RecordedProblem problem = test::one_contact(3, 2, Vec3(-3, 5, 1), 0);
  EXPECT_LT((solution_of(problem) - Vec3(1.5, 0, 0)).norm(), 1e-10);
}

TEST(RecordedSolver, NothingDrivenNothingHappens) {
  RecordedProblem problem = test::random_recorded(1, 3, 4, 6);
  problem.q.setZero();
  const RecordedResult result = solve_recorded(problem, {});
  EXPECT_EQ(result.status, RecordedStatus::kSolved);
  EXPECT_EQ(result.r.norm(), 0);
  EXPECT_EQ(solve_recorded(RecordedProblem{}, {}).status, RecordedStatus::kSolved);
}

TEST(RecordedSolver, SolvesRandomRedundantProblemsInPlaneAndSpace) {
  int solved = 0, total = 0;
  for (const int dimension : {2, 3}) {
    for (int seed = 0; seed < test::repetitions(150); ++seed, ++total) {
      const int contacts = 1 + seed % 20;
      const RecordedProblem problem =
          test::random_recorded(static_cast<std::uint32_t>(seed), dimension, contacts, 1 + seed % 17);
      const RecordedResult result = solve_recorded(problem, {.time_limit = 30});
      solved += result.status == RecordedStatus::kSolved;
      EXPECT_EQ(result.status == RecordedStatus::kSolved, recorded_error(problem, result.r) <= 1e-8);
    }
  }
  EXPECT_GE(solved, total * 99 / 100) << "of " << total;
}

// The Delassus matrix of an island, unscaled.
RecordedProblem recorded_island(const Island& island) {
  const int size = 3 * island.contact_count();
  RecordedProblem problem;
  MatX W(size, size);
  problem.q.resize(size);
  for (int j = 0; j < size; ++j) {
    VecX z = VecX::Zero(size), x = VecX::Zero(island.velocity_size()), u(size);
    z[j] = island.scale[j / 3];
    island.accumulate(0, 3, z.data(), x.data());
    island.apply_transposed(0, 3, x.data(), u.data());
    for (int i = 0; i < size; ++i) W(i, j) = u[i] * island.scale[i / 3];
    problem.q[j] = island.q[j] * island.scale[j / 3];
  }
  problem.W = W.sparseView();
  problem.mu = Eigen::Map<const VecX>(island.mu.data(), island.contact_count());
  return problem;
}

TEST(RecordedSolver, FindsMostlyTheVelocitiesThatTheSimulationFinds) {
  int solved = 0, same = 0, total = 0;
  const int seeds = test::repetitions(150);
  for (int seed = 0; seed < seeds; ++seed) {
    const SolverOptions options = test::options_of({{"tolerance", "1e-10"}, {"decompose", "false"}});
    const ContactProblem bodies =
        test::random_problem(static_cast<std::uint32_t>(seed), {.max_patch = 4, .max_mass_ratio = 100});
    const Island island = test::whole_island(bodies);
    if (island.contact_count() == 0) continue;
    const test::Solved by_bodies = test::solve(bodies, options);
    if (by_bodies.certificate.residual > 1e-9) continue;
    const RecordedProblem problem = recorded_island(island);
    const RecordedResult result = solve_recorded(problem, {.tolerance = 1e-10, .time_limit = 30});
    VecX r(problem.q.size());
    for (Eigen::Index i = 0; i < r.size(); ++i) r[i] = by_bodies.solution.impulse[3 * island.contacts[i / 3] + i % 3];
    EXPECT_LE(recorded_error(problem, r), 1e-8) << seed;  // the same problem: each solution satisfies the other's law
    ++total;
    solved += result.status == RecordedStatus::kSolved;
    same += (problem.W * (r - result.r)).norm() <= 1e-6 * problem.q.norm();
  }
  EXPECT_GT(total, seeds * 2 / 3);
  EXPECT_GE(solved, total * 98 / 100) << "of " << total;
  // Redundant patches with friction have families of solutions: 19 of 150 pairs differ, by up to 1 % of the load, while
  // both satisfy the law to 1e-10.
  EXPECT_GE(same, total * 7 / 10) << "of " << total;
}

TEST(RecordedSolver, UncoupledGroupsAndThreadsDoNotChangeABit) {
  const RecordedProblem a = test::random_recorded(3, 3, 6, 9), b = test::random_recorded(4, 3, 5, 8);
  RecordedProblem both;
  MatX W = MatX::Zero(33, 33);
  W.topLeftCorner(18, 18) = MatX(a.W);
  W.bottomRightCorner(15, 15) = MatX(b.W);
  both.W = W.sparseView();
  both.q.resize(33);
  both.q << a.q, b.q;
  both.mu.resize(11);
  both.mu << a.mu, b.mu;
  const RecordedResult one = solve_recorded(both, {.threads = 1}), two = solve_recorded(both, {.threads = 2});
  EXPECT_EQ(one.status, RecordedStatus::kSolved);
  EXPECT_EQ(one.r, two.r);
  EXPECT_EQ(one.iterations, two.iterations);
}

TEST(RecordedSolver, WhatHasNoSolutionIsNotCalledSolved) {
  // A contact that no impulse moves, approaching.
  RecordedProblem problem = test::one_contact(3, 0, Vec3(-1, 0, 0), 0.5);
  const RecordedResult result = solve_recorded(problem, {.time_limit = 1});
  EXPECT_NE(result.status, RecordedStatus::kSolved);
  EXPECT_TRUE(result.r.allFinite());
}

TEST(RecordedSolver, KeepsToItsTime) {
  const RecordedProblem problem = test::random_recorded(9, 3, 40, 30);
  const RecordedResult result = solve_recorded(problem, {.tolerance = 1e-300, .time_limit = 1e-9});
  EXPECT_EQ(result.status, RecordedStatus::kTimeLimit);
  EXPECT_LE(result.iterations, 2);
}

}  // namespace
}  // namespace stiction
