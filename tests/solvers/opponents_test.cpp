// Methods for comparison on problems whose answers are known: what each gets right, and what it gets wrong by how much.
#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include "solvers/solving.h"

namespace stiction {
namespace {

using test::options_of;
using test::ProblemMaker;
using test::Settings;
using test::solve;

constexpr double kGravity = 0.0981;  // h g [m/s]

test::Solved solve_by(const char* name, const ContactProblem& problem, Settings settings = {}) {
  settings.emplace_back("name", name);
  return solve(problem, options_of(settings));
}

// A unit cube of mass 2 on four feet, with this velocity after the external forces of a step.
ContactProblem cube(const Vec3& velocity, double mu) {
  ProblemMaker maker;
  maker.add_body(2, {0, 0, 0.5}, velocity);
  maker.add_patch(-1, 0, Vec3::Zero(), Vec3::UnitZ(), mu, 2);
  return maker.finish();
}

// The same from rest on a slope, in axes of the slope: x downhill.
ContactProblem cube_on_slope(double degrees, double mu) {
  const double angle = degrees * M_PI / 180;
  return cube({kGravity * std::sin(angle), 0, -kGravity * std::cos(angle)}, mu);
}

double after_a_step(const char* name, double degrees, double mu, const Settings& settings = {}) {
  return solve_by(name, cube_on_slope(degrees, mu), settings).solution.velocity[0];
}

TEST(Incline, ExactMethodsHoldBelowTheCriticalAngleAndSlideAboveIt) {
  const double mu = 0.5, critical = std::atan(mu) * 180 / M_PI;
  const Settings settings = {{"tolerance", "1e-9"}, {"max_iterations", "100000"}};
  for (const char* name : {"staggered", "pgs", "dantzig", "symmetric-fixed-point"}) {
    const Settings own = std::string(name) == "dantzig" ? Settings{{"tolerance", "1e-9"}} : settings;
    EXPECT_NEAR(after_a_step(name, critical - 0.01, mu, own), 0, 1e-6 * kGravity) << name;
    for (const double above : {0.1, 5.0}) {
      const double angle = (critical + above) * M_PI / 180;
      EXPECT_NEAR(after_a_step(name, critical + above, mu, own), kGravity * (std::sin(angle) - mu * std::cos(angle)),
                  1e-5 * kGravity)
          << name;
    }
  }
}

TEST(Incline, TheConvexRelaxationHoldsBelowItAndLiftsWhatSlides) {
  const double mu = 0.5, angle = 35 * M_PI / 180;
  EXPECT_NEAR(after_a_step("convex-cone", 26.5, mu), 0, 1e-6 * kGravity);
  // A point mass: r = P_K(-m v_free).
  ProblemMaker maker;
  maker.add_body(2, Vec3::Zero(), {kGravity * std::sin(angle), 0, -kGravity * std::cos(angle)});
  maker.add_contact(-1, 0, Vec3::Zero(), Vec3::UnitZ(), mu);
  const test::Solved solved = solve_by("convex-cone", maker.finish());
  const double normal = (std::cos(angle) + mu * std::sin(angle)) / (1 + mu * mu);
  const double sliding = std::sin(angle) - mu * normal;
  EXPECT_NEAR(solved.solution.velocity[0], kGravity * sliding, 1e-9);
  EXPECT_NEAR(solved.solution.velocity[2], kGravity * mu * sliding, 1e-9) << "lifts with mu |u_t|";
  EXPECT_EQ(solved.solution.report.status, SolveStatus::kIterationLimit) << "not Coulomb's law";
}

// Friction enough to stop the feet of a sliding cube: p = -0.4 m v at the feet leaves 0.6 v at the centre and turns the
// cube by 1.2 v, its front feet downward with 0.6 v. Exactly, the normal impulses shift forward, and it stands still.
TEST(TwoPass, PushesTheFrontFeetOfAStoppedCubeIntoTheGround) {
  const double speed = 0.04;
  const ContactProblem problem = cube({speed, 0, -kGravity}, 0.5);
  const test::Solved two_pass = solve_by("two-pass", problem), exact = solve(problem, {});
  EXPECT_NEAR(two_pass.solution.velocity[0], 0.6 * speed, 1e-9);
  EXPECT_NEAR(two_pass.solution.velocity[4], 1.2 * speed, 1e-9);
  double deepest = 0;
  const VecX u = contact_velocity(problem, two_pass.solution.velocity);
  for (int c = 0; c < problem.contact_count(); ++c) deepest = std::min(deepest, u[3 * c]);
  EXPECT_NEAR(deepest, -0.6 * speed, 1e-9);
  EXPECT_EQ(two_pass.solution.report.status, SolveStatus::kIterationLimit);
  EXPECT_GT(two_pass.certificate.signorini, 0.1);
  EXPECT_LT(exact.solution.velocity.norm(), 1e-6 * speed);
  EXPECT_LE(exact.certificate.residual, 1e-6);
}

TEST(TwoPass, IsExactWhereFrictionDoesNotTouchNormalVelocities) {
  const ContactProblem problem = test::point_on_plane(2, {3, 1, -1}, 0.5);
  const test::Solved solved = solve_by("two-pass", problem);
  EXPECT_EQ(solved.solution.report.status, SolveStatus::kConverged);
  EXPECT_LE(solved.certificate.residual, 1e-9);
}

TEST(TwoPass, KeepsFrictionInItsConeAndMomentum) {
  for (int seed = 0; seed < 50; ++seed) {
    const test::Solved solved = solve_by("two-pass", test::random_problem(seed));
    EXPECT_LE(solved.certificate.cone_violation, 1e-9) << seed;
    EXPECT_LE(solved.certificate.momentum_error, 1e-9) << seed;
  }
}

TEST(ConvexCone, LeavesTheLeastKineticEnergyOfAllImpulsesInTheCones) {
  for (int seed = 0; seed < 30; ++seed) {
    const ContactProblem problem = test::random_problem(seed, {.max_bodies = 3, .max_patch = 2, .max_mass_ratio = 10});
    if (problem.contact_count() == 0) continue;
    const LocalProblem local = local_form(problem);
    const auto energy = [&](const VecX& r) { return 0.5 * r.dot(local.W * r) + local.q.dot(r); };
    const VecX answer = solve_by("convex-cone", problem).solution.impulse;
    const double least = energy(answer), slack = 1e-8 * std::abs(least) + 1e-14;
    test::ProblemRandom random(seed);
    for (int k = 0; k < 100; ++k) {  // any other impulse in the cones
      VecX other = answer;
      for (int c = 0; c < problem.contact_count(); ++c) {
        const double normal = std::max(0.0, other[3 * c] + random.uniform(-0.1, 0.1));
        const double angle = random.uniform(0, 2 * M_PI),
                     radius = problem.contacts[c].mu * normal * random.uniform(0, 1);
        other.segment<3>(3 * c) = Vec3(normal, radius * std::cos(angle), radius * std::sin(angle));
      }
      EXPECT_GE(energy(other), least - slack) << seed;
    }
    EXPECT_GE(energy(solve(problem, {}).solution.impulse), least - slack) << seed;
  }
}

TEST(ConvexCone, IsExactWhereNothingSlides) {
  const test::Solved solved = solve_by("convex-cone", cube({0.02, 0.01, -kGravity}, 0.8));
  EXPECT_EQ(solved.solution.report.status, SolveStatus::kConverged);
  EXPECT_LE(solved.certificate.residual, 1e-8);
  EXPECT_LT(solved.solution.velocity.norm(), 1e-8);
}

// A stack sliding as a whole, its cubes at different speeds.
ContactProblem sliding_stack(int count, double mu) {
  ProblemMaker maker;
  for (int i = 0; i < count; ++i) {
    maker.add_body(1, Vec3(0, 0, i + 0.5), Vec3(0.1 * (i + 1), 0, -kGravity));
    maker.add_patch(i - 1, i, Vec3(0, 0, i), Vec3::UnitZ(), mu, 2);
  }
  return maker.finish();
}

TEST(SymmetricFixedPoint, ConvergesToTheExactAnswerForSmallFriction) {
  const ContactProblem problem = sliding_stack(4, 0.05);
  const test::Solved solved = solve_by("symmetric-fixed-point", problem, {{"tolerance", "1e-9"}});
  EXPECT_EQ(solved.solution.report.status, SolveStatus::kConverged);
  EXPECT_LE(solved.certificate.residual, 1e-9);
  const test::Solved exact = solve(problem, options_of({{"tolerance", "1e-9"}}));
  EXPECT_LT((solved.solution.velocity - exact.solution.velocity).norm(), 1e-6 * exact.solution.velocity.norm());
}

TEST(SymmetricFixedPoint, NeedsMoreRoundsForMoreFriction) {
  int last = 0;
  for (const double mu : {0.05, 0.1, 0.2}) {
    const test::Solved solved = solve_by("symmetric-fixed-point", sliding_stack(4, mu));
    EXPECT_GE(solved.solution.report.iterations, last) << mu;
    last = solved.solution.report.iterations;
  }
  EXPECT_GE(last, 5);
}

TEST(SymmetricFixedPoint, ReturnsItsBestRoundWhereItDoesNotConverge) {
  int failed = 0;
  for (int seed = 0; seed < 800; ++seed) {
    const ContactProblem problem = test::random_problem(seed);
    const test::Solved solved =
        solve_by("symmetric-fixed-point", problem, {{"log_iterates", "true"}, {"decompose", "false"}});
    const SolveReport& report = solved.solution.report;
    if (report.status != SolveStatus::kIterationLimit) continue;
    ++failed;
    double least = 1e300;
    for (const IterateLogEntry& entry : report.log) least = std::min(least, entry.natural_map);
    EXPECT_NEAR(solved.certificate.residual, least, 1e-9 + 1e-6 * least) << seed;
  }
  EXPECT_GT(failed, 0);
}

// Cubes beside each other, each an island, sliding at different speeds.
ContactProblem row_of_cubes(int count) {
  ProblemMaker maker;
  for (int i = 0; i < count; ++i) {
    maker.add_body(1 + i, Vec3(2 * i, 0, 0.5), Vec3(0.02 * i, 0.01, -kGravity));
    maker.add_patch(-1, i, Vec3(2 * i, 0, 0), Vec3::UnitZ(), 0.4, 2);
  }
  return maker.finish();
}

TEST(Opponents, TheSameBitsForAnyNumberOfThreads) {
  const ContactProblem problem = row_of_cubes(40);
  for (const SolverEntry& entry : solver_registry()) {
    if (entry.source != ContactSource::kNearSurfaces) continue;
    VecX impulse[2], velocity[2];
    for (const int k : {0, 1}) {
      const tbb::global_control threads(tbb::global_control::max_allowed_parallelism, k == 0 ? 1 : 4);
      const test::Solved solved = solve_by(entry.name.c_str(), problem);
      EXPECT_EQ(solved.solution.report.island_count, 40) << entry.name;
      impulse[k] = solved.solution.impulse;
      velocity[k] = solved.solution.velocity;
    }
    EXPECT_EQ(impulse[0], impulse[1]) << entry.name;
    EXPECT_EQ(velocity[0], velocity[1]) << entry.name;
  }
}

TEST(Opponents, TheSameBitsEveryTime) {
  for (const SolverEntry& entry : solver_registry()) {
    if (entry.source != ContactSource::kNearSurfaces) continue;
    for (int seed = 0; seed < 5; ++seed) {
      const ContactProblem problem = test::random_problem(seed, {.max_mass_ratio = 10});
      const test::Solved first = solve_by(entry.name.c_str(), problem), second = solve_by(entry.name.c_str(), problem);
      EXPECT_EQ(first.solution.impulse, second.solution.impulse) << entry.name;
      EXPECT_EQ(first.solution.velocity, second.solution.velocity) << entry.name;
    }
  }
}

}  // namespace
}  // namespace stiction
