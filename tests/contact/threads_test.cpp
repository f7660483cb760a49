// Sweeps over large islands and the judge have the same bits for any number of threads, however contacts are ordered.
#include <gtest/gtest.h>

#include "base/on_threads.h"
#include "contact/island_loops.h"
#include "contact/judge.h"
#include "contact/wide_problems.h"

namespace stiction {
namespace {

// Patches of contacts between the bodies of a square lattice, and with the ground: 2,100 contacts.
ContactProblem large_problem(bool together) {
  test::ProblemRandom random(11);
  test::ProblemMaker maker;
  constexpr int kSide = 10;
  for (int y = 0; y < kSide; ++y) {
    for (int x = 0; x < kSide; ++x) maker.add_body(random.uniform(1, 5), Vec3(x, y, 0), random.vector());
  }
  const auto add = [&](int a, int b) {
    for (int k = 0; k < 7; ++k) maker.add_contact(a, b, random.vector(10), random.direction(), random.uniform(0, 1));
  };
  for (int i = 0; i < kSide * kSide; ++i) {
    add(-1, i);
    if (i % kSide > 0) add(i - 1, i);
    if (i >= kSide) add(i - kSide, i);
  }
  ContactProblem problem = maker.finish();
  if (together) return problem;
  ContactProblem shuffled = problem;
  const std::vector<int> order = random.permutation(problem.contact_count());
  for (int c = 0; c < problem.contact_count(); ++c) shuffled.contacts[c] = problem.contacts[order[c]];
  return shuffled;
}

Island island_of(const ContactProblem& problem) {
  std::vector<Island> islands;
  int count = 0;
  IslandBuilder().build(problem, false, {}, islands, count);
  return islands[0];
}

// Everything that is computed contact by contact, one after the other.
std::vector<double> results_of(const ContactProblem& problem) {
  test::ProblemRandom random(12);
  const Island island = island_of(problem);
  std::vector<double> all = {island.denominator};
  for (const auto& [first, count] : {std::pair(0, 1), std::pair(1, 2), std::pair(0, 3)}) {
    std::vector<double> z(static_cast<std::size_t>(count) * island.contact_count()), u(z.size());
    std::vector<double> x(island.velocity_size(), 0.0);
    for (double& value : z) value = random.uniform(-1, 1);
    island.accumulate(first, count, z.data(), x.data());
    island.apply_transposed(first, count, x.data(), u.data());
    all.insert(all.end(), x.begin(), x.end());
    all.insert(all.end(), u.begin(), u.end());
    if (count < 3) continue;
    all.push_back(island.natural_map(z.data(), u.data()));
    all.push_back(island.signorini(z.data(), u.data()));
  }
  const VecX impulse = random.vector_of(3 * problem.contact_count());
  const Certificate certificate = judge(problem, impulse, velocity_after(problem, impulse));
  all.insert(all.end(),
             {certificate.residual, certificate.residual_cone, static_cast<double>(certificate.worst_contact),
              certificate.signorini, certificate.cone_violation, certificate.complementarity,
              certificate.momentum_error, certificate.contact_energy});
  return all;
}

TEST(ContactThreads, SweepsAndTheJudgeDoNotDependOnThreads) {
  const ContactProblem wide = test::wide_twin(large_problem(true), 5, 2).problem;
  for (const ContactProblem& problem : {large_problem(true), large_problem(false), wide}) {
    const std::vector<double> one = test::on_threads(1, [&] { return results_of(problem); });
    for (const int threads : {2, 5}) EXPECT_EQ(test::on_threads(threads, [&] { return results_of(problem); }), one);
  }
}

TEST(ContactThreads, AnIslandKnowsWhetherContactsOfAPairAreTogether) {
  EXPECT_TRUE(island_of(large_problem(true)).one_group_per_pair);
  EXPECT_FALSE(island_of(large_problem(false)).one_group_per_pair);
}

TEST(ContactThreads, BodiesKnowTheSidesOfTheirGroups) {
  for (const bool together : {true, false}) {
    const Island island = island_of(large_problem(together));
    std::vector<int> seen(2 * static_cast<std::size_t>(island.group_count()), island.block_count());
    for (int i = 0; i < island.block_count(); ++i) {
      for (int k = island.block_sides_begin[i]; k < island.block_sides_begin[i + 1]; ++k)
        seen[island.block_sides[k]] = i;
    }
    for (int g = 0; g < island.group_count(); ++g) {
      EXPECT_EQ(seen[2 * g], island.side_a[island.group_begin[g]]);
      EXPECT_EQ(seen[2 * g + 1], island.side_b[island.group_begin[g]]);
    }
  }
}

TEST(ContactLoops, RangesOfGroupsCoverAllGroupsOnce) {
  const Island island = island_of(large_problem(true));
  for (const int threads : {1, 4}) {
    std::vector<int> visits(island.group_count());
    test::on_threads(threads, [&] {
      for_group_ranges(island, 100, [&](int begin, int end) {
        for (int g = begin; g < end; ++g) ++visits[g];
      });
    });
    EXPECT_EQ(std::count(visits.begin(), visits.end(), 1), island.group_count());
  }
}

TEST(ContactLoops, LeastAndLargestLeaveOutWhatIsNotANumber) {
  const std::vector<double> values = {3, std::nan(""), -2, 7};
  const auto value = [&](int c) { return values[c]; };
  EXPECT_EQ(least_over_contacts(4, 1, 100, value), -2);
  EXPECT_EQ(largest_over_contacts(4, 1, 0, value), 7);
  EXPECT_EQ(least_over_contacts(0, 1, 100, value), 100);
  EXPECT_EQ(sum_over_contacts(0, 1, value), 0);
}

}  // namespace
}  // namespace stiction
