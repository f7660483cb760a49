// Forces and friction of the penalty method, on contact problems made by hand.
#include <gtest/gtest.h>

#include <random>

#include "base/repetitions.h"
#include "penalty/vertices_inside.h"
#include "solvers/solving.h"

namespace stiction {
namespace {

SolverOptions penalty(const test::Settings& settings = {}) {
  SolverOptions options = test::options_of(settings);
  options.name = "penalty";
  return options;
}

const test::Settings kBasic = {{"correction", "false"}, {"friction", "dynamic"}};

Vec3 velocity_of(const ContactSolution& solution, int point) {
  return solution.velocity.segment<3>(3 * static_cast<Eigen::Index>(point));
}

// Vertices, corners and bodies that are not free, in all mixtures.
ContactProblem random_overlaps(std::uint32_t seed, double mu) {
  test::ProblemRandom random(seed);
  test::VerticesInside world;
  const int points = 40;
  for (int i = 0; i < points; ++i) world.add_point(random.uniform(0.01, 1), random.vector(0.3));
  for (int k = 0; k < 50; ++k) {
    Vec3 weights(random.uniform(0, 1), random.uniform(0, 1), random.uniform(0, 1));
    weights /= weights.sum();
    std::vector<int> corners = {random.integer(0, 12), random.integer(13, 25), random.integer(26, points - 5)};
    const int vertex = random.integer(points - 4, points - 1);
    const Vec3 normal = random.vector().normalized();
    const double depth = random.uniform(0, 1e-3);
    const bool fixed_vertex = random.chance(0.1), fixed_corners = !fixed_vertex && random.chance(0.1);
    if (fixed_corners) corners.clear();
    world.add_contact(fixed_vertex ? -1 : vertex, corners, weights, normal, mu, depth);
  }
  return world.finish();
}

TEST(Penalty, FlatContactOfEqualMassesIsFreeOfCollisionsAfterOneStep) {
  const test::FlatContact flat;
  const ContactProblem problem = flat.problem();
  for (const bool correction : {false, true}) {
    SolverOptions options = penalty(correction ? test::Settings{} : kBasic);
    const ContactSolution solution = test::solve(problem, options).solution;
    int inner = 0;
    for (int j = 0; j < flat.size; ++j) {
      for (int i = 0; i < flat.size; ++i) {
        if (!flat.is_inner(i, j)) continue;
        ++inner;
        EXPECT_NEAR(problem.step * velocity_of(solution, flat.upper(i, j)).z(), flat.depth / 2, 1e-15 * flat.depth);
        EXPECT_NEAR(problem.step * velocity_of(solution, flat.lower(i, j)).z(), -flat.depth / 2, 1e-15 * flat.depth);
      }
    }
    EXPECT_EQ(inner, 25);
  }
}

TEST(Penalty, AVertexInWhatIsNotFreeLeavesInOneStep) {
  test::VerticesInside world(1e-3);
  const int point = world.add_point(0.3, Vec3(0, 0, -2e-3));
  world.add_contact(point, {}, Vec3::Zero(), Vec3::UnitZ(), 0.5, 2e-6);
  const ContactSolution solution = test::solve(world.finish(), penalty()).solution;
  EXPECT_NEAR(solution.velocity[2], 0, 1e-18);
}

// What the printed forces would do: the halves of eq. 6 with friction limited by the whole of F_i would be twice
// Coulomb's.
TEST(Penalty, FrictionOfFlatContactIsMuTimesItsPressure) {
  test::FlatContact flat;
  flat.upper_velocity = {1, 0, 0};
  const ContactProblem problem = flat.problem();
  const ContactSolution solution = test::solve(problem, penalty()).solution;
  const Vec3 gained = velocity_of(solution, flat.upper(4, 4)) - flat.upper_velocity;
  EXPECT_NEAR(-gained.x(), flat.mu * gained.z(), 1e-12 * gained.z());
}

TEST(Penalty, KeepsMomentum) {
  for (int seed = 0; seed < test::repetitions(200); ++seed) {
    const ContactProblem problem = random_overlaps(seed, 0.1 * (seed % 10));
    const test::Solved solved = test::solve(problem, penalty());
    Vec3 momentum = Vec3::Zero(), by_others = Vec3::Zero();
    double scale = 0;
    for (std::size_t i = 0; i < problem.point_masses.size(); ++i) {
      const Vec3 gained = problem.point_masses[i] * (velocity_of(solved.solution, static_cast<int>(i)) -
                                                     problem.free_velocity.segment<3>(3 * static_cast<int>(i)));
      momentum += gained;
      scale += gained.norm();
    }
    for (int c = 0; c < problem.contact_count(); ++c) {
      const PointContact& contact = problem.point_contacts[c];
      const bool free_corners = contact.corner[0] >= 0;
      if (contact.vertex >= 0 && free_corners) continue;
      // The normal is not kept in the problem: the side that is free has it in its rows.
      const WideSide& side = problem.wide_sides[problem.contacts[c].wide_begin];
      const double weight = contact.vertex >= 0 ? 1 : -contact.weight[0];
      by_others += problem.jacobian(side).transpose() * solved.solution.impulse.segment<3>(3 * c) / std::abs(weight);
    }
    EXPECT_LT((momentum - by_others).norm(), 1e-12 * scale) << seed;
    EXPECT_LT(solved.certificate.momentum_error, 1e-12) << seed;
  }
}

TEST(Penalty, BasicMethodDoesNotKeepMomentumAndTheJudgeSaysSo) {
  const test::Solved solved = test::solve(random_overlaps(3, 0.4), penalty(kBasic));
  EXPECT_GT(solved.certificate.momentum_error, 0.1);
}

TEST(Penalty, ImpulsesAreInTheFrictionCone) {
  for (const char* friction : {"dynamic", "scaled", "fixed-point", "literal", "secant"}) {
    for (int seed = 0; seed < test::repetitions(50); ++seed) {
      ContactProblem problem = random_overlaps(seed, 0.4);
      problem.warm_impulse = VecX::Random(3 * problem.contact_count());
      const test::Solved solved = test::solve(problem, penalty({{"friction", friction}}));
      for (int c = 0; c < problem.contact_count(); ++c) {
        const Vec3 r = solved.solution.impulse.segment<3>(3 * c);
        EXPECT_GE(r[0], 0);
        EXPECT_LE(r.tail<2>().norm(), 0.4 * r[0] * (1 + 1e-14)) << friction << seed;
      }
    }
  }
}

// A vertex on the ground that slides at v: friction mu m g h takes mu g h off its speed, and stops what is slower.
TEST(Penalty, StopsWhatSlidingFrictionWouldTurnAround) {
  const double h = 1e-3, mu = 0.5, fall = 9.81 * h;
  for (const double speed : {0.2 * fall, 0.499 * fall, 0.501 * fall, 3 * fall}) {
    test::VerticesInside world(h);
    const int point = world.add_point(0.2, Vec3(speed, 0, -fall));
    world.add_contact(point, {}, Vec3::Zero(), Vec3::UnitZ(), mu, fall * h);
    const ContactProblem problem = world.finish();
    const double after = test::solve(problem, penalty({{"friction", "scaled"}})).solution.velocity[0];
    EXPECT_NEAR(after, std::max(speed - mu * fall, 0.0), 1e-15);
    const double basic = test::solve(problem, penalty({{"friction", "dynamic"}})).solution.velocity[0];
    EXPECT_NEAR(basic, speed - mu * fall, 1e-15);
  }
}

TEST(Penalty, TakesProblemsWithoutContacts) {
  test::VerticesInside world;
  world.add_point(1, -Vec3::UnitZ());
  const ContactSolution solution = test::solve(world.finish(), penalty()).solution;
  EXPECT_EQ(solution.velocity, VecX(-Vec3::UnitZ()));
  EXPECT_EQ(solution.report.iterations, 0);
}

}  // namespace
}  // namespace stiction
