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

// A light block slides on a heavy one with mu g, though both are one problem and the light one is a millionth of it.
TEST(KnownAnswers, friction_of_a_light_body_on_a_heavy_one_is_exact) {
  for (const double ratio : {1e3, 1e6, 1e9}) {
    Simulation simulation = tower({ratio, 1}, 0.3);
    simulation.set_velocity(2, {0.6, 0, 0}, Vec3::Zero());
    run_converging(simulation, 10);
    expect_answer(fmt::format("1 kg slides on {} kg, speed after 0.1 s [m/s]", ratio), 0.6 - 0.3 * kG * 0.1,
                  simulation.state().bodies[2].velocity.x(), 1e-5);
    run_converging(simulation, 90);
    EXPECT_LT(simulation.state().bodies[2].velocity.norm(), 1e-6) << ratio;
  }
}

TEST(KnownAnswers, a_light_body_on_a_heavy_one_slips_at_its_own_limit) {
  for (const double ratio : {1e3, 1e6, 1e9}) {
    const double measured = border(0.29, 0.31, 1e-6, [&](double share) {
      Simulation simulation = tower({ratio, 1}, 0.3);
      simulation.set_force(2, {share * kG, 0, 0}, Vec3::Zero());
      return stands(std::move(simulation));
    });
    expect_answer(fmt::format("1 kg pushed on {} kg slips at [weights]", ratio), 0.3, measured, 1e-5);
  }
}

}  // namespace
}  // namespace stiction::test
