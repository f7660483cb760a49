// Round bodies roll as round bodies do: no facets, no loss.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

#include "worlds.h"

namespace stiction::test {
namespace {

constexpr double kStep = 0.01;   // [s]
constexpr double kRadius = 0.2;  // [m]
constexpr double kLength = 0.6;  // [m]
constexpr double kSpeed = 1.5;   // [m/s]

Body round_body(const Shape& shape, const Vec3& position, const Quat& rotation) {
  Body body;
  body.name = "roller";
  body.shape = shape;
  body.start = {position, rotation};
  return body;
}

// Lies along y.
const Quat kLying(Eigen::AngleAxisd(-std::numbers::pi / 2, Vec3::UnitX()));

void roll(Body& body, double speed) {
  body.start_velocity = {speed, 0, 0};
  body.start_angular_velocity = {0, speed / kRadius, 0};
}

double kinetic(const Simulation& simulation) {
  double energy = 0;
  for (std::size_t i = 0; i < simulation.model().bodies.size(); ++i) {
    if (!simulation.model().bodies[i].fixed) {
      energy += kinetic_energy(simulation.model().bodies[i], simulation.state().bodies[i]);
    }
  }
  return energy;
}

// Rolls for `seconds`; energy and height must not change, ids neither.
void expect_steady_roll(Model model, int roller, double seconds) {
  Simulation simulation(std::move(model), kStep, SolverOptions{}, 1);
  const double energy = kinetic(simulation);
  const double height = simulation.state().bodies[roller].center.z();
  std::set<std::uint64_t> ids;
  for (int i = 0; i < static_cast<int>(std::lround(seconds / kStep)); ++i) {
    simulation.step();
    for (const Contact& c : simulation.contacts()) ids.insert(c.id);
    ASSERT_EQ(simulation.contacts().size(), 2u) << i;
    ASSERT_NEAR(simulation.state().bodies[roller].center.z(), height, 1e-9) << i;
    ASSERT_NEAR(kinetic(simulation) / energy, 1, 1e-9) << i;
  }
  EXPECT_EQ(ids.size(), 2u);
  EXPECT_NEAR(simulation.state().bodies[roller].velocity.x(), kSpeed, 1e-8);
}

const Shape kRollers[] = {make_cylinder_shape(kRadius, kLength), make_capsule_shape(kRadius, kLength)};

TEST(Rolling, cylinder_and_capsule_roll_on_a_plane_without_loss_or_bumps) {
  for (const Shape& shape : kRollers) {
    Body roller = round_body(shape, {0, 0, kRadius}, kLying);
    roll(roller, kSpeed);
    expect_steady_roll(world({roller}), 1, 5);
  }
}

TEST(Rolling, cylinder_and_capsule_roll_on_a_box_without_loss_or_bumps) {
  for (const Shape& shape : kRollers) {
    Body slab = box_body("slab", {20, 2, 1}, {5, 0, -0.5});
    slab.fixed = true;
    Body roller = round_body(shape, {0, 0, kRadius}, kLying);
    roll(roller, kSpeed);
    Model model;
    model.bodies = {slab, roller};
    compute_masses(model);
    expect_steady_roll(model, 1, 5);
  }
}

TEST(Rolling, a_fast_roller_that_turns_by_half_a_radian_per_step_is_steady_too) {
  for (const Shape& shape : kRollers) {
    Body roller = round_body(shape, {0, 0, kRadius}, kLying);
    roller.start_velocity = {10, 0, 0};
    roller.start_angular_velocity = {0, 50, 0};
    Simulation simulation(world({roller}), kStep, SolverOptions{}, 1);
    const double energy = kinetic(simulation);
    run(simulation, 300);
    EXPECT_NEAR(kinetic(simulation) / energy, 1, 1e-9);
    EXPECT_NEAR(simulation.state().bodies[1].center.z(), kRadius, 1e-9);
  }
}

// A cylinder rolls along the top of a fixed one that lies across its way (crossed) or on two rails along its way.
TEST(Rolling, a_cylinder_rolls_along_rails_that_cross_it) {
  for (const Shape& rail_shape : {Shape(make_cylinder_shape(0.1, 20)), Shape(make_capsule_shape(0.1, 20))}) {
    const Quat along_x(Eigen::AngleAxisd(std::numbers::pi / 2, Vec3::UnitY()));
    Body left = round_body(rail_shape, {5, -0.2, -0.1}, along_x),
         right = round_body(rail_shape, {5, 0.2, -0.1}, along_x);
    left.fixed = right.fixed = true;
    for (const Shape& shape : kRollers) {
      Body roller = round_body(shape, {0, 0, kRadius}, kLying);
      roll(roller, kSpeed);
      Model model;
      model.bodies = {left, right, roller};
      compute_masses(model);
      expect_steady_roll(model, 2, 4);
    }
  }
}

// On the way down from the top the roller keeps energy: released at a small angle on a fixed parallel cylinder, it
// obeys (1/2) m v^2 (1 + 1/2) = m g (R + r) (cos(start) - cos(angle)) as long as it rolls.
TEST(Rolling, a_cylinder_rolls_down_a_parallel_cylinder_as_energy_says) {
  const double big = 1, start = 0.2;
  Body drum = round_body(make_cylinder_shape(big, 1), {0, 0, 0}, kLying);
  drum.fixed = true;
  const double apart = big + kRadius;
  Body roller =
      round_body(make_cylinder_shape(kRadius, kLength), apart * Vec3(std::sin(start), 0, std::cos(start)), kLying);
  Model model;
  model.materials[0].friction = 1;
  model.bodies = {drum, roller};
  compute_masses(model);
  const double h = 0.001;
  Simulation simulation(model, h, SolverOptions{}, 1);
  double angle = start;
  for (int i = 0; i < 3000 && angle < 0.6; ++i) {
    simulation.step();
    const BodyState& state = simulation.state().bodies[1];
    angle = std::atan2(state.center.x(), state.center.z());
    ASSERT_NEAR(std::hypot(state.center.x(), state.center.z()), apart, 2e-4) << i;
    ASSERT_EQ(simulation.contacts().size(), 2u);
    ASSERT_NEAR(state.center.y(), 0, 1e-9);
  }
  ASSERT_GE(angle, 0.6);
  const double speed = simulation.state().bodies[1].velocity.norm();
  const double wanted = std::sqrt(9.81 * apart * (std::cos(start) - std::cos(angle)) / 0.75);
  EXPECT_NEAR(speed / wanted, 1, 0.01);
}

TEST(Rolling, a_standing_cylinder_rests_on_the_same_eight_points) {
  for (bool on_box : {false, true}) {
    Body slab = box_body("slab", {2, 2, 1}, {0, 0, -0.5});
    slab.fixed = true;
    Model model;
    model.bodies = {on_box ? slab : plane_body(),
                    round_body(make_cylinder_shape(kRadius, 1), {0, 0, 0.5}, Quat::Identity()),
                    round_body(make_cylinder_shape(kRadius, 1), {0.05, 0, 1.5}, Quat::Identity())};
    compute_masses(model);
    Simulation simulation(model, kStep, SolverOptions{}, 1);
    simulation.step();
    std::set<std::uint64_t> first;
    for (const Contact& c : simulation.contacts()) first.insert(c.id);
    EXPECT_EQ(std::count_if(simulation.contacts().begin(), simulation.contacts().end(),
                            [](const Contact& c) { return c.body_a == 0; }),
              8);
    run(simulation, 300);
    std::set<std::uint64_t> last;
    for (const Contact& c : simulation.contacts()) last.insert(c.id);
    EXPECT_EQ(first, last);
    for (int i : {1, 2}) {
      EXPECT_LT(simulation.state().bodies[i].velocity.norm(), 1e-8);
      EXPECT_LT((simulation.state().bodies[i].center - model.bodies[i].start.position).norm(), 1e-8);
    }
  }
}

// A coin rolls upright in a straight line, and leaning in a circle, on the lowest point of its rim.
TEST(Rolling, a_leaning_coin_rolls_in_a_circle_and_keeps_its_energy) {
  const double lean = 0.3, r = 0.1, thick = 0.01, speed = 1;
  Body coin;
  coin.name = "coin";
  coin.shape = make_cylinder_shape(r, thick);
  // The axis lies along y, then the coin leans about x.
  const Quat turn = Quat(Eigen::AngleAxisd(lean, Vec3::UnitX())) * kLying;
  coin.start = {{0, 0, r * std::cos(lean) + thick / 2 * std::sin(lean)}, turn};
  coin.start_velocity = {speed, 0, 0};
  coin.start_angular_velocity = Quat(Eigen::AngleAxisd(lean, Vec3::UnitX())) * Vec3(0, speed / r, 0);
  Model model = world({coin}, 1);
  Simulation simulation(model, 0.001, SolverOptions{}, 1);
  const double energy = total_energy(model, simulation.state());
  double lowest = 1;
  for (int i = 0; i < 1000; ++i) {
    simulation.step();
    lowest = std::min(lowest, simulation.state().bodies[1].center.z());
  }
  EXPECT_NEAR(total_energy(model, simulation.state()) / energy, 1, 0.02);
  EXPECT_GT(lowest, 0.5 * r) << "it does not fall over";
}

}  // namespace
}  // namespace stiction::test
