// A single contact solved exactly.
#include "solvers/pgs/one_contact.h"

#include <gtest/gtest.h>

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

// Brute force: of a closed cone's worth of impulses, the best by the law's own measure, refined by shrinking searches.
Vec3 searched_impulse(const Mat3& W, const Vec3& q, double mu) {
  const auto on_cone = [mu](double n, double share, double angle) {
    return Vec3(n, mu * n * share * std::cos(angle), mu * n * share * std::sin(angle));
  };
  double n = 0, share = 0, angle = 0, least = law_residual(W, q, mu, Vec3::Zero());
  double reach_n = 4 * q.norm() / W(0, 0), reach_share = 1, reach_angle = M_PI;
  for (int round = 0; round < 40; ++round) {
    const double n0 = n, share0 = share, angle0 = angle;
    for (int i = -8; i <= 8; ++i) {
      for (int j = -8; j <= 8; ++j) {
        for (int k = -8; k <= 8; ++k) {
          const double try_n = std::max(0.0, n0 + reach_n * i / 8);
          const double try_share = std::clamp(share0 + reach_share * j / 8, 0.0, 1.0);
          const double try_angle = angle0 + reach_angle * k / 8;
          const double residual = law_residual(W, q, mu, on_cone(try_n, try_share, try_angle));
          if (residual < least) least = residual, n = try_n, share = try_share, angle = try_angle;
        }
      }
    }
    reach_n *= 0.6, reach_share *= 0.6, reach_angle *= 0.6;
  }
  return on_cone(n, share, angle);
}

TEST(OneContact, AgreesWithABruteForceSearch) {
  test::ProblemRandom random(2);
  for (int k = 0; k < test::repetitions(20); ++k) {
    Mat3 W = 0.2 * random_operator(random) + Mat3::Identity();  // weak coupling: the solution is unique
    const double mu = random.uniform(0.1, 0.8);
    Vec3 q = random.vector();
    q[0] = -std::abs(q[0]);
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
