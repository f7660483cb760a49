#include "recording/contact_state.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <numbers>

#include "recording/frame.h"
#include "stepping/simulation.h"

namespace stiction {
namespace {

constexpr double kStep = 0.01;  // [s]
const ContactStateScale kScale = contact_state_scale(9.81, kStep);
constexpr double kGain = 9.81 * kStep;  // of speed by gravity in a step [m/s]

ContactState state(const Vec3& impulse, const Vec3& velocity, double mu = 0.5, const FrictionSet& set = {}) {
  return contact_state(impulse, velocity, mu, set, 1, kScale);
}

TEST(ContactState, OfContactsWithoutNormalImpulseIsOpen) {
  EXPECT_EQ(state({0, 0, 0}, {0, 0, 0}), ContactState::kOpen);
  EXPECT_EQ(state({0, 0, 0}, {0, 1, 0}), ContactState::kOpen);
  EXPECT_EQ(state({-1, 0, 0}, {0, 1, 0}), ContactState::kOpen);
  EXPECT_EQ(state({1e-9 * kGain, 0, 0}, {0, 1, 0}), ContactState::kOpen);  // a solver's rounding
  EXPECT_EQ(state({std::nan(""), 0, 0}, {0, 1, 0}), ContactState::kOpen);
}

TEST(ContactState, SlidesWhereItMovesWithFullFriction) {
  EXPECT_EQ(state({1, -0.5, 0}, {0, 1, 0}), ContactState::kSlide);
  EXPECT_EQ(state({1, -0.3, -0.4}, {0, 0.3, 0.4}), ContactState::kSlide);
  EXPECT_EQ(state({1, 0, 0}, {0, 1, 0}, 0), ContactState::kSlide);  // without friction
  EXPECT_EQ(state({1, -0.5, 0}, {0, 0, 0}), ContactState::kStick);  // about to slide
  EXPECT_EQ(state({1, -0.5, 0}, {0, 1e-5 * kGain, 0}), ContactState::kStick);
  EXPECT_EQ(state({1, -0.4, 0}, {0, 1, 0}), ContactState::kStick);  // inexact: friction could hold it
  EXPECT_EQ(state({1, 0, 0}, {2, 0, 0}), ContactState::kStick);     // leaves straight up
}

TEST(ContactState, OfPolygonsSlidesOnTheEdgesToo) {
  const FrictionSet square{4};
  const double inner = 0.5 * std::numbers::sqrt2 / 2;
  EXPECT_EQ(state({1, -inner, 0}, {0, 1, 0}, 0.5, square), ContactState::kSlide);
  EXPECT_EQ(state({1, -inner, 0}, {0, 1, 0}, 0.5), ContactState::kStick);
}

RC_GTEST_PROP(ContactState, DoesNotDependOnTheUnitsOfMassAndTime, ()) {
  const auto number = rc::gen::map(rc::gen::inRange(-1000, 1001), [](int n) { return n * 1e-3; });
  const Vec3 impulse(*number, *number, *number), velocity(*number, *number, *number);
  const double mass = std::exp2(*rc::gen::inRange(-20, 20)), time = std::exp2(*rc::gen::inRange(-5, 5));
  const ContactStateScale scale = contact_state_scale(9.81 / (time * time), kStep * time);
  RC_ASSERT(contact_state(impulse, velocity, 0.5, {}, 1, kScale) ==
            contact_state(impulse * mass / time, velocity / time, 0.5, {}, 1 / mass, scale));
}

// A block on a plane that is tilted by `degrees`, with mu = 0.5 (26.6 degrees); pulled away by `lift` times its weight.
Simulation block_on_incline(double degrees, double lift = 0) {
  Model model;
  const double angle = degrees * std::numbers::pi / 180;
  model.gravity = 9.81 * Vec3(std::sin(angle), 0, -std::cos(angle));
  Body floor;
  floor.name = "floor";
  floor.shape = PlaneShape{};
  floor.fixed = true;
  Body block;
  block.name = "block";
  block.shape = make_box_shape({1, 1, 0.2});
  block.start.position = Vec3(0, 0, 0.1);
  block.force = Vec3(0, 0, lift * 1000 * 0.2 * 9.81);
  model.bodies = {floor, block};
  compute_masses(model);
  return Simulation(model, kStep, {});
}

TEST(ContactState, OfABlockOnASlopeChangesAtTheFrictionAngle) {
  struct Expected {
    double degrees, lift;
    ContactState state;
  };
  for (const auto& [degrees, lift, expected] : {Expected{0, 0, ContactState::kStick},
                                                {26, 0, ContactState::kStick},
                                                {27, 0, ContactState::kSlide},
                                                {40, 0, ContactState::kSlide},
                                                {0, 1.1, ContactState::kOpen}}) {
    Simulation simulation = block_on_incline(degrees, lift);
    for (int i = 0; i < 3; ++i) simulation.step();
    Frame frame;
    capture_frame(simulation, true, frame);
    ASSERT_EQ(frame.contacts.size(), 4U) << degrees;
    for (const FrameContact& contact : frame.contacts) EXPECT_EQ(contact.state, expected) << degrees;
  }
}

TEST(CapturedFrame, HasTheEnergiesOfTheStateAndTheFiguresOfTheStep) {
  Simulation simulation = block_on_incline(40);
  Frame frame;
  capture_frame(simulation, false, frame);
  EXPECT_FALSE(frame.judged);
  EXPECT_EQ(frame.kinetic_energy, 0);
  EXPECT_EQ(frame.systems, 0U);
  EXPECT_EQ(frame.stage_seconds[3], 0);
  EXPECT_TRUE(frame.contacts.empty());
  const double start = frame.potential_energy;
  for (int i = 0; i < 10; ++i) simulation.step();
  capture_frame(simulation, true, frame);
  const double mass = simulation.model().bodies[1].mass.mass, speed = frame.bodies[1].velocity.norm();
  EXPECT_NEAR(frame.kinetic_energy, 0.5 * mass * speed * speed, 1e-9);
  EXPECT_LT(frame.potential_energy, start);
  EXPECT_EQ(frame.elastic_energy, 0);
  EXPECT_NEAR(frame.kinetic_energy + frame.potential_energy, total_energy(simulation.model(), simulation.state()),
              1e-9);
  const StepReport& report = simulation.last_report();
  EXPECT_EQ(frame.systems, static_cast<std::uint32_t>(report.solve.newton_steps));
  for (std::size_t i = 0; i < kStageCount; ++i) {
    EXPECT_NEAR(frame.stage_seconds[i], report.stage_seconds[i], 1e-3 * report.stage_seconds[i]);
  }
  Vec3 force = Vec3::Zero();
  for (const FrameContact& c : frame.contacts) force += Vec3(c.force_on_b[0], c.force_on_b[1], c.force_on_b[2]);
  EXPECT_NEAR(force.z(), -mass * simulation.model().gravity.z(), 1e-3);
}

// A corner's centre of mass lies away from its origin, and moves while the origin is the centre of the turn.
TEST(CapturedFrame, PlacesBodiesByTheirOriginsAndTellsTheVelocityOfTheCentreOfMass) {
  Model model;
  model.gravity.setZero();
  Body corner;
  corner.name = "corner";
  corner.shape = make_convex_shape({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
  corner.start = {Vec3(1, 2, 3), Quat(Eigen::AngleAxisd(0.5, Vec3::UnitY()))};
  corner.start_angular_velocity = Vec3(0, 0, 2);
  const Vec3 arm = corner.start.rotation * Vec3::Constant(0.25);
  corner.start_velocity = corner.start_angular_velocity.cross(arm);
  model.bodies = {corner};
  compute_masses(model);
  Frame frame;
  capture_frame(Simulation(model, kStep, {}), false, frame);
  EXPECT_LT((frame.bodies[0].position - Vec3(1, 2, 3)).norm(), 1e-14);
  EXPECT_LT(frame.bodies[0].rotation.angularDistance(corner.start.rotation), 1e-7);
  EXPECT_LT((frame.bodies[0].velocity - corner.start_velocity).norm(), 1e-14);
  EXPECT_EQ(frame.bodies[0].angular_velocity, Vec3(0, 0, 2));
}

}  // namespace
}  // namespace stiction
