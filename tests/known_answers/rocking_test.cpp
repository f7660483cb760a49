// Housner's rocking block, 2 b wide and 2 H high: R^2 = b^2 + H^2, tan a = b / H. On its edge t'' = -p^2 sin(a - t),
// p^2 = 3 g / (4 R), with the energy M g R (cos(a - t) - cos a). Released at t0 it comes down after
//   integral of dt / sqrt(2 p^2 (cos(a - t0) - cos(a - t))) over 0..t0   (slender: acosh(1 / (1 - t0 / a)) / p),
// and the impact on the other edge, e = 0 and no sliding, keeps (1 - 3/2 sin^2 a)^2 of the energy.
#include "known_answers/answers.h"

namespace stiction::test {
namespace {

constexpr double kHalfWide = 0.1, kHalfHigh = 0.5;  // b, H [m]
const double kR = std::hypot(kHalfWide, kHalfHigh), kA = std::atan2(kHalfWide, kHalfHigh);
const double kP = std::sqrt(3 * kG / (4 * kR));

double stored(double tilt) {
  return std::cos(kA - tilt) - std::cos(kA);
}

// The integral above; t = t0 (1 - s^2) takes its singular end away.
double quarter(double tilt) {
  const int count = 10000;
  double sum = 0;
  for (int i = 0; i < count; ++i) {
    const double s = (i + 0.5) / count, t = tilt * (1 - s * s);
    sum += 2 * tilt * s / std::sqrt(2 * kP * kP * (std::cos(kA - tilt) - std::cos(kA - t)));
  }
  return sum / count;
}

struct Rocking {
  double down;   // time of the first impact [s]
  double tilt;   // largest tilt after it [rad]
  double again;  // time from the first impact to the second [s]
};

Rocking rock(double tilt, double step) {
  Body block = box_body("block", {2 * kHalfWide, 0.4, 2 * kHalfHigh}, Vec3::Zero());
  // On the edge at x = +b, tilted towards +x.
  block.start.rotation = turn_about_y(tilt);
  block.start.position = block.start.rotation * Vec3(-kHalfWide, 0, kHalfHigh);
  Simulation simulation = simulate(world({block}), step);
  Rocking result{0, 0, 0};
  double last = tilt;
  while (result.again == 0 && simulation.state().time < 10) {
    simulation.step();
    const Vec3 up = simulation.state().bodies[1].rotation * Vec3::UnitZ();
    const double now = std::atan2(up.x(), up.z()), time = simulation.state().time;
    if (result.down > 0) result.tilt = std::max(result.tilt, -now);
    if (result.down == 0 && now <= 0) result.down = time - step * now / (now - last);
    if (result.tilt > 1e-3 && now >= 0 && result.again == 0)
      result.again = time - step * now / (now - last) - result.down;
    last = now;
  }
  return result;
}

// The impact falls somewhere within a step, and gravity acts before it where it should after: errors are of first order
// and depend on where. So the mean over several falls is compared.
TEST(KnownAnswers, a_rocking_block_follows_housner) {
  const double kept = std::pow(1 - 1.5 * std::pow(std::sin(kA), 2), 2);
  for (const double step : {2e-3, 1e-3, 5e-4, 2.5e-4}) {
    double down = 0, energy = 0, again = 0;  // relative to the closed form
    const int falls = 16;
    for (int i = 0; i < falls; ++i) {
      const double tilt = (0.5 + 0.2 * i / falls) * kA;
      const Rocking got = rock(tilt, step);
      down += got.down / quarter(tilt) / falls;
      again += got.again / (2 * quarter(got.tilt)) / falls;
      energy += stored(got.tilt) / stored(tilt) / falls;
    }
    expect_answer(fmt::format("rocking block, first impact [closed form], h = {} s", step), 1, down, 2 * step);
    expect_answer(fmt::format("rocking block, energy kept, h = {} s", step), kept, energy, 30 * step);
    expect_answer(fmt::format("rocking block, second impact [closed form], h = {} s", step), 1, again, step);
  }
}

}  // namespace
}  // namespace stiction::test
