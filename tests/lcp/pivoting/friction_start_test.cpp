// Pivoting that begins from given forces, and that is stopped.
#include <gtest/gtest.h>

#include "lcp/pivoting/box_stacks.h"
#include "lcp/pivoting/friction_pivoting.h"

namespace stiction {
namespace {

using test::box_stack;
using test::friction_errors;
using test::RandomQp;
using test::StackOptions;

FrictionProblem random_stack(RandomQp& random) {
  StackOptions options;
  options.boxes = random.integer(1, 5);
  options.tangents = random.integer(1, 2);
  return box_stack(random, options).problem;
}

TEST(FrictionStart, FromASolutionNothingIsLeftToDo) {
  int solved = 0;
  for (int seed = 0; seed < 60; ++seed) {
    RandomQp random(seed);
    FrictionProblem p = random_stack(random);
    const FrictionResult cold = solve_friction(p);
    p.start = cold.f;
    const FrictionResult warm = solve_friction(p);
    ASSERT_EQ(warm.status, PivotingStatus::kSolved) << "seed " << seed;
    EXPECT_LT(friction_errors(p, warm.f).worst(), 1e-9) << "seed " << seed;
    EXPECT_LE(warm.pivots, cold.pivots) << "seed " << seed;
    solved += warm.pivots <= 1 ? 1 : 0;
  }
  EXPECT_GT(solved, 50);
}

// Forces that spread the load over redundant feet inside of their cones are an answer, and stay as they are.
TEST(FrictionStart, KeepsAnAnswerThatPivotingWouldNotCome) {
  RandomQp random(0);
  StackOptions options;
  options.boxes = 1;
  options.push = 0;
  options.equal = true;
  FrictionProblem p = box_stack(random, options).problem;
  p.start = VecX::Zero(p.b.size());
  for (int c = 0; c < 4; ++c) p.start[p.normal_row(c)] = 9.81 / 4;
  const FrictionResult r = solve_friction(p);
  ASSERT_EQ(r.status, PivotingStatus::kSolved);
  EXPECT_EQ(r.pivots, 0);
  EXPECT_LT((r.f - p.start).norm(), 1e-12);
  p.start.resize(0);
  EXPECT_GT((solve_friction(p).f - r.f).norm(), 0.1);
}

TEST(FrictionStart, FromForcesOfAnotherProblemTheConditionsAreMetAllTheSame) {
  for (int seed = 0; seed < 100; ++seed) {
    RandomQp random(seed);
    FrictionProblem p = random_stack(random);
    p.start = VecX::Zero(p.b.size());
    for (int c = 0; c < p.contact_count(); ++c) {
      const int row = p.normal_row(c);
      if (random.uniform(0, 1) < 0.3) continue;
      p.start[row] = random.uniform(0, 20);
      const VecX direction = random.vector(p.tangents).normalized();
      p.start.segment(row + 1, p.tangents) = direction * p.mu[c] * p.start[row] * random.uniform(0, 1.2);
    }
    const FrictionResult r = solve_friction(p);
    ASSERT_EQ(r.status, PivotingStatus::kSolved) << "seed " << seed;
    EXPECT_LT(friction_errors(p, r.f).worst(), 1e-9) << "seed " << seed;
  }
}

TEST(FrictionStart, StopsWhenAskedTo) {
  RandomQp random(3);
  const FrictionProblem p = box_stack(random, {}).problem;
  int asked = 0;
  FrictionOptions options;
  options.stop = [&] { return ++asked > 4; };
  const FrictionResult r = solve_friction(p, options);
  EXPECT_EQ(r.status, PivotingStatus::kStopped);
  EXPECT_EQ(r.attempts, 1);
  EXPECT_EQ(asked, 5);
  EXPECT_TRUE(r.f.allFinite());
}

}  // namespace
}  // namespace stiction
