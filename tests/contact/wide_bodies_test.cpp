// Bodies with any number of degrees of freedom: the same physics described as rigid and as wide bodies has the same
// velocities, responses, islands and certificate.
#include <gtest/gtest.h>

#include "base/repetitions.h"
#include "contact/island.h"
#include "contact/judge.h"
#include "contact/wide_problems.h"

namespace stiction {
namespace {

using test::ProblemRandom;
using test::random_problem;
using test::wide_twin;
using test::WideTwin;

TEST(WideBodies, AnswerImpulsesLikeTheRigidBodiesTheyAreMadeOf) {
  for (int seed = 0; seed < test::repetitions(100); ++seed) {
    const ContactProblem rigid = random_problem(seed);
    const WideTwin twin = wide_twin(rigid, seed, 1 + seed % 3);
    ProblemRandom random(seed);
    const VecX r = random.vector_of(3 * rigid.contact_count());
    const VecX v = velocity_after(rigid, r), w = velocity_after(twin.problem, r);
    ASSERT_EQ(w.size(), v.size());
    EXPECT_LT((twin.to_rigid(w) - v).norm(), 1e-10 * (1 + v.norm())) << seed;
    EXPECT_LT((contact_velocity(twin.problem, w) - contact_velocity(rigid, v)).norm(), 1e-10 * (1 + v.norm())) << seed;
    for (int c = 0; c < rigid.contact_count(); ++c) {
      EXPECT_NEAR(normal_velocity(twin.problem, twin.problem.contacts[c], w), contact_velocity(rigid, v)[3 * c],
                  1e-10 * (1 + v.norm()));
      const Vec3 response = own_response(rigid, rigid.contacts[c]);
      EXPECT_LT((own_response(twin.problem, twin.problem.contacts[c]) - response).norm(), 1e-10 * response.norm());
    }
    if (rigid.contact_count() > 30) continue;
    EXPECT_LT((local_form(twin.problem).W - local_form(rigid).W).norm(), 1e-10 * local_form(rigid).W.norm()) << seed;
  }
}

TEST(WideBodies, HaveTheirTwinsCertificate) {
  for (int seed = 0; seed < test::repetitions(100); ++seed) {
    const ContactProblem rigid = random_problem(seed);
    const WideTwin twin = wide_twin(rigid, seed, 1 + seed % 3);
    ProblemRandom random(seed);
    const VecX r = random.vector_of(3 * rigid.contact_count()).cwiseAbs();
    const Certificate a = judge(rigid, r, velocity_after(rigid, r));
    const Certificate b = judge(twin.problem, r, velocity_after(twin.problem, r));
    EXPECT_NEAR(a.residual, b.residual, 1e-9 * a.residual) << seed;
    EXPECT_NEAR(a.signorini, b.signorini, 1e-9 * a.signorini) << seed;
    EXPECT_NEAR(a.contact_energy, b.contact_energy, 1e-9 * (1 + std::abs(a.contact_energy))) << seed;
    EXPECT_LT(b.momentum_error, 1e-12) << seed;
  }
}

TEST(WideBodies, AWrongVelocityOfAModeIsAMomentumError) {
  const ContactProblem problem = test::with_modes(random_problem(3), 3, 2);
  ASSERT_FALSE(problem.wide_bodies.empty());
  const VecX r = VecX::Ones(3 * problem.contact_count());
  VecX v = velocity_after(problem, r);
  EXPECT_LT(judge(problem, r, v).momentum_error, 1e-12);
  v[v.size() - 1] += 0.1;
  EXPECT_GT(judge(problem, r, v).momentum_error, 1e-3);
}

// The operator of an island against the problem's own functions, whatever is wide.
TEST(WideBodies, AreInTheScaledOperatorOfTheirIsland) {
  for (int seed = 0; seed < test::repetitions(100); ++seed) {
    const ContactProblem problem = test::with_modes(random_problem(seed), seed, 1 + seed % 8);
    if (problem.contact_count() == 0) continue;
    IslandBuilder builder;
    std::vector<Island> islands;
    int count = 0;
    builder.build(problem, seed % 2 == 0, {}, islands, count);
    ProblemRandom random(seed);
    const VecX r = random.vector_of(3 * problem.contact_count());
    const VecX expected = contact_velocity(problem, velocity_after(problem, r));
    int contacts = 0;
    for (int k = 0; k < count; ++k) {
      const Island& island = islands[k];
      contacts += island.contact_count();
      std::vector<double> z(3 * island.contact_count()), u(z.size()), x(island.velocity_size(), 0.0);
      for (int c = 0; c < island.contact_count(); ++c)
        for (int i = 0; i < 3; ++i) z[3 * c + i] = island.scale[c] * r[3 * island.contacts[c] + i];
      island.accumulate(0, 3, z.data(), x.data());
      island.apply_transposed(0, 3, x.data(), u.data());
      for (int c = 0; c < island.contact_count(); ++c) {
        const ContactBlock& contact = problem.contacts[island.contacts[c]];
        for (int i = 0; i < 3; ++i) {
          const double bound = i == 0 ? contact.bound : 0;
          EXPECT_NEAR((u[3 * c + i] + island.q[3 * c + i]) * island.scale[c],
                      expected[3 * island.contacts[c] + i] - bound, 1e-9 * (1 + expected.norm()))
              << seed;
        }
      }
    }
    EXPECT_EQ(contacts, problem.contact_count());
  }
}

TEST(WideBodies, ThatTouchThemselvesHaveOneSideWithTheSum) {
  ContactProblem problem;
  const int wide = add_wide_body(problem, 1, MatX::Identity(7, 7), VecX::Zero(7));
  problem.contacts.emplace_back();
  const ContactProblem::WideJacobian one = ContactProblem::WideJacobian::Constant(3, 7, 2.0);
  add_wide_side(problem, 0, wide, one);
  add_wide_side(problem, 0, wide, -3 * one);
  ASSERT_EQ(problem.wide_sides.size(), 1U);
  EXPECT_EQ(problem.jacobian(problem.wide_sides[0]), -2 * one);
}

}  // namespace
}  // namespace stiction
