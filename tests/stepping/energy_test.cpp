// Energy in a pile of boxes without restitution never increases.
#include <gtest/gtest.h>

#include <random>

#include "stepping/worlds.h"

namespace stiction {
namespace {

Model pile(std::uint32_t seed) {
  std::mt19937 engine(seed);
  const auto uniform = [&](double low, double high) { return low + (high - low) * (engine() / 4294967296.0); };
  std::vector<Body> bodies;
  for (int i = 0; i < 12; ++i) {
    const Vec3 size(uniform(0.3, 0.6), uniform(0.3, 0.6), uniform(0.3, 0.6));
    bodies.push_back(
        test::box_body("box" + std::to_string(i), size, {uniform(-0.4, 0.4), uniform(-0.4, 0.4), 0.6 + 0.8 * i}));
    bodies.back().start.rotation =
        Quat(Eigen::AngleAxisd(uniform(0, 3), Vec3(uniform(-1, 1), uniform(-1, 1), 1).normalized()));
  }
  return test::world(std::move(bodies), 0.5);
}

TEST(Energy, NeverIncreasesInAPileWithoutRestitution) {
  for (const std::uint32_t seed : {1U, 2U, 3U}) {
    Simulation simulation(pile(seed), 0.01, {});
    const double start = total_energy(simulation.model(), simulation.state());
    double last = start;
    int contacts = 0;
    for (int i = 0; i < 200; ++i) {
      const StepReport& report = simulation.step();
      contacts = std::max(contacts, report.contact_count);
      EXPECT_LE(report.certificate.contact_energy, 1e-9 * start) << "seed " << seed << ", step " << i;
      EXPECT_LE(report.certificate.signorini, 1e-8) << "seed " << seed << ", step " << i;
      const double energy = total_energy(simulation.model(), simulation.state());
      EXPECT_LE(energy, last + 1e-9 * start) << "seed " << seed << ", step " << i;
      last = energy;
    }
    EXPECT_GT(contacts, 20);
  }
}

// Corners that turn within a step get into the other body: a quarter of the step must help.
TEST(Energy, PenetrationInFastImpactsShrinksWithTheStep) {
  const auto worst_penetration = [](double h) {
    Simulation simulation(pile(4), h, {});
    double worst = 0;
    for (int i = 0; i * h < 2; ++i) worst = std::max(worst, simulation.step().max_penetration);
    return worst;
  };
  const double coarse = worst_penetration(0.01), fine = worst_penetration(0.0025);
  EXPECT_LT(coarse, 0.04);
  EXPECT_LT(fine, 0.7 * coarse);
}

}  // namespace
}  // namespace stiction
