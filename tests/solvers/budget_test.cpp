// Wall-clock budgets: the last contact projection is kept back, so Signorini holds whatever was cut.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "solvers/deadline.h"
#include "solvers/fake_clock.h"
#include "solvers/solving.h"
#include "solvers/staggered/staggered_solver.h"

namespace stiction {
namespace {

using test::options_of;
using test::solve;

TEST(Deadline, WithoutALimitEverythingIsAllowed) {
  const Deadline none;
  EXPECT_FALSE(none.limited());
  EXPECT_TRUE(none.allows(1e9));
  EXPECT_FALSE(none.passed());
}

TEST(Deadline, KeepsTheReserveBack) {
  const Deadline soon(100);
  EXPECT_TRUE(soon.limited());
  EXPECT_TRUE(soon.allows(1));
  EXPECT_FALSE(soon.allows(200));
  EXPECT_FALSE(soon.passed());
  const Deadline over(-1);
  EXPECT_FALSE(over.allows(0));
  EXPECT_TRUE(over.passed());
}

TEST(Budget, ATinyOneStillLeavesSignorini) {
  for (const char* driver : {"fast", "paper"}) {
    int cut = 0;
    for (int seed = 0; seed < 150; ++seed) {
      const ContactProblem problem = test::random_problem(seed, {.bounds = seed % 2 == 0});
      const SolverOptions options = options_of({{"driver", driver}, {"budget_ms", "1e-6"}, {"eps", "1e-12"}});
      const test::Solved solved = solve(problem, options);
      const SolveStatus status = solved.solution.report.status;
      EXPECT_TRUE(status == SolveStatus::kBudgetCut || status == SolveStatus::kConverged) << "seed " << seed;
      EXPECT_LE(solved.certificate.signorini, 1e-9) << driver << ", seed " << seed;
      if (status == SolveStatus::kBudgetCut) {
        ++cut;
        EXPECT_TRUE(solved.solution.report.budget_overrun);
      }
    }
    EXPECT_GT(cut, 50) << driver;
  }
}

TEST(Budget, AGenerousOneChangesNothing) {
  for (int seed = 0; seed < 30; ++seed) {
    const ContactProblem problem = test::random_problem(seed, {.max_mass_ratio = 100});
    const test::Solved free = solve(problem, {}), limited = solve(problem, options_of({{"budget_ms", "60000"}}));
    EXPECT_EQ(free.solution.impulse, limited.solution.impulse) << "seed " << seed;
    EXPECT_FALSE(limited.solution.report.budget_overrun);
  }
}

TEST(Deadline, ReadsItsOwnClock) {
  test::FakeClock clock;
  constexpr double kTick = test::FakeClock::kTick;
  const Deadline deadline(3.5 * kTick, &clock);  // one look
  EXPECT_NEAR(deadline.left(), 2.5 * kTick, 1e-6 * kTick);
  EXPECT_FALSE(deadline.passed());
  EXPECT_FALSE(deadline.sooner(2 * kTick).allows(0));
  EXPECT_TRUE(deadline.passed());
  EXPECT_EQ(deadline.left(), 0);
}

// One island of a random problem, by the fast driver, with a deadline after so many looks; from a poor warm start.
struct Cut {
  DriverResult result;
  double natural_map = 0, signorini = 0;
  long looks = 0;
};
Cut cut_after(const Island& island, long looks, const std::vector<double>* start = nullptr,
              const SolverOptions& options = {}) {
  Cut cut;
  test::FakeClock clock;
  StaggeredDriver driver{options};
  const Deadline deadline =
      looks > 0 ? Deadline(test::FakeClock::kTick * static_cast<double>(looks), &clock) : Deadline();
  driver.solve(island, {start, nullptr}, deadline, cut.result);
  cut.looks = clock.looks();
  IslandProjections measure;
  measure.prepare(island, SolverOptions{});
  cut.natural_map = measure.natural_map(cut.result.solution);
  cut.signorini = measure.signorini(cut.result.solution);
  return cut;
}

constexpr long kSecuring = 100;  // looks in which the first contact projection of these problems ends

// Every linear system is preceded by a look, and once the deadline has passed no more than a handful of looks follow:
// what is left to do takes no systems.
TEST(Budget, NoSystemIsBegunAfterTheDeadline) {
  int cut = 0;
  for (int seed = 0; seed < 120; ++seed) {
    const Island island = test::whole_island(test::random_problem(seed, {.max_bodies = 12}));
    if (island.contact_count() == 0) continue;
    for (const long looks : {kSecuring, 120L, 160L, 240L}) {
      const Cut at = cut_after(island, looks);
      EXPECT_LE(at.looks, looks + 25) << "seed " << seed;
      EXPECT_LE(at.result.newton_steps, at.looks) << "seed " << seed;
      EXPECT_LE(at.signorini, 1e-9) << "seed " << seed << ", " << looks << " looks, status "
                                    << static_cast<int>(at.result.status);
      cut += at.result.status == SolveStatus::kBudgetCut ? 1 : 0;
    }
  }
  EXPECT_GT(cut, 5);
}

TEST(Budget, SignoriniHoldsWhereverTheSolveIsCut) {
  for (int seed = 0; seed < 40; ++seed) {
    const Island island = test::whole_island(test::random_problem(seed, {.max_bodies = 8}));
    if (island.contact_count() == 0) continue;
    for (long looks = 1; looks < 60; looks += 3) {
      const Cut at = cut_after(island, looks);
      if (at.result.status != SolveStatus::kInfeasible) {
        EXPECT_LE(at.signorini, 1e-9) << "seed " << seed << ", " << looks << " looks, status "
                                      << static_cast<int>(at.result.status);
      }
    }
  }
}

// Steps that are cut go on from each other: a problem that stays the same is solved in the end, whatever the budget.
TEST(Budget, CutSolvesOfTheSameProblemConverge) {
  int solved = 0, count = 0;
  for (int seed = 0; seed < 30; ++seed) {
    const Island island = test::whole_island(test::random_problem(seed, {.max_bodies = 8}));
    if (island.contact_count() == 0) continue;
    std::vector<double> z(island.q.size(), 0.0);
    double natural_map = 1;
    for (int step = 0; step < 40 && natural_map > 1e-3; ++step) {
      const Cut at = cut_after(island, kSecuring, &z);
      natural_map = at.natural_map;
      z.resize(island.q.size());
      at.result.warm_start.get_impulse(z);
    }
    ++count;
    solved += natural_map <= 1e-3 ? 1 : 0;
  }
  EXPECT_GE(solved, 0.9 * count) << "of " << count;
}

// A contact that is new since the last step is mostly fitted in without the long way along the path.
TEST(Budget, SweepsFitANewContactIn) {
  int repaired = 0, count = 0;
  const SolverOptions options = options_of({{"tolerance", "1e-3"}, {"log_iterates", "true"}});
  for (int seed = 0; seed < 60; ++seed) {
    const Island island = test::whole_island(test::random_problem(seed, {.max_bodies = 8}));
    if (island.contact_count() == 0) continue;
    std::vector<double> z(island.q.size());
    cut_after(island, 0).result.solution.get_impulse(z);
    for (int k = 0; k < 3; ++k) z[3 * static_cast<std::size_t>(seed % island.contact_count()) + k] = 0;
    const Cut at = cut_after(island, 10 * kSecuring, &z, options);
    const bool path = std::any_of(at.result.log.begin(), at.result.log.end(),
                                  [](const IterateLogEntry& entry) { return entry.stage == std::string("path"); });
    ++count;
    repaired += at.natural_map <= 1e-3 && !path ? 1 : 0;
  }
  EXPECT_GE(repaired, 0.8 * count) << "of " << count;
}

}  // namespace
}  // namespace stiction
