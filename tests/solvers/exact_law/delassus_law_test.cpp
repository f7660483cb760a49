#include "solvers/exact_law/delassus_law.h"

#include <gtest/gtest.h>

#include <random>

#include "base/repetitions.h"
#include "contact/wide_problems.h"
#include "solvers/exact_law/island_law.h"
#include "solvers/exact_law/newton.h"

namespace stiction {
namespace {

std::vector<double> random_numbers(std::mt19937& rng, int count) {
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::vector<double> numbers(count);
  for (double& number : numbers) number = uniform(rng);
  return numbers;
}

VecX as_vector(const std::vector<double>& numbers) {
  return Eigen::Map<const VecX>(numbers.data(), static_cast<Eigen::Index>(numbers.size()));
}

// Islands of rigid and wide bodies, and the same law over bodies and over contacts.
template <class Look>
void for_random_islands(int count, const Look& look) {
  for (int seed = 0; seed < test::repetitions(count); ++seed) {
    const ContactProblem rigid = test::random_problem(seed, {.max_mass_ratio = 100});
    const ContactProblem problem = seed % 2 == 0 ? test::wide_twin(rigid, seed, 1 + seed % 3).problem
                                                 : test::with_modes(rigid, seed, 1 + seed % 20);
    std::vector<Island> islands;
    int island_count = 0;
    IslandBuilder().build(problem, true, {}, islands, island_count);
    for (int k = 0; k < island_count; ++k) {
      IslandLaw by_bodies(islands[k]);
      DelassusLaw by_contacts;
      by_contacts.prepare(islands[k]);
      look(by_bodies, by_contacts, seed);
    }
  }
}

TEST(DelassusLaw, GivesTheContactVelocitiesAndTheNormOfTheBodies) {
  std::mt19937 rng(5);
  for_random_islands(40, [&](IslandLaw& by_bodies, DelassusLaw& by_contacts, int seed) {
    const std::vector<double> z = random_numbers(rng, 3 * by_bodies.contact_count());
    std::vector<double> x(by_bodies.velocity_size(), 0.0), w(by_contacts.velocity_size(), 0.0);
    std::vector<double> expected(z.size()), u(z.size());
    by_bodies.accumulate(z.data(), x.data());
    by_bodies.apply_transposed(x.data(), expected.data());
    by_contacts.accumulate(z.data(), w.data());
    by_contacts.apply_transposed(w.data(), u.data());
    EXPECT_LT((as_vector(u) - as_vector(expected)).norm(), 1e-13 * (1 + as_vector(expected).norm())) << seed;
    EXPECT_NEAR(by_contacts.norm(w.data()), by_bodies.norm(x.data()), 1e-13 * (1 + as_vector(x).norm())) << seed;
  });
}

// (I + A D A^T)^-1 A w = A (I + D W)^-1 w, some D being zero.
TEST(DelassusLaw, SolvesTheSystemsOfTheBodies) {
  std::mt19937 rng(7);
  for_random_islands(40, [&](IslandLaw& by_bodies, DelassusLaw& by_contacts, int seed) {
    std::vector<Mat3> D(by_bodies.contact_count());
    for (std::size_t c = 0; c < D.size(); ++c) {
      const Mat3 root = Eigen::Map<const Mat3>(random_numbers(rng, 9).data());
      const Mat3 skew = Eigen::Map<const Mat3>(random_numbers(rng, 9).data());
      D[c] = c % 3 == 1 ? Mat3(Mat3::Zero()) : Mat3(root * root.transpose() + 0.1 * (skew - skew.transpose()));
    }
    std::vector<double> w = random_numbers(rng, by_contacts.velocity_size());
    std::vector<double> expected(by_bodies.velocity_size(), 0.0), x(expected);
    by_bodies.accumulate(w.data(), expected.data());
    ASSERT_TRUE(by_bodies.factorize(D)) << seed;
    ASSERT_TRUE(by_contacts.factorize(D)) << seed;
    by_bodies.solve(expected.data());
    by_contacts.solve(w.data());
    by_bodies.accumulate(w.data(), x.data());
    EXPECT_LT((as_vector(x) - as_vector(expected)).norm(), 1e-11 * (1 + as_vector(expected).norm())) << seed;
  });
}

TEST(DelassusLaw, LeadsNewtonToImpulsesThatSolveTheLawOfTheBodies) {
  for_random_islands(40, [&](IslandLaw& by_bodies, DelassusLaw& by_contacts, int seed) {
    std::vector<double> z(3 * by_bodies.contact_count(), 0.0);
    ExactLawNewton newton;
    newton.polish(by_contacts, {.target = 1e-8}, Deadline(), z);
    if (newton.natural_map() > 1e-8) return;  // from nothing it may not get there
    LawResidual residual;
    EXPECT_LE(residual(by_bodies, z), 1.1e-8) << seed;
  });
}

}  // namespace
}  // namespace stiction
