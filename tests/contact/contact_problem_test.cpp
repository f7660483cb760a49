// The operators of a contact problem against dense matrices.
#include "contact/contact_problem.h"

#include <gtest/gtest.h>

#include "contact/problems.h"

namespace stiction {
namespace {

using Random = test::ProblemRandom;
using test::random_problem;

MatX dense_jacobian(const ContactProblem& problem) {
  MatX J = MatX::Zero(3 * problem.contact_count(), 6 * problem.body_count());
  for (int c = 0; c < problem.contact_count(); ++c) {
    const ContactBlock& contact = problem.contacts[c];
    if (contact.body_a >= 0) J.block<3, 6>(3 * c, 6 * contact.body_a) = contact.jacobian_a;
    if (contact.body_b >= 0) J.block<3, 6>(3 * c, 6 * contact.body_b) = contact.jacobian_b;
  }
  return J;
}

MatX dense_inverse_mass(const ContactProblem& problem) {
  MatX M = MatX::Zero(6 * problem.body_count(), 6 * problem.body_count());
  for (int i = 0; i < problem.body_count(); ++i) {
    const BodyBlock& body = problem.bodies[i];
    M.block<3, 3>(6 * i, 6 * i) = body.linear.cwiseAbs2().asDiagonal();
    M.block<3, 3>(6 * i + 3, 6 * i + 3) = body.angular * body.angular.transpose();
  }
  return M;
}

TEST(ContactProblem, LocalFormIsTheDelassusOperator) {
  for (int seed = 0; seed < 100; ++seed) {
    const ContactProblem problem = random_problem(seed, {.max_patch = 3, .bounds = true});
    const LocalProblem local = local_form(problem);
    const MatX J = dense_jacobian(problem), W = J * dense_inverse_mass(problem) * J.transpose();
    EXPECT_LT((local.W - W).norm(), 1e-13 * W.norm()) << "seed " << seed;
    EXPECT_LT((local.W - local.W.transpose()).norm(), 1e-13 * W.norm());
    for (int c = 0; c < problem.contact_count(); ++c) EXPECT_EQ(local.mu[c], problem.contacts[c].mu);
  }
}

TEST(ContactProblem, LocalFormGivesTheSameContactVelocities) {
  for (int seed = 0; seed < 100; ++seed) {
    const ContactProblem problem = random_problem(seed, {.max_patch = 3, .bounds = true});
    const LocalProblem local = local_form(problem);
    const VecX r = Random(seed).vector_of(3 * problem.contact_count());
    VecX u = contact_velocity(problem, velocity_after(problem, r));
    for (int c = 0; c < problem.contact_count(); ++c) u[3 * c] -= problem.contacts[c].bound;
    EXPECT_LT((local.W * r + local.q - u).norm(), 1e-12 * (1 + u.norm())) << "seed " << seed;
  }
}

TEST(ContactProblem, GeneralizedImpulseIsTheTransposeOfContactVelocity) {
  for (int seed = 0; seed < 100; ++seed) {
    const ContactProblem problem = random_problem(seed);
    Random random(seed);
    const VecX r = random.vector_of(3 * problem.contact_count()), v = random.vector_of(6 * problem.body_count());
    EXPECT_NEAR(generalized_impulse(problem, r).dot(v), r.dot(contact_velocity(problem, v)), 1e-11) << "seed " << seed;
  }
}

// SP-7, on the problem itself: contacts between free bodies move momentum about, they do not make it.
TEST(ContactProblem, InternalContactsConserveLinearAndAngularMomentum) {
  for (int seed = 0; seed < 100; ++seed) {
    Random random(seed);
    test::ProblemMaker maker;
    const int bodies = random.integer(2, 6);
    for (int i = 0; i < bodies; ++i) maker.add_body(random.uniform(0.1, 100), random.vector(3), random.vector());
    for (int k = 0; k < 10; ++k) {
      const int a = random.integer(0, bodies - 2);
      maker.add_contact(a, random.integer(a + 1, bodies - 1), random.vector(3), random.direction(), 0.5);
    }
    const VecX p = generalized_impulse(maker.finish(), random.vector_of(30));
    Vec3 linear = Vec3::Zero(), angular = Vec3::Zero();
    for (int i = 0; i < bodies; ++i) {
      linear += p.segment<3>(6 * i);
      angular += p.segment<3>(6 * i + 3) + maker.centers()[i].cross(Vec3(p.segment<3>(6 * i)));
    }
    EXPECT_LT(linear.norm(), 1e-14 * (1 + p.norm())) << "seed " << seed;
    EXPECT_LT(angular.norm(), 1e-13 * (1 + p.norm())) << "seed " << seed;
  }
}

}  // namespace
}  // namespace stiction
