// The error measure against values worked out by hand.
#include "recorded/recorded_error.h"

#include <gtest/gtest.h>

#include "recorded/recorded_problems.h"

namespace stiction {
namespace {

TEST(RecordedError, IsTheNaturalMapOverTheLoad) {
  // r = 0: u = q = (-2, 0, 0), r - P(-q) = -(2, 0, 0).
  EXPECT_DOUBLE_EQ(recorded_error(test::one_contact(3, 4, Vec3(-2, 0, 0), 0.5), Vec3::Zero()), 1);
  // u = q = (-3, 4, 0), mu = 1: u^ = (1, 4, 0), P(-1, -4, 0) = (1.5, -1.5, 0): |F| = 1.5 sqrt(2).
  EXPECT_NEAR(recorded_error(test::one_contact(3, 4, Vec3(-3, 4, 0), 1), Vec3::Zero()), 1.5 * std::sqrt(2.0) / 5,
              1e-15);
  EXPECT_NEAR(recorded_error(test::one_contact(2, 4, Vec2(-3, 4), 1), Vec2::Zero()), 1.5 * std::sqrt(2.0) / 5, 1e-15);
}

TEST(RecordedError, TheScaledOneDoesNotChangeWithUnits) {
  const RecordedProblem problem = test::random_recorded(1, 3, 5, 8);
  const VecX r = VecX::LinSpaced(15, -1, 2);
  for (const double k : {1e-6, 10.0, 1e6}) {
    RecordedProblem other = problem;  // impulses in another unit, then velocities too
    other.W *= k;
    EXPECT_NEAR(scaled_error(other, r / k), scaled_error(problem, r), 1e-12 * scaled_error(problem, r));
    other.q *= k;
    EXPECT_NEAR(scaled_error(other, r), scaled_error(problem, r), 1e-12 * scaled_error(problem, r));
  }
}

TEST(RecordedError, TakesTheUnsymmetricPartIntoAccount) {
  RecordedProblem problem = test::one_contact(3, 1, Vec3(-1, 0, 0), 1);
  problem.W.coeffRef(1, 0) = 0.25;  // the normal impulse moves the contact along the first tangent
  // At r = (1, 0, 0): u = (0, 0.25, 0), u^ = (0.25, 0.25, 0), r - u^ = (0.75, -0.25, 0) is in the cone: F = u^.
  EXPECT_NEAR(recorded_error(problem, Vec3(1, 0, 0)), 0.25 * std::sqrt(2.0), 1e-15);
}

TEST(RecordedError, WithoutALoadItIsAbsolute) {
  const RecordedProblem problem = test::one_contact(3, 1, Vec3::Zero(), 1);
  EXPECT_EQ(recorded_error(problem, Vec3::Zero()), 0);
  EXPECT_DOUBLE_EQ(recorded_error(problem, Vec3(2, 0, 0)), 2);
}

}  // namespace
}  // namespace stiction
