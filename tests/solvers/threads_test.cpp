// Linear systems and solutions of one large island have the same bits for any number of threads.
#include <gtest/gtest.h>

#include "base/on_threads.h"
#include "contact/wide_problems.h"
#include "solvers/exact_law/law_system.h"
#include "solvers/solving.h"
#include "solvers/staggered/newton_system.h"

namespace stiction {
namespace {

// Towers of slabs, each slab on two others: some 1,200 contacts in one island.
ContactProblem large_problem(bool together) {
  test::ProblemRandom random(21);
  test::ProblemMaker maker;
  constexpr int kWidth = 8, kHeight = 5;
  for (int z = 0; z < kHeight; ++z) {
    for (int x = 0; x < kWidth; ++x) {
      maker.add_body(random.uniform(1, 3), Vec3(x, 0, z), Vec3(0.05, 0, -0.1) + random.vector(0.05));
    }
  }
  const auto add = [&](int a, int b) {
    const Vec3 middle = maker.centers()[b] - Vec3(random.uniform(-0.2, 0.2), 0, 0.5);
    maker.add_patch(a, b, middle, Vec3::UnitZ(), 0.4, 4);
  };
  for (int i = 0; i < kWidth * kHeight; ++i) {
    if (i < kWidth) {
      add(-1, i);
      continue;
    }
    add(i - kWidth, i);
    if (i % kWidth > 0) add(i - kWidth - 1, i);
  }
  ContactProblem problem = maker.finish();
  if (together) return problem;
  ContactProblem shuffled = problem;
  const std::vector<int> order = random.permutation(problem.contact_count());
  for (int c = 0; c < problem.contact_count(); ++c) shuffled.contacts[c] = problem.contacts[order[c]];
  return shuffled;
}

// Solutions of systems of both kinds.
std::vector<double> systems_of(const Island& island) {
  test::ProblemRandom random(22);
  const std::size_t n = island.contact_count();
  std::vector<double> x(island.velocity_size(), 0.0), y;
  for (int i = 0; i < 6 * island.block_count(); ++i) x[i] = random.uniform(-1, 1);
  y = x;
  std::vector<Mat3> D(n);
  for (Mat3& block : D) block = Mat3::Identity() + 0.3 * Mat3::NullaryExpr([&] { return random.uniform(-1, 1); });
  LawSystem law;
  law.prepare(island);
  EXPECT_TRUE(law.factorize(island, D));
  law.solve(x.data());
  std::vector<double> P(4 * n);
  for (std::size_t c = 0; c < n; ++c) P[4 * c] = P[4 * c + 3] = random.uniform(0, 1);
  NewtonSystem newton;
  newton.prepare(island, Form::kDof);
  EXPECT_TRUE(newton.factorize(island, 1, 2, 100, P));
  newton.solve(island, y.data());
  x.insert(x.end(), y.begin(), y.end());
  return x;
}

TEST(SolverThreads, LinearSystemsOfLargeIslandsDoNotDependOnThreads) {
  const ContactProblem wide = test::wide_twin(large_problem(true), 5, 2).problem;
  for (const ContactProblem& problem : {large_problem(true), large_problem(false), wide}) {
    const Island island = test::whole_island(problem);
    ASSERT_GT(island.contact_count(), 1000);
    const std::vector<double> one = test::on_threads(1, [&] { return systems_of(island); });
    for (const int threads : {2, 5}) EXPECT_EQ(test::on_threads(threads, [&] { return systems_of(island); }), one);
  }
}

TEST(SolverThreads, SolutionsOfLargeIslandsDoNotDependOnThreads) {
  const ContactProblem problem = large_problem(true);
  for (const char* name : {"staggered", "convex-cone", "two-pass"}) {
    SolverOptions options;
    options.name = name;
    const auto solve = [&] {
      ContactSolution solution;
      make_solver(options)->solve(problem, solution);
      return solution;
    };
    const ContactSolution one = test::on_threads(1, solve);
    for (const int threads : {2, 5}) {
      const ContactSolution many = test::on_threads(threads, solve);
      EXPECT_EQ(many.impulse, one.impulse) << name;
      EXPECT_EQ(many.velocity, one.velocity) << name;
    }
  }
}

}  // namespace
}  // namespace stiction
