// Another solver, and bodies that appear when somebody wants them to, while a simulation runs.
#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "stepping/worlds.h"

namespace stiction {
namespace {

SolverOptions pgs(double tolerance = 1e-6) {
  SolverOptions options;
  options.name = "pgs";
  options.tolerance = tolerance;
  return options;
}

// A stack, and a box that waits for somebody to add it.
Model waiting_world() {
  std::vector<Body> bodies = test::stack_bodies(3);
  Body spare = test::box_body("spare", Vec3::Constant(0.5), {0, 0, 0});
  spare.appears_at = 1e9;
  bodies.push_back(spare);
  return test::world(std::move(bodies));
}
constexpr int kSpare = 4;

TEST(SetSolver, ActsFromTheNextStepOn) {
  Simulation simulation(test::world(test::stack_bodies(5)), 0.01, {});
  test::run(simulation, 5);
  EXPECT_LE(simulation.last_report().certificate.residual, 1e-6);
  SolverOptions crude = pgs();
  crude.max_iterations = 1;
  crude.warm_start = false;
  simulation.set_solver(crude);
  EXPECT_EQ(simulation.options().name, "pgs");
  simulation.step();
  EXPECT_GT(simulation.last_report().certificate.residual, 1e-3) << "one sweep is not enough for five boxes";
  simulation.set_solver({});
  simulation.step();
  EXPECT_LE(simulation.last_report().certificate.residual, 1e-6);
}

TEST(SetSolver, TheToleranceDecidesWhatCountsAsConverged) {
  Simulation simulation(test::world(test::stack_bodies(3)), 0.01, pgs());
  SolverOptions rough = pgs(0.9);
  rough.max_iterations = 1;
  simulation.set_solver(rough);
  simulation.step();
  EXPECT_TRUE(simulation.last_report().converged);
}

TEST(SetSolver, TheSameSolverAgainChangesNoBit) {
  Simulation changed(test::world(test::stack_bodies(4)), 0.01, {}), left(test::world(test::stack_bodies(4)), 0.01, {});
  for (int i = 0; i < 20; ++i) {
    changed.set_solver({});
    changed.step();
    left.step();
  }
  EXPECT_EQ(changed.save(), left.save());
}

TEST(SetSolver, IsKeptBySave) {
  Simulation original(test::world(test::stack_bodies(4)), 0.01, {});
  test::run(original, 5);
  SolverOptions polygon;
  polygon.tangents = parse_friction_set("polygon8");
  polygon.tolerance = 1e-4;
  for (const SolverOptions& options : {pgs(1e-3), polygon}) {
    original.set_solver(options);
    const std::string saved = original.save();
    Simulation fresh(test::world(test::stack_bodies(4)), 0.01, {});
    fresh.restore(saved);
    EXPECT_EQ(fresh.options().name, options.name);
    EXPECT_EQ(fresh.options().tolerance, options.tolerance);
    EXPECT_EQ(fresh.save(), saved);
    test::run(original, 10);
    test::run(fresh, 10);
    EXPECT_EQ(fresh.save(), original.save());
  }
}

TEST(SetSolver, ImpossibleOptionsAreRefusedAndChangeNothing) {
  Simulation simulation(test::world(test::stack_bodies(2)), 0.01, {});
  const std::string before = simulation.save();
  SolverOptions unknown, foreign = pgs(), sharp;
  unknown.name = "nobody";
  foreign.driver = Driver::kPaper;
  sharp.tolerance = std::nan("");
  for (const SolverOptions& options : {unknown, foreign, sharp})
    EXPECT_THROW(simulation.set_solver(options), InputError);
  EXPECT_EQ(simulation.save(), before);
}

TEST(AddNow, APendingBodyAppearsWithPoseAndVelocity) {
  Simulation simulation(waiting_world(), 0.01, {});
  test::run(simulation, 5);
  EXPECT_FALSE(simulation.state().bodies[kSpare].present);
  simulation.add_now(kSpare, {{4, 0, 10}, Quat::Identity()}, {1, 0, 0}, {0, 0, 2});
  test::run(simulation, 1);
  const BodyState& body = simulation.state().bodies[kSpare];
  EXPECT_TRUE(body.present);
  EXPECT_NEAR((body.center - Vec3(4.01, 0, 10 - 9.81e-4)).norm(), 0, 1e-12);
  EXPECT_NEAR(body.angular_velocity.z(), 2, 1e-12);
}

TEST(AddNow, LandsOnTheStackAndIsCarriedByIt) {
  Model model = waiting_world();
  model.sleep_after = 0.2;  // it wakes what sleeps
  Simulation simulation(model, 0.01, {});
  test::run(simulation, 50);
  EXPECT_EQ(simulation.last_report().asleep, 3);
  simulation.add_now(kSpare, {{0.1, 0, 3.4}, Quat::Identity()}, Vec3::Zero(), Vec3::Zero());
  test::run(simulation, 200);
  EXPECT_NEAR(simulation.state().bodies[kSpare].center.z(), 3.25, 1e-3);
  EXPECT_LT(simulation.state().bodies[kSpare].velocity.norm(), 1e-3);
}

TEST(AddNow, OthersKeepTheirContactIdsAndWarmStart) {
  Simulation with(waiting_world(), 0.01, {}), without(waiting_world(), 0.01, {});
  test::run(with, 10);
  test::run(without, 10);
  with.add_now(kSpare, {{9, 0, 10}, Quat::Identity()}, Vec3::Zero(), Vec3::Zero());
  with.step();
  without.step();
  ASSERT_EQ(with.contacts().size(), without.contacts().size());
  for (std::size_t i = 0; i < with.contacts().size(); ++i) EXPECT_EQ(with.contacts()[i].id, without.contacts()[i].id);
  EXPECT_EQ(with.last_report().solve.iterations, without.last_report().solve.iterations);
  for (int body = 1; body <= 3; ++body) {
    EXPECT_EQ(with.state().bodies[body].center, without.state().bodies[body].center);
  }
}

TEST(AddNow, IsKeptBySave) {
  Simulation original(waiting_world(), 0.01, {});
  original.add_now(kSpare, {{0.2, 0, 3.3}, Quat::Identity()}, {0.5, 0, -1}, {0, 1, 0});
  test::run(original, 15);
  Simulation fresh(waiting_world(), 0.01, {});
  fresh.restore(original.save());
  test::run(original, 40);
  test::run(fresh, 40);
  EXPECT_EQ(fresh.save(), original.save());
}

TEST(AddNow, RefusesABodyThatIsFarHeavierThanOneItCanTouch) {
  Model model = waiting_world();
  model.materials.push_back({"dust", 1e-6 * model.materials[0].density});
  model.materials.push_back({"core", 1e6 * model.materials[0].density});
  model.bodies[1].material = 1;
  model.bodies[kSpare].material = 2;
  compute_masses(model);
  const Pose pose{{0, 0, 5}, Quat::Identity()};
  Simulation simulation(model, 0.01, {});
  EXPECT_THROW(simulation.add_now(kSpare, pose, Vec3::Zero(), Vec3::Zero()), InputError);
  EXPECT_FALSE(simulation.state().bodies[kSpare].present);
  model.bodies[1].level = 1;
  Simulation apart(model, 0.01, {});
  EXPECT_NO_THROW(apart.add_now(kSpare, pose, Vec3::Zero(), Vec3::Zero()));
}

TEST(AddNow, RefusesWhatCannotAppear) {
  Simulation simulation(waiting_world(), 0.01, {});
  const Pose pose{{0, 0, 5}, Quat::Identity()};
  const std::string before = simulation.save();
  EXPECT_THROW(simulation.add_now(0, pose, Vec3::Zero(), Vec3::Zero()), InputError) << "fixed";
  EXPECT_THROW(simulation.add_now(1, pose, Vec3::Zero(), Vec3::Zero()), InputError) << "there already";
  EXPECT_THROW(simulation.add_now(99, pose, Vec3::Zero(), Vec3::Zero()), InputError);
  EXPECT_THROW(simulation.add_now(kSpare, pose, {std::nan(""), 0, 0}, Vec3::Zero()), InputError);
  EXPECT_THROW(simulation.add_now(kSpare, {{0, 0, std::nan("")}, Quat::Identity()}, Vec3::Zero(), Vec3::Zero()),
               InputError);
  EXPECT_EQ(simulation.save(), before);
  simulation.add_now(kSpare, pose, Vec3::Zero(), Vec3::Zero());
  EXPECT_THROW(simulation.add_now(kSpare, pose, Vec3::Zero(), Vec3::Zero()), InputError) << "once";
}

}  // namespace
}  // namespace stiction
