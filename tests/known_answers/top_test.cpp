// A top on a round tip: a sphere of radius e about C, the centre of mass G at the distance l above C on the axis, M its
// mass, A its moment of inertia about G across the axis and I about the axis. It spins with w about its axis and rolls
// on its tip, which therefore runs in a circle: v_C = omega x e z.
//
// Steady precession at the angle t from the vertical, with the rate p. C runs at the radius rho = -e (w - p cos t) sin
// t / p, friction keeps G on its circle, and the moments about G give, with c = cos t,
//   p^2 (A c + (l c + e) M (l + e c)) - p w (I + (l c + e) M e) + M g l = 0.
// For e = 0 and w large this is the well-known p = M g l / (I w).
//
// Asleep, upright, small tilts x (complex) obey (A + M (l + e)^2) x'' - i w (I + M e (l + e)) x' - M g l x = 0, so that
//   w^2 > 4 (A + M (l + e)^2) M g l / (I + M e (l + e))^2
// is stable; for e = 0 the well-known 4 A' M g l / I^2 with A' about the tip.
#include "known_answers/answers.h"

namespace stiction::test {
namespace {

constexpr double kTip = 0.002;  // e [m]

struct Top {
  Body body;
  double M, l, A, I;  // [kg], [m], [kg m^2]
};

Top make_top() {
  Model model;
  Body body;
  body.name = "top";
  body.shape = make_compound_shape(
      {{SphereShape{kTip}, {}}, {make_cylinder_shape(0.06, 0.02), {Vec3(0, 0, 0.05), Quat::Identity()}}});
  model.bodies = {body};
  compute_masses(model);
  const MassProperties& mass = model.bodies[0].mass;
  return {model.bodies[0], mass.mass, mass.center.z(), mass.inertia(0, 0), mass.inertia(2, 2)};
}

double slow_precession(const Top& top, double tilt, double spin) {
  const double c = std::cos(tilt), lever = (top.l * c + kTip) * top.M;
  const double a = top.A * c + lever * (top.l + kTip * c), b = spin * (top.I + lever * kTip), d = top.M * kG * top.l;
  return 2 * d / (b + std::sqrt(b * b - 4 * a * d));
}

Vec3 axis_of(const Simulation& simulation) {
  return simulation.state().bodies[1].rotation * Vec3::UnitZ();
}

struct Precession {
  double rate;      // mean over the run [rad/s]
  double tilt_off;  // largest change of the tilt [rad]
  double sunk;      // by how much the tip has entered the floor at the end [m]
};

constexpr double kTilt = 0.35, kSpin = 150, kSeconds = 1;  // [rad], [rad/s], [s]

// In steady precession about the z axis.
Body precessing_top() {
  Top top = make_top();
  const double rate = slow_precession(top, kTilt, kSpin), own = kSpin - rate * std::cos(kTilt);
  const double rho = -kTip * own * std::sin(kTilt) / rate;
  top.body.start = {{rho, 0, kTip}, turn_about_y(kTilt)};
  top.body.start_velocity = {0, rate * (rho + top.l * std::sin(kTilt)), 0};
  top.body.start_angular_velocity = Vec3(0, 0, rate) + own * Vec3(std::sin(kTilt), 0, std::cos(kTilt));
  return top.body;
}

Simulation spinning(const Body& top, double step, double recovery) {
  Model model = world({top});
  model.recovery = recovery;
  return simulate(std::move(model), step);
}

Precession precess(double step, double recovery) {
  Simulation simulation = spinning(precessing_top(), step, recovery);
  Precession result{0, 0, 0};
  double azimuth = 0;
  const int steps = static_cast<int>(std::lround(kSeconds / step));
  for (int i = 0; i < steps; ++i) {
    EXPECT_TRUE(simulation.step().converged);
    const Vec3 now = axis_of(simulation);
    azimuth += std::remainder(std::atan2(now.y(), now.x()) - azimuth, 2 * std::numbers::pi);
    result.tilt_off = std::max(result.tilt_off, std::abs(std::atan2(now.head<2>().norm(), now.z()) - kTilt));
  }
  result.rate = azimuth / kSeconds;
  result.sunk = kTip - body_pose(simulation.model().bodies[1], simulation.state().bodies[1]).position.z();
  return result;
}

// Contact bounds velocities; the tip's path within a step is curved, and the free rotation turns omega by I w / A h.
// The tip sinks by some 1.5 h [m/s], and what has sunk stays unless the scene asks for recovery.
TEST(KnownAnswers, a_fast_top_precesses_steadily) {
  const double expected = slow_precession(make_top(), kTilt, kSpin);
  for (const double step : {1e-3, 5e-4, 2.5e-4}) {
    const Precession got = precess(step, 0);
    expect_answer(fmt::format("top's precession at 150 rad/s [rad/s], h = {} s", step), expected, got.rate, 10 * step);
    note(fmt::format("top's tip has sunk after 1 s [m], h = {} s", step), got.sunk);
    EXPECT_LT(got.tilt_off, 10 * step) << step;
    EXPECT_LT(got.sunk, 1.6 * step) << step;
  }
}

TEST(KnownAnswers, with_recovery_a_fast_top_precesses_more_exactly_and_does_not_sink) {
  const double expected = slow_precession(make_top(), kTilt, kSpin);
  for (const double step : {1e-3, 5e-4, 2.5e-4}) {
    const Precession got = precess(step, 0.2);
    expect_answer(fmt::format("top's precession, recovery 0.2 [rad/s], h = {} s", step), expected, got.rate, step);
    note(fmt::format("top's tip has sunk after 1 s, recovery 0.2 [m], h = {} s", step), got.sunk);
    EXPECT_LT(got.tilt_off, 2 * step) << step;
    EXPECT_LT(got.sunk, 8 * step * step) << step;
  }
}

// Whether a tilt of 1e-3 rad stays below 0.03 for five seconds.
bool sleeps(double spin, double step, double recovery) {
  Top top = make_top();
  top.body.start = {{0, 0, kTip}, turn_about_y(1e-3)};
  top.body.start_angular_velocity = turn_about_y(1e-3) * Vec3(0, 0, spin);
  Simulation simulation = spinning(top.body, step, recovery);
  while (simulation.state().time < 5) {
    simulation.step();
    if (axis_of(simulation).head<2>().norm() > 0.03) return false;
  }
  return true;
}

TEST(KnownAnswers, a_sleeping_top_wakes_below_its_critical_spin) {
  const Top top = make_top();
  const double limit = std::sqrt(4 * (top.A + top.M * std::pow(top.l + kTip, 2)) * top.M * kG * top.l) /
                       (top.I + top.M * kTip * (top.l + kTip));
  for (const double recovery : {0.0, 0.2}) {
    for (const double step : {1e-3, 5e-4}) {
      const double measured =
          border(1.3 * limit, 0.7 * limit, 1e-3 * limit, [&](double spin) { return sleeps(spin, step, recovery); });
      expect_answer(fmt::format("sleeping top, recovery {}, critical spin [rad/s], h = {} s", recovery, step), limit,
                    measured, 30 * step);
    }
  }
}

}  // namespace
}  // namespace stiction::test
