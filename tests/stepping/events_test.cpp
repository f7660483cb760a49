// Bodies that appear and velocities that are set at a time; impossible steps; states that turn non-finite.
#include <gtest/gtest.h>

#include "base/error.h"
#include "stepping/worlds.h"

namespace stiction {
namespace {

using test::box_body;
using test::run;
using test::world;

TEST(Events, ABodyAppearsAtItsTime) {
  Body late = box_body("late", Vec3::Ones(), {0, 0, 10});
  late.start_velocity = {1, 0, 0};
  late.appears_at = 0.05;
  Simulation simulation(world({late}), 0.01, {});
  run(simulation, 4);
  EXPECT_FALSE(simulation.state().bodies[1].present);
  EXPECT_EQ(simulation.state().bodies[1].center, Vec3(0, 0, 10));
  run(simulation, 1);  // t = 0.05
  EXPECT_TRUE(simulation.state().bodies[1].present);
  EXPECT_EQ(simulation.state().bodies[1].center, Vec3(0, 0, 10));
  run(simulation, 1);
  EXPECT_NEAR(simulation.state().bodies[1].center.x(), 0.01, 1e-15);
  EXPECT_NEAR(simulation.state().bodies[1].velocity.z(), -0.0981, 1e-15);
}

TEST(Events, AVelocityIsSetAtItsTimeAndOthersStay) {
  Model model = world({box_body("block", Vec3::Ones(), {0, 0, 100})});
  model.gravity.setZero();
  model.bodies[1].start_angular_velocity = {0, 0, 1};
  VelocityEvent first, second;
  first.time = 0.03;
  first.body = second.body = 1;
  first.sets_velocity = true;
  first.velocity = {0, 2, 0};
  second.time = 0.05;
  second.sets_angular_velocity = true;
  second.angular_velocity = {0, 0, -3};
  model.events = {first, second};
  Simulation simulation(std::move(model), 0.01, {});
  run(simulation, 2);
  EXPECT_EQ(simulation.state().bodies[1].velocity, Vec3(0, 0, 0));
  run(simulation, 1);
  EXPECT_EQ(simulation.state().bodies[1].velocity, Vec3(0, 2, 0));
  EXPECT_NEAR(simulation.state().bodies[1].angular_velocity.z(), 1, 1e-14);
  run(simulation, 2);
  EXPECT_NEAR(simulation.state().bodies[1].center.y(), 0.04, 1e-14);
  EXPECT_EQ(simulation.state().bodies[1].angular_velocity, Vec3(0, 0, -3));
}

TEST(Events, AtTimeZeroTheyApplyBeforeTheFirstStep) {
  Model model = world({box_body("block", Vec3::Ones(), {0, 0, 100})});
  VelocityEvent event;
  event.body = 1;
  event.sets_velocity = true;
  event.velocity = {7, 0, 0};
  model.events = {event};
  const Simulation simulation(std::move(model), 0.01, {});
  EXPECT_EQ(simulation.state().bodies[1].velocity, Vec3(7, 0, 0));
}

TEST(Events, DoNotMoveHeldDegreesOfFreedom) {
  Body body = test::box_body("box", Vec3::Ones(), {0, 0, 5});
  body.lock = {false, false, true, true, true, true};
  Model model = test::world({body});
  model.events.push_back({0, 1, true, true, Vec3(1, 0, 2), Vec3(0, 3, 0)});
  Simulation simulation(model, 0.01, {});
  test::run(simulation, 10);
  EXPECT_EQ(simulation.state().bodies[1].velocity, Vec3(1, 0, 0));
  EXPECT_EQ(simulation.state().bodies[1].angular_velocity, Vec3::Zero());
}

TEST(Events, TheEnergyTheyBringIsToldWithTheStep) {
  Body late = box_body("late", Vec3::Ones(), {0, 0, 10});
  late.start_velocity = {3, 0, 0};
  late.appears_at = 0.02;
  Model model = world({box_body("block", Vec3::Ones(), {5, 0, 50}), late});
  model.gravity.setZero();
  model.bodies[1].start_velocity = {0, 4, 0};
  model.events.push_back({0.03, 1, true, false, Vec3(0, 1, 0), Vec3::Zero()});
  const double mass = model.bodies[1].mass.mass;
  Simulation simulation(std::move(model), 0.01, {});
  EXPECT_EQ(simulation.step().event_energy, 0);
  EXPECT_NEAR(simulation.step().event_energy, 0.5 * mass * 9, 1e-9 * mass);
  EXPECT_NEAR(simulation.step().event_energy, 0.5 * mass * (1 - 16), 1e-9 * mass);
  EXPECT_EQ(simulation.step().event_energy, 0);
}

// What is there at the end is what was there at the start and what came in between, where nothing else does work.
TEST(Events, TheirEnergyClosesTheBalance) {
  Body late = box_body("late", Vec3::Ones(), {0, 0, 10});
  late.appears_at = 0.05;
  Model model = world({box_body("block", Vec3::Ones(), {5, 0, 50}), late});
  model.events.push_back({0.1, 2, true, true, Vec3(2, 0, 1), Vec3(0, 3, 0)});
  Simulation simulation(std::move(model), 1e-4, {});
  const double start = total_energy(simulation.model(), simulation.state());
  double brought = 0;
  for (int i = 0; i < 2000; ++i) brought += simulation.step().event_energy;
  const double end = total_energy(simulation.model(), simulation.state());
  EXPECT_NEAR(end, start + brought, 1e-4 * start);
  EXPECT_GT(brought, 0.1 * start);
}

TEST(Stepping, RefusesAnImpossibleStep) {
  for (const double step : {0.0, -0.01, std::nan(""), std::numeric_limits<double>::infinity()}) {
    EXPECT_THROW(Simulation(world({}), step, {}), InputError) << step;
  }
}

TEST(Stepping, RefusesAnImpossibleSolver) {
  SolverOptions options;
  options.name = "nobody";
  EXPECT_THROW(Simulation(world({}), 0.01, options), InputError);
}

TEST(Stepping, ANonFiniteStateIsAnErrorThatNamesTheBodyAndKeepsTheLastGoodState) {
  Model model = world({box_body("calm", Vec3::Ones(), {5, 0, 50}), box_body("rocket", Vec3::Ones(), {0, 0, 50})});
  model.bodies[2].force = {0, 0, 1e308};
  model.bodies[2].start_velocity = {0, 0, 1e304};
  Simulation simulation(std::move(model), 1e3, {});
  bool failed = false;
  for (int i = 0; i < 100 && !failed; ++i) {
    const State before = simulation.state();
    try {
      simulation.step();
    } catch (const SimulationError& error) {
      failed = true;
      EXPECT_NE(std::string(error.what()).find("\"rocket\""), std::string::npos) << error.what();
      EXPECT_EQ(state_hash(simulation.state()), state_hash(before));
      EXPECT_EQ(simulation.state().step_index, before.step_index);
      EXPECT_EQ(first_non_finite_body(simulation.state()), -1);
    }
  }
  EXPECT_TRUE(failed);
}

TEST(Stepping, TimeIsAMultipleOfTheStep) {
  Simulation simulation(world({}), 0.1, {});
  run(simulation, 1000);
  EXPECT_EQ(simulation.state().time, 1000 * 0.1);
  EXPECT_EQ(simulation.state().step_index, 1000);
  EXPECT_EQ(simulation.last_report().time, simulation.state().time);
}

}  // namespace
}  // namespace stiction
