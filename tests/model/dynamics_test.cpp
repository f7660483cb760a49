// Mass factors, free velocity, held degrees of freedom.
#include "model/dynamics.h"

#include <gtest/gtest.h>

#include <Eigen/LU>

#include "model/bodies.h"

namespace stiction {
namespace {

using test::body_with_inertia;
using test::box_body;
using test::Random;
using test::world_inertia;

DofLock lock_of(int bits) {
  DofLock lock;
  for (int i = 0; i < 6; ++i) lock[i] = bits >> i & 1;
  return lock;
}

TEST(Dynamics, LessThanRoundOffOfItsPlaceDoesNotMoveABody) {
  const Body body = box_body(Vec3::Ones());
  BodyState start;
  start.center = Vec3(1e-3, 5, 0);
  const double least = 5 * kPlaceRoundOff / 0.01;  // [m/s]
  Vec6 velocity = Vec6::Zero();
  velocity[0] = 0.9 * least;
  BodyState state = start;
  advance(body, state, velocity, 0.01);
  EXPECT_EQ(state.center, start.center);
  EXPECT_EQ(state.velocity.x(), velocity[0]) << "the velocity stays what it is";
  velocity[2] = 1.1 * least;
  advance(body, state, velocity, 0.01);
  EXPECT_GT(state.center.x(), start.center.x()) << "all of the way or nothing";
  EXPECT_GT(state.center.z(), 0);
}

TEST(Dynamics, RoundOffOfAPlaceNearTheOriginIsThatOfTheBodysSize) {
  const Body body = box_body(Vec3::Ones());
  const double least = kPlaceRoundOff * std::sqrt(0.25) / 0.01;  // moments m/6 [m/s]
  for (const double share : {0.9, 1.1}) {
    BodyState state;
    state.velocity = Vec3(0, share * least, 0);
    test::coast(body, state, 0.01);
    EXPECT_EQ(state.center.y() == 0, share < 1) << share;
  }
}

TEST(Dynamics, WhatIsNotANumberIsNotTakenForRest) {
  BodyState state;
  Vec6 velocity = Vec6::Zero();
  velocity[1] = std::numeric_limits<double>::quiet_NaN();
  advance(box_body(Vec3::Ones()), state, velocity, 0.01);
  EXPECT_FALSE(state.center.allFinite());
}

TEST(Dynamics, InverseInertiaFactorOfAFreeBody) {
  for (int seed = 0; seed < 200; ++seed) {
    Random random(seed);
    const Body body = body_with_inertia(2, random.inertia());
    BodyState state;
    state.rotation = random.rotation();
    const Mat3 F = inverse_inertia_factor(body, state.rotation);
    EXPECT_LT((F * F.transpose() * world_inertia(body, state) - Mat3::Identity()).norm(), 1e-11) << "seed " << seed;
  }
}

// The response of omega to a torque under constraints omega_i = 0, from the KKT system with Lagrange multipliers.
Mat3 response_with_multipliers(const Mat3& inertia, const DofLock& lock) {
  Eigen::Matrix<double, 6, 6> kkt = Eigen::Matrix<double, 6, 6>::Zero();
  kkt.topLeftCorner<3, 3>() = inertia;
  for (int i = 0; i < 3; ++i) {
    if (lock[3 + i]) {
      kkt(i, 3 + i) = kkt(3 + i, i) = 1;
    } else {
      kkt(3 + i, 3 + i) = 1;  // an idle multiplier
    }
  }
  return kkt.inverse().topLeftCorner<3, 3>();
}

TEST(Dynamics, ConstrainedInverseInertiaAgreesWithLagrangeMultipliers) {
  for (int seed = 0; seed < 50; ++seed) {
    for (int bits = 0; bits < 8; ++bits) {
      Random random(seed);
      const DofLock lock = lock_of(bits << 3);
      const Body body = body_with_inertia(2, random.inertia(), lock);
      BodyState state;
      state.rotation = random.rotation();
      const Mat3 F = inverse_inertia_factor(body, state.rotation);
      const Mat3 expected = response_with_multipliers(world_inertia(body, state), lock);
      EXPECT_LT((F * F.transpose() - expected).norm(), 1e-11 * (1 + expected.norm())) << "seed " << seed;
      for (int i = 0; i < 3; ++i) {
        if (lock[3 + i]) {
          EXPECT_EQ(F.row(i).norm(), 0);
        }
      }
    }
  }
}

TEST(Dynamics, InverseMassFactor) {
  const Body body = body_with_inertia(4, Mat3::Identity(), {false, true, false, false, false, false});
  EXPECT_EQ(inverse_mass_factor(body), Vec3(0.5, 0, 0.5));
  Body fixed;
  fixed.fixed = true;
  EXPECT_EQ(inverse_mass_factor(fixed), Vec3(0, 0, 0));
  EXPECT_EQ(inverse_inertia_factor(fixed, Quat::Identity()).norm(), 0);
}

// Semi-implicit Euler: v_k = v_0 + k h g, x_k = x_0 + k h v_0 + k (k + 1) / 2 h^2 g.
TEST(Dynamics, FreeFallFollowsTheDiscreteFormula) {
  const Model model;
  const Body box = box_body({0.1, 0.2, 0.4});
  const Vec3 x0(1, 2, 30), v0(0.5, -1, 4);
  BodyState state;
  state.center = x0;
  state.velocity = v0;
  const double h = 0.01;
  for (int k = 1; k <= 200; ++k) {
    advance(box, state, free_velocity(model, box, state, h), h);
    EXPECT_LT((state.velocity - (v0 + k * h * model.gravity)).norm(), 1e-12);
    EXPECT_LT((state.center - (x0 + k * h * v0 + 0.5 * k * (k + 1) * h * h * model.gravity)).norm(), 1e-11);
  }
  EXPECT_EQ(state.rotation.coeffs(), Quat::Identity().coeffs());
}

TEST(Dynamics, ForceAndTorqueActOverTheStep) {
  for (int seed = 0; seed < 50; ++seed) {
    Random random(seed);
    Model model;
    model.gravity = random.vector();
    Body body = body_with_inertia(3, random.inertia());
    body.force = random.vector();
    body.torque = random.vector();
    BodyState state;
    state.rotation = random.rotation();
    state.velocity = random.vector();
    state.angular_velocity = random.vector();
    const double h = 0.02;
    const Vec6 v = free_velocity(model, body, state, h);
    EXPECT_LT((3 * (v.head<3>() - state.velocity) - h * (3 * model.gravity + body.force)).norm(), 1e-14);
    // No gyroscopic term: the change of omega is that by the torque alone.
    EXPECT_LT((world_inertia(body, state) * (v.tail<3>() - state.angular_velocity) - h * body.torque).norm(), 1e-13);
  }
}

// dL/dt = torque, exactly, for a body that tumbles meanwhile.
TEST(Dynamics, ConstantTorqueFillsTheMomentum) {
  Random random(7);
  Model model;
  Body body = body_with_inertia(3, random.inertia());
  body.torque = {0.1, -0.2, 0.3};
  BodyState state;
  state.angular_velocity = {1, 2, 3};
  const Vec3 start = test::angular_momentum(body, state);
  for (int k = 0; k < 1000; ++k) advance(body, state, free_velocity(model, body, state, 0.01), 0.01);
  EXPECT_LT((test::angular_momentum(body, state) - start - 10 * body.torque).norm(), 1e-11);
}

TEST(Dynamics, AllCombinationsOfLocksHold) {
  for (int bits = 0; bits < 64; ++bits) {
    Random random(bits);
    Model model;
    model.gravity = random.vector() * 10;
    Body body = body_with_inertia(3, random.inertia(), lock_of(bits));
    body.force = random.vector();
    body.torque = random.vector();
    body.start.position = random.vector();
    body.start.rotation = random.rotation();
    body.start_velocity = random.vector();
    body.start_angular_velocity = random.vector();
    model.bodies = {body};
    BodyState state = initial_state(model).bodies[0];
    const BodyState start = state;
    for (int k = 0; k < 50; ++k) {
      const Vec6 v = free_velocity(model, body, state, 0.01);
      advance(body, state, v, 0.01);
      for (int i = 0; i < 3; ++i) {
        if (body.lock[i]) {
          EXPECT_EQ(v[i], 0);
          EXPECT_EQ(state.velocity[i], 0);
          EXPECT_EQ(state.center[i], start.center[i]);
        } else {
          EXPECT_NE(state.center[i], start.center[i]);
        }
        if (body.lock[3 + i]) {
          EXPECT_EQ(v[3 + i], 0);
          EXPECT_EQ(state.angular_velocity[i], 0);
        }
      }
    }
    EXPECT_NEAR(state.rotation.norm(), 1, 1e-14);
    if ((bits >> 3) == 7) {
      EXPECT_EQ(state.rotation.coeffs(), start.rotation.coeffs());
    }
  }
}

TEST(Dynamics, PlanarBodyStaysInItsPlane) {
  Model model;
  Body body = box_body({0.1, 0.2, 0.4}, 1000, {false, true, false, true, false, true});  // y rx rz
  body.torque = {1, 0.01, 1};
  BodyState state;
  for (int k = 0; k < 500; ++k) advance(body, state, free_velocity(model, body, state, 0.01), 0.01);
  EXPECT_LT((state.rotation * Vec3::UnitY() - Vec3::UnitY()).norm(), 1e-13);
  EXPECT_NEAR(state.angular_velocity.y(), 5 * 0.01 / body.mass.inertia(1, 1), 1e-12);
}

TEST(Dynamics, FixedBodiesDoNotMove) {
  Model model;
  Body body;
  body.fixed = true;
  BodyState state;
  EXPECT_EQ(free_velocity(model, body, state, 0.01).norm(), 0);
  advance(body, state, Vec6::Ones(), 0.01);
  EXPECT_EQ(state.center.norm(), 0);
}

}  // namespace
}  // namespace stiction
