// A disc and a square that spin on their face slow down by mu g <r> m / I, <r> the mean distance from the axis of what
// carries: statics does not say what carries. Manifolds have corners only, <r> = r for the disc's rim, a / sqrt(2) for
// the square of side a. Even pressure has <r> = 2 r / 3 and a (sqrt(2) + asinh(1)) / 6 = 0.3826 a; `samples` comes
// near.
#include "known_answers/answers.h"

namespace stiction::test {
namespace {

constexpr double kSize = 0.4, kThick = 0.04, kMu = 0.1;  // [m], [m]

// [rad/s^2]
double slowing(bool round, int samples) {
  Body body = box_body("body", {kSize, kSize, kThick}, {0, 0, kThick / 2});
  if (round) body.shape = make_cylinder_shape(kSize / 2, kThick);
  body.samples = samples;
  body.start_angular_velocity = {0, 0, 5};
  Simulation simulation = simulate(world({body}, kMu));
  run_converging(simulation, 30);
  return (5 - simulation.state().bodies[1].angular_velocity.z()) / 0.3;
}

TEST(KnownAnswers, a_spinning_face_slows_down_by_what_carries_it) {
  const double disc = kMu * kG / (kSize * kSize / 8), square = kMu * kG / (kSize * kSize / 6);  // per mean distance
  expect_answer("spinning disc, carried by its rim [rad/s^2]", disc * kSize / 2, slowing(true, 0), 1e-6);
  expect_answer("spinning square, carried by its corners [rad/s^2]", square * kSize / std::sqrt(2), slowing(false, 0),
                1e-6);
  expect_answer("spinning disc, even pressure, 16 samples [rad/s^2]", disc * kSize / 3, slowing(true, 16), 0.04);
  expect_answer("spinning square, even pressure, 16 samples [rad/s^2]",
                square * kSize * (std::sqrt(2) + std::asinh(1)) / 6, slowing(false, 16), 0.04);
}

}  // namespace
}  // namespace stiction::test
