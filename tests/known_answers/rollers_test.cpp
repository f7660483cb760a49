// Rolling of several bodies on each other, and without a plane.
//   A plank of mass M on rollers (m in all, radius r, inertia I in all) on a slope: the rollers go half as fast, so
//   that its acceleration is g sin a (M + m / 2) / (M + m / 4 + I / (4 r^2)). A plank of length L and thickness t
//   across a fixed cylinder of radius R > t / 2 rocks without slip with the period 2 pi sqrt((L^2 / 12 + t^2 / 3) / (g
//   (R - t / 2))), for small angles. A coin that leans and rolls in a circle stays on the floor.
#include "known_answers/answers.h"

namespace stiction::test {
namespace {

const Quat kLying(Eigen::AngleAxisd(-std::numbers::pi / 2, Vec3::UnitX()));  // along y

Body cylinder_body(const std::string& name, double radius, double length, const Pose& place) {
  Body body;
  body.name = name;
  body.shape = make_cylinder_shape(radius, length);
  body.start = place;
  return body;
}

TEST(KnownAnswers, a_plank_on_rollers_goes_downhill_as_energy_says) {
  const double r = 0.1, angle = 0.3;
  Model model = world({cylinder_body("rear", r, 0.5, {Vec3(-0.5, 0, r), kLying}),
                       cylinder_body("front", r, 0.5, {Vec3(0.5, 0, r), kLying}),
                       box_body("plank", {3, 0.5, 0.05}, {0, 0, 2 * r + 0.025})});
  model.gravity = kG * Vec3(std::sin(angle), 0, -std::cos(angle));
  Simulation simulation = simulate(std::move(model));
  run_converging(simulation, 50);
  const double M = 3 * 0.5 * 0.05, m = 2 * std::numbers::pi * r * r * 0.5;  // over the density
  expect_answer("plank on rollers, acceleration [m/s^2]", kG * std::sin(angle) * (M + m / 2) / (M + m / 4 + m / 8),
                simulation.state().bodies[3].velocity.x() / 0.5, 1e-6);
  for (const int roller : {1, 2}) {
    EXPECT_NEAR(simulation.state().bodies[roller].velocity.x(), simulation.state().bodies[3].velocity.x() / 2, 1e-6);
  }
}

TEST(KnownAnswers, a_plank_across_a_cylinder_rocks_with_its_period) {
  const double R = 0.3, L = 2, tilt = 0.02, step = 0.002;
  for (const double t : {0.1, 0.5}) {
    Body log = cylinder_body("log", R, 1, {Vec3::Zero(), kLying});
    log.fixed = true;
    Body plank = box_body("plank", {L, 0.5, t}, Vec3::Zero());
    plank.start.rotation = turn_about_y(tilt);
    plank.start.position = plank.start.rotation * Vec3(-R * tilt, 0, R + t / 2);  // rolled there from the middle
    Model model;
    model.materials[0].friction = 1;
    model.bodies = {log, plank};
    Simulation simulation = simulate(std::move(model), step);
    double last = tilt, crossing[2] = {0, 0};  // times at which it is level [s]
    for (int found = 0; found < 2 && simulation.state().time < 10;) {
      simulation.step();
      const Vec3 along = simulation.state().bodies[1].rotation * Vec3::UnitX();
      const double now = std::atan2(-along.z(), along.x());
      if (last * now <= 0) crossing[found++] = simulation.state().time - step * now / (now - last);
      last = now;
    }
    const double period = 2 * std::numbers::pi * std::sqrt((L * L / 12 + t * t / 3) / (kG * (R - t / 2)));
    expect_answer(fmt::format("plank of {} m across a cylinder, period [s], h = {} s", t, step), period,
                  2 * (crossing[1] - crossing[0]), 1e-3);
  }
}

// The deepest overlap within 3 s [m].
double coin_sinks(double step, double recovery) {
  const double lean = 0.3, r = 0.1, thick = 0.01, speed = 1;
  const Quat leaning(Eigen::AngleAxisd(lean, Vec3::UnitX()));
  Body coin =
      cylinder_body("coin", r, thick, {Vec3(0, 0, r * std::cos(lean) + thick / 2 * std::sin(lean)), leaning * kLying});
  coin.start_velocity = {speed, 0, 0};
  coin.start_angular_velocity = leaning * Vec3(0, speed / r, 0);
  Model model = world({coin}, 1);
  model.recovery = recovery;
  Simulation simulation = simulate(std::move(model), step);
  double deepest = 0;
  while (simulation.state().time < 3) deepest = std::max(deepest, simulation.step().max_penetration);
  note(fmt::format("coin rolls in a circle, recovery {}, h = {} s, deepest in 3 s [m]", recovery, step), deepest);
  return deepest;
}

// Turning bodies have curved paths: without recovery what a step lets in adds up, in first order.
TEST(KnownAnswers, a_coin_that_rolls_in_a_circle_sinks_in_first_order_and_not_with_recovery) {
  for (const double step : {1e-3, 5e-4}) {
    EXPECT_LT(coin_sinks(step, 0), 3 * step);
    EXPECT_LT(coin_sinks(step, 0.2), 15 * step * step);
  }
}

}  // namespace
}  // namespace stiction::test
