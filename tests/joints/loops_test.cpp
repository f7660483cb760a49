// Closed loops, redundant joints, chains at rest.
#include <gtest/gtest.h>

#include <cmath>

#include "joints/joined.h"

namespace stiction {
namespace {

using test::ball;
using test::box_body;
using test::hinge;
using test::joint_errors;
using test::kG;
using test::rod;
using test::space;

// A door on so many hinges along a tilted post.
double door_angle(int hinges, int steps) {
  const Vec3 post = Vec3(0.2, 0, 1).normalized();
  Body door = box_body("door", {0.04, 1, 2}, Quat::FromTwoVectors(Vec3::UnitZ(), post) * Vec3(0, 0.5, 0));
  door.start.rotation = Quat::FromTwoVectors(Vec3::UnitZ(), post);
  std::vector<Joint> joints;
  joints.reserve(hinges);
  for (int i = 0; i < hinges; ++i) joints.push_back(hinge(kWorld, 0, (0.9 - 0.6 * i) * post, post));
  Simulation simulation(space({door}, joints), 0.01, {});
  test::run(simulation, steps);
  EXPECT_LT(joint_errors(simulation).position, 1e-11);
  EXPECT_EQ(simulation.problem().wide_bodies[0].dofs, 1);
  return simulation.joint(0).coordinate;
}

TEST(Loops, ADoorOnSeveralHingesSwingsLikeOnOne) {
  const double one = door_angle(1, 150);
  EXPECT_GT(std::abs(one), 0.5) << "does not move";
  EXPECT_NEAR(door_angle(2, 150), one, 1e-9);
  EXPECT_NEAR(door_angle(4, 150), one, 1e-9);
}

Model four_bar() {
  const Vec3 o(0, 0, 0), a(0, 0, 0.4), b(0.85, 0, 0.69529), c(1, 0, 0);
  return space({rod("crank", o, a), rod("coupler", a, b), rod("rocker", b, c)},
               {hinge(kWorld, 0, o), hinge(0, 1, a), hinge(1, 2, b), hinge(2, kWorld, c)});
}

// One degree of freedom: where the energy is kept, the speed is right.
TEST(Loops, AFourBarLinkageKeepsItsEnergyAndItsLoopClosed) {
  Model model = four_bar();
  model.bodies[0].start_angular_velocity = {0, 6, 0};
  model.bodies[0].start_velocity = Vec3(0, 6, 0).cross(model.bodies[0].start.position);
  double worst[2];
  for (const int i : {0, 1}) {
    const double h = i == 0 ? 4e-3 : 1e-3;
    Simulation simulation(model, h, {});
    simulation.step();  // the other links join in
    EXPECT_EQ(simulation.problem().wide_bodies[0].dofs, 1);
    const double start = total_energy(model, simulation.state());
    worst[i] = 0;
    double low = 10, high = -10;
    for (int k = 0; k * h < 4; ++k) {
      simulation.step();
      worst[i] = std::max(worst[i], std::abs(total_energy(model, simulation.state()) - start));
      low = std::min(low, simulation.state().bodies[0].center.z());
      high = std::max(high, simulation.state().bodies[0].center.z());
      const auto errors = joint_errors(simulation);
      ASSERT_LT(errors.position, 1e-11);
      ASSERT_LT(errors.velocity, 1e-11);
    }
    EXPECT_LT(low, -0.19) << "the crank does not go round";
    EXPECT_GT(high, 0.19);
  }
  EXPECT_LT(worst[1], 0.5 * worst[0]) << worst[0];
  EXPECT_LT(worst[1], 0.02 * model.bodies[1].mass.mass * kG) << "J, of a metre of height";
}

// Links of a hanging chain: tan(angle) = (weight to the right of the middle less that to the left) / pull.
struct Hanging {
  Model model;
  double pull = 0;  // horizontal [N]
};
Hanging hanging_chain(int links, double length, double pull_in_weights) {
  std::vector<Vec3> knots = {Vec3::Zero()};
  for (int i = 0; i < links; ++i) {
    const double slope = (i + 0.5 - links / 2.0) / pull_in_weights;
    knots.emplace_back(knots.back() + length * Vec3(1, 0, slope).normalized());
  }
  std::vector<Body> bodies;
  bodies.reserve(links);
  std::vector<Joint> joints;
  joints.reserve(links + 1);
  for (int i = 0; i < links; ++i) bodies.push_back(rod("link" + std::to_string(i), knots[i], knots[i + 1]));
  for (int i = 0; i <= links; ++i) joints.push_back(ball(i == 0 ? kWorld : i - 1, i == links ? kWorld : i, knots[i]));
  Hanging hanging{space(bodies, joints)};
  hanging.pull = pull_in_weights * hanging.model.bodies[0].mass.mass * kG;
  return hanging;
}

TEST(Loops, AHangingChainRestsInItsCatenaryWithItsPull) {
  for (const int links : {2, 9, 30}) {
    const Hanging hanging = hanging_chain(links, 0.1, 5);
    Simulation simulation(hanging.model, 0.01, {});
    for (int i = 0; i < 200; ++i) {
      simulation.step();
      for (const BodyState& body : simulation.state().bodies) ASSERT_LT(body.velocity.norm(), 1e-9) << i;
    }
    const double weight = hanging.model.bodies[0].mass.mass * kG;
    EXPECT_NEAR(simulation.joint(0).force.x(), -hanging.pull, 1e-7 * hanging.pull);
    EXPECT_NEAR(simulation.joint(0).force.z(), weight * links / 2, 1e-7 * hanging.pull);
    EXPECT_NEAR(simulation.joint(links / 2).force.x(), -hanging.pull, 1e-7 * hanging.pull);
  }
}

// Two links between the world and a body that is drawn away to 0.2 m beyond their length, and back.
Model drawn_chain() {
  const double angle = 0.3;
  const Vec3 knot(std::cos(angle), 0, -std::sin(angle)), end(2 * std::cos(angle), 0, 0);
  Model model = space({rod("a", Vec3::Zero(), knot), rod("b", knot, end), box_body("puller", {0.1, 0.1, 0.1}, end)},
                      {ball(kWorld, 0, Vec3::Zero()), ball(0, 1, knot), ball(1, 2, end)});
  model.bodies[2].fixed = model.bodies[2].scripted = true;
  Motion motion;
  motion.body = 2;
  motion.kind = MotionKind::kKeyframes;
  motion.keys = {
      {0, {end, Quat::Identity()}}, {1, {{2.2, 0, 0}, Quat::Identity()}}, {2, {{1.7, 0, 0}, Quat::Identity()}}};
  model.motions.push_back(motion);
  return model;
}

TEST(Loops, AChainThatIsDrawnBeyondItsLengthSaysSoAndComesTogetherAgain) {
  const Model model = drawn_chain();
  for (const double h : {0.01, 0.002}) {
    Simulation simulation(model, h, {});
    double apart = 0;
    while (simulation.state().time < 3) {
      const StepReport& report = simulation.step();
      const bool torn = report.joint_error > 1e-6;
      ASSERT_EQ(report.converged, !torn) << report.time;
      ASSERT_EQ(report.solve.status == SolveStatus::kInfeasible, torn) << report.time;
      apart = std::max(apart, report.joint_error);
      for (const int link : {0, 1}) {
        ASSERT_LT(simulation.state().bodies[link].velocity.norm(), 10) << report.time;
        ASSERT_LT(simulation.state().bodies[link].center.norm(), 2.5) << report.time;
      }
    }
    EXPECT_GT(apart, 0.15) << "was never drawn too far";
    EXPECT_LT(apart, 0.25);
    EXPECT_LT(joint_errors(simulation).position, 1e-9) << "is not together again";
  }
}

TEST(Loops, ASavedStateWithJointsApartGoesOnAsTheFirst) {
  const Model model = drawn_chain();
  Simulation first(model, 0.01, {});
  for (const int steps : {20, 20, 80, 25}) {
    test::run(first, steps);
    Simulation saved(model, 0.01, {});
    saved.restore(first.save());
    test::run(first, 10);
    test::run(saved, 10);
    EXPECT_EQ(state_hash(saved.state()), state_hash(first.state())) << first.state().time;
  }
}

TEST(Loops, AFrameOfRedundantFixedJointsIsRigidAndFallsAsOne) {
  std::vector<Body> bodies = {box_body("a", {1, 0.1, 0.1}, {0, 0, 5}), box_body("b", {0.1, 0.1, 1}, {0.5, 0, 5.5}),
                              box_body("c", {1, 0.1, 0.1}, {0, 0, 6}), box_body("d", {0.1, 0.1, 1}, {-0.5, 0, 5.5})};
  const auto weld = [](int a, int b, const Vec3& at) { return test::joint_of(JointKind::kFixed, a, b, at); };
  Model model = space(
      bodies, {weld(0, 1, {0.5, 0, 5}), weld(1, 2, {0.5, 0, 6}), weld(2, 3, {-0.5, 0, 6}), weld(3, 0, {-0.5, 0, 5})});
  for (Body& body : model.bodies) {
    body.start_angular_velocity = {0.3, 1, 0.2};
    body.start_velocity = body.start_angular_velocity.cross(body.start.position - Vec3(0, 0, 5.5));
  }
  Simulation simulation(model, 0.01, {});
  const Vec3 spin = test::angular_momentum(simulation);
  test::run(simulation, 100);
  EXPECT_EQ(simulation.problem().wide_bodies[0].dofs, 6);
  Vec3 middle = Vec3::Zero();
  for (const BodyState& body : simulation.state().bodies) middle += body.center / 4;
  EXPECT_NEAR(middle.z(), 5.5 - kG * 0.01 * 0.01 * 100 * 101 / 2, 1e-9);
  EXPECT_LT((test::angular_momentum(simulation) - spin).norm(), 1e-9);
  EXPECT_LT(joint_errors(simulation).position, 1e-11);
}

}  // namespace
}  // namespace stiction
