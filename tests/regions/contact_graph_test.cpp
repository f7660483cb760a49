// Contact regions are the connected components of the graph of contacts that share mass points (RG section 3).
#include <gtest/gtest.h>

#include <set>

#include "base/repetitions.h"
#include "regions/mass_points.h"
#include "solvers/solving.h"

namespace stiction {
namespace {

using Points = std::vector<int>;             // of a contact
using Regions = std::set<std::vector<int>>;  // contacts of each, ascending

ContactProblem problem_of(const std::vector<Points>& contacts, int points) {
  test::MassPoints world;
  for (int i = 0; i < points; ++i) world.add_point(1, Vec3(i, 0, 0), -Vec3::UnitZ());
  for (const Points& own : contacts) {
    world.add_contact(own[0], {own.begin() + 1, own.end()}, Vec3::Constant(1 / 3.0), Vec3::UnitZ(), 0.5);
  }
  return world.finish();
}

Regions regions_of(const ContactProblem& problem) {
  IslandBuilder builder;
  std::vector<Island> islands;
  int count = 0;
  builder.build(problem, true, {}, islands, count);
  Regions found;
  for (int k = 0; k < count; ++k) found.insert(islands[k].contacts);
  return found;
}

bool share_a_point(const Points& a, const Points& b) {
  return std::ranges::any_of(a, [&](int point) { return std::ranges::find(b, point) != b.end(); });
}

// Labels are spread over all pairs until nothing changes.
Regions components(const std::vector<Points>& contacts) {
  std::vector<std::size_t> label(contacts.size());
  for (std::size_t i = 0; i < label.size(); ++i) label[i] = i;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < contacts.size(); ++i)
      for (std::size_t j = 0; j < contacts.size(); ++j)
        if (label[j] < label[i] && share_a_point(contacts[i], contacts[j])) label[i] = label[j], changed = true;
  }
  Regions found;
  for (std::size_t l = 0; l < contacts.size(); ++l) {
    std::vector<int> members;
    for (std::size_t i = 0; i < contacts.size(); ++i)
      if (label[i] == l) members.push_back(static_cast<int>(i));
    if (!members.empty()) found.insert(members);
  }
  return found;
}

// RG Algorithm 1 as printed, with its evident intention: a contact joins the area of the first earlier one that it
// shares a point with. Areas are never merged.
int areas_as_printed(const std::vector<Points>& contacts) {
  std::vector<int> area(contacts.size(), 0);
  int next = 1;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    if (area[i] == 0) area[i] = next++;
    for (std::size_t j = i + 1; j < contacts.size(); ++j) {
      if (area[j] == 0 && share_a_point(contacts[i], contacts[j])) area[j] = area[i];
    }
  }
  return next - 1;
}

TEST(ContactRegions, AContactThatJoinsTwoMakesOne) {
  const std::vector<Points> contacts = {{1, 2, 3, 4}, {5, 6, 7, 8}, {4, 5, 9, 10}};
  EXPECT_EQ(areas_as_printed(contacts), 2);
  EXPECT_EQ(regions_of(problem_of(contacts, 11)), (Regions{{0, 1, 2}}));
}

TEST(ContactRegions, AreTheComponentsOfRandomContactGraphs) {
  for (int seed = 0; seed < test::repetitions(100); ++seed) {
    test::ProblemRandom random(seed);
    const int points = random.integer(8, 120);
    std::vector<Points> contacts(random.integer(1, 30));
    for (Points& own : contacts) {
      const std::vector<int> order = random.permutation(points);
      own.assign(order.begin(), order.begin() + 4);
    }
    EXPECT_EQ(regions_of(problem_of(contacts, points)), components(contacts)) << seed;
  }
}

TEST(ContactRegions, OfTenThousandContactsAreFoundInOnePass) {
  const ContactProblem problem = test::clusters(1, 10000, 4, 12);
  const Regions found = regions_of(problem);
  EXPECT_GT(found.size(), 500U);
  std::size_t contacts = 0, largest = 0;
  for (const std::vector<int>& region : found) {
    contacts += region.size();
    largest = std::max(largest, region.size());
  }
  EXPECT_EQ(contacts, static_cast<std::size_t>(problem.contact_count()));
  EXPECT_LT(largest, 60U);
}

TEST(ContactRegions, AreSolvedOnTheirOwnAsInOnePiece) {
  for (int seed = 0; seed < test::repetitions(10); ++seed) {
    const ContactProblem problem = test::clusters(seed, 40, 1, 8);
    SolverOptions options = test::options_of({{"name", "regions"}, {"tolerance", "1e-9"}, {"max_iterations", "20000"}});
    const test::Solved apart = test::solve(problem, options);
    options.decompose = false;
    const test::Solved whole = test::solve(problem, options);
    EXPECT_GT(apart.solution.report.island_count, 3) << seed;
    EXPECT_EQ(whole.solution.report.island_count, 1) << seed;
    EXPECT_LE(apart.certificate.residual, 1e-9) << seed;
    EXPECT_LE(whole.certificate.residual, 1e-9) << seed;
    EXPECT_LT((apart.solution.velocity - whole.solution.velocity).norm(), 1e-6) << seed;
  }
}

// Contacts whose points have no other contact, many to an island; all others as ever.
TEST(ContactGraph, GathersContactsThatAreRegionsOfTheirOwn) {
  for (int seed = 0; seed < test::repetitions(20); ++seed) {
    const ContactProblem problem = test::clusters(seed, 700, 1, 2);
    const Regions all = regions_of(problem);
    IslandBuilder builder;
    builder.gather_lone_contacts(true);
    std::vector<Island> islands;
    int count = 0;
    builder.build(problem, true, {}, islands, count);
    ASSERT_LT(count, static_cast<int>(all.size()));
    Regions found;
    int regions = 0;
    for (int k = 0; k < count; ++k) {
      regions += islands[k].count();
      EXPECT_LE(islands[k].count(), 256);
      if (!islands[k].lone_contacts) found.insert(islands[k].contacts);
      if (!islands[k].lone_contacts) continue;
      for (const int contact : islands[k].contacts) found.insert({contact});
    }
    EXPECT_EQ(found, all) << seed;
    EXPECT_EQ(regions, static_cast<int>(all.size())) << seed;
  }
}

}  // namespace
}  // namespace stiction
