// Bodies of mass points on their own: momentum, energy, stability, what they bend and sound like.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "elastic_points/points_bodies.h"

namespace stiction::test {
namespace {

constexpr double kPi = std::numbers::pi;

std::shared_ptr<const PointsBody> block(const PointsOptions& options) {
  return make_points_body(box_tet_mesh({0.3, 0.2, 0.1}, {6, 4, 2}), options);
}

std::shared_ptr<const PointsBody> cloth(PointsOptions options) {
  options.thickness = 0.01;
  return make_points_body(rectangle_sheet({0.4, 0.3}, 8, 6), options);
}

// Deformed, spinning and moving.
void throw_it(Flight& flight, double strain = 0.003, const Vec3& spin = {3, -2, 4}) {
  const VecX& rest = flight.points->rest();
  VecX y = rest + random_vector(rest.size(), strain, 2);
  const Vec3 mean = flight.points->momentum_of(y) / flight.points->own_mass()->mass;
  for (Eigen::Index i = 0; i < y.size(); i += 3) y.segment<3>(i) -= mean;
  flight.set_places(y);
  flight.state.velocity = Vec3(1, 2, -0.5);
  flight.state.angular_velocity = spin;
}

std::vector<std::shared_ptr<const PointsBody>> kinds(const PointsOptions& options) {
  PointsOptions stvk = options;
  stvk.law = PointsLaw::kStvk;
  stvk.volume_stiffness = 1e5;
  return {block(options), block(stvk), cloth(options)};
}

PointsOptions damped(PointsOptions options) {
  options.mass_damping = 2;
  options.stiffness_damping = 1e-4;
  return options;
}

TEST(PointsFlight, MomentumAndAngularMomentumAreKeptToRounding) {
  for (const PointsOptions& options : {soft(), damped(soft()), explicit_one(soft()), explicit_one(damped(soft()))}) {
    for (const auto& body : kinds(options)) {
      Flight flight(body, std::min(0.01, 0.5 * body->longest_step()));
      throw_it(flight);
      flight.run(1);  // the frame is fitted from now on
      const Vec3 momentum = flight.momentum(), spin = flight.angular_momentum();
      for (int i = 0; i < 200; ++i) {
        flight.run(1);
        ASSERT_LT((flight.momentum() - momentum).norm(), 1e-12 * momentum.norm());
        ASSERT_LT((flight.angular_momentum() - spin).norm(), 2e-12 * spin.norm())
            << "step " << i << ", " << (body->is_solid() ? "solid " : "membrane ") << law_name(body->options().law)
            << ", " << integrator_name(body->options().integrator);
      }
      EXPECT_LT(flight.state.deformation_rate.norm(), 100);
    }
  }
}

// What rounding adds in a step must not add up.
TEST(PointsFlight, MomentumIsKeptOverManySteps) {
  for (const PointsOptions& options : {damped(soft()), explicit_one(damped(soft()))}) {
    const auto body = block(options);
    Flight flight(body, std::min(0.001, 0.5 * body->longest_step()));
    throw_it(flight);
    const Vec3 momentum = flight.momentum();
    flight.run(30'000);
    EXPECT_LT((flight.momentum() - momentum).norm(), 1e-12 * momentum.norm()) << integrator_name(options.integrator);
  }
}

TEST(PointsFlight, FallsLikeAStone) {
  for (const PointsOptions& options : {damped(soft()), explicit_one(damped(soft()))}) {
    const auto body = block(options);
    const double h = std::min(0.01, 0.9 * body->longest_step());
    Flight flight(body, h, Vec3(0, 0, -9.81));
    flight.run(100);
    EXPECT_NEAR(flight.state.velocity[2], -9.81 * 100 * h, 1e-12);
    EXPECT_NEAR(flight.state.center[2], -9.81 * h * h * 100 * 101 / 2, 1e-12);
    EXPECT_LT((flight.places() - body->rest()).norm(), 1e-12);
  }
}

// Damping takes nothing from rigid motion: a spinning body that has settled keeps its energy.
TEST(PointsFlight, DampingDoesNotBrakeTurning) {
  PointsOptions options = soft(1e6);
  options.mass_damping = 50;
  options.stiffness_damping = 1e-3;
  Flight flight(block(options), 0.005);
  flight.state.angular_velocity = Vec3(0, 0, 4);
  flight.run(100);
  const double energy = flight.energy(), spin = flight.state.angular_velocity[2];
  flight.run(1000);
  EXPECT_NEAR(flight.energy(), energy, 1e-6 * energy);
  EXPECT_NEAR(flight.state.angular_velocity[2], spin, 1e-6 * spin);
}

TEST(PointsFlight, EnergyDoesNotGrow) {
  for (const PointsOptions& options : {soft(), explicit_one(soft())}) {
    for (const auto& body : kinds(options)) {
      const double h = std::min(0.005, 0.1 * body->longest_step());
      Flight flight(body, h);
      throw_it(flight);
      const double start = flight.energy();
      double most = 0;
      for (int i = 0; i < 4000; ++i) {
        flight.run(1);
        most = std::max(most, flight.energy());
      }
      EXPECT_LT(most, (body->is_implicit() ? 1.0001 : 1.1) * start);  // that of explicit steps swings about it
      EXPECT_TRUE(std::isfinite(flight.energy()));
    }
  }
}

double energy_after(const std::shared_ptr<const PointsBody>& body, double step, int steps) {
  Flight flight(body, step);
  throw_it(flight, 1e-6, Vec3::Zero());
  flight.state.velocity.setZero();
  const double start = flight.energy();
  flight.run(steps);
  return flight.energy() / start;
}

TEST(PointsFlight, ExplicitStepsAreStableUpToTheLimitAndNotBeyond) {
  for (const PointsOptions& options : {explicit_one(soft()), explicit_one(damped(soft()))}) {
    for (const auto& body : kinds(options)) {
      const double limit = body->longest_step() / 0.95;
      EXPECT_LT(energy_after(body, 0.95 * limit, 3000), 50);
      EXPECT_FALSE(energy_after(body, 1.1 * limit, 300) < 1e6);
    }
  }
}

TEST(PointsFlight, ImplicitStepsAreStableAtAHundredTimesTheExplicitLimit) {
  for (const PointsOptions& options : {soft(1e7), damped(soft(1e7))}) {
    const auto limits = kinds(explicit_one(options));
    const auto bodies = kinds(options);
    for (std::size_t k = 0; k < bodies.size(); ++k) {
      Flight flight(bodies[k], 100 * limits[k]->longest_step());
      throw_it(flight, 1e-3, Vec3(0.02, 0.04, 0.02) / (100 * limits[k]->longest_step()));
      const double start = flight.energy();
      flight.run(500);
      EXPECT_LT(flight.energy(), start);
    }
  }
}

// Bent far and let go, at a step in which the lowest mode turns a good way: the stiffness is taken anew on the way.
TEST(PointsFlight, ABodyBentFarSwingsBackWithoutGainingEnergy) {
  for (const double young : {2e4, 2e5, 2e6}) {
    for (const PointsLaw law : {PointsLaw::kCorotated, PointsLaw::kStvk}) {
      PointsOptions options = soft(young);
      options.law = law;
      const auto body = make_points_body(box_tet_mesh({0.6, 0.06, 0.06}, {20, 2, 2}), options);
      Flight flight(body, 0.01);
      VecX y = body->rest();
      const double curvature = 3;
      for (Eigen::Index i = 0; i < y.size(); i += 3) {
        const double s = y[i], r = 1 / curvature - y[i + 2];
        y[i] = r * std::sin(curvature * s);
        y[i + 2] = 1 / curvature - r * std::cos(curvature * s);
      }
      const Vec3 mean = body->momentum_of(y) / body->own_mass()->mass;
      for (Eigen::Index i = 0; i < y.size(); i += 3) y.segment<3>(i) -= mean;
      flight.set_places(y);
      const double start = flight.energy();
      double most = 0;
      for (int i = 0; i < 300; ++i) {
        flight.run(1);
        most = std::max(most, flight.energy());
      }
      EXPECT_LT(most, 1.02 * start) << young << " Pa";
      EXPECT_LT(flight.energy(), 0.5 * start) << young << " Pa";  // implicit Euler damps
      EXPECT_GT(body->factorizations(), 1) << young << " Pa";
    }
  }
}

// The lowest longitudinal vibration of a free bar: omega = pi sqrt(E / rho) / L.
TEST(PointsFlight, AFreeBarVibratesAtItsFrequency) {
  const double length = 1, young = 1e6, density = 1000;
  const auto body =
      make_points_body(box_tet_mesh({length, 0.05, 0.05}, {40, 2, 2}), explicit_one(soft(young, 0.0, density)));
  const double h = 0.5 * body->longest_step();
  Flight flight(body, h);
  VecX y = body->rest();
  for (Eigen::Index i = 0; i < y.size(); i += 3) y[i] += 1e-4 * std::sin(kPi * y[i] / length);
  flight.set_places(y);
  const double omega = kPi * std::sqrt(young / density) / length;
  const auto end = [&] { return flight.places()[3 * 40] - body->rest()[3 * 40]; };  // the end of the first row
  // Ten periods: times of upward passages.
  double last = end(), first_time = -1, last_time = 0, time = 0;
  int passages = 0;
  while (passages < 11) {
    flight.run(1);
    time += h;
    const double now = end();
    if (last < 0 && now >= 0) {
      last_time = time - h * now / (now - last);
      if (passages++ == 0) first_time = last_time;
    }
    last = now;
    ASSERT_LT(time, 1.0);
  }
  EXPECT_NEAR(2 * kPi * 10 / (last_time - first_time), omega, 0.005 * omega);
}

TEST(PointsFlight, AStepSharesOneFactorWithAllBodiesOfTheKind) {
  const auto body = block(soft(1e7));
  std::vector<Flight> flights;
  flights.reserve(200);
  for (int i = 0; i < 200; ++i) flights.emplace_back(body, 0.01, Vec3(0, 0, -9.81));
  for (Flight& flight : flights) {
    flight.state.angular_velocity = Vec3(0.3, 0.2, 0.1);
    flight.run(3);
  }
  EXPECT_EQ(body->factorizations(), 1);
}

}  // namespace
}  // namespace stiction::test
