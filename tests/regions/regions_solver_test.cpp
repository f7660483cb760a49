// `regions`, `pcg-pgs` and `pcg` on mass points and others, against solvers of another kind.
#include <gtest/gtest.h>

#include <limits>

#include "base/on_threads.h"
#include "base/repetitions.h"
#include "regions/mass_points.h"
#include "solvers/solving.h"

namespace stiction {
namespace {

SolverOptions options_for(const std::string& name, double tolerance) {
  SolverOptions options;
  options.name = name;
  options.tolerance = tolerance;
  if (name == "regions" || name == "pcg-pgs") options.max_iterations = 50000;
  if (name == "pcg") options.pcg_limit = 500;
  return options;
}

TEST(RegionSolvers, MovePointsAsStaggeredAndDantzigDo) {
  for (int seed = 0; seed < test::repetitions(30); ++seed) {
    const ContactProblem problem = test::clusters(seed, 15, 1, 15, {.rush = seed % 2 == 0 ? 0.0 : 0.5});
    const VecX staggered = test::solve(problem, options_for("staggered", 1e-10)).solution.velocity;
    const VecX dantzig = test::solve(problem, options_for("dantzig", 1e-10)).solution.velocity;
    EXPECT_LT((staggered - dantzig).norm(), 1e-7) << seed;
    for (const char* name : {"regions", "pcg-pgs", "pcg"}) {
      const double tolerance = name == std::string("pcg") ? 1e-8 : 1e-9;  // its energy cannot tell much less
      const test::Solved solved = test::solve(problem, options_for(name, tolerance));
      EXPECT_LE(solved.certificate.residual, tolerance) << name << seed;
      EXPECT_LT((solved.solution.velocity - staggered).norm(), 1e-6) << name << seed;
    }
  }
}

TEST(RegionSolvers, MeetTheToleranceWheneverTheySayConverged) {
  int converged = 0, all = 0;
  for (int seed = 0; seed < test::repetitions(200); ++seed) {
    const ContactProblem problem = seed % 2 == 0 ? test::clusters(seed, 30, 2, 30, {.mu = 0.1 * (seed % 10)})
                                                 : test::random_problem(seed, {.max_mass_ratio = 10});
    for (const char* name : {"regions", "pcg-pgs", "pcg"}) {
      SolverOptions options;
      options.name = name;
      const test::Solved solved = test::solve(problem, options);
      ++all;
      if (solved.solution.report.status != SolveStatus::kConverged) continue;
      ++converged;
      EXPECT_LE(solved.certificate.residual, options.tolerance) << name << seed;
    }
  }
  EXPECT_GT(converged, 0.9 * all);
}

// Four feet of a rigid body: twelve rows, six degrees of freedom.
TEST(RegionSolvers, SolveSingularProblems) {
  test::ProblemMaker maker;
  maker.add_body(4, {0, 0, 0.5}, {0.3, 0.1, -0.1});  // without spin the velocity is unique
  maker.add_patch(-1, 0, Vec3::Zero(), Vec3::UnitZ(), 0.5, 4);
  const ContactProblem problem = maker.finish();
  const VecX reference = test::solve(problem, options_for("staggered", 1e-10)).solution.velocity;
  for (const char* name : {"regions", "pcg-pgs", "pcg"}) {
    for (const char* assembly : {"sparse", "dense", "factored"}) {
      SolverOptions options = options_for(name, 1e-9);
      set_solver_option(options, "assembly", assembly);
      const test::Solved solved = test::solve(problem, options);
      EXPECT_LE(solved.certificate.residual, 1e-9) << name << " " << assembly;
      EXPECT_LT((solved.solution.velocity - reference).norm(), 1e-7) << name << " " << assembly;
    }
  }
}

TEST(RegionSolvers, TakeNothingForAnAnswer) {
  for (const char* name : {"regions", "pcg-pgs", "pcg"}) {
    EXPECT_EQ(test::solve(ContactProblem{}, options_for(name, 1e-6)).solution.report.status, SolveStatus::kConverged);
    test::MassPoints world;
    world.add_point(1, Vec3::Zero(), -Vec3::UnitZ());
    const test::Solved free = test::solve(world.finish(), options_for(name, 1e-6));
    EXPECT_EQ(free.solution.velocity, VecX(-Vec3::UnitZ()));
  }
}

// One point of mass 1 onto the middle of a triangle of three points of mass 1 each: the relative velocity stops against
// a mass of 3/4.
TEST(RegionSolvers, StopAPointAtATriangleByTheClosedForm) {
  test::MassPoints world({}, 0);
  const double far = 2 * M_PI / 3;
  for (int i = 0; i < 3; ++i) world.add_point(1, {std::cos(i * far), std::sin(i * far), 0}, Vec3::Zero());
  world.add_point(1, Vec3::Zero(), {0.3, 0, -1});
  world.add_contact(3, 0, 1, 2, 0.2);
  const ContactProblem problem = world.finish();
  for (const char* name : {"regions", "pcg-pgs", "pcg"}) {
    const VecX v = test::solve(problem, options_for(name, 1e-10)).solution.velocity;
    EXPECT_NEAR(v[11], -0.25, 1e-8) << name;            // the point
    EXPECT_NEAR(v[2], -0.25, 1e-8) << name;             // each corner: a third of the impulse 3/4
    EXPECT_NEAR(v[9], 0.3 - 0.2 * 0.75, 1e-8) << name;  // slides: mu times the impulse
    EXPECT_NEAR(v[0], 0.2 * 0.25, 1e-8) << name;
  }
}

TEST(RegionSolvers, ConserveMomentum) {
  for (int seed = 0; seed < test::repetitions(20); ++seed) {
    const ContactProblem problem = test::clusters(seed, 40, 1, 20, {.rush = 1, .grounded = 0});
    for (const char* name : {"regions", "pcg"}) {
      const test::Solved solved = test::solve(problem, options_for(name, 1e-6));
      Vec3 change = Vec3::Zero();
      double size = 0;
      for (const WideBody& body : problem.wide_bodies) {
        const Vec3 own = body.mass * (solved.solution.velocity - problem.free_velocity).segment<3>(body.first);
        change += own;
        size += own.norm();
      }
      EXPECT_GT(size, 0.1);
      EXPECT_LT(change.norm(), 1e-12 * size) << name << seed;
      EXPECT_LT(solved.certificate.momentum_error, 1e-12) << name << seed;
    }
  }
}

TEST(RegionSolvers, GiveTheSameBitsForAnyNumberOfThreads) {
  for (const bool decompose : {true, false}) {
    const ContactProblem problem = test::clusters(3, 2000, 1, 30);
    SolverOptions options = options_for("regions", 1e-6);
    options.decompose = decompose;
    options.max_iterations = 5;
    options.pcg_limit = decompose ? 2 : 0.005;
    const auto impulse = [&] { return test::solve(problem, options).solution.impulse; };
    const VecX one = test::on_threads(1, impulse);
    for (const int threads : {2, 5}) EXPECT_EQ(test::on_threads(threads, impulse), one);
  }
}

TEST(RegionSolvers, TellContactsOnTheirOwnAtOnce) {
  test::MassPoints world;
  for (int i = 0; i < 300; ++i) {
    const int point =
        world.add_point(1 + i % 7, Vec3(i, 0, 0), Vec3(0.3 * (i % 5), 0.1 * (i % 3), 0.1 * (i % 4) - 0.2));
    world.add_ground_contact(point, Vec3::UnitZ(), 0.5);
  }
  const ContactProblem problem = world.finish();
  const VecX reference = test::solve(problem, options_for("staggered", 1e-10)).solution.velocity;
  for (const char* name : {"regions", "pcg-pgs"}) {
    const test::Solved solved = test::solve(problem, options_for(name, 1e-10));
    EXPECT_EQ(solved.solution.report.island_count, 300) << name;
    EXPECT_EQ(solved.solution.report.iterations, 1) << name;
    EXPECT_LT((solved.solution.velocity - reference).norm(), 1e-8) << name;
  }
}

// Sweeps may be slow from where conjugate gradients led to and quick from nothing: they get both places.
TEST(RegionSolvers, HardlyFailWhereAFewSweepsAreEnough) {
  SolverOptions combined = options_for("regions", 1e-6);
  combined.max_iterations = 500;
  SolverOptions sweeps = combined;
  sweeps.pcg_limit = 0;
  sweeps.max_iterations = 20;
  int failed = 0;
  for (int seed = 0; seed < 2000; ++seed) {
    const ContactProblem problem = test::points_at_a_ridge(seed);
    const auto is_solved = [&](const SolverOptions& options) {
      return test::solve(problem, options).solution.report.status == SolveStatus::kConverged;
    };
    failed += !is_solved(combined) && is_solved(sweeps) ? 1 : 0;
  }
  EXPECT_LE(failed, 3);
}

TEST(RegionSolvers, StartFromTheLastStepAndKeepItsStructure) {
  ContactProblem problem = test::clusters(6, 60, 3, 20);
  const auto solver = make_solver(options_for("regions", 1e-6));
  ContactSolution cold, warm;
  solver->solve(problem, cold);
  EXPECT_EQ(cold.report.structures_kept, 0);
  problem.warm_impulse = cold.impulse;
  problem.free_velocity *= 1.001;
  solver->solve(problem, warm);
  EXPECT_EQ(warm.report.structures_kept, warm.report.island_count);
  EXPECT_LT(warm.report.iterations, cold.report.iterations);
}

// A point between two scripted walls that close on it: no velocity satisfies both.
TEST(RegionSolvers, EndOnInfeasibleProblems) {
  test::MassPoints world;
  const int point = world.add_point(1, Vec3::Zero(), Vec3::Zero());
  world.add_contact(point, {}, Vec3::Zero(), Vec3::UnitZ(), 0.5, 0.1);
  world.add_contact(point, {}, Vec3::Zero(), -Vec3::UnitZ(), 0.5, 0.1);
  for (const char* name : {"regions", "pcg-pgs", "pcg"}) {
    SolverOptions options = options_for(name, 1e-6);
    const test::Solved solved = test::solve(world.finish(), options);
    EXPECT_EQ(solved.solution.report.status, SolveStatus::kIterationLimit) << name;
    EXPECT_TRUE(solved.solution.velocity.allFinite()) << name;
    EXPECT_LT(solved.solution.velocity.norm(), 0.2) << name;
  }
}

TEST(RegionSolvers, EndOnNumbersThatAreNone) {
  ContactProblem problem = test::clusters(1, 10, 10, 10, {.grounded = 0});
  problem.free_velocity.tail<1>()[0] = std::numeric_limits<double>::quiet_NaN();
  for (const char* name : {"regions", "pcg-pgs", "pcg"}) {
    const test::Solved solved = test::solve(problem, options_for(name, 1e-6));
    EXPECT_EQ(solved.solution.report.status, SolveStatus::kIterationLimit) << name;
    EXPECT_TRUE(solved.solution.impulse.allFinite()) << name;
  }
}

TEST(RegionSolvers, RespectTheBudget) {
  const ContactProblem problem = test::clusters(1, 300, 300, 300);
  SolverOptions options = options_for("regions", 1e-12);
  ContactSolution solution;
  make_solver(options)->solve(problem, solution, Deadline(0));
  EXPECT_EQ(solution.report.status, SolveStatus::kBudgetCut);
  EXPECT_TRUE(solution.velocity.allFinite());
}

}  // namespace
}  // namespace stiction
