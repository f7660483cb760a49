// Torque-free rotation: what advance keeps, and how well it follows the exact motion.
#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "model/bodies.h"

namespace stiction {
namespace {

using test::angular_momentum;
using test::body_with_inertia;
using test::box_body;
using test::coast;
using test::Random;

constexpr double kPi = 3.14159265358979323846;

double angle_between(const Quat& a, const Quat& b) {
  return a.angularDistance(b);
}

// Time between sign changes of omega_y in Euler's equations, moments I_x > I_y > I_z: 2 K(m) / rate, where
// omega_y = amplitude sn(rate t; m) (Landau and Lifshitz, Mechanics, section 37); K by the arithmetic-geometric mean.
double exact_flip_time(const Body& body, const BodyState& start) {
  double Ia = body.mass.inertia(0, 0), Ic = body.mass.inertia(2, 2);
  const double Ib = body.mass.inertia(1, 1);
  const double L2 = angular_momentum(body, start).squaredNorm(), E2 = 2 * kinetic_energy(body, start);
  if (L2 < E2 * Ib) std::swap(Ia, Ic);
  const double rate = std::sqrt((Ia - Ib) * (L2 - E2 * Ic) / (Ia * Ib * Ic));
  const double m = (Ib - Ic) * (E2 * Ia - L2) / ((Ia - Ib) * (L2 - E2 * Ic));
  double a = 1, g = std::sqrt(1 - m);
  for (int i = 0; i < 60; ++i) {
    const double mean = 0.5 * (a + g);
    g = std::sqrt(a * g);
    a = mean;
  }
  return kPi / a / rate;
}

struct Drift {
  double momentum = 0;     // largest | |L| / |L_0| - 1 |
  double direction = 0;    // largest |L - L_0| / |L_0|
  double energy = 0;       // largest |E / E_0 - 1|
  double energy_gain = 0;  // largest E / E_0 - 1
  int flips = 0;           // sign changes of the body's y component of omega
};

Drift tumble(const Body& body, BodyState state, double step, int steps) {
  Drift drift;
  const Vec3 L0 = angular_momentum(body, state);
  const double E0 = kinetic_energy(body, state);
  double side = (state.rotation.conjugate() * state.angular_velocity).y();
  for (int i = 0; i < steps; ++i) {
    coast(body, state, step);
    const Vec3 L = angular_momentum(body, state);
    const double energy = kinetic_energy(body, state) / E0 - 1;
    drift.momentum = std::max(drift.momentum, std::abs(L.norm() / L0.norm() - 1));
    drift.direction = std::max(drift.direction, (L - L0).norm() / L0.norm());
    drift.energy = std::max(drift.energy, std::abs(energy));
    drift.energy_gain = std::max(drift.energy_gain, energy);
    const double now = (state.rotation.conjugate() * state.angular_velocity).y();
    if (now * side < 0) ++drift.flips;
    side = now;
  }
  return drift;
}

// Ten minutes about the unstable axis: it flips over and over (Dzhanibekov) and loses and gains nothing.
TEST(Rotation, TumblingBoxKeepsMomentumAndEnergyForTenMinutes) {
  const Body box = box_body({0.1, 0.2, 0.4});  // moments: x largest, y between, z smallest
  BodyState state;
  state.angular_velocity = {0.01, 6, 0.03};  // equal ones would lie on the separatrix of this box
  const Drift drift = tumble(box, state, 1e-2, 60000);
  EXPECT_LT(drift.momentum, 1e-10);
  EXPECT_LT(drift.direction, 1e-10);
  EXPECT_LT(drift.energy, 1e-9);
  EXPECT_LT(drift.energy_gain, 1e-10);
  EXPECT_NEAR(drift.flips, 600 / exact_flip_time(box, state), 1);
}

TEST(Rotation, RandomBodiesKeepMomentumAndEnergyAtAnySpeed) {
  for (int seed = 0; seed < 300; ++seed) {
    Random random(seed);
    const Body body = body_with_inertia(1, random.inertia());
    BodyState state;
    state.rotation = random.rotation();
    const double turn_per_step = std::pow(10.0, -4 + 5.0 * seed / 300);  // up to 10 rad
    state.angular_velocity = random.vector().normalized() * turn_per_step / 1e-2;
    const Drift drift = tumble(body, state, 1e-2, 200);
    EXPECT_LT(drift.direction, 1e-11) << "seed " << seed;
    EXPECT_LT(drift.energy, 1e-11) << "seed " << seed;
  }
}

// Beyond what substeps follow: finite, unit rotation, no energy gained.
TEST(Rotation, AbsurdSpeedsStayHarmless) {
  const Body box = box_body({0.1, 0.2, 0.4});
  for (const double speed : {1e4, 1e6, 1e12, 1e100}) {
    BodyState state;
    state.angular_velocity = Vec3(0.3, 1, 0.2) * speed;
    const double before = kinetic_energy(box, state);
    for (int i = 0; i < 20; ++i) coast(box, state, 1e-2);
    EXPECT_TRUE(state.rotation.coeffs().allFinite() && state.angular_velocity.allFinite()) << speed;
    EXPECT_NEAR(state.rotation.norm(), 1, 1e-14) << speed;
    EXPECT_NEAR(kinetic_energy(box, state) / before, 1, 1e-10) << speed;
  }
}

// A symmetric top's axis precesses about L at the rate |L| / I_transverse.
TEST(Rotation, SymmetricTopPrecessesAtTheClosedFormRate) {
  const double transverse = 2, axial = 1;
  const Body top = body_with_inertia(1, Vec3(transverse, transverse, axial).asDiagonal());
  BodyState state;
  const Vec3 omega(0.4, 0, 3);
  state.angular_velocity = omega;
  const Vec3 L = angular_momentum(top, state);
  const double rate = L.norm() / transverse;
  const double step = 1e-4;
  const int steps = 20000;
  for (int i = 0; i < steps; ++i) coast(top, state, step);
  // Exact: R(t) = exp(t L / I_t) exp(t s e_z), s = omega_z (1 - I_a / I_t) body rate along the axis.
  const double t = step * steps;
  const Quat precession(Eigen::AngleAxisd(rate * t, L.normalized()));
  const Quat spin(Eigen::AngleAxisd(omega.z() * (1 - axial / transverse) * t, Vec3::UnitZ()));
  EXPECT_LT(angle_between(state.rotation, precession * spin), 1e-6);
  EXPECT_LT((state.rotation * Vec3::UnitZ() - precession * Vec3::UnitZ()).norm(), 1e-6);
}

TEST(Rotation, SecondOrderInTheStep) {
  const Body box = box_body({0.1, 0.2, 0.4});
  const auto rotation_after_one_second = [&](int steps) {
    BodyState state;
    state.angular_velocity = {1, 2, -1.5};
    for (int i = 0; i < steps; ++i) coast(box, state, 1.0 / steps);
    return state.rotation;
  };
  const Quat reference = rotation_after_one_second(20480);
  double previous = 0;
  for (const int steps : {20, 40, 80, 160}) {
    const double error = angle_between(rotation_after_one_second(steps), reference);
    if (previous > 0) {
      EXPECT_NEAR(std::log2(previous / error), 2, 0.1) << steps;
    }
    previous = error;
  }
  EXPECT_LT(previous, 1e-3);
}

TEST(Rotation, SpheresAndPrincipalAxesTurnExactly) {
  const Body sphere = body_with_inertia(1, 0.4 * Mat3::Identity());
  const Body box = box_body({0.1, 0.2, 0.4});
  for (const Body* body : {&sphere, &box}) {
    BodyState state;
    state.angular_velocity = {0, 0, 25};
    for (int i = 0; i < 100; ++i) coast(*body, state, 1e-2);
    EXPECT_LT(angle_between(state.rotation, Quat(Eigen::AngleAxisd(25, Vec3::UnitZ()))), 1e-7);
    EXPECT_NEAR(state.angular_velocity.z(), 25, 1e-13);
  }
  BodyState state;
  state.angular_velocity = Vec3(1, -2, 3) * 10;
  for (int i = 0; i < 1000; ++i) coast(sphere, state, 1e-2);
  EXPECT_LT((state.angular_velocity - Vec3(10, -20, 30)).norm(), 1e-11);
}

// From any rotation: a ball about any axis, a box about each of its own.
TEST(Rotation, ASteadyTurnIsAboutTheWorldAxisWhereverTheBodyPoints) {
  const Body sphere = body_with_inertia(1, 0.4 * Mat3::Identity());
  const Body box = box_body({0.1, 0.2, 0.4});
  for (int seed = 0; seed < 30; ++seed) {
    Random random(seed);
    const Quat start = random.rotation();
    for (int k = 0; k < 4; ++k) {
      const Vec3 axis = k < 3 ? Vec3(start * Vec3::Unit(k)) : Vec3(random.vector().normalized());
      BodyState state;
      state.rotation = start;
      state.angular_velocity = 7 * axis;
      for (int i = 0; i < 30; ++i) coast(k < 3 ? box : sphere, state, 1e-2);
      EXPECT_LT(angle_between(state.rotation, Quat(Eigen::AngleAxisd(2.1, axis)) * start), 1e-7) << seed << ", " << k;
    }
  }
}

TEST(Rotation, ABodyAtRestKeepsItsBits) {
  const Body box = box_body({0.1, 0.2, 0.4});
  Random random(1);
  BodyState state;
  state.rotation = random.rotation();
  state.rotation.coeffs() *= 1 + 1e-9;  // not even renormalised
  state.center = {-0.0, 0.1, 1e-300};
  State before, after;
  before.bodies = {state};
  for (int i = 0; i < 1000; ++i) coast(box, state, 1e-2);
  after.bodies = {state};
  EXPECT_EQ(state_hash(before), state_hash(after));
}

TEST(Rotation, OneFreeAxisTurnsExactlyAndKeepsItsEnergy) {
  const Body wheel = body_with_inertia(1, Random(3).inertia(), {false, false, false, true, false, true});
  BodyState state;
  state.rotation = Random(4).rotation();
  const Quat start = state.rotation;
  state.angular_velocity = {0, 7, 0};
  const double energy = kinetic_energy(wheel, state);
  for (int i = 0; i < 1000; ++i) coast(wheel, state, 1e-2);
  EXPECT_LT(angle_between(state.rotation, Quat(Eigen::AngleAxisd(std::fmod(70, 2 * kPi), Vec3::UnitY())) * start),
            1e-7);
  EXPECT_NEAR(kinetic_energy(wheel, state), energy, 1e-12 * energy);
}

}  // namespace
}  // namespace stiction
