// What the judge must not depend on: units, tangent frames, the order of contacts.
#include <gtest/gtest.h>

#include "contact/judge.h"
#include "contact/problems.h"

namespace stiction {
namespace {

using Random = test::ProblemRandom;
using test::random_problem;

struct Case {
  ContactProblem problem;
  VecX impulse, velocity;  // any, not solutions: all terms of the certificate are nonzero
};

Case random_case(int seed, FrictionSet set) {
  Case result;
  result.problem = random_problem(seed, {.bounds = true, .set = set});
  Random random(seed + 5000);
  result.impulse = random.vector_of(3 * result.problem.contact_count());
  result.velocity =
      velocity_after(result.problem, result.impulse) + 0.1 * random.vector_of(6 * result.problem.body_count());
  return result;
}

void expect_same(const Certificate& a, const Certificate& b, double tolerance, const std::string& what) {
  const auto near = [&](double x, double y, const char* field) {
    EXPECT_NEAR(x, y, tolerance * (std::abs(x) + 1e-3)) << field << ", " << what;
  };
  near(a.residual, b.residual, "residual");
  near(a.residual_cone, b.residual_cone, "residual_cone");
  near(a.signorini, b.signorini, "signorini");
  near(a.cone_violation, b.cone_violation, "cone_violation");
  near(a.momentum_error, b.momentum_error, "momentum_error");
}

TEST(JudgeInvariance, UnderAChangeOfUnits) {
  const test::Units grams{1000, 1, 1}, millimetres{1, 1000, 1}, milliseconds{1, 1, 1000}, all{1000, 1000, 1000};
  for (int seed = 0; seed < 100; ++seed) {
    const Case c = random_case(seed, seed % 2 ? FrictionSet{8} : FrictionSet{});
    const Certificate reference = judge(c.problem, c.impulse, c.velocity);
    for (const test::Units& units : {grams, millimetres, milliseconds, all}) {
      const Certificate scaled =
          judge(test::in_units(c.problem, units), units.impulse() * c.impulse, velocity_in_units(c.velocity, units));
      expect_same(reference, scaled, 1e-10, "seed " + std::to_string(seed));
      const double joule = units.mass * units.velocity() * units.velocity();
      EXPECT_NEAR(scaled.contact_energy / joule, reference.contact_energy,
                  1e-9 * (1 + std::abs(reference.contact_energy)));
      EXPECT_NEAR(scaled.complementarity / joule, reference.complementarity, 1e-9 * (1 + reference.complementarity));
    }
  }
}

TEST(JudgeInvariance, UnderRotationOfTangentFramesForTheDisk) {
  for (int seed = 0; seed < 100; ++seed) {
    const Case c = random_case(seed, {});
    Random random(seed);
    std::vector<double> angles(c.problem.contact_count());
    VecX turned = c.impulse;
    for (int k = 0; k < c.problem.contact_count(); ++k) {
      angles[k] = random.uniform(0, 2 * M_PI);
      turned.segment<3>(3 * k) = test::tangent_turn(angles[k]) * c.impulse.segment<3>(3 * k);
    }
    expect_same(judge(c.problem, c.impulse, c.velocity),
                judge(test::with_turned_tangents(c.problem, angles), turned, c.velocity), 1e-10,
                "seed " + std::to_string(seed));
  }
}

TEST(JudgeInvariance, PolygonIsInvariantOnlyUnderTurnsByItsOwnAngle) {
  const FrictionSet set{8};
  int changed = 0;
  for (int seed = 0; seed < 50; ++seed) {
    const Case c = random_case(seed, set);
    const auto turned_by = [&](double angle) {
      VecX turned = c.impulse;
      for (int k = 0; k < c.problem.contact_count(); ++k) {
        turned.segment<3>(3 * k) = test::tangent_turn(angle) * c.impulse.segment<3>(3 * k);
      }
      const std::vector<double> angles(c.problem.contact_count(), angle);
      return judge(test::with_turned_tangents(c.problem, angles), turned, c.velocity);
    };
    const Certificate reference = judge(c.problem, c.impulse, c.velocity);
    EXPECT_NEAR(turned_by(M_PI / 4).residual, reference.residual, 1e-10 * (1 + reference.residual)) << "seed " << seed;
    changed += std::abs(turned_by(M_PI / 8).residual - reference.residual) > 1e-6 * reference.residual;
  }
  EXPECT_GT(changed, 25);
}

TEST(JudgeInvariance, UnderReorderingOfContacts) {
  for (int seed = 0; seed < 100; ++seed) {
    const Case c = random_case(seed, seed % 2 ? FrictionSet{8} : FrictionSet{});
    const std::vector<int> order = Random(seed).permutation(c.problem.contact_count());
    const Certificate a = judge(c.problem, c.impulse, c.velocity);
    const Certificate b = judge(test::reordered(c.problem, order), test::reordered(c.impulse, order), c.velocity);
    expect_same(a, b, 1e-11, "seed " + std::to_string(seed));
  }
}

}  // namespace
}  // namespace stiction
