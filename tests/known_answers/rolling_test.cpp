// Round bodies on a slope of angle a roll with g sin a / (1 + k^2 / r^2), k their radius of gyration, and slip beyond
// tan a = mu (1 + r^2 / k^2). A ball that slides at v without spin rolls after 2 v / (7 mu g), having gone
// 12 v^2 / (49 mu g), with 5/7 of v.
#include "known_answers/answers.h"

namespace stiction::test {
namespace {

constexpr double kRadius = 0.2;                                              // where it rolls [m]
const Quat kLying(Eigen::AngleAxisd(-std::numbers::pi / 2, Vec3::UnitX()));  // along y

struct Roller {
  std::string name;
  Body body;
  double gyration;    // (k / r)^2
  bool thin = false;  // all mass in the rim
};

Roller sphere_roller() {
  return {"sphere", sphere_body("roller", kRadius, Vec3::Zero()), 0.4};
}

Roller cylinder_roller() {
  Roller roller{"cylinder", {}, 0.5};
  roller.body.shape = make_cylinder_shape(kRadius, 0.5);
  roller.body.start.rotation = kLying;
  return roller;
}

// A cylinder with the mass of a thin hoop in its rim.
Roller hoop_roller() {
  Roller roller = cylinder_roller();
  roller.name = "hoop";
  roller.gyration = 1;
  roller.thin = true;
  return roller;
}

// A disc of 0.4 m between two axles that roll on rails.
constexpr double kDisc = 0.4, kDiscWide = 0.1, kAxleLong = 0.2;  // [m]
Roller spool_roller() {
  Roller roller{"spool", {}, 0};
  const double z = (kDiscWide + kAxleLong) / 2;
  const Shape axle = make_cylinder_shape(kRadius, kAxleLong);
  roller.body.shape = make_compound_shape({{make_cylinder_shape(kDisc, kDiscWide), {}},
                                           {axle, {Vec3(0, 0, z), Quat::Identity()}},
                                           {axle, {Vec3(0, 0, -z), Quat::Identity()}}});
  roller.body.start.rotation = kLying;
  // Masses go with r^2 x width, moments of inertia with half of r^4 x width.
  const double disc = kDisc * kDisc * kDiscWide, axles = 2 * kRadius * kRadius * kAxleLong;
  const double inertia = (disc * kDisc * kDisc + axles * kRadius * kRadius) / 2;
  roller.gyration = inertia / (disc + axles) / (kRadius * kRadius);
  return roller;
}

// Two rails, or a plane below everything; downhill is +x.
std::vector<Body> ground(const Roller& roller, const Quat& tilt) {
  if (roller.name != "spool") return {plane_body(tilt * Vec3::UnitZ())};
  std::vector<Body> rails;
  for (const double y : {-0.16, 0.16}) {
    rails.push_back(box_body(y < 0 ? "right" : "left", {20, 0.1, 0.6}, tilt * Vec3(8, y, -0.3)));
    rails.back().fixed = true;
    rails.back().start.rotation = tilt;
  }
  return rails;
}

Simulation on_slope(const Roller& roller, double angle, double mu) {
  const Quat tilt = turn_about_y(angle);
  Model model;
  model.materials[0].friction = mu;
  model.bodies = ground(roller, tilt);
  model.bodies.push_back(roller.body);
  Body& body = model.bodies.back();
  body.name = "roller";
  body.start.position = tilt * Vec3(0, 0, kRadius);
  body.start.rotation = tilt * body.start.rotation;
  compute_masses(model);
  if (roller.thin) {
    MassProperties mass = body.mass;
    mass.inertia.diagonal() = mass.mass * kRadius * kRadius * Vec3(0.5, 0.5, 1);
    set_mass(body, mass);
  }
  return simulate_as_is(std::move(model));
}

double slip(const Simulation& simulation, double angle) {
  const BodyState& state = simulation.state().bodies.back();
  return (state.velocity - kRadius * state.angular_velocity.cross(turn_about_y(angle) * Vec3::UnitZ())).norm();
}

TEST(KnownAnswers, round_bodies_roll_downhill_as_their_inertia_says) {
  for (const Roller& roller : {sphere_roller(), cylinder_roller(), hoop_roller(), spool_roller()}) {
    const double angle = 0.3;
    Simulation simulation = on_slope(roller, angle, 0.5);
    run_converging(simulation, 100);
    const double speed = simulation.state().bodies.back().velocity.norm();
    expect_answer(fmt::format("{} rolls, acceleration [m/s^2]", roller.name),
                  kG * std::sin(angle) / (1 + roller.gyration), speed, 1e-6);
    EXPECT_LT(slip(simulation, angle), 1e-6) << roller.name;
  }
}

TEST(KnownAnswers, round_bodies_slip_beyond_the_slope_that_their_inertia_says) {
  const double mu = 0.15;
  for (const Roller& roller : {sphere_roller(), cylinder_roller(), hoop_roller(), spool_roller()}) {
    const double expected = std::atan(mu * (1 + 1 / roller.gyration));
    const double measured = border(expected - 0.02, expected + 0.02, 1e-6, [&](double angle) {
      Simulation simulation = on_slope(roller, angle, mu);
      run(simulation, 50);
      return slip(simulation, angle) < 1e-6;
    });
    expect_answer(fmt::format("{} slips at mu 0.15, angle [deg]", roller.name), expected / kDegree, measured / kDegree,
                  2e-6);
  }
}

// Where the ball begins to roll [m].
double rolls_after(double speed, double mu, double step) {
  Body ball = sphere_body("ball", kRadius, {0, 0, kRadius});
  ball.start_velocity = {speed, 0, 0};
  Simulation simulation = simulate(world({ball}, mu), step);
  while (slip(simulation, 0) > 1e-6 && simulation.state().time < 10) simulation.step();
  EXPECT_NEAR(simulation.state().bodies[1].velocity.x(), speed * 5 / 7, 1e-5);
  return simulation.state().bodies[1].center.x();
}

TEST(KnownAnswers, a_sliding_ball_rolls_after_a_known_way) {
  const double speed = 3, mu = 0.2, expected = 12 * speed * speed / (49 * mu * kG);
  expect_answer("sliding ball rolls after [m], h = 10 ms", expected, rolls_after(speed, mu, 0.01), 0.02);
  expect_answer("sliding ball rolls after [m], h = 1 ms", expected, rolls_after(speed, mu, 0.001), 0.002);
  expect_answer("sliding ball rolls after [m], h = 0.1 ms", expected, rolls_after(speed, mu, 0.0001), 0.0002);
}

}  // namespace
}  // namespace stiction::test
