// The smallest elastic body, one bending mode, from the predictor to the certificate, against closed forms.
#include <gtest/gtest.h>

#include <cmath>

#include "deforming/worlds.h"

namespace stiction {
namespace {

using test::BarOptions;
using test::ElasticBar;
using test::loaded_bar;

constexpr int kBar = 3, kLoad = 4;

Model bar_alone(const BarOptions& options, double amplitude, const Vec3& gravity) {
  class Bent final : public Deformable {  // the same bar, bent at the start
   public:
    Bent(const BarOptions& o, double q) : bar_(o), q_(q) {}
    int dof_count() const override { return 7; }
    int coordinate_count() const override { return 1; }
    void set_start(VecX& deformation, VecX& rate) const override {
      bar_.set_start(deformation, rate);
      deformation[0] = q_;
    }
    std::uint64_t fingerprint() const override { return bar_.fingerprint(); }
    const TriangleMesh& surface() const override { return bar_.surface(); }
    void deformed_vertices(const Body& b, const BodyState& s, std::vector<Vec3>& v) const override {
      bar_.deformed_vertices(b, s, v);
    }
    double deformation_speed(const BodyState& s) const override { return bar_.deformation_speed(s); }
    double kinetic_energy(const Body& b, const BodyState& s) const override { return bar_.kinetic_energy(b, s); }
    double elastic_energy(const BodyState& s) const override { return bar_.elastic_energy(s); }
    std::unique_ptr<DeformableStep> make_step() const override { return bar_.make_step(); }

   private:
    ElasticBar bar_;
    double q_;
  };
  Model model;
  model.gravity = gravity;
  model.materials[0].density = options.density;
  model.bodies = {test::bar_body("bar", options, Vec3(0, 0, 1))};
  model.bodies[0].deformable = std::make_shared<Bent>(options, amplitude);
  compute_masses(model);
  return model;
}

TEST(ElasticBar, HasTheModeOfEulerAndBernoulli) {
  const ElasticBar bar(BarOptions{});
  const double EI = 2e11 * 0.05 * std::pow(0.02, 3) / 12, mass_per_length = 7800 * 0.05 * 0.02;
  const double omega = std::pow(4.730040744862704, 2) * std::sqrt(EI / mass_per_length);
  EXPECT_NEAR(std::sqrt(bar.stiffness() / bar.modal_mass()), omega, 0.005 * omega);  // rotary inertia lowers it
  EXPECT_NEAR(bar.mode({0.5, 0, 0})[2], 1, 1e-12);
  double sum = 0, moment = 0;
  for (int i = 0; i < 10000; ++i) {
    const double x = (i + 0.5) / 10000 - 0.5;
    sum += bar.mode({x, 0, 0})[2] / 10000;
    moment += x * bar.mode({x, 0, 0})[2] / 10000;
  }
  EXPECT_NEAR(sum, 0, 1e-6);
  EXPECT_NEAR(moment, 0, 1e-12);
}

TEST(ElasticBar, HasASurfaceThatFacesOutward) {
  const ElasticBar bar(BarOptions{});
  const TriangleMesh& mesh = bar.surface();
  double volume = 0;
  for (const auto& [a, b, c] : mesh.triangles) {
    volume += mesh.vertices[a].dot(mesh.vertices[b].cross(mesh.vertices[c])) / 6;
  }
  EXPECT_NEAR(volume, 1 * 0.05 * 0.02, 1e-12);
}

TEST(ElasticBar, SwingsAtItsFrequencyInFreeFlight) {
  const BarOptions options;
  const Model model = bar_alone(options, 1e-3, Vec3::Zero());
  const auto& bar = *model.bodies[0].deformable;
  Simulation simulation(model, 2e-6, {}, 1);
  double crossing = 0, before = 1e-3;
  while (crossing == 0) {
    simulation.step();
    const double q = simulation.state().bodies[0].deformation[0];
    if (q <= 0) crossing = simulation.state().time - 2e-6 * q / (q - before);
    before = q;
  }
  const ElasticBar plain(options);
  const double quarter = M_PI / 2 / std::sqrt(plain.stiffness() / plain.modal_mass());
  EXPECT_NEAR(crossing, quarter, 2e-3 * quarter);
  EXPECT_NEAR(bar.kinetic_energy(model.bodies[0], simulation.state().bodies[0]), 0.5 * plain.stiffness() * 1e-6,
              0.02 * 0.5 * plain.stiffness() * 1e-6);
}

TEST(ElasticBar, KeepsItsMomentumWhileItSwingsAndTumbles) {
  Model model = bar_alone({}, 0.01, Vec3::Zero());
  model.bodies[0].start_velocity = {1, 2, 3};
  model.bodies[0].start_angular_velocity = {0.5, 4, -2};
  Simulation simulation(model, 1e-3, {}, 1);
  const auto spin = [&] {
    const BodyState& body = simulation.state().bodies[0];
    return Vec3(body.rotation * (model.bodies[0].mass.inertia * (body.rotation.conjugate() * body.angular_velocity)));
  };
  const Vec3 before = spin();
  test::run(simulation, 200);
  EXPECT_LT((simulation.state().bodies[0].velocity - Vec3(1, 2, 3)).norm(), 1e-12);
  EXPECT_LT((spin() - before).norm(), 1e-12 * before.norm());
}

// Its spring would take it far in one step, but blocks hold it: what is not near stays out of the contact problem.
TEST(ElasticBar, ThatIsHeldBentHasOnlyContactsNearby) {
  Model model = bar_alone({}, 0.005, Vec3::Zero());
  const ElasticBar bar(BarOptions{});
  const double below = 0.99 + 0.005 * bar.mode({0.42, 0, 0})[2], above = 1.01 + 0.005 * bar.mode({0.05, 0, 0})[2];
  for (const double x : {-0.52, 0.52})
    model.bodies.push_back(test::box_body("below", {0.2, 0.2, 0.1}, {x, 0, below - 0.05}));
  model.bodies.push_back(test::box_body("above", {0.1, 0.2, 0.1}, {0, 0, above + 0.05}));
  for (std::size_t i = 1; i < model.bodies.size(); ++i) model.bodies[i].fixed = true;
  Simulation simulation(model, 0.01, {}, 1);
  EXPECT_LE(test::worst_residual(simulation, 50), 1e-8);
  ASSERT_GT(simulation.state().bodies[0].deformation[0], 0.003) << "not held";
  const double would_move = 0.01 * std::abs(simulation.problem().free_velocity[6]);
  ASSERT_GT(would_move, 0.003);
  EXPECT_GE(simulation.contacts().size(), 4u);
  for (const Contact& contact : simulation.contacts()) EXPECT_LT(contact.gap, 1.1 * model.margin);
}

// Its spring alone takes the ends down by 5 mm in one step, 3 mm above blocks: collision has to look that far.
TEST(ElasticBar, ThatItsSpringDrivesDownIsCaught) {
  Model model = bar_alone({}, 0.005, Vec3::Zero());
  for (const double x : {-0.5, 0.5}) {
    Body block = test::box_body("block", {0.06, 0.2, 0.1}, {x, 0, 1 - 0.01 + 0.002 - 0.05});
    block.fixed = true;
    model.bodies.push_back(block);
  }
  Simulation simulation(model, 0.01, {}, 1);
  double deepest = 0;
  for (int i = 0; i < 50; ++i) deepest = std::max(deepest, simulation.step().max_penetration);
  EXPECT_LT(deepest, 1e-5);                                // edges of the blocks slide along those of the bent bar
  EXPECT_GT(simulation.state().bodies[0].velocity[2], 0);  // thrown up by the blocks
}

// Of the mode on the surface, whose vertices are 1/24 m apart and whose edges between them are straight.
double deflection_between_vertices(const ElasticBar& bar, double x) {
  const double pitch = 1.0 / 24, before = std::floor(x / pitch), share = x / pitch - before;
  return (1 - share) * bar.mode({before * pitch, 0, 0})[2] + share * bar.mode({(before + 1) * pitch, 0, 0})[2];
}

TEST(ElasticBar, UnderALoadBendsAsStaticsSay) {
  BarOptions options;
  options.young = 2e10;
  options.damping = 500;
  const ElasticBar bar(options);
  Simulation simulation(loaded_bar(options, 20, 0.0), 1e-3, {}, 1);
  EXPECT_LE(test::worst_residual(simulation, 1500), 1e-6);
  EXPECT_LT(simulation.state().bodies[kBar].velocity.norm(), 1e-6);
  EXPECT_LT(std::abs(simulation.state().bodies[kBar].deformation_rate[0]), 1e-6);
  const double weight = 20 * 9.81, own = bar.mass() * 9.81;
  EXPECT_NEAR(test::contact_force(simulation, kLoad)[2], weight, 1e-5 * weight);
  EXPECT_NEAR(test::contact_force(simulation, kBar)[2], own, 1e-5 * weight);
  EXPECT_NEAR(-test::contact_force(simulation, 1)[2], (weight + own) / 2, 1e-5 * weight);
  // k q = sum of phi . f: the bar sags, so that it rests on the inner edges of the supports, x = 0.38 m, and the flat
  // load on its own lower edges, x = 0.05 m.
  const double supported = deflection_between_vertices(bar, 0.38), loaded = deflection_between_vertices(bar, 0.05);
  const double q = ((weight + own) * supported - weight * loaded) / bar.stiffness();
  EXPECT_GT(q, 1e-3);
  EXPECT_NEAR(simulation.state().bodies[kBar].deformation[0], q, 2e-3 * q);
}

TEST(ElasticBar, OnAnInclineSlidesWhereARigidOneDoes) {
  for (const double degrees : {20.0, 35.0}) {
    const double angle = degrees * M_PI / 180, mu = 0.5;
    BarOptions options;
    Model model;
    model.materials = {{"steel", options.density, mu, 0}};
    model.gravity = 9.81 * Vec3(std::sin(angle), 0, -std::cos(angle));
    model.bodies = {test::plane_body(), test::bar_body("bar", options, {0, 0, options.size[2] / 2})};
    compute_masses(model);
    Simulation simulation(model, 2e-3, {}, 1);
    EXPECT_LE(test::worst_residual(simulation, 250), 1e-6);
    const double expected = degrees < 26 ? 0 : 9.81 * (std::sin(angle) - mu * std::cos(angle)) * 0.5;
    EXPECT_NEAR(simulation.state().bodies[1].velocity[0], expected, 1e-3) << degrees;
  }
}

TEST(ElasticBar, DroppedLosesEnergyAndNeverGainsAny) {
  BarOptions options;
  options.young = 5e9;
  Model model = loaded_bar(options, 5);
  model.bodies[kBar].start.position[2] += 0.1;
  model.bodies[kLoad].start.position[2] += 0.4;
  Simulation simulation(model, 1e-3, {}, 1);
  double energy = total_energy(simulation.model(), simulation.state());
  const double start = energy;
  for (int i = 0; i < 1000; ++i) {
    EXPECT_LE(simulation.step().certificate.residual, 1e-6) << i;
    const double now = total_energy(simulation.model(), simulation.state());
    EXPECT_LE(now, energy + 2e-4 * start) << i;
    energy = std::min(energy, now);
  }
  EXPECT_LT(energy, 0.9 * start);
  EXPECT_LT(simulation.last_report().max_penetration, 1e-4);
}

}  // namespace
}  // namespace stiction
