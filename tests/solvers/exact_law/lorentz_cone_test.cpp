#include "solvers/exact_law/lorentz_cone.h"

#include <gtest/gtest.h>

#include "contact/problems.h"

namespace stiction::lorentz {
namespace {

Vec3 interior(test::ProblemRandom& random) {
  Vec3 a = random.vector(std::pow(10, random.uniform(-3, 3)));
  a[0] = a.tail<2>().norm() * (1 + std::pow(10, random.uniform(-6, 1)));
  return a;
}

TEST(LorentzCone, QuotientUndoesTheProduct) {
  test::ProblemRandom random(1);
  for (int k = 0; k < 1000; ++k) {
    Vec3 a = random.vector();
    a[0] = a.tail<2>().norm() + random.uniform(0.1, 1);
    const Vec3 y = random.vector();
    EXPECT_LT((quotient(a, product(a, y)) - y).norm(), 1e-10) << k;
  }
}

TEST(LorentzCone, CentralPairHasTheGivenDifferenceAndProduct) {
  test::ProblemRandom random(4);
  for (int k = 0; k < 1000; ++k) {
    const Vec3 y = random.vector();
    const double tau = std::pow(10, random.uniform(-6, 2));
    const CentralPair pair(y, tau);
    EXPECT_LT((pair.z - pair.u - y).norm(), 1e-12 * (1 + std::sqrt(tau))) << k;
    EXPECT_LT((product(pair.z, pair.u) - Vec3(tau, 0, 0)).norm(), 1e-12 * (1 + tau)) << k;
    EXPECT_GT(determinant(pair.z), 0) << k;
    EXPECT_GT(determinant(pair.u), 0) << k;
  }
}

TEST(LorentzCone, ScalingMapsBothPointsToTheSame) {
  test::ProblemRandom random(2);
  for (int k = 0; k < 1000; ++k) {
    const Vec3 z = interior(random), u = interior(random);
    const Scaling scaling(z, u);
    const Vec3 a = scaling.W * u, b = scaling.W_inverse * z;
    EXPECT_LT((a - b).norm(), 1e-6 * a.norm()) << k;
    EXPECT_LT((scaling.W * scaling.W_inverse - Mat3::Identity()).norm(), 1e-6) << k;
  }
}

TEST(LorentzCone, LargestStepEndsOnTheBoundary) {
  test::ProblemRandom random(3);
  int bounded = 0;
  for (int k = 0; k < 2000; ++k) {
    const Vec3 a = interior(random), d = random.vector(a[0]);
    const double t = largest_step(a, d);
    const auto inside = [&](double s) { return (a + s * d)[0] >= 0 && determinant(a + s * d) >= 0; };
    if (std::isinf(t)) {
      EXPECT_TRUE(inside(1e6)) << k;
      continue;
    }
    ++bounded;
    EXPECT_TRUE(inside(t * (1 - 1e-6))) << k;
    EXPECT_FALSE(inside(t * (1 + 1e-6))) << k;
  }
  EXPECT_GT(bounded, 1000);
}

}  // namespace
}  // namespace stiction::lorentz
