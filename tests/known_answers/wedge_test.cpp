// A ball in a frictionless groove of two planes inclined by a and b: N_a = W sin b / sin(a + b), N_b = W sin a / sin(a
// + b). A wedge of half angle a between two jaws, each pressed on it with P, friction mu = tan phi. It is squeezed out
// when a > phi; below, pulling it out takes 2 P tan(phi - a), driving it in 2 P tan(phi + a).
#include "known_answers/answers.h"

namespace stiction::test {
namespace {

TEST(KnownAnswers, a_ball_in_a_groove_presses_on_its_sides_by_the_law_of_sines) {
  for (const auto& [left, right] : {std::pair{0.5, 0.5}, {0.3, 1.1}, {1.4, 1.2}, {0.05, 0.7}}) {
    Model model;
    model.materials[0].friction = 0;
    const double r = 0.2, weight = 1000 * 4 * std::numbers::pi / 3 * r * r * r * kG;
    const Vec3 n_left(std::sin(left), 0, std::cos(left)), n_right(-std::sin(right), 0, std::cos(right));
    // The centre has the distance r from both planes, which meet at the origin.
    Mat2 rows;
    rows << n_left.x(), n_left.z(), n_right.x(), n_right.z();
    const Vec2 center = rows.inverse() * Vec2(r, r);
    model.bodies = {plane_body(n_left), plane_body(n_right), sphere_body("ball", r, {center.x(), 0, center.y()})};
    model.bodies[1].name = "right";
    Simulation simulation = simulate(std::move(model));
    run_converging(simulation, 100);
    expect_answer(fmt::format("groove {} / {} rad, left force [N]", left, right),
                  weight * std::sin(right) / std::sin(left + right), force_between(simulation, 0, 2).norm(), 1e-6);
    expect_answer(fmt::format("groove {} / {} rad, right force [N]", left, right),
                  weight * std::sin(left) / std::sin(left + right), force_between(simulation, 1, 2).norm(), 1e-6);
    EXPECT_LT((simulation.state().bodies[2].center - Vec3(center.x(), 0, center.y())).norm(), 1e-9);
  }
}

constexpr double kPress = 1000;  // P [N]

// A prism over the quadrilateral with these ends at z = -bottom and +top, along y.
Body prism(const std::string& name, double from_low, double to_low, double from_high, double to_high, double half) {
  std::vector<Vec3> corners;
  for (const double y : {-0.25, 0.25}) {
    corners.insert(corners.end(), {{from_low, y, -half}, {to_low, y, -half}, {from_high, y, half}, {to_high, y, half}});
  }
  Body body;
  body.name = name;
  body.shape = make_convex_shape(corners);
  return body;
}

// Pulled upwards, where the wedge gets thicker, with `pull` [N]; no gravity.
Simulation wedge(double half_angle, double mu, double pull) {
  Model model;
  model.gravity.setZero();
  model.materials[0].friction = mu;
  const double slope = std::tan(half_angle), w = 1;
  const double low = w - slope * 0.25, high = w + slope * 0.25;          // half widths of the wedge at its ends
  const double jaw_low = w - slope * 0.75, jaw_high = w + slope * 0.75;  // where the jaws end
  model.bodies = {prism("wedge", -low, low, -high, high, 0.25), prism("left", -2, -jaw_low, -2, -jaw_high, 0.75),
                  prism("right", jaw_low, 2, jaw_high, 2, 0.75)};
  model.bodies[0].force = {0, 0, pull};
  model.bodies[1].force = {kPress, 0, 0};
  model.bodies[2].force = {-kPress, 0, 0};
  for (const int jaw : {1, 2}) model.bodies[jaw].lock = {false, true, true, true, true, true};
  return simulate(std::move(model));
}

TEST(KnownAnswers, a_squeezed_wedge_locks_itself_below_the_angle_of_friction) {
  for (const double mu : {0.1, 0.3, 0.7}) {
    const double phi = std::atan(mu);
    const double measured =
        border(0.9 * phi, 1.1 * phi, 1e-7, [&](double angle) { return stands(wedge(angle, mu, 0)); });
    expect_answer(fmt::format("wedge, mu {}, half angle [deg]", mu), phi / kDegree, measured / kDegree, 1e-4);
  }
}

TEST(KnownAnswers, a_wedge_is_pulled_out_and_driven_in_by_known_forces) {
  const double mu = 0.3, phi = std::atan(mu), angle = 0.1;
  for (const double sense : {1.0, -1.0}) {
    const double expected = 2 * kPress * std::tan(phi - sense * angle);
    const double measured = border(0.98 * expected, 1.02 * expected, 1e-4,
                                   [&](double force) { return stands(wedge(angle, mu, sense * force)); });
    expect_answer(sense > 0 ? "wedge, force to pull it out [N]" : "wedge, force to drive it in [N]", expected, measured,
                  1e-5);
  }
}

}  // namespace
}  // namespace stiction::test
