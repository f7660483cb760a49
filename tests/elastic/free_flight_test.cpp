// Modal bodies without contacts: frequencies, momentum, energy, order of accuracy, spin.
#include <gtest/gtest.h>

#include <Eigen/LU>

#include "elastic/flight.h"
#include "model/dynamics.h"
#include "model/turn.h"

namespace stiction {
namespace {

using test::Flight;

ModalOptions rubber(int modes = 8) {
  ModalOptions options;
  options.material = {1e6, 0.4, 1000};
  options.modes = modes;
  return options;
}

std::shared_ptr<const ModalBody> slab(const ModalOptions& options) {
  return make_modal_body(test::brick_mesh({0.3, 0.1, 0.05}, {4, 2, 1}), options);
}

// Bent and twisted by some per cent of its length, vibrating and tumbling.
void excite(Flight& flight, double amplitude, const Vec3& spin) {
  std::mt19937 engine(11);
  flight.state.deformation = test::random_vector(flight.modal().mode_count(), amplitude, engine);
  flight.state.deformation_rate = test::random_vector(flight.modal().mode_count(), 50 * amplitude, engine);
  flight.state.angular_velocity = spin;
  flight.state.velocity = {1, -2, 3};
}

double slope(double coarse, double fine) {
  return std::log2(coarse / fine);
}

TEST(ModalFlight, VibrationAloneIsOfSecondOrder) {
  const auto body = slab(rubber());
  const double omega = std::sqrt(body->stiffness()[0]), amplitude = 1e-4, end = 0.16;
  std::vector<double> errors;
  for (const double h : {4e-3, 2e-3, 1e-3, 5e-4}) {
    Flight flight(body, h);
    flight.state.deformation[0] = amplitude;
    flight.state.deformation_rate[0] = amplitude * omega * std::sin(0.5 * omega * h);  // half a step before
    flight.run(static_cast<int>(std::lround(end / h)));
    errors.push_back(std::abs(flight.state.deformation[0] - amplitude * std::cos(omega * end)));
    std::printf("h = %g s: error of q %.3e of its amplitude\n", h, errors.back() / amplitude);
  }
  for (std::size_t i = 0; i + 1 < errors.size(); ++i) {
    if (errors[i] > 0.3 * amplitude) continue;
    EXPECT_GT(slope(errors[i], errors[i + 1]), 1.9) << i;
  }
  EXPECT_LT(errors.back(), 0.02 * amplitude);
}

TEST(ModalFlight, DampedVibrationDecaysAtItsRateToSecondOrder) {
  ModalOptions options = rubber();
  options.mass_damping = 4;
  options.stiffness_damping = 2e-4;
  const auto body = slab(options);
  const double d = body->damping()[0], end = 0.2, k = body->stiffness()[0];
  EXPECT_NEAR(d, 4 + 2e-4 * k, 1e-9 * d);
  const double omega = std::sqrt(k - 0.25 * d * d);
  const auto exact = [&](double t) { return std::exp(-0.5 * d * t) * std::cos(omega * t); };
  const auto exact_rate = [&](double t) {
    return -std::exp(-0.5 * d * t) * (0.5 * d * std::cos(omega * t) + omega * std::sin(omega * t));
  };
  std::vector<double> errors;
  for (const double h : {8e-4, 4e-4, 2e-4}) {
    Flight flight(body, h);
    flight.state.deformation[0] = 1e-4 * exact(0);
    flight.state.deformation_rate[0] = 1e-4 * exact_rate(-0.5 * h);
    flight.run(static_cast<int>(std::lround(end / h)));
    errors.push_back(std::abs(flight.state.deformation[0] - 1e-4 * exact(end)));
  }
  EXPECT_GT(slope(errors[0], errors[1]), 1.9);
  EXPECT_GT(slope(errors[1], errors[2]), 1.9);
  EXPECT_LT(errors[2], 2e-3 * 1e-4);
}

// All of them creep back alike, q' = -(k / d) q; none changes the sign of its velocity from step to step.
TEST(ModalFlight, OverdampedModesFasterThanTheStepCreepBackAndDoNotRing) {
  ModalOptions options = rubber();
  options.stiffness_damping = 0.1;
  const auto body = slab(options);
  const double h = 3e-3;
  Flight flight(body, h);
  flight.state.deformation.setConstant(1e-6);
  flight.state.deformation_rate.setConstant(1e-3);
  flight.run(5);
  for (int k = 0; k < body->mode_count(); ++k) {
    if (h * body->damping()[k] < 4) continue;
    const double rate = -body->stiffness()[k] / body->damping()[k] * flight.state.deformation[k];
    EXPECT_NEAR(flight.state.deformation_rate[k], rate, 0.05 * std::abs(rate)) << k;
  }
}

TEST(ModalFlight, CoupledMotionIsOfSecondOrder) {
  const auto body = slab(rubber());
  const double end = 0.32;
  const auto fly = [&](double h) {
    Flight flight(body, h);
    excite(flight, 2e-3, {3, 6, -5});
    flight.step_velocities_back();
    flight.run(static_cast<int>(std::lround(end / h)));
    return flight.state;
  };
  const BodyState reference = fly(5e-6);
  std::vector<double> of_q, of_turn;
  for (const double h : {1e-3, 5e-4, 2.5e-4, 1.25e-4}) {
    const BodyState state = fly(h);
    of_q.push_back((state.deformation - reference.deformation).norm() / reference.deformation.norm());
    of_turn.push_back(turn_of(state.rotation * reference.rotation.conjugate()).norm());
    std::printf("h = %g s: error of q %.3e, of the rotation %.3e rad, of w %.3e rad/s\n", h, of_q.back(),
                of_turn.back(), (state.angular_velocity - reference.angular_velocity).norm());
  }
  for (std::size_t i = 1; i + 1 < of_q.size(); ++i) {
    EXPECT_GT(slope(of_q[i], of_q[i + 1]), 1.8) << i;
    EXPECT_GT(slope(of_turn[i], of_turn[i + 1]), 1.8) << i;
  }
}

TEST(ModalFlight, KeepsLinearAndAngularMomentumToRounding) {
  for (const double h : {1e-3, 1e-2}) {
    for (const double gamma : {0.5, 1.0}) {
      ModalOptions options = rubber();
      options.gamma = gamma;
      options.stiffness_damping = 1e-5;
      Flight flight(slab(options), h);
      excite(flight, 2e-3, {3, 6, -5});
      const Vec3 before = flight.spin();
      flight.run(2000);
      EXPECT_LT((flight.state.velocity - Vec3(1, -2, 3)).norm(), 1e-12);
      EXPECT_LT((flight.spin() - before).norm(), 1e-12 * before.norm()) << h << " " << gamma;
      EXPECT_TRUE(flight.state.deformation.allFinite());
    }
  }
}

struct Envelope {
  double start = 0, first = 0, last = 0;  // energy; largest of the first and of the last tenth [J]
};

Envelope fly_long(const std::shared_ptr<const ModalBody>& body, double h, double amplitude, double seconds) {
  Flight flight(body, h);
  excite(flight, amplitude, {3, 6, -5});
  flight.state.velocity.setZero();
  Envelope result;
  flight.run(1);
  result.start = flight.energy();
  const int steps = static_cast<int>(std::lround(seconds / h));
  for (int i = 0; i < steps; ++i) {
    flight.run(1);
    if (i < steps / 10) result.first = std::max(result.first, flight.energy());
    if (i >= steps - steps / 10) result.last = std::max(result.last, flight.energy());
  }
  return result;
}

TEST(ModalFlight, KeepsItsEnergyWhileItTumblesAndVibrates) {
  const auto body = slab(rubber());
  for (const double amplitude : {1e-3, 4e-3}) {
    for (const double h : {1e-2, 1e-3}) {
      const Envelope energy = fly_long(body, h, amplitude, h * 3000);
      EXPECT_NEAR(energy.first, energy.start, 1e-9 * energy.start) << amplitude << " " << h;
      EXPECT_NEAR(energy.last, energy.start, 1e-9 * energy.start) << amplitude << " " << h;
    }
  }
}

// The energy is not kept to rounding any more, but it does not grow.
TEST(ModalFlight, OfModesFarFasterThanTheStepGainsNoEnergy) {
  ModalOptions options = rubber();
  options.material.young = 1e10;  // h omega from 100 to 500
  const Envelope energy = fly_long(slab(options), 1e-2, 1e-5, 60);
  EXPECT_LT(energy.last, 1.01 * energy.start);
  EXPECT_GT(energy.last, 0.95 * energy.start);
}

// Run by hand: --gtest_also_run_disabled_tests.
TEST(ModalFlight, DISABLED_DoesNotGainEnergyInTenMinutes) {
  for (const double amplitude : {1e-3, 4e-3}) {
    const auto body = slab(rubber());
    for (const double h : {1e-2, 1e-3}) {
      const Envelope energy = fly_long(body, h, amplitude, 600);
      std::printf("amplitude %g, h = %g s: energy %.6f J, largest %.6f J in the first minute, %.6f J in the last\n",
                  amplitude, h, energy.start, energy.first, energy.last);
      EXPECT_LT(energy.last, (1 + 1e-6) * energy.start);
    }
  }
}

TEST(ModalFlight, OfAStiffBodyIsThatOfARigidOne) {
  ModalOptions options = rubber();
  options.material.young = 1e12;
  const auto body = slab(options);
  std::vector<double> errors;
  for (const double h : {8e-3, 4e-3, 2e-3}) {
    Flight flight(body, h);
    flight.state.angular_velocity = {3, 6, -5};
    BodyState rigid = flight.state;
    const Body& mass = flight.body();
    for (int i = 0; i < static_cast<int>(std::lround(0.8 / h)); ++i) {
      flight.run(1);
      Vec6 velocity;
      velocity << rigid.velocity, rigid.angular_velocity;
      advance(mass, rigid, velocity, h);
    }
    errors.push_back(turn_of(flight.state.rotation * rigid.rotation.conjugate()).norm());
    std::printf("h = %g s: %.3e rad from the rigid body\n", h, errors.back());
  }
  EXPECT_GT(slope(errors[0], errors[1]), 1.8);
  EXPECT_LT(errors[2], 1e-3);
}

TEST(ModalFlight, SpunIsStretchedAsStaticsSay) {
  ModalOptions options = rubber(20);
  options.mass_damping = 40;
  options.stiffness_damping = 1e-4;
  const auto body = slab(options);
  Flight flight(body, 1e-3);
  flight.state.angular_velocity = {0, 0, 30};  // half a revolution in a tenth of a second
  flight.run(1500);
  const Vec3 w = flight.state.rotation.conjugate() * flight.state.angular_velocity;
  EXPECT_LT(w.head<2>().norm(), 1e-4 * w.norm());
  EXPECT_LT(flight.state.deformation_rate.norm(), 1e-6);
  // (omega^2 - w . I2 w) q = w . I1 w / 2.
  const int modes = body->mode_count();
  const InertiaIntegrals& integrals = body->integrals();
  MatX K = body->stiffness().asDiagonal();
  VecX load(modes);
  for (int k = 0; k < modes; ++k) {
    load[k] = 0.5 * w.dot(full(integrals.I1.col(k)) * w);
    for (int l = 0; l < modes; ++l) K(k, l) -= w.dot(full(integrals.I2.block<6, 1>(6 * k, l)) * w);
  }
  const VecX expected = K.partialPivLu().solve(load);
  EXPECT_LT((flight.state.deformation - expected).norm(), 1e-3 * expected.norm());
  // A thin rod's end moves by rho w^2 L^3 / 24 E along it, for a bar that is not yet softened by its own stretch.
  std::vector<Vec3> vertices;
  body->deformed_vertices(flight.body(), flight.state, vertices);
  double longest = 0;
  for (const Vec3& v : vertices) longest = std::max(longest, v[0]);
  const double rod = 1000 * 900 * std::pow(0.3, 3) / (24 * 1e6);
  EXPECT_NEAR(longest - 0.15, rod, 0.1 * rod);
}

TEST(ModalFlight, IsDampedByGammaAloneWhereItIsFast) {
  for (const double gamma : {0.5, 1.0, 1.5}) {
    ModalOptions options = rubber();
    options.gamma = gamma;
    Flight flight(slab(options), 1e-2);
    flight.state.deformation[7] = 1e-3;  // h omega is about 5
    flight.run(1);
    const double before = flight.energy();
    flight.run(100);
    const double left = flight.energy() / before;
    if (gamma == 0.5) {
      EXPECT_NEAR(left, 1, 1e-9);
    } else {
      EXPECT_LT(left, 1e-6);
    }
  }
}

TEST(ModalFlight, AtRestStaysAtRestBitByBit) {
  Flight flight(slab(rubber()), 1e-2);
  const BodyState before = flight.state;
  flight.run(10);
  EXPECT_EQ(flight.state.center, before.center);
  EXPECT_EQ(flight.state.rotation.coeffs(), before.rotation.coeffs());
  EXPECT_EQ(flight.state.deformation, before.deformation);
  EXPECT_EQ(flight.state.deformation_rate, before.deformation_rate);
}

}  // namespace
}  // namespace stiction
