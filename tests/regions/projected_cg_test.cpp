// Projected conjugate gradients on one region (RG Algorithm 2).
#include "solvers/regions/projected_cg.h"

#include <gtest/gtest.h>

#include <limits>

#include "regions/mass_points.h"
#include "solvers/solving.h"

namespace stiction {
namespace {

void set_region(const Island& island, RegionProblem& region) {
  region.island = &island;
  region.op.set(island, Assembly::kSparse);
  region.least = std::numeric_limits<double>::infinity();
  region.best.assign(island.q.size(), 0.0);
}

double energy(RegionProblem& region, const std::vector<double>& z) {
  std::vector<double> product(z.size());
  region.op.multiply(z.data(), product.data());
  double sum = 0;
  for (std::size_t i = 0; i < z.size(); ++i) sum += z[i] * (0.5 * product[i] + region.island->q[i]);
  return sum;
}

// Points pressed into a surface so far that no contact opens: without friction a linear system.
Island pressed(int seed) {
  static ContactProblem problem;
  problem = test::clusters(seed, 12, 12, 12, {.mu = 0, .rush = 1, .noise = 0, .grounded = 0, .shared = 0});
  for (int i = 0; i < static_cast<int>(problem.wide_bodies.size()); ++i) {
    problem.free_velocity.segment<3>(3 * i) = Vec3(0, 0, i < 16 ? 1 : -1);  // 4 x 4 points of the surface come first
  }
  return test::whole_island(problem);
}

TEST(ProjectedCg, IsConjugateGradientsWhereNothingIsProjected) {
  for (const Beta beta : {Beta::kFletcherReeves, Beta::kPolakRibiere}) {
    const Island island = pressed(7);
    RegionProblem region;
    set_region(island, region);
    std::vector<double> z(island.q.size(), 0.0);
    for (int c = 0; c < island.contact_count(); ++c) z[3 * c] = 1;  // all of them carry
    PrintedCg printed(beta);
    printed.start(region, z, false);
    int steps = 0;
    while (printed.natural_map() > 1e-9 && steps < 2 * island.contact_count()) {
      if (!printed.iterate()) break;
      ++steps;
    }
    EXPECT_LE(printed.natural_map(), 1e-9) << "a linear system of " << island.contact_count() << " rows";
  }
}

TEST(ProjectedCg, WithRestartsLowersTheEnergyInEveryStepWithoutFriction) {
  for (int seed = 0; seed < 10; ++seed) {
    const ContactProblem problem = test::clusters(seed, 30, 30, 30, {.mu = 0});
    const Island island = test::whole_island(problem);
    RegionProblem region;
    set_region(island, region);
    RestartedCg cg(Beta::kFletcherReeves);
    cg.start(region, region.best, false);
    double last = 0;
    for (int i = 0; i < 200 && cg.iterate(); ++i) {
      const double now = energy(region, cg.impulse());
      EXPECT_LE(now, last + 1e-12 * std::abs(last)) << seed << " step " << i;
      last = now;
    }
    EXPECT_LT(region.least, 1e-8) << seed;
  }
}

// The second start goes along the rims of friction disks. As long as their sizes are held the energy falls, and
// impulses stay in their sets.
TEST(ProjectedCg, WithRestartsLowersTheEnergyAlongRims) {
  int steps = 0;
  for (int seed = 0; seed < 20; ++seed) {
    const ContactProblem problem = test::clusters(seed, 20, 20, 20, {.mu = 0.3, .rush = 1});
    const Island island = test::whole_island(problem);
    RegionProblem region;
    set_region(island, region);
    RestartedCg cg(Beta::kFletcherReeves);
    cg.start(region, region.best, true);
    double last = 0;
    for (int i = 0; i < 400 && cg.iterate(); ++i) {
      const double now = energy(region, cg.impulse());
      if (!cg.is_settled()) {
        EXPECT_LE(now, last + 1e-12 * std::abs(last)) << seed << " step " << i;
        ++steps;
      }
      last = now;
    }
    EXPECT_LT(region.least, 1e-6) << seed;
  }
  EXPECT_GT(steps, 100);
}

TEST(ProjectedCg, SolvesAlongRimsWhatItStallsAtOtherwise) {
  int stalled = 0, solved_by_more = 0, solved_along_rims = 0;
  for (int seed = 0; seed < 300; ++seed) {
    const Island island = test::whole_island(test::points_at_a_ridge(seed));
    RegionProblem region;
    set_region(island, region);
    RestartedCg cg(Beta::kFletcherReeves);
    const auto is_solved = [&](bool again, int iterations) {
      cg.start(region, region.best, again);
      for (int i = 0; i < iterations && region.least > 1e-6 && cg.iterate(); ++i) continue;
      return region.least <= 1e-6;
    };
    if (is_solved(false, 400)) continue;
    ++stalled;
    const std::vector<double> best = region.best;
    const double least = region.least;
    solved_by_more += is_solved(false, 600) ? 1 : 0;
    region.best = best;
    region.least = least;
    solved_along_rims += is_solved(true, 600) ? 1 : 0;
  }
  EXPECT_GT(stalled, 10);
  EXPECT_LT(solved_by_more, 0.8 * stalled);
  EXPECT_GT(solved_along_rims, 0.95 * stalled);
}

// The printed update, lambda + alpha lambda, never leaves zero: it cannot solve anything from a cold start.
TEST(ProjectedCg, PrintedUpdateOfTheImpulsesStaysAtZero) {
  const Island island = test::whole_island(test::clusters(1, 5, 5, 5));
  RegionProblem region;
  set_region(island, region);
  PrintedCg corrected(Beta::kFletcherReeves);
  corrected.start(region, region.best, false);
  const double at_start = corrected.natural_map();
  std::vector<double> lambda(island.q.size(), 0.0);
  const double alpha = 0.7;  // whatever it is
  for (double& entry : lambda) entry += alpha * entry;
  EXPECT_EQ(test::norm(lambda), 0);
  for (int i = 0; i < 30; ++i) ASSERT_TRUE(corrected.iterate());
  EXPECT_LT(region.least, 0.1 * at_start);
}

// The residual that Algorithm 2 carries on, r - alpha A d from the projected r, is not that of its impulses.
TEST(ProjectedCg, PrintedRecursionOfTheResidualLosesTheVelocities) {
  const ContactProblem problem = test::clusters(2, 12, 12, 12);
  const Island island = test::whole_island(problem);
  RegionProblem region;
  set_region(island, region);
  const std::size_t n = island.q.size();
  std::vector<double> z(n, 0.0), r(n), d, product(n), u;
  for (std::size_t i = 0; i < n; ++i) r[i] = -island.q[i];
  d = r;
  for (int step = 0; step < 10; ++step) {
    region.op.multiply(d.data(), product.data());
    double rr = 0, curvature = 0;
    for (std::size_t i = 0; i < n; ++i) rr += r[i] * r[i], curvature += d[i] * product[i];
    const std::vector<double> last = r;
    for (std::size_t i = 0; i < n; ++i) z[i] += rr / curvature * d[i], r[i] -= rr / curvature * product[i];
    region.project(z);
    for (int c = 0; c < island.contact_count(); ++c) {
      double free[3], at_boundary[3], minus[3] = {-r[3 * c], -r[3 * c + 1], -r[3 * c + 2]};
      region.set(island.mu[c] * z[3 * c]).split_residual(&z[3 * c], minus, free, at_boundary);
      for (int k = 0; k < 3; ++k) r[3 * c + k] = free[k] + at_boundary[k];
    }
    double now = 0;
    for (std::size_t i = 0; i < n; ++i) now += r[i] * r[i];
    for (std::size_t i = 0; i < n; ++i) d[i] = r[i] + now / rr * d[i];
  }
  region.evaluate(z, u);
  const Progress there = region.progress(z, z, u);
  EXPECT_GT(std::abs(test::norm(r) / island.denominator - there.residual), 0.1 * there.residual);
}

}  // namespace
}  // namespace stiction
