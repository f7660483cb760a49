// Accelerated sweeps: how many they take, where they end, and that they end with the law's answer.
#include "solvers/pgs/heap_sweeps.h"

#include <gtest/gtest.h>

#include "base/repetitions.h"
#include "solvers/pgs/stack.h"
#include "solvers/pgs/sweeps.h"
#include "solvers/solving.h"

namespace stiction {
namespace {

std::vector<double> nothing(const Island& island) {
  return std::vector<double>(3 * static_cast<std::size_t>(island.contact_count()), 0.0);
}

void sweep(GaussSeidelSweeps& sweeps, int) {
  sweeps.sweep();
}
void sweep(HeapSweeps& sweeps, int count) {
  sweeps.sweep(count % 5 == 0);
}

template <class Sweeps>
int sweeps_to(const Island& island, double target) {
  Sweeps sweeps;
  sweeps.start(island, nothing(island));
  int count = 0;
  for (; count < 5000 && sweeps.natural_map() > target; ++count) sweep(sweeps, count);
  return count;
}

TEST(HeapSweeps, BringAStackToRestInFewerSweeps) {
  for (const int count : {5, 10, 20}) {
    const Island island = test::whole_island(test::stack(count));
    EXPECT_LT(sweeps_to<HeapSweeps>(island, 1e-3), 0.6 * sweeps_to<GaussSeidelSweeps>(island, 1e-3)) << count;
  }
}

TEST(HeapSweeps, OfAllContactsEndWithImpulsesInTheirCones) {
  const int problems = test::repetitions(100);
  for (int seed = 0; seed < problems; ++seed) {
    const Island island = test::whole_island(test::random_problem(seed));
    if (island.contact_count() == 0) continue;
    HeapSweeps sweeps;
    sweeps.start(island, nothing(island));
    for (int k = 0; k <= 12; ++k) sweeps.sweep(k % 4 == 0);
    sweeps.natural_map();
    const std::vector<double>& z = sweeps.impulse();
    for (int c = 0; c < island.contact_count(); ++c) {
      const Vec3 r = Eigen::Map<const Vec3>(&z[3 * static_cast<std::size_t>(c)]);
      EXPECT_GE(r[0], 0) << seed;
      EXPECT_LE(r.tail<2>().norm(), island.mu[c] * r[0] * (1 + 1e-9) + 1e-12 * island.denominator) << seed;
    }
  }
}

// Newton's single step in each visit and velocities in single precision leave nothing behind at the tolerances that
// heaps are swept to.
TEST(HeapSweeps, ReachTheLawOfProblemsThatPlainSweepsSolve) {
  int solved = 0;
  const int problems = test::repetitions(100);
  for (int seed = 0; seed < problems; ++seed) {
    const Island island = test::whole_island(test::random_problem(seed, {.max_bodies = 4, .max_mass_ratio = 4}));
    if (island.contact_count() == 0 || sweeps_to<GaussSeidelSweeps>(island, 1e-6) == 5000) continue;
    EXPECT_LT(sweeps_to<HeapSweeps>(island, 1e-6), 5000) << seed;
    ++solved;
  }
  EXPECT_GT(solved, problems / 2);
}

TEST(HeapSweeps, BeginAnewWithEveryStart) {
  const Island island = test::whole_island(test::stack(5)), other = test::whole_island(test::stack(7));
  HeapSweeps used, fresh;
  used.start(other, nothing(other));
  for (int k = 0; k < 7; ++k) used.sweep(true);
  used.start(island, nothing(island));
  fresh.start(island, nothing(island));
  for (int k = 0; k < 7; ++k) {
    used.sweep(k % 3 == 0);
    fresh.sweep(k % 3 == 0);
    EXPECT_EQ(used.natural_map(), fresh.natural_map()) << k;
    EXPECT_EQ(used.impulse(), fresh.impulse()) << k;
  }
}

}  // namespace
}  // namespace stiction
