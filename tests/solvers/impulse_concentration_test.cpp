// Fewer contacts carry the same load.
#include "solvers/impulse_concentration.h"

#include <gtest/gtest.h>

#include "solvers/wide_feet.h"

namespace stiction {
namespace {

int loaded_contacts(const VecX& impulse) {
  int count = 0;
  for (Eigen::Index c = 0; c < impulse.size() / 3; ++c) count += impulse[3 * c] > 0 ? 1 : 0;
  return count;
}

VecX random_impulses(test::ProblemRandom& random, int contacts) {
  VecX r(3 * contacts);
  for (int c = 0; c < contacts; ++c)
    r.segment<3>(3 * c) << random.uniform(0, 1), random.uniform(-1, 1), random.uniform(-1, 1);
  return r;
}

TEST(ImpulseConcentration, KeepsTheMomentumOnNoMoreContactsThanDegreesOfFreedom) {
  for (int seed = 0; seed < 50; ++seed) {
    const int modes = 1 + seed % 20;
    const ContactProblem problem = test::wide_foot(seed, 12, modes);
    test::ProblemRandom random(seed);
    const VecX before = random_impulses(random, problem.contact_count());
    VecX after = before;
    ImpulseConcentration().run(problem, 0, problem.contact_count(), after);
    EXPECT_LE(loaded_contacts(after), 6 + modes) << seed;
    const VecX p = generalized_impulse(problem, before);
    EXPECT_LT((generalized_impulse(problem, after) - p).norm(), 1e-9 * p.norm()) << seed;
    for (int c = 0; c < problem.contact_count(); ++c) {
      const double factor = after[3 * c] / before[3 * c];
      EXPECT_GE(factor, 0);
      EXPECT_LT((after.segment<3>(3 * c) - factor * before.segment<3>(3 * c)).norm(), 1e-14 * after.norm());
    }
  }
}

TEST(ImpulseConcentration, LeavesFewContactsAlone) {
  const ContactProblem problem = test::wide_foot(1, 3, 20);
  test::ProblemRandom random(1);
  const VecX before = random_impulses(random, problem.contact_count());
  VecX after = before;
  ImpulseConcentration().run(problem, 0, problem.contact_count(), after);
  EXPECT_EQ(after, before);
}

}  // namespace
}  // namespace stiction
