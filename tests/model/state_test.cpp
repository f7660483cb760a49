// Model and state: masses, placement, energy, hash, combination of materials.
#include "model/state.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

#include "model/bodies.h"

namespace stiction {
namespace {

using test::body_with_inertia;
using test::Random;

TEST(Materials, CombineByGeometricMeanAndLargerValue) {
  Model model;
  model.materials = {{"stone", 2400, 0.6, 0.1}, {"ice", 900, 0.05, 0.3}, {"rubber", 1100, 0.9, 0.8}};
  model.pairs = {{1, 2, 0.2, 0.05}};
  EXPECT_DOUBLE_EQ(model.surface(0, 1).friction, std::sqrt(0.6 * 0.05));
  EXPECT_EQ(model.surface(0, 1).restitution, 0.3);
  EXPECT_EQ(model.surface(1, 0).friction, model.surface(0, 1).friction);
  EXPECT_EQ(model.surface(0, 0).friction, 0.6);  // to the bit
  EXPECT_EQ(model.surface(1, 2).friction, 0.2);
  EXPECT_EQ(model.surface(2, 1).restitution, 0.05);
}

TEST(Bodies, AreFoundByName) {
  Model model;
  model.bodies.resize(2);
  model.bodies[0].name = "arch";
  model.bodies[1].name = "block";
  EXPECT_EQ(model.body_index("block"), 1);
  EXPECT_EQ(model.body_index("card"), -1);
}

TEST(Masses, FollowFromShapeAndDensity) {
  Model model;
  model.materials[0].density = 2000;
  model.bodies.resize(2);
  model.bodies[0].fixed = true;
  model.bodies[1].shape = SphereShape{0.5};
  compute_masses(model);
  EXPECT_EQ(model.bodies[0].mass.mass, 0);
  const double mass = 2000 * 4.0 / 3 * 3.14159265358979323846 * 0.125;
  EXPECT_NEAR(model.bodies[1].mass.mass, mass, 1e-9);
  const Mat3& F = model.bodies[1].inverse_inertia_factor;
  EXPECT_LT((F * F.transpose() * (0.4 * mass * 0.25) - Mat3::Identity()).norm(), 1e-12);
}

Model two_bodies() {
  Model model;
  Random random(5);
  for (int i = 0; i < 2; ++i) {
    Body body = body_with_inertia(2 + i, random.inertia());
    body.mass.center = random.vector();
    body.start.position = random.vector();
    body.start.rotation = random.rotation();
    body.start_velocity = random.vector();
    body.start_angular_velocity = random.vector();
    body.force = random.vector();
    model.bodies.push_back(body);
  }
  return model;
}

TEST(InitialState, PlacesTheCentreOfMass) {
  Model model = two_bodies();
  model.bodies[1].appears_at = 2;
  const State state = initial_state(model);
  for (int i = 0; i < 2; ++i) {
    const Body& body = model.bodies[i];
    EXPECT_LT((state.bodies[i].center - body.start.to_world(body.mass.center)).norm(), 1e-15);
    EXPECT_LT((body_pose(body, state.bodies[i]).position - body.start.position).norm(), 1e-14);
    EXPECT_EQ(state.bodies[i].angular_velocity, body.start_angular_velocity);
  }
  EXPECT_TRUE(state.bodies[0].present);
  EXPECT_FALSE(state.bodies[1].present);
}

TEST(Energy, IsKineticPlusPotentialOfGravityAndForce) {
  Model model = two_bodies();
  State state = initial_state(model);
  double expected = 0;
  for (int i = 0; i < 2; ++i) {
    const Body& body = model.bodies[i];
    const BodyState& s = state.bodies[i];
    expected += 0.5 * body.mass.mass * s.velocity.squaredNorm() +
                0.5 * s.angular_velocity.dot(test::world_inertia(body, s) * s.angular_velocity) -
                body.mass.mass * model.gravity.dot(s.center) - body.force.dot(s.center);
  }
  EXPECT_NEAR(total_energy(model, state), expected, 1e-12 * std::abs(expected));
  const double both = total_energy(model, state);
  state.bodies[1].present = false;
  EXPECT_NE(total_energy(model, state), both);
  model.bodies[0].fixed = true;
  EXPECT_EQ(total_energy(model, state), 0);
}

void flip_bit(double& number, int bit) {
  number = std::bit_cast<double>(std::bit_cast<std::uint64_t>(number) ^ std::uint64_t{1} << bit);
}

TEST(StateHash, ChangesWithEveryBit) {
  const State state = initial_state(two_bodies());
  const std::uint64_t hash = state_hash(state);
  EXPECT_EQ(state_hash(State(state)), hash);
  for (int body = 0; body < 2; ++body) {
    for (int number = 0; number < 13; ++number) {
      for (int bit = 0; bit < 64; ++bit) {
        State other = state;
        BodyState& s = other.bodies[body];
        double* numbers[4] = {s.center.data(), s.velocity.data(), s.angular_velocity.data(),
                              s.rotation.coeffs().data()};
        flip_bit(number < 9 ? numbers[number / 3][number % 3] : numbers[3][number - 9], bit);
        EXPECT_NE(state_hash(other), hash) << body << ' ' << number << ' ' << bit;
      }
    }
    State other = state;
    other.bodies[body].present = false;
    EXPECT_NE(state_hash(other), hash);
  }
}

TEST(NonFinite, NamesTheFirstBody) {
  State state = initial_state(two_bodies());
  EXPECT_EQ(first_non_finite_body(state), -1);
  state.bodies[1].angular_velocity.y() = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(first_non_finite_body(state), 1);
  state.bodies[0].rotation.w() = std::numeric_limits<double>::infinity();
  EXPECT_EQ(first_non_finite_body(state), 0);
}

}  // namespace
}  // namespace stiction
