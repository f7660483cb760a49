// Two elastic bars that lie across each other, through all stages of the engine.
#include <gtest/gtest.h>

#include <cmath>

#include "collision_deforming/modal_shape.h"
#include "deforming/worlds.h"

namespace stiction {
namespace {

constexpr int kLower = 3, kUpper = 4;

// A bar on two blocks, another across its middle.
Model crossed_bars(double turn = M_PI / 2, double drop = 0) {
  test::BarOptions options;
  options.young = 2e10;
  options.damping = 500;
  Model model = test::loaded_bar(options, 1);
  model.bodies[kUpper] = test::bar_body("upper", options, {0, 0, 0.1 + 1.5 * options.size[2] + drop});
  model.bodies[kUpper].start.rotation = Quat(Eigen::AngleAxisd(turn, Vec3::UnitZ()));
  compute_masses(model);
  return model;
}

TEST(TouchingBars, RestOnEachOtherCertifiedInEveryStep) {
  Simulation simulation(crossed_bars(), 2e-3, {}, 1);
  double deepest = 0, worst_signorini = 0;
  for (int i = 0; i < 1000; ++i) {
    const StepReport& report = simulation.step();
    ASSERT_LE(report.certificate.residual, 1e-6) << i;
    ASSERT_TRUE(report.converged) << i;
    worst_signorini = std::max(worst_signorini, report.certificate.signorini);
    deepest = std::max(deepest, report.max_penetration);
  }
  EXPECT_LE(deepest, 1e-8);  // where edges cross moves along them: a gap is linear to first order only
  EXPECT_LE(worst_signorini, 1e-8);
  const test::ElasticBar bar(test::BarOptions{});
  EXPECT_NEAR(test::contact_force(simulation, kUpper)[2], 9.81 * bar.mass(), 1e-4 * bar.mass());
  EXPECT_LT(simulation.state().bodies[kUpper].velocity.norm(), 1e-6);
  EXPECT_LT(simulation.state().bodies[kUpper].angular_velocity.norm(), 1e-5);
  EXPECT_GT(simulation.state().bodies[kLower].deformation[0], 1e-4);  // it sags under the other
  EXPECT_LT(simulation.state().bodies[kUpper].deformation[0], -1e-4);
}

TEST(TouchingBars, GiveEachOtherWhatTheyTakeToTheLastDigits) {
  Model model = crossed_bars(1.1, 0.05);
  model.bodies[kUpper].start_velocity = {0.1, -0.2, -0.5};
  model.bodies[kUpper].start_angular_velocity = {0.3, 1, 0.2};
  Simulation simulation(model, 2e-3, {}, 1);
  int touched = 0;
  for (int i = 0; i < 300; ++i) {
    const State before = simulation.state();
    simulation.step();
    for (const int k : {kLower, kUpper}) {
      const double mass = model.bodies[k].mass.mass;
      const Vec3 change = mass * (simulation.state().bodies[k].velocity - before.bodies[k].velocity);
      const Vec3 given = 2e-3 * (mass * model.gravity + test::contact_force(simulation, k));
      ASSERT_LT((change - given).norm(), 1e-12) << i;
    }
    for (const Contact& contact : simulation.contacts()) {
      if (contact.body_a == kLower && contact.body_b == kUpper) ++touched;
    }
  }
  EXPECT_GT(touched, 100);
}

// Linear and angular momentum of two bodies that collide in free flight.
TEST(TouchingBars, KeepTheirCommonMomentumInFlight) {
  Model model = crossed_bars(0.9);
  model.gravity.setZero();
  model.bodies = {model.bodies[kLower], model.bodies[kUpper]};
  model.bodies[1].start.position += Vec3(0.2, 0.1, 0.05);
  model.bodies[1].start_velocity = {0, 0, -3};
  model.bodies[0].start_angular_velocity = {0.2, 0.5, -0.3};
  Simulation simulation(model, 1e-3, {}, 1);
  const auto momentum = [&] {
    Vec6 sum = Vec6::Zero();
    for (int k = 0; k < 2; ++k) {
      const BodyState& body = simulation.state().bodies[k];
      const MassProperties& mass = model.bodies[k].mass;
      sum.head<3>() += mass.mass * body.velocity;
      sum.tail<3>() += mass.mass * body.center.cross(body.velocity) +
                       body.rotation * (mass.inertia * (body.rotation.conjugate() * body.angular_velocity));
    }
    return sum;
  };
  const Vec6 before = momentum();
  bool touched = false;
  for (int i = 0; i < 100; ++i) {
    simulation.step();
    touched = touched || simulation.solution().impulse.norm() > 0;
    ASSERT_LT((momentum() - before).head<3>().norm(), 1e-12 * before.norm()) << i;
    ASSERT_LT((momentum() - before).tail<3>().norm(), 1e-10 * before.norm()) << i;
  }
  EXPECT_TRUE(touched);
}

TEST(TouchingBars, HaveTheSameBitsForAnyNumberOfThreadsAndFromASavedState) {
  Simulation one(crossed_bars(1.2, 0.02), 2e-3, {}, 1), two(crossed_bars(1.2, 0.02), 2e-3, {}, 2);
  test::run(one, 100);
  test::run(two, 100);
  EXPECT_EQ(state_hash(one.state()), state_hash(two.state()));
  Simulation other(crossed_bars(1.2, 0.02), 2e-3, {}, 1);
  other.restore(one.save());
  test::run(one, 100);
  test::run(other, 100);
  EXPECT_EQ(state_hash(one.state()), state_hash(other.state()));
}

TEST(TouchingBars, KeepTheIdsOfTheirContactsWhileTheyRest) {
  Simulation simulation(crossed_bars(), 2e-3, {}, 1);
  test::run(simulation, 800);
  const auto ids = [&] {
    std::vector<std::uint64_t> all;
    for (const Contact& contact : simulation.contacts()) all.push_back(contact.id);
    return all;
  };
  const auto before = ids();
  test::run(simulation, 50);
  EXPECT_EQ(ids(), before);
  std::vector<std::uint64_t> sorted = before;
  std::sort(sorted.begin(), sorted.end());
  EXPECT_EQ(std::unique(sorted.begin(), sorted.end()), sorted.end());
}

TEST(TouchingBars, AreHeldAlikeByOtherSolvers) {
  std::vector<double> bent;
  for (const char* name : {"staggered", "pgs", "symmetric-fixed-point"}) {
    SolverOptions options;
    options.name = name;
    if (options.name == "pgs") options.max_iterations = 5000;
    Simulation simulation(crossed_bars(), 2e-3, options, 1);
    test::run(simulation, 600);
    bent.push_back(simulation.state().bodies[kLower].deformation[0]);
  }
  EXPECT_NEAR(bent[1], bent[0], 0.01 * std::abs(bent[0]));
  EXPECT_NEAR(bent[2], bent[0], 0.01 * std::abs(bent[0]));
}

}  // namespace
}  // namespace stiction
