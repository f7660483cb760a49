#include <gtest/gtest.h>

#include "lcp/pivoting/box_stacks.h"
#include "lcp/pivoting/friction_pivoting.h"

namespace stiction {
namespace {

using test::RandomQp;

// Contacts that do not depend on each other, pushed towards each other and sideways.
FrictionProblem independent_contacts(RandomQp& random, int contacts) {
  FrictionProblem p;
  const MatX G = random.matrix(4 * contacts, 3 * contacts);
  p.A = G.transpose() * G;
  p.b = random.vector(3 * contacts) * contacts;
  p.mu = VecX::Constant(contacts, 0.4);
  return p;
}

// Turns the tangents of every contact by an angle of its own.
MatX random_turn(RandomQp& random, const FrictionProblem& p) {
  MatX turn = MatX::Identity(p.b.size(), p.b.size());
  for (int c = 0; c < p.contact_count(); ++c) {
    const double angle = random.uniform(0, 6);
    turn.block<2, 2>(p.normal_row(c) + 1, p.normal_row(c) + 1) << std::cos(angle), -std::sin(angle), std::sin(angle),
        std::cos(angle);
  }
  return turn;
}

// BA, section 5.6: with x and y taken in turn the answer depends on the frame. Ours turns the frame by itself.
TEST(FrictionPivoting, FramesDoNotMatterToIndependentContacts) {
  double worst = 0;
  int sliding = 0;
  for (int seed = 0; seed < 60; ++seed) {
    RandomQp random(seed);
    const FrictionProblem p = independent_contacts(random, random.integer(1, 6));
    const MatX turn = random_turn(random, p);
    FrictionProblem turned = p;
    turned.A = turn.transpose() * p.A * turn;
    turned.b = turn.transpose() * p.b;
    const FrictionResult r = solve_friction(p), t = solve_friction(turned);
    ASSERT_EQ(r.status, PivotingStatus::kSolved) << "seed " << seed;
    ASSERT_EQ(t.status, PivotingStatus::kSolved) << "seed " << seed;
    EXPECT_LT(test::friction_errors(p, r.f).worst(), 1e-9) << "seed " << seed;
    worst = std::max(worst, (turn * t.a - r.a).lpNorm<Eigen::Infinity>() / p.b.lpNorm<Eigen::Infinity>());
    for (int c = 0; c < p.contact_count(); ++c) {
      const int row = p.normal_row(c);
      sliding += r.f[row] > 0 && r.a.segment<2>(row + 1).norm() > 1e-6 ? 1 : 0;
    }
  }
  EXPECT_GT(sliding, 20) << "nothing slides: frames could not matter";
  EXPECT_LT(worst, 1e-8);
}

}  // namespace
}  // namespace stiction
