// Bodies of St. Venant-Kirchhoff material in motion: momentum, energy, order, frames, contact.
#include <gtest/gtest.h>

#include "base/error.h"

#include "elastic/flight.h"
#include "elastic/stvk/stvk_body.h"
#include "model/turn.h"
#include "stepping/worlds.h"

namespace stiction {
namespace {

using test::Flight;

StvkOptions rubber(int modes = 6, int dofs = 14) {
  StvkOptions options;
  options.modal.material = {1e6, 0.4, 1000};
  options.modal.modes = modes;
  options.dofs = dofs;
  return options;
}

std::shared_ptr<const StvkBody> slab(const StvkOptions& options) {
  static std::map<std::pair<int, int>, ReducedStvk> known;  // the same mesh and Poisson's ratio everywhere
  const TetMesh mesh = test::brick_mesh({0.3, 0.1, 0.05}, {4, 2, 1});
  const QuadraticMesh quadratic = quadratic_mesh(mesh);
  const std::pair<int, int> key{options.modal.modes, options.shape_count()};
  auto found = known.find(key);
  if (found == known.end()) {
    found = known.emplace(key, cached_stvk(mesh, quadratic, {0.4, key.first}, key.second, {})).first;
  }
  return std::make_shared<StvkBody>(mesh, quadratic, found->second, options);
}

// Along an arc of so many radians, its length kept.
void bend(Flight& flight, double angle) {
  const double R = 0.3 / angle;
  flight.state.deformation = flight.modal().amplitudes_of([R](const Vec3& X) {
    return Vec3((R - X.z()) * std::sin(X.x() / R) - X.x(), 0, R - (R - X.z()) * std::cos(X.x() / R) - X.z());
  });
}

TEST(StvkFlight, KeepsLinearAndAngularMomentumToRounding) {
  for (const double h : {1e-3, 1e-2}) {
    StvkOptions options = rubber();
    options.modal.stiffness_damping = 1e-5;
    Flight flight(slab(options), h);
    bend(flight, 1.2);
    flight.state.angular_velocity = {3, 6, -5};
    flight.state.velocity = {1, -2, 3};
    const Vec3 before = flight.spin();
    flight.run(1000);
    EXPECT_LT((flight.state.velocity - Vec3(1, -2, 3)).norm(), 1e-12);
    EXPECT_LT((flight.spin() - before).norm(), 1e-11 * before.norm()) << h;
  }
}

TEST(StvkFlight, OfSmallAmplitudeIsThatOfAModalBody) {
  const StvkOptions options = rubber();
  const auto modal = make_modal_body(test::brick_mesh({0.3, 0.1, 0.05}, {4, 2, 1}), options.modal);
  const auto stvk = slab(options);
  for (const double h : {1e-3, 1e-2}) {
    Flight linear(modal, h), reduced(stvk, h);
    const auto start = [](const Vec3& X) { return Vec3(1e-7 * X.y(), 2e-7 * X.x() * X.z(), 3e-6 * X.x() * X.x()); };
    linear.state.deformation = modal->amplitudes_of(start);
    // The same displacement: the modes are among the shapes.
    const MatX overlap = *stvk->surface_basis();
    reduced.state.deformation = (overlap.transpose() * overlap)
                                    .ldlt()
                                    .solve(overlap.transpose() * (*modal->surface_basis() * linear.state.deformation));
    linear.run(100);
    reduced.run(100);
    std::vector<Vec3> a, b;
    modal->deformed_vertices(linear.body(), linear.state, a);
    stvk->deformed_vertices(reduced.body(), reduced.state, b);
    double apart = 0, moved = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
      apart = std::max(apart, (a[i] - b[i]).norm());
      moved = std::max(moved, (a[i] - modal->surface().vertices[i]).norm());
    }
    std::printf("h = %g s: moved by %.3e m, %.3e m apart\n", h, moved, apart);
    EXPECT_LT(apart, 1e-3 * moved) << h;
  }
}

TEST(StvkFlight, IsTheSameInARotatedFrame) {
  const auto body = slab(rubber());
  const Quat R(Eigen::AngleAxisd(1.3, Vec3(2, -1, 1).normalized()));
  Flight plain(body, 5e-3), turned(body, 5e-3);
  bend(plain, 1);
  plain.state.angular_velocity = {1, 4, -2};
  plain.state.velocity = {0.5, 0, 1};
  turned.state = plain.state;
  turned.state.rotation = R * plain.state.rotation;
  turned.state.center = R * plain.state.center;
  turned.state.angular_velocity = R * plain.state.angular_velocity;
  turned.state.velocity = R * plain.state.velocity;
  plain.run(60);
  turned.run(60);
  EXPECT_LT((turned.state.center - R * plain.state.center).norm(), 1e-10);
  EXPECT_LT(turn_of(turned.state.rotation * (R * plain.state.rotation).conjugate()).norm(), 1e-8);
  EXPECT_LT((turned.state.deformation - plain.state.deformation).norm(), 1e-7 * plain.state.deformation.norm());
}

TEST(StvkFlight, OfLargeAmplitudeIsOfSecondOrder) {
  const auto body = slab(rubber(2, 4));
  const auto fly = [&](double h) {
    Flight flight(body, h);
    bend(flight, 1);
    flight.state.angular_velocity = {0, 4, 1};
    flight.step_velocities_back();
    flight.run(static_cast<int>(std::lround(0.08 / h)));
    return flight.state;
  };
  const BodyState reference = fly(1e-5);
  std::vector<double> errors;
  for (const double h : {4e-4, 2e-4, 1e-4}) {
    errors.push_back((fly(h).deformation - reference.deformation).norm() / reference.deformation.norm());
    std::printf("h = %g s: error of q %.3e\n", h, errors.back());
  }
  EXPECT_GT(std::log2(errors[1] / errors[2]), 1.8);
  EXPECT_LT(errors[2], 0.05);
}

struct Violent {
  double damping, step;  // [s]
  double most;           // bound on the energy, against the start's
};

// Let go when bent over more than a radian, spinning; at the larger step its fast shapes turn several times in each.
TEST(StvkFlight, BentFarDoesNotBlowUp) {
  for (const auto& [damping, h, most_allowed] :
       {Violent{0, 1e-2, 1.5}, Violent{1e-4, 1e-2, 1.5}, Violent{0, 2e-3, 1.001}, Violent{1e-4, 2e-3, 1.001}}) {
    StvkOptions options = rubber();
    options.modal.stiffness_damping = damping;
    const auto body = slab(options);
    Flight flight(body, h);
    bend(flight, 1.2);
    flight.state.angular_velocity = {1, 4, -2};
    flight.run(1);
    const double start = flight.energy();
    double most = start, volume = 1;
    for (int i = 0; i < static_cast<int>(10 / h); ++i) {
      flight.run(1);
      most = std::max(most, flight.energy());
      volume = std::min(volume, body->smallest_volume_ratio(flight.state));
    }
    std::printf("damping %g s, h = %g s: energy %.5f J at the start, at most %.5f J, %.5f J after 10 s; volume %.3f\n",
                damping, h, start, most, flight.energy(), volume);
    EXPECT_LT(most, most_allowed * start);
    EXPECT_LT(flight.energy(), 1.001 * start);
    EXPECT_GT(volume, 0);
  }
}

TEST(StvkFlight, AtRestStaysAtRestBitByBit) {
  Flight flight(slab(rubber()), 1e-2);
  const BodyState before = flight.state;
  flight.run(10);
  EXPECT_EQ(flight.state.center, before.center);
  EXPECT_EQ(flight.state.rotation.coeffs(), before.rotation.coeffs());
  EXPECT_EQ(flight.state.deformation, before.deformation);
}

TEST(StvkBody, RefusesWhatNoBodyIsMadeOf) {
  const auto refusal = [](const auto& change) {
    StvkOptions options = rubber(3, 6);
    TetMesh mesh = test::brick_mesh({0.3, 0.1, 0.05}, {1, 1, 1});
    change(mesh, options);
    try {
      make_stvk_body(mesh, options);
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(refusal([](TetMesh&, StvkOptions&) {}), "");
  EXPECT_NE(refusal([](TetMesh&, StvkOptions& o) { o.modal.material.young = -1; }).find("Young's"), std::string::npos);
  EXPECT_NE(refusal([](TetMesh&, StvkOptions& o) { o.modal.modes = 0; }).find("0 modes"), std::string::npos);
  EXPECT_NE(refusal([](TetMesh&, StvkOptions& o) { o.dofs = 2; }).find("2 dofs"), std::string::npos);
  EXPECT_NE(refusal([](TetMesh&, StvkOptions& o) { o.dofs = 99; }).find("99 dofs"), std::string::npos);
  const std::string many = refusal([](TetMesh&, StvkOptions& o) {
    o.modal.modes = 20;
    o.dofs = 121;
  });
  EXPECT_NE(many.find("121 dofs are wanted, more than 120"), std::string::npos) << many;
  EXPECT_NE(refusal([](TetMesh& m, StvkOptions&) { std::swap(m.tets[0][0], m.tets[0][1]); }).find("inverted"),
            std::string::npos);
}

TEST(StvkBody, SeesElementsThatAreTurnedInsideOut) {
  const TetMesh mesh = test::brick_mesh({0.3, 0.1, 0.05}, {2, 1, 1});  // 48 corners: all are watched
  const StvkOptions options = rubber(4, 10);
  const auto body = make_stvk_body(mesh, options);
  const QuadraticMesh quadratic = quadratic_mesh(mesh);
  const ReducedStvk reduced = cached_stvk(mesh, quadratic, {0.4, 4}, 10, {});
  std::mt19937 engine(9);
  int inverted = 0;
  for (const double scale : {1e-3, 1e-2, 0.05, 0.2}) {
    BodyState state;
    state.deformation = test::random_vector(10, scale, engine);
    const VecX u = reduced.basis.shapes * state.deformation / std::sqrt(1000.0);
    const double all = smallest_volume_ratio(quadratic, u);
    EXPECT_NEAR(body->smallest_volume_ratio(state), all, 1e-9 * std::max(1.0, std::abs(all)));
    inverted += all < 0 ? 1 : 0;
  }
  EXPECT_GT(inverted, 0);
}

// Run statistics and expectations ask for the same states.
TEST(StvkBody, ComputesTheVolumeRatioOfAStateOnce) {
  const TetMesh mesh = test::brick_mesh({0.3, 0.1, 0.05}, {2, 1, 1});
  std::mt19937 random(4);
  const QuadraticMesh quadratic = quadratic_mesh(mesh);
  const MatX shapes = 0.01 * MatX::Random(3 * static_cast<Eigen::Index>(quadratic.nodes.size()), 8);
  const VolumeSamples samples(quadratic, shapes), other(quadratic, shapes);
  std::vector<VecX> states;
  for (int i = 0; i < 9; ++i) states.push_back(test::random_vector(8, 0.1, random));
  for (int round = 1; round <= 3; ++round) {
    std::vector<double> ratios;
    for (const VecX& q : states) {
      ratios.push_back(samples.smallest_ratio(q));
      EXPECT_EQ(samples.smallest_ratio(q), ratios.back());
    }
    for (std::size_t i = 0; i < states.size(); ++i)
      EXPECT_EQ(other.smallest_ratio(states[states.size() - 1 - i]), ratios[states.size() - 1 - i]);
    EXPECT_EQ(samples.computed(), static_cast<std::int64_t>(states.size()) * round);
    for (VecX& q : states) q[3] += 1e-9;
  }
}

// Of all points at once and one by one: what collision and the step believe of a motion.
TEST(StvkBody, TellsTheSameMotionOfItsSurfaceAndOfItsPoints) {
  StvkOptions options;
  options.modal.modes = 4;
  options.dofs = 6;
  const auto body = make_stvk_body(test::brick_mesh({0.3, 0.1, 0.05}, {2, 1, 1}), options);
  test::Flight flight(body, 1e-2);
  std::mt19937 random(7);
  flight.state.center = {0.3, -0.2, 1};
  flight.state.rotation = Quat(0.5, 0.1, -0.7, 0.3).normalized();
  flight.state.deformation = test::random_vector(6, 0.01, random);
  const auto step = body->make_step();
  step->predict(flight.model(), flight.body(), flight.state, 1e-2);
  const VecX velocity = test::random_vector(12, 1, random);
  SurfaceMotion motion;
  ASSERT_TRUE(step->surface_motion(velocity, motion));
  for (int t = 0; t < static_cast<int>(body->surface().triangles.size()); ++t) {
    const TouchedPoint point{{t, 0.2, 0.5}, test::random_vector(3, 1, random)};
    const auto& [a, b, c] = body->surface().triangles[t];
    const MatX& basis = *body->surface_basis();
    const VecX rate = 0.3 * basis.middleRows<3>(3 * a) * motion.rate + 0.2 * basis.middleRows<3>(3 * b) * motion.rate +
                      0.5 * basis.middleRows<3>(3 * c) * motion.rate;
    Vec3 expected = motion.velocity + motion.angular_velocity.cross(point.place - flight.state.center);
    expected += flight.state.rotation * Vec3(rate);
    Vec3 told;
    ASSERT_TRUE(step->point_velocity(point, velocity, told));
    EXPECT_LT((told - expected).norm(), 1e-12);
  }
}

// Soft enough to be pressed flat by a third on its way; what it has at the start it never exceeds.
TEST(StvkContact, ASoftBlockThatFallsAndBouncesGainsNoEnergy) {
  StvkOptions options = rubber(12, 30);
  options.modal.material.young = 5e4;
  options.modal.stiffness_damping = 1e-3;
  Model model;
  model.bodies = {test::plane_body(), test::modal_body("block", slab(options), Vec3(0, 0, 0.4))};
  model.bodies[1].start_angular_velocity = {1, 3, 0};
  compute_masses(model);
  Simulation simulation(model, 1e-2, {}, 1);
  const double start = total_energy(simulation.model(), simulation.state());
  double least = 1;
  for (int i = 0; i < 300; ++i) {
    simulation.step();
    EXPECT_LT(total_energy(simulation.model(), simulation.state()), 1.25 * start) << i;
    const auto& body = static_cast<const StvkBody&>(*simulation.model().bodies[1].deformable);
    least = std::min(least, body.smallest_volume_ratio(simulation.state().bodies[1]));
  }
  std::printf("%.4f J at the start, %.4f J at the end; smallest volume ratio %.3f\n", start,
              total_energy(simulation.model(), simulation.state()), least);
  EXPECT_LT(simulation.state().bodies[1].velocity.norm(), 0.05);
}

}  // namespace
}  // namespace stiction
