// Modal bodies in contact, from the predictor to the certificate.
#include <gtest/gtest.h>

#include "base/error.h"
#include "deforming/worlds.h"
#include "elastic/bodies.h"

namespace stiction {
namespace {

constexpr int kBeam = 3;

// A beam of rubber on two supports. It sags, so that it rests on their inner edges, between vertices of its surface.
struct SupportedBeam {
  static constexpr double kSide = 0.05;
  double span = 0.88;
  ModalOptions options;
  SupportedBeam() {
    options.material = {1e8, 0.4, 1000};
    options.modes = 20;
    options.mass_damping = 100;
  }

  Model model() const {
    const double width = 0.04, place = (span + width) / 2;
    Body left = test::box_body("left", {width, 0.2, 0.1}, {-place, 0, 0.05}),
         right = test::box_body("right", {width, 0.2, 0.1}, {place, 0, 0.05});
    left.fixed = right.fixed = true;
    const auto beam = make_modal_body(test::brick_mesh({1, kSide, kSide}, {20, 1, 1}), options);
    Model model;
    model.materials[0].friction = 0;
    model.bodies = {test::plane_body(), left, right, test::modal_body("beam", beam, {0, 0, 0.1 + kSide / 2})};
    compute_masses(model);
    return model;
  }
  // Of the middle below the supports, by bending and shear under its own weight (Timoshenko) [m].
  double expected_sag() const {
    const double area = kSide * kSide, second_moment = area * area / 12, load = options.material.density * 9.81 * area;
    const double overhang = (1 - span) / 2;
    const double bending = load * (5 * std::pow(span, 4) / 384 - std::pow(overhang * span, 2) / 16) /
                           (options.material.young * second_moment);
    return bending + load * span * span / (8 * 5.0 / 6 * options.material.shear() * area);
  }
  static double sag(const Simulation& simulation) {
    const Body& body = simulation.model().bodies[kBeam];
    const BodyState& state = simulation.state().bodies[kBeam];
    std::vector<Vec3> vertices;
    body.deformable->deformed_vertices(body, state, vertices);
    double lowest = 1;
    for (const Vec3& v : vertices) lowest = std::min(lowest, body_pose(body, state).to_world(v)[2]);
    return 0.1 - lowest;
  }
};

TEST(ModalContact, ABeamOnTwoSupportsSagsByTheClosedForm) {
  const SupportedBeam beam;
  Simulation simulation(beam.model(), 2e-3, {}, 1);
  EXPECT_LE(test::worst_residual(simulation, 400), 1e-6);
  std::printf("sag %.5f mm, Timoshenko %.5f mm\n", 1e3 * beam.sag(simulation), 1e3 * beam.expected_sag());
  EXPECT_NEAR(beam.sag(simulation), beam.expected_sag(), 0.02 * beam.expected_sag());
  const double weight = simulation.model().bodies[kBeam].mass.mass * 9.81;
  EXPECT_NEAR(test::contact_force(simulation, kBeam)[2], weight, 1e-5 * weight);
  EXPECT_NEAR(-test::contact_force(simulation, 1)[2], weight / 2, 1e-3 * weight);
  EXPECT_LT(simulation.state().bodies[kBeam].deformation_rate.norm(), 1e-6);
  EXPECT_LT(simulation.last_report().max_penetration, 1e-8);
}

// Vertices that the sides of the supports hold would clamp it: a sag of less than half.
TEST(ModalContact, ABeamWithVerticesExactlyOverTheEdgesOfItsSupportsSagsByTheClosedForm) {
  SupportedBeam beam;
  beam.span = 0.9;
  Simulation simulation(beam.model(), 2e-3, {}, 1);
  test::run(simulation, 400);
  EXPECT_NEAR(beam.sag(simulation), beam.expected_sag(), 0.02 * beam.expected_sag());
}

// The corrector's metric. Contacts that meet the plain mass push against modes as if they had no springs within the
// step: the sag under the beam's own weight then depends on the step, and is wrong where h omega is not small.
TEST(ModalContact, OfASoftBeamIsRightInTheEffectiveMassAndWrongInThePlainOne) {
  for (const auto metric : {ContactMetric::kEffective, ContactMetric::kMass}) {
    SupportedBeam beam;
    beam.options.metric = metric;
    for (const double step : {2e-3, 2e-2}) {
      Simulation simulation(beam.model(), step, {}, 1);
      test::run(simulation, static_cast<int>(std::lround(1.2 / step)));
      const double wrong = beam.sag(simulation) / beam.expected_sag() - 1;
      std::printf("metric %s, h = %g s: sag %+.1f %% of Timoshenko's\n", metric_name(metric), step, 100 * wrong);
      if (metric == ContactMetric::kEffective) {
        EXPECT_LT(std::abs(wrong), 0.02) << step;
      } else if (step > 0.01) {
        EXPECT_FALSE(std::abs(wrong) < 0.5) << step;  // or not finite
      }
    }
  }
}

TEST(ModalContact, OnAnInclineABeamSlidesWhereARigidOneDoes) {
  ModalOptions options;
  options.material = {2e9, 0.3, 1000};
  options.modes = 8;
  options.mass_damping = 50;
  const auto beam = make_modal_body(test::brick_mesh({0.6, 0.1, 0.05}, {5, 1, 1}), options);
  for (const double degrees : {20.0, 35.0}) {
    const double angle = degrees * M_PI / 180, mu = 0.5;
    Model model;
    model.materials[0].friction = mu;
    model.gravity = 9.81 * Vec3(std::sin(angle), 0, -std::cos(angle));
    model.bodies = {test::plane_body(), test::modal_body("beam", beam, {0, 0, 0.025})};
    compute_masses(model);
    Simulation simulation(model, 2e-3, {}, 1);
    EXPECT_LE(test::worst_residual(simulation, 250), 1e-6);
    const double expected = degrees < 26 ? 0 : 9.81 * (std::sin(angle) - mu * std::cos(angle)) * 0.5;
    EXPECT_NEAR(simulation.state().bodies[1].velocity[0], expected, 2e-3) << degrees;
  }
}

// A soft block above the ground, a ball and a crate above the block.
Model soft_block(ContactMetric metric = ContactMetric::kEffective) {
  ModalOptions options;
  options.material = {2e5, 0.4, 1000};
  options.modes = 20;
  options.stiffness_damping = 1e-3;
  options.metric = metric;
  const auto block = make_modal_body(test::brick_mesh({0.1, 0.1, 0.1}, {2, 2, 2}), options);
  Model model;
  model.bodies = {test::plane_body(), test::modal_body("block", block, {0, 0, 0.1}),
                  test::sphere_body("ball", 0.02, {0.5, 0, 0.3}),
                  test::box_body("crate", {0.04, 0.04, 0.04}, {0, 0, 0.2})};
  model.bodies[1].start.rotation = Quat(Eigen::AngleAxisd(0.2, Vec3(1, 0.5, 0.1).normalized()));
  model.bodies[1].start_angular_velocity = {1, -2, 3};
  compute_masses(model);
  return model;
}

TEST(ModalContact, ASoftBlockComesToRestCertifiedInEveryStep) {
  Simulation simulation(soft_block(), 4e-3, {}, 1);
  double deepest = 0, bent = 0;
  for (int i = 0; i < 500; ++i) {
    const StepReport& report = simulation.step();
    EXPECT_LE(report.certificate.residual, 1e-6) << i;
    deepest = std::max(deepest, report.max_penetration);
    bent = std::max(bent, simulation.state().bodies[1].deformation.norm());
  }
  const BodyState& block = simulation.state().bodies[1];
  EXPECT_LT(block.velocity.norm(), 1e-4);
  EXPECT_LT(block.angular_velocity.norm(), 1e-3);
  EXPECT_LT(block.deformation_rate.norm(), 1e-4);
  const double weight = (simulation.model().bodies[1].mass.mass + simulation.model().bodies[3].mass.mass) * 9.81;
  EXPECT_NEAR(-test::contact_force(simulation, 0)[2], weight + simulation.model().bodies[2].mass.mass * 9.81,
              1e-3 * weight);
  EXPECT_GT(bent, 1e-4);
  std::printf("deepest penetration %.3g m\n", deepest);
  EXPECT_LT(deepest, 1e-3);  // a hundredth of its size
}

// How far a rigid plate of three times its weight, wider than the cube, sinks that rests on it, all slippery [m].
double settlement(int modes, bool strains) {
  ModalOptions options;
  options.material = {2e5, 0.45, 1100};
  options.modes = modes;
  options.strains = strains;
  options.stiffness_damping = 5e-3;
  const auto cube = make_modal_body(test::brick_mesh({0.2, 0.2, 0.2}, {2, 2, 2}), options);
  Model model;
  model.materials = {{"slippery", 1100, 0, 0}, {"heavy", 3 * 1100 * 16 / 9.0, 0, 0}};
  model.bodies = {test::plane_body(), test::modal_body("cube", cube, {0, 0, 0.1}),
                  test::box_body("plate", {0.3, 0.3, 0.05}, {0, 0, 0.225})};
  model.bodies[2].material = 1;
  model.bodies[2].lock = {true, true, false, true, true, true};
  compute_masses(model);
  Simulation simulation(model, 0.01, {}, 1);
  EXPECT_LE(test::worst_residual(simulation, 500), 1e-6);
  EXPECT_LT(simulation.state().bodies[2].velocity.norm(), 1e-5);
  return 0.225 - simulation.state().bodies[2].center[2];
}

TEST(ModalContact, ACubeUnderALoadIsCompressedAsStaticsSayWithStrainsAndTooLittleByModesAlone) {
  const double pressure = 1100 * 9.81 * 0.2, expected = (3 + 0.5) * pressure * 0.2 / 2e5;
  const double with_strains = settlement(12, true), without = settlement(12, false), many = settlement(48, false);
  std::printf("sinks %.4g mm with strains, %.4g mm without, %.4g mm with 48 modes; statics say %.4g mm\n",
              1e3 * with_strains, 1e3 * without, 1e3 * many, 1e3 * expected);
  EXPECT_NEAR(with_strains, expected, 0.05 * expected);
  EXPECT_LT(without, 0.5 * expected);
  EXPECT_LT(many, 0.9 * expected);
}

TEST(ModalContact, ChangesMomentumByGravityAndContactsAlone) {
  Simulation simulation(soft_block(), 4e-3, {}, 1);
  const Body& body = simulation.model().bodies[1];
  const auto& modal = static_cast<const ModalBody&>(*body.deformable);
  for (int i = 0; i < 150; ++i) {
    const BodyState before = simulation.state().bodies[1];
    simulation.step();
    const BodyState& after = simulation.state().bodies[1];
    Vec3 impulse = 4e-3 * body.mass.mass * simulation.model().gravity, twist = Vec3::Zero();
    for (std::size_t c = 0; c < simulation.contacts().size(); ++c) {
      const Contact& contact = simulation.contacts()[c];
      if (contact.body_a != 1 && contact.body_b != 1) continue;
      const double sign = contact.body_b == 1 ? 1 : -1;
      const Vec3 push = sign * 4e-3 * simulation.contact_force_on_b(static_cast<int>(c));
      impulse += push;
      twist += (contact.point - before.center).cross(push);
    }
    EXPECT_LT((body.mass.mass * (after.velocity - before.velocity) - impulse).norm(), 1e-12) << i;
    EXPECT_LT((modal.angular_momentum(after) - modal.angular_momentum(before) - twist).norm(), 1e-13) << i;
  }
}

TEST(ModalContact, HasTheSameBitsForAnyNumberOfThreadsAndAfterRestoring) {
  Simulation one(soft_block(), 4e-3, {}, 1), two(soft_block(), 4e-3, {}, 2), other(soft_block(), 4e-3, {}, 1);
  test::run(one, 60);
  test::run(two, 60);
  EXPECT_EQ(state_hash(one.state()), state_hash(two.state()));
  other.restore(one.save());
  test::run(one, 60);
  test::run(other, 60);
  EXPECT_EQ(state_hash(one.state()), state_hash(other.state()));
  Model changed = soft_block(ContactMetric::kMass);  // another fingerprint
  Simulation strange(changed, 4e-3, {}, 1);
  EXPECT_THROW(strange.restore(one.save()), InputError);
}

}  // namespace
}  // namespace stiction
