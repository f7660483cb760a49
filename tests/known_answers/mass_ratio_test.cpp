// Heavy on light: what rests bears the weight above it, whatever the ratio of masses.
#include "known_answers/answers.h"

namespace stiction::test {
namespace {

// Cubes of 1 m on the ground, from below; masses [kg].
Simulation tower(const std::vector<double>& masses, double mu = 0.5) {
  Model model;
  model.bodies = {plane_body()};
  for (std::size_t i = 0; i < masses.size(); ++i) {
    Body cube = box_body(fmt::format("cube{}", i), Vec3::Ones(), {0, 0, 0.5 + static_cast<double>(i)});
    cube.material = add_material(model, mu, masses[i]);
    model.bodies.push_back(cube);
  }
  return simulate(std::move(model));
}

void expect_exact_weights(const std::vector<double>& masses) {
  Simulation simulation = tower(masses);
  const State start = simulation.state();
  run_converging(simulation, 500);
  double above = 0, worst = 0;
  for (int i = static_cast<int>(masses.size()); i >= 1; --i) {
    above += masses[i - 1] * kG;
    const Vec3 force = force_between(simulation, i - 1, i);
    worst = std::max(worst, (force - Vec3(0, 0, above)).norm() / above);
  }
  std::string text;
  for (const double mass : masses) text += fmt::format("{}{}", text.empty() ? "" : ", ", mass);
  note(fmt::format("tower of {} kg from below, worst relative error of a force after 5 s", text), worst);
  EXPECT_LT(worst, 1e-6);
  EXPECT_LT(centre_moved(simulation, start), 1e-9);
}

TEST(KnownAnswers, heavy_stands_on_light) {
  for (const double ratio : {1e3, 1e6}) {
    expect_exact_weights({1, ratio});
    expect_exact_weights({ratio, 1});
    expect_exact_weights({ratio, 1, ratio});
    expect_exact_weights({1, ratio, 1});
    expect_exact_weights({1, ratio, 1, ratio, 1, ratio});
  }
}

// In one problem with a heavy body a light one is solved less exactly: residuals are measured in kinetic energy over
// the whole, so that the tolerance of 1e-6 allows a velocity of 1e-6 sqrt(M / m) h g [m/s].
double allowed_speed(double ratio) {
  return 1e-6 * std::sqrt(ratio) * kSceneStep * kG;
}

TEST(KnownAnswers, a_light_body_slides_on_a_heavy_one_with_mu_g) {
  for (const double ratio : {1e3, 1e6, 1e9}) {
    Simulation simulation = tower({ratio, 1}, 0.3);
    simulation.set_velocity(2, {0.6, 0, 0}, Vec3::Zero());
    run_converging(simulation, 10);
    const double speed = 0.6 - 0.3 * kG * 0.1;
    expect_answer(fmt::format("1 kg slides on {} kg, speed after 0.1 s [m/s]", ratio), speed,
                  simulation.state().bodies[2].velocity.x(), allowed_speed(ratio) / speed);
    run_converging(simulation, 90);
    EXPECT_LT(simulation.state().bodies[2].velocity.norm(), allowed_speed(ratio)) << ratio;
  }
}

Simulation pushed(double ratio, double share, double tolerance) {
  Simulation simulation = tower({ratio, 1}, 0.3);
  SolverOptions options;
  options.tolerance = tolerance;
  simulation.set_solver(options);
  simulation.set_force(2, {share * kG, 0, 0}, Vec3::Zero());
  return simulation;
}

TEST(KnownAnswers, a_light_body_on_a_heavy_one_slips_at_its_own_limit) {
  for (const double ratio : {1e3, 1e6, 1e9}) {
    const double tolerance = ratio > 1e6 ? 1e-9 : 1e-6;  // at 1e9 a pushed body would creep by 2e-6 m/s
    const double measured =
        border(0.29, 0.31, 1e-6, [&](double share) { return stands(pushed(ratio, share, tolerance)); });
    expect_answer(fmt::format("1 kg pushed on {} kg slips at [weights]", ratio), 0.3, measured, 3e-6);
  }
}

}  // namespace
}  // namespace stiction::test
