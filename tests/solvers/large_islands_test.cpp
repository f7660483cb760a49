// Islands whose direct factors would fill up, and their driver, which solves by iteration.
#include "solvers/staggered/large_islands.h"

#include <gtest/gtest.h>

#include <random>

#include "solvers/solving.h"
#include "solvers/staggered/island_projections.h"
#include "solvers/staggered/large_driver.h"

namespace stiction {
namespace {

using test::whole_island;

// Unit cubes on the places of a lattice, each on those below and beside it, with velocities that differ by up to
// `shake` [m/s].
ContactProblem lattice(int side, int height, double mu, double shake = 0) {
  std::mt19937 rng(1);
  std::uniform_real_distribution<double> uniform(-shake, shake);
  test::ProblemMaker maker{FrictionSet{}};
  const auto index = [&](int x, int y, int z) { return (z * side + y) * side + x; };
  for (int z = 0; z < height; ++z) {
    for (int y = 0; y < side; ++y) {
      for (int x = 0; x < side; ++x) {
        const Vec3 place(x, y, z + 0.5);
        maker.add_body(1, place, Vec3(uniform(rng), uniform(rng), uniform(rng) - 0.0981));
        const int own = index(x, y, z);
        maker.add_patch(z > 0 ? index(x, y, z - 1) : -1, own, place - Vec3(0, 0, 0.5), Vec3::UnitZ(), mu, 2);
        if (x > 0) maker.add_patch(index(x - 1, y, z), own, place - Vec3(0.5, 0, 0), Vec3::UnitX(), mu, 2);
        if (y > 0) maker.add_patch(index(x, y - 1, z), own, place - Vec3(0, 0.5, 0), Vec3::UnitY(), mu, 2);
      }
    }
  }
  return maker.finish();
}

// top: mass of the uppermost cube [kg].
ContactProblem tower(int count, double top = 1) {
  test::ProblemMaker maker{FrictionSet{}};
  for (int i = 0; i < count; ++i) {
    maker.add_body(i + 1 < count ? 1 : top, Vec3(0, 0, i + 0.5), Vec3(0, 0, -0.0981));
    maker.add_patch(i - 1, i, Vec3(0, 0, i), Vec3::UnitZ(), 0.5, 2);
  }
  return maker.finish();
}

TEST(LargeIslands, AreHeapsButNotTowers) {
  LargeIslands large(1e-6);
  EXPECT_FALSE(large.include(whole_island(tower(2000)), false));
  EXPECT_FALSE(large.include(whole_island(lattice(5, 5, 0.5)), false));
  const Island heap = whole_island(lattice(13, 13, 0.5));
  EXPECT_TRUE(large.include(heap, false));
  EXPECT_TRUE(large.include(heap, false));  // the answer that is kept
  EXPECT_FALSE(large.include(whole_island(tower(2000)), false));
}

TEST(LargeIslands, AreNeverThoseWithPolygonsOfFriction) {
  Island heap = whole_island(lattice(13, 13, 0.5));
  heap.friction_set.samples = 8;
  LargeIslands large(1e-6);
  EXPECT_FALSE(large.include(heap, false));
}

TEST(LargeIslands, AreSmallerHeapsAtALooseTolerance) {
  const Island heap = whole_island(lattice(6, 6, 0.5));
  EXPECT_FALSE(LargeIslands(0.9e-4).include(heap, false));
  EXPECT_TRUE(LargeIslands(1e-4).include(heap, false));
  EXPECT_FALSE(LargeIslands(1e-3).include(whole_island(tower(2000)), false));
  EXPECT_FALSE(LargeIslands(1e-3).include(whole_island(lattice(3, 5, 0.5)), false));
}

// A few direct systems bring them to rest, which sweeps do not.
TEST(LargeIslands, AreNotHeapsThatHardlyMoveUnlessFactorsFillUp) {
  LargeIslands large(1e-3);
  const Island heap = whole_island(lattice(6, 6, 0.5));
  EXPECT_TRUE(large.include(heap, false));
  EXPECT_FALSE(large.include(heap, true));
  EXPECT_TRUE(large.include(heap, false)) << "the answer of the one is not that of the other";
  EXPECT_TRUE(large.include(whole_island(lattice(10, 10, 0.5)), true));
}

TEST(LargeDriver, SolvesWhatTheDirectDriverSolves) {
  for (const double shake : {0.0, 0.02, 1.0}) {
    const Island island = whole_island(lattice(4, 4, 0.5, shake));
    LargeDriver driver{SolverOptions{}};
    DriverResult result;
    driver.solve(island, {}, {}, result);
    EXPECT_EQ(result.status, SolveStatus::kConverged) << shake;
    EXPECT_STREQ(result.rung, "iteration");
    EXPECT_GT(result.newton_steps, 0);
    IslandProjections projections;
    projections.prepare(island, SolverOptions{});
    EXPECT_LE(projections.natural_map(result.solution), 1e-6) << shake;
  }
}

TEST(LargeDriver, TakesASolutionAsItIs) {
  const Island island = whole_island(lattice(4, 4, 0.5));
  LargeDriver driver{SolverOptions{}};
  DriverResult first, again;
  driver.solve(island, {}, {}, first);
  std::vector<double> impulse;
  first.solution.get_impulse(impulse);
  driver.solve(island, {.impulse = &impulse}, {}, again);
  EXPECT_EQ(again.newton_steps, 0);
  EXPECT_EQ(again.status, SolveStatus::kConverged);
  EXPECT_STREQ(again.rung, "");
  EXPECT_EQ(again.solution.alpha, first.solution.alpha);
}

SolverOptions loose() {
  SolverOptions options;
  options.tolerance = 1e-3;
  return options;
}

TEST(LargeDriver, SweepsToALooseToleranceWithoutLinearSystems) {
  for (const double shake : {0.0, 0.02, 1.0}) {
    const Island island = whole_island(lattice(5, 5, 0.5, shake));
    LargeDriver driver{loose()};
    DriverResult result;
    driver.solve(island, {}, {}, result);
    EXPECT_EQ(result.status, SolveStatus::kConverged) << shake;
    EXPECT_STREQ(result.rung, "iteration");
    EXPECT_EQ(result.newton_steps, 0) << shake;
    EXPECT_GT(result.iterations, 0);
    IslandProjections projections;
    projections.prepare(island, loose());
    EXPECT_LE(projections.natural_map(result.solution), 1e-3) << shake;
  }
}

TEST(LargeDriver, SweepsWhatIsInMotionNoFartherThanTheTolerance) {
  const Island island = whole_island(lattice(5, 5, 0.5, 1));
  LargeDriver driver{loose()};
  DriverResult moving, calm;
  driver.solve(island, {}, {}, moving);
  IslandProjections projections;
  projections.prepare(island, loose());
  EXPECT_LE(projections.natural_map(moving.solution), 0.7e-3);
  std::vector<double> impulse;
  moving.solution.get_impulse(impulse);
  driver.solve(island, {.impulse = &impulse}, {}, calm);  // a heap that has come to rest goes on from there
  EXPECT_GE(calm.iterations, 100);
  EXPECT_LE(projections.natural_map(calm.solution), 0.5e-3);
}

TEST(LargeDriver, TakesLinearSystemsWhereSweepsDoNotReachALooseTolerance) {
  const Island island = whole_island(tower(30, 1e4));  // never large, but hard for sweeps
  LargeDriver driver{loose()};
  DriverResult result;
  driver.solve(island, {}, {}, result);
  EXPECT_EQ(result.status, SolveStatus::kConverged);
  EXPECT_GT(result.newton_steps, 0);
}

TEST(LargeDriver, AHeapAtRestGetsBetterFromStepToStepAtALooseTolerance) {
  const Island island = whole_island(lattice(5, 5, 0.5));
  LargeDriver driver{loose()};
  IslandProjections projections;
  projections.prepare(island, loose());
  DriverResult result;
  driver.solve(island, {}, {}, result);
  const double first = projections.natural_map(result.solution);
  std::vector<double> impulse;
  for (int step = 0; step < 100; ++step) {
    result.solution.get_impulse(impulse);
    driver.solve(island, {.impulse = &impulse}, {}, result);
    EXPECT_LE(result.iterations, step == 0 ? 100 : 20) << step;  // the first one goes on where the tolerance was met
  }
  EXPECT_LT(projections.natural_map(result.solution), 0.01 * first);
}

TEST(LargeDriver, AStaleStartIsNoWorseThanNone) {
  const Island island = whole_island(lattice(3, 3, 0.5, 0.5));
  const std::vector<double> stale(3 * static_cast<std::size_t>(island.contact_count()), 100.0);
  LargeDriver driver{SolverOptions{}};
  DriverResult result;
  driver.solve(island, {.impulse = &stale}, {}, result);
  EXPECT_EQ(result.status, SolveStatus::kConverged);
}

TEST(LargeDriver, EndsAtTheDeadlineWithTheBestSoFar) {
  const Island island = whole_island(lattice(4, 4, 0.5, 1));
  LargeDriver driver{SolverOptions{}};
  DriverResult result;
  driver.solve(island, {}, Deadline(0), result);
  EXPECT_EQ(result.status, SolveStatus::kBudgetCut);
  EXPECT_EQ(result.newton_steps, 0);
  IslandProjections projections;
  projections.prepare(island, SolverOptions{});
  Iterate nothing;
  nothing.set_zero(island);
  EXPECT_LE(projections.natural_map(result.solution), projections.natural_map(nothing));
}

}  // namespace
}  // namespace stiction
