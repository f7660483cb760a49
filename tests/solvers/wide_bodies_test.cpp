// Solvers on bodies with any number of degrees of freedom.
#include <gtest/gtest.h>

#include "base/repetitions.h"
#include "contact/wide_problems.h"
#include "solvers/solving.h"

namespace stiction {
namespace {

using test::random_problem;
using test::wide_twin;
using test::WideTwin;

ContactSolution solved(const ContactProblem& problem, const std::string& name, Form form = Form::kAuto) {
  SolverOptions options;
  options.name = name;
  options.tolerance = 1e-8;
  options.form = form;
  if (name == "pgs") options.max_iterations = 20000;
  ContactSolution solution;
  make_solver(options)->solve(problem, solution);
  return solution;
}

// Contact velocities are unique where there is no friction; with friction the same path leads to the same answer.
TEST(WideBodies, MoveLikeTheRigidBodiesTheyAreMadeOf) {
  for (const Form form : {Form::kDof, Form::kContact}) {
    for (int seed = 0; seed < test::repetitions(60); ++seed) {
      const ContactProblem rigid = random_problem(seed, {.max_mass_ratio = 100});
      const WideTwin twin = wide_twin(rigid, seed, 1 + seed % 3);
      const ContactSolution a = solved(rigid, "staggered", form), b = solved(twin.problem, "staggered", form);
      EXPECT_LE(judge(twin.problem, b.impulse, b.velocity).residual, 1e-8) << seed;
      EXPECT_LT((twin.to_rigid(b.velocity) - a.velocity).norm(), 1e-6 * (1 + a.velocity.norm())) << seed;
    }
  }
}

TEST(WideBodies, WithModesAreSolvedToTheTolerance) {
  for (int seed = 0; seed < test::repetitions(100); ++seed) {
    const ContactProblem problem = test::with_modes(random_problem(seed, {.max_mass_ratio = 100}), seed, 1 + seed % 20);
    const ContactSolution solution = solved(problem, "staggered", seed % 3 == 0 ? Form::kContact : Form::kAuto);
    const Certificate certificate = judge(problem, solution.impulse, solution.velocity);
    EXPECT_LE(certificate.residual, 1e-8) << seed;
    EXPECT_LE(certificate.signorini, 1e-9) << seed;
    EXPECT_LT(certificate.momentum_error, 1e-10) << seed;
  }
}

TEST(WideBodies, AreSolvedByEverySolver) {
  for (const SolverEntry& entry : solver_registry()) {
    if (entry.source != ContactSource::kNearSurfaces) continue;
    for (int seed = 0; seed < test::repetitions(12); ++seed) {
      const ContactProblem rigid = random_problem(seed, {.max_bodies = 3, .max_patch = 2, .max_mass_ratio = 4});
      const WideTwin twin = wide_twin(rigid, seed, 1 + seed % 2);
      const ContactSolution a = solved(rigid, entry.name), b = solved(twin.problem, entry.name);
      const double own = judge(rigid, a.impulse, a.velocity).residual;
      EXPECT_LE(judge(twin.problem, b.impulse, b.velocity).residual, 2 * own + 1e-8) << entry.name << seed;
    }
  }
}

// The dense active-set kernel of the paper's driver, on polygons.
TEST(WideBodies, AreSolvedByThePapersDriver) {
  for (int seed = 0; seed < test::repetitions(20); ++seed) {
    const FrictionSet polygon{8};
    const ContactProblem rigid =
        random_problem(seed, {.max_bodies = 2, .max_patch = 2, .max_mass_ratio = 4, .set = polygon});
    const WideTwin twin = wide_twin(rigid, seed, 2);
    const SolverOptions options =
        test::options_of({{"driver", "paper"}, {"eps", "1e-12"}, {"tangents", "polygon8"}, {"kernel", "active-set"}});
    const VecX a = test::solve(rigid, options).solution.velocity;
    const VecX b = test::solve(twin.problem, options).solution.velocity;
    EXPECT_LT((twin.to_rigid(b) - a).norm(), 1e-6 * (1 + a.norm())) << seed;
  }
}

TEST(WideBodies, StartWarmFromTheirSolution) {
  for (int seed = 0; seed < test::repetitions(30); ++seed) {
    ContactProblem problem = test::with_modes(random_problem(seed, {.max_mass_ratio = 100}), seed, 3);
    const ContactSolution cold = solved(problem, "staggered");
    problem.warm_impulse = cold.impulse;
    problem.warm_friction_momentum = cold.friction_momentum;
    const ContactSolution warm = solved(problem, "staggered");
    EXPECT_LE(warm.report.newton_steps, cold.report.newton_steps) << seed;
    EXPECT_LT((warm.velocity - cold.velocity).norm(), 1e-6 * (1 + cold.velocity.norm())) << seed;
  }
}

}  // namespace
}  // namespace stiction
