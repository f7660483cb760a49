// A single contact solved exactly.
#include "solvers/pgs/one_contact.h"

#include <gtest/gtest.h>

#include <Eigen/LU>

#include "base/repetitions.h"
#include "contact/problems.h"
#include "contact/projections.h"

namespace stiction {
namespace {

Mat3 random_operator(test::ProblemRandom& random) {
  Mat3 A;
  for (int k = 0; k < 3; ++k) A.col(k) = random.vector();
  return A * A.transpose() + 0.01 * Mat3::Identity();
}

double law_residual(const Mat3& W, const Vec3& q, double mu, const Vec3& r) {
  const Vec3 u = W * r + q;
  return std::sqrt(natural_map_squared(0, mu, 1, r.data(), u.data()));
}

TEST(OneContact, SatisfiesTheLawForRandomOperators) {
  test::ProblemRandom random(1);
  int open = 0, sticking = 0, sliding = 0;
  for (int k = 0; k < 20000; ++k) {
    const Mat3 W = random_operator(random);
    const double mu = random.chance(0.1) ? 0 : random.uniform(0, 1.5);
    const Vec3 q = random.vector(std::pow(10, random.uniform(-6, 3)));
    OneContact contact;
    contact.prepare(W, mu);
    const Vec3 r = contact.solve(q);
    EXPECT_LE(law_residual(W, q, mu, r), 1e-10 * q.norm()) << k;
    const bool slides = (W * r + q).tail<2>().norm() > 1e-9 * q.norm();
    ++(r[0] == 0 ? open : slides ? sliding : sticking);
  }
  EXPECT_GT(open, 5000);
  EXPECT_GT(sticking, 500);
  EXPECT_GT(sliding, 2000);
}

// As sweeps do that converge: the same right-hand side again and again, and one that settles.
TEST(OneContact, FollowsRightHandSidesToTheLawWithinTheCone) {
  test::ProblemRandom random(5);
  int settled = 0, cases = 0;
  for (int k = 0; k < 5000; ++k) {
    const Mat3 W = random_operator(random);
    const double mu = random.chance(0.1) ? 0 : random.uniform(0, 1.5);
    const Vec3 q = random.vector(), drift = random.vector();
    OneContact contact;
    contact.prepare(W, mu);
    double slowness = 0, change = 1;
    Vec3 r = Vec3::Zero();
    for (int i = 0; i < 60; ++i, change *= 0.5) {
      r = contact.follow(q + change * drift, slowness);
      EXPECT_GE(r[0], 0);
      EXPECT_LE(r.tail<2>().norm(), mu * r[0] * (1 + 1e-12));
    }
    ++cases;
    settled += law_residual(W, q, mu, r) <= 1e-10 * q.norm() ? 1 : 0;
  }
  EXPECT_EQ(settled, cases);
}

// Brute force: open, sticking, and sliding in every direction of a fine fan; the best of them by the law's own measure.
Vec3 searched_impulse(const Mat3& W, const Vec3& q, double mu) {
  Vec3 best = Vec3::Zero();
  double least = law_residual(W, q, mu, best);
  const auto consider = [&](const Vec3& r) {
    const double residual = law_residual(W, q, mu, r);
    if (residual < least) least = residual, best = r;
  };
  const Vec3 sticking = W.inverse() * -q;
  if (sticking.tail<2>().norm() <= mu * sticking[0]) consider(sticking);
  constexpr int kDirections = 20000;
  for (int k = 0; k < kDirections; ++k) {
    const double angle = 2 * M_PI * k / kDirections;
    const Vec3 edge(1, mu * std::cos(angle), mu * std::sin(angle));  // of the cone; u_n = 0 gives its length
    const double normal = -q[0] / W.row(0).dot(edge);
    if (normal > 0) consider(normal * edge);
  }
  return best;
}

TEST(OneContact, AgreesWithABruteForceSearch) {
  test::ProblemRandom random(2);
  for (int k = 0; k < test::repetitions(100); ++k) {
    const Mat3 W = 0.2 * random_operator(random) + Mat3::Identity();  // weak coupling: the solution is unique
    const double mu = random.uniform(0.1, 0.8);
    const Vec3 q = random.vector();
    OneContact contact;
    contact.prepare(W, mu);
    EXPECT_LT((contact.solve(q) - searched_impulse(W, q, mu)).norm(), 1e-3 * q.norm()) << k;
  }
}

TEST(OneContact, StopsAParticleThatSticksAndSlowsOneThatSlides) {
  OneContact contact;
  contact.prepare(Mat3::Identity(), 0.5);
  EXPECT_LT((contact.solve({-2, 0.6, 0.8}) - Vec3(2, -0.6, -0.8)).norm(), 1e-14);  // on the edge of the cone
  EXPECT_LT((contact.solve({-2, 3, 4}) - Vec3(2, -0.6, -0.8)).norm(), 1e-14);
  EXPECT_EQ(contact.solve({0.1, 3, 4}), Vec3::Zero());
}

TEST(OneContact, GivesNoImpulseWhereNothingCanMove) {
  OneContact contact;
  contact.prepare(Mat3::Zero(), 0.5);
  EXPECT_EQ(contact.solve({-1, 1, 0}), Vec3::Zero());
}

}  // namespace
}  // namespace stiction
