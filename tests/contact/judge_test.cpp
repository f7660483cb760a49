// The judge on problems with known answers: no residual on the answer, and every kind of violation is seen.
#include "contact/judge.h"

#include <gtest/gtest.h>

#include "contact/problems.h"

namespace stiction {
namespace {

using test::point_on_plane;
using Random = test::ProblemRandom;

constexpr double kRoundOff = 1e-14;

// Judges impulse r with the velocity that follows from it.
Certificate judged(const ContactProblem& problem, const VecX& r) {
  return judge(problem, r, velocity_after(problem, r));
}

void expect_exact(const ContactProblem& problem, const Vec3& r) {
  const Certificate certificate = judged(problem, r);
  EXPECT_LT(certificate.residual, kRoundOff);
  EXPECT_LT(certificate.signorini, kRoundOff);
  EXPECT_LT(certificate.cone_violation, kRoundOff);
  EXPECT_LT(certificate.momentum_error, kRoundOff);
}

// Mass 2 in all of these: W = I / 2; impulses are (normal, x, y).
TEST(Judge, AcceptsAStickingContact) {
  expect_exact(point_on_plane(2, {0.3, 0.4, -1}, 0.6), {2, -0.6, -0.8});
}

TEST(Judge, AcceptsASlidingContact) {
  // |u_t| = 5 before; friction 0.5 x 2 against (0.6, 0.8).
  expect_exact(point_on_plane(2, {3, 4, -1}, 0.5), {2, -0.6, -0.8});
}

TEST(Judge, AcceptsASeparatingContact) {
  expect_exact(point_on_plane(2, {3, 4, 1}, 0.5), {0, 0, 0});
  expect_exact(point_on_plane(2, {3, 4, 0}, 0.5), {0, 0, 0});
}

TEST(Judge, AcceptsAnAnswerWithBounds) {
  expect_exact(point_on_plane(2, {0, 0, -1}, 0.5, {}, -0.25), {1.5, 0, 0});  // a gap that closes
  expect_exact(point_on_plane(2, {0, 0, -1}, 0.5, {}, -1.25), {0, 0, 0});    // a gap that stays open
  expect_exact(point_on_plane(2, {0, 0, -1}, 0.5, {}, 0.5), {3, 0, 0});      // a bounce
  expect_exact(point_on_plane(2, {3, 4, -1}, 0.5, {}, 0.5), {3, -0.9, -1.2});
}

TEST(Judge, AcceptsAnAnswerWithDrive) {
  // The plane rises with 0.5 and moves with -x: u = v + (0.5 below, 1 in x).
  expect_exact(point_on_plane(2, {0, 0, -1}, 10, {}, 0, {-0.5, 1, 0}), {3, -2, 0});
  expect_exact(point_on_plane(2, {0, 0, -1}, 0.1, {}, 0, {-0.5, 1, 0}), {3, -0.3, 0});
}

TEST(Judge, DeclaredPolygonAndExactConeDifferBetweenCorners) {
  const FrictionSet set{8};
  const double angle = M_PI / 8 - 0.05;  // nearest corner of -u_t: pi
  const ContactProblem problem = point_on_plane(2, {5 * std::cos(angle), 5 * std::sin(angle), -1}, 0.5, set);
  const Certificate certificate = judged(problem, Vec3(2, -1, 0));
  EXPECT_LT(certificate.residual, kRoundOff);
  EXPECT_GT(certificate.residual_cone, 1e-2);
  const Certificate corner = judged(point_on_plane(2, {5, 0, -1}, 0.5, set), Vec3(2, -1, 0));
  EXPECT_LT(corner.residual, kRoundOff);
  EXPECT_LT(corner.residual_cone, kRoundOff);
}

TEST(Judge, WithoutContactsThereIsNothingToFind) {
  test::ProblemMaker maker;
  maker.add_body(1, Vec3::Zero(), {1, 2, 3});
  const ContactProblem problem = maker.finish();
  const Certificate certificate = judge(problem, VecX(0), problem.free_velocity);
  EXPECT_EQ(certificate.residual, 0);
  EXPECT_EQ(certificate.worst_contact, -1);
  EXPECT_EQ(certificate.momentum_error, 0);
}

TEST(Judge, SeesANegativeNormalImpulse) {
  const Certificate certificate = judged(point_on_plane(2, {0, 0, 1}, 0.5), Vec3(-0.2, 0, 0));
  EXPECT_GT(certificate.signorini, 0.05);
  EXPECT_GT(certificate.residual, 0.05);
}

TEST(Judge, SeesAPenetratingVelocity) {
  const Certificate certificate = judged(point_on_plane(2, {0, 0, -1}, 0.5), Vec3(1.8, 0, 0));
  EXPECT_NEAR(certificate.signorini, 0.1, 1e-12);  // a tenth of the approach is left
  EXPECT_NEAR(certificate.residual, 0.1, 1e-12);
}

TEST(Judge, SeesAnImpulseOnASeparatingContact) {
  const Certificate certificate = judged(point_on_plane(2, {0, 0, -1}, 0.5), Vec3(2.4, 0, 0));
  EXPECT_NEAR(certificate.signorini, 0.2, 1e-12);
  EXPECT_NEAR(certificate.complementarity, 2.4 * 0.2, 1e-12);
}

TEST(Judge, SeesFrictionOutsideItsCone) {
  const ContactProblem problem = point_on_plane(2, {3, 4, -1}, 0.5);
  const Certificate certificate = judged(problem, Vec3(2, -0.66, -0.88));
  EXPECT_NEAR(certificate.cone_violation, 0.1 / (2 * std::sqrt(26.0)), 1e-12);  // 0.1 too much; |q| = sqrt(26), rho 2
  EXPECT_GT(certificate.residual, 1e-3);
  EXPECT_LT(certificate.signorini, kRoundOff);
}

TEST(Judge, SeesAWrongSlidingDirection) {
  const ContactProblem problem = point_on_plane(2, {3, 4, -1}, 0.5);
  for (double turn : {1e-3, 0.1, 3.0}) {
    const double angle = std::atan2(-0.8, -0.6) + turn;
    const Certificate certificate = judged(problem, Vec3(2, std::cos(angle), std::sin(angle)));
    EXPECT_GT(certificate.residual, 0.05 * std::min(turn, 1.0)) << turn;
    EXPECT_LT(certificate.cone_violation, kRoundOff);
    EXPECT_LT(certificate.signorini, kRoundOff);
  }
}

TEST(Judge, SeesSlipWithoutFullFriction) {
  EXPECT_GT(judged(point_on_plane(2, {0.3, 0.4, -1}, 0.6), Vec3(2, -0.54, -0.72)).residual, 1e-2);
}

TEST(Judge, SeesAVelocityThatDoesNotFollowFromTheImpulses) {
  const ContactProblem problem = point_on_plane(2, {0, 0, -1}, 0.5);
  const VecX r = Vec3(2, 0, 0);
  VecX v = velocity_after(problem, r);
  EXPECT_EQ(judge(problem, r, v).momentum_error, 0);
  v[0] += 1e-3;
  EXPECT_NEAR(judge(problem, r, v).momentum_error, 1e-3, 1e-9);
  EXPECT_GT(judge(problem, r, v).residual, 1e-4);
  v[0] -= 1e-3;
  v[4] += 1e-3;
  EXPECT_GT(judge(problem, r, v).momentum_error, 1e-4);
}

TEST(Judge, NamesTheWorstContact) {
  test::ProblemMaker maker;
  for (int i = 0; i < 5; ++i) {
    maker.add_body(1, Vec3(i, 0, 0), {0, 0, -1});
    maker.add_contact(-1, i, Vec3(i, 0, 0), Vec3::UnitZ(), 0.5);
  }
  VecX r = VecX::Zero(15);
  for (int i = 0; i < 5; ++i) r[3 * i] = i == 3 ? 0.5 : 0.99;
  EXPECT_EQ(judged(maker.finish(), r).worst_contact, 3);
}

// So many that they are judged in ranges: sums grow with the number, the residual's two norms alike.
TEST(Judge, OfManyCopiesFindsWhatItFindsInOne) {
  const auto copies = [](int count) {
    test::ProblemMaker maker;
    for (int i = 0; i < count; ++i) {
      maker.add_body(2, Vec3(2 * i, 0, 0), {3, 4, -1});
      maker.add_contact(-1, i, Vec3(2 * i, 0, 0), Vec3::UnitZ(), 0.5);
    }
    return judged(maker.finish(), Vec3(1.9, -0.5, -0.9).replicate(count, 1));
  };
  const Certificate one = copies(1);
  for (const int count : {2, 63, 64, 129, 1000}) {
    const Certificate many = copies(count);
    EXPECT_NEAR(many.residual, one.residual, 1e-12) << count;
    EXPECT_NEAR(many.residual_cone, one.residual_cone, 1e-12) << count;
    EXPECT_NEAR(many.complementarity, count * one.complementarity, 1e-10 * count) << count;
    EXPECT_NEAR(many.contact_energy, count * one.contact_energy, 1e-10 * count) << count;
    EXPECT_NEAR(many.signorini, one.signorini / std::sqrt(count), 1e-12) << count;
    EXPECT_NEAR(many.cone_violation, one.cone_violation / std::sqrt(count), 1e-12) << count;
  }
}

TEST(Judge, NamesTheWorstOfManyContactsWhereverItIs) {
  constexpr int kCount = 300;
  for (const int worst : {0, 63, 64, 150, 299}) {
    test::ProblemMaker maker;
    VecX r = VecX::Zero(3 * kCount);
    for (int i = 0; i < kCount; ++i) {
      maker.add_body(1, Vec3(i, 0, 0), {0, 0, -1});
      maker.add_contact(-1, i, Vec3(i, 0, 0), Vec3::UnitZ(), 0.5);
      r[3 * i] = i == worst ? 0.5 : 0.99;
    }
    EXPECT_EQ(judged(maker.finish(), r).worst_contact, worst);
  }
}

TEST(Judge, ContactEnergyIsTheChangeOfKineticEnergy) {
  for (int seed = 0; seed < 50; ++seed) {
    const ContactProblem problem = test::random_problem(seed, {.max_mass_ratio = 100, .bounds = true});
    Random random(seed + 1000);
    const VecX r = random.vector_of(3 * problem.contact_count()), v = velocity_after(problem, r);
    const auto kinetic = [&](const VecX& velocity) {
      double energy = 0;
      for (int i = 0; i < problem.body_count(); ++i) {
        const BodyBlock& body = problem.bodies[i];
        const Mat3 inertia = (body.angular * body.angular.transpose()).inverse();
        const Vec3 omega = velocity.segment<3>(6 * i + 3);
        energy += 0.5 * velocity.segment<3>(6 * i).squaredNorm() / (body.linear[0] * body.linear[0]);
        energy += 0.5 * omega.dot(inertia * omega);
      }
      return energy;
    };
    const double change = kinetic(v) - kinetic(problem.free_velocity);
    EXPECT_NEAR(judge(problem, r, v).contact_energy, change, 1e-9 * (1 + std::abs(change))) << "seed " << seed;
  }
}

// The printed normal of SP 3.2 (n^T Gamma v >= 0 with Gamma = grad x_i - grad x_j) would forbid separation.
TEST(Judge, NormalPointsFromAToBSoThatBodiesMayPart) {
  test::ProblemMaker maker;
  maker.add_body(1, {0, 0, -0.5}, {0, 0, -1});
  maker.add_body(1, {0, 0, +0.5}, {0, 0, +1});
  maker.add_contact(0, 1, Vec3::Zero(), Vec3::UnitZ(), 0.5);  // a below, b above, normal up
  const ContactProblem parting = maker.finish();
  EXPECT_EQ(judged(parting, VecX::Zero(3)).residual, 0);
  ContactProblem meeting = parting;
  meeting.free_velocity *= -1;
  EXPECT_GT(judged(meeting, VecX::Zero(3)).signorini, 0.5);
  EXPECT_LT(judged(meeting, Vec3(1, 0, 0)).residual, kRoundOff);  // the impulse pushes b up and a down
}

}  // namespace
}  // namespace stiction
