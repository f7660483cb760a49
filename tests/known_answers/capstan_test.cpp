// Euler and Eytelwein's law in compression: balls that cannot turn, pushed along the inside of a round wall. (A rope
// pulls inwards on a post; what can only push presses outwards on a wall. The law is the same.) Every ball lies at a
// flat piece of wall; chords between neighbours make the angle d/2 with it. Tangential and normal balance of a ball,
//   (C - C') cos(d/2) = mu N,   N = (C + C') sin(d/2),   hence C / C' = (1 + mu tan(d/2)) / (1 - mu tan(d/2)),
// and n balls multiply: e^(mu n d) in the limit of many.
#include "known_answers/answers.h"

namespace stiction::test {
namespace {

constexpr double kRound = 1;  // radius of the circle of centres [m]
constexpr double kEnd = 1e3;  // force that holds the far end [N]

Vec3 on_circle(double angle) {
  return {std::cos(angle), std::sin(angle), 0};
}

Simulation pushed_row(int count, double apart, double mu, double push) {
  Model model;
  const int wall = add_material(model, 0);
  model.materials[0].friction = 0;
  model.pairs = {{0, wall, mu, 0}};
  const double radius = kRound * std::sin(apart / 2);
  for (int i = 0; i < count; ++i) {
    Body piece = box_body(fmt::format("wall{}", i), {0.1, radius, 4 * radius}, Vec3::Zero());
    piece.start = {(kRound + radius + 0.05) * on_circle(i * apart), Quat(Eigen::AngleAxisd(i * apart, Vec3::UnitZ()))};
    piece.fixed = true;
    piece.material = wall;
    model.bodies.push_back(piece);
  }
  for (int i = 0; i < count; ++i) {
    Body ball = sphere_body(fmt::format("ball{}", i), radius, kRound * on_circle(i * apart));
    ball.lock = {false, false, true, true, true, true};
    model.bodies.push_back(ball);
  }
  const auto chord = [&](int from, int to) {
    return Vec3((on_circle(to * apart) - on_circle(from * apart)).normalized());
  };
  model.bodies[count].force = push * chord(-1, 0);
  model.bodies[2 * count - 1].force += kEnd * chord(count, count - 1);
  return simulate(std::move(model));
}

TEST(KnownAnswers, a_row_pushed_round_a_corner_gains_force_as_euler_and_eytelwein_say) {
  const double wrap = std::numbers::pi;
  for (const auto& [count, mu] : {std::pair{1, 0.3}, {6, 0.3}, {12, 0.3}, {24, 0.3}, {12, 0.6}}) {
    const double apart = count == 1 ? 0.3 : wrap / count, t = std::tan(apart / 2);
    const double gain = std::pow((1 + mu * t) / (1 - mu * t), count);
    const double forward = border(0.98 * gain, 1.02 * gain, 1e-6 * gain,
                                  [&](double f) { return stands(pushed_row(count, apart, mu, f * kEnd)); });
    expect_answer(fmt::format("{} blocks, mu {}, gain (e^(mu theta) = {})", count, mu, std::exp(mu * count * apart)),
                  gain, forward, 1e-5);
    const double back = border(1.02 / gain, 0.98 / gain, 1e-6 / gain,
                               [&](double f) { return stands(pushed_row(count, apart, mu, f * kEnd)); });
    expect_answer(fmt::format("{} blocks, mu {}, gain backwards", count, mu), 1 / gain, back, 1e-5);
  }
}

}  // namespace
}  // namespace stiction::test
