// Critical angle of a block on an incline: atan(mu) for the disk, within the polygon's anisotropy otherwise.
#include <gtest/gtest.h>

#include "stepping/worlds.h"

namespace stiction {
namespace {

// Gravity is turned instead of the plane: downhill direction `heading`, slope `angle`. Flat wide block.
bool slides(double mu, double angle, double heading, FrictionSet set) {
  Model model = test::world({test::box_body("block", {1, 1, 0.1}, {0, 0, 0.05})}, mu);
  model.gravity =
      9.81 * Vec3(std::sin(angle) * std::cos(heading), std::sin(angle) * std::sin(heading), -std::cos(angle));
  SolverOptions options;
  options.tangents = set;
  options.tolerance = 1e-9;
  Simulation simulation(std::move(model), 0.01, options);
  test::run(simulation, 20);
  // A block just past the critical angle gains 9.81 cos(angle) (tan(angle) - mu) t.
  return simulation.state().bodies[1].velocity.norm() > 1e-6;
}

double critical_angle(double mu, double heading, FrictionSet set) {
  double holds = 0, fails = 1.3;
  while (fails - holds > 1e-5) {
    const double middle = 0.5 * (holds + fails);
    (slides(mu, middle, heading, set) ? fails : holds) = middle;
  }
  return 0.5 * (holds + fails);
}

constexpr double kHundredthOfADegree = 0.01 * M_PI / 180;

TEST(Incline, CriticalAngleIsAtanMuInEveryHeadingForTheDisk) {
  for (const double mu : {0.1, 0.5, 1.0}) {
    for (const double heading : {0.0, 0.2, M_PI / 8, 1.0, 2.5, 4.0}) {
      EXPECT_NEAR(critical_angle(mu, heading, {}), std::atan(mu), kHundredthOfADegree) << mu << ", heading " << heading;
    }
  }
}

TEST(Incline, CriticalAngleFollowsTheAnisotropyOfThePolygon) {
  const double mu = 0.5;
  for (const double heading : {0.0, 0.1, M_PI / 8, 0.6, M_PI / 4, 2.0}) {
    const double width = M_PI / 4;
    const double off_side = heading - (std::floor(heading / width) + 0.5) * width;  // from the side's middle
    const double effective = mu * std::cos(M_PI / 8) / std::cos(off_side);
    const double tangent = std::tan(critical_angle(mu, heading, FrictionSet{8}));
    EXPECT_NEAR(tangent, effective, 3e-4) << "heading " << heading;
    EXPECT_GE(tangent, mu * std::cos(M_PI / 8) - 3e-4);
    EXPECT_LE(tangent, mu + 3e-4);
  }
}

TEST(Incline, ABlockOnATiltedPlaneHoldsBelowAndSlidesAbove) {
  for (const double excess : {-1e-3, 1e-3}) {
    const double angle = std::atan(0.5) + excess;
    const Quat turn(Eigen::AngleAxisd(angle, Vec3::UnitY()));
    Model model;
    model.materials[0].friction = 0.5;
    model.bodies.push_back(test::plane_body(turn * Vec3::UnitZ(), 0));
    model.bodies.push_back(test::box_body("block", {1, 1, 0.1}, turn * Vec3(0, 0, 0.05)));
    model.bodies.back().start.rotation = turn;
    compute_masses(model);
    SolverOptions options;
    options.tolerance = 1e-9;
    Simulation simulation(std::move(model), 0.01, options);
    test::run(simulation, 100);
    const double speed = simulation.state().bodies[1].velocity.norm();
    if (excess < 0) {
      EXPECT_LT(speed, 1e-8);
    } else {
      EXPECT_NEAR(speed, 9.81 * (std::sin(angle) - 0.5 * std::cos(angle)), 1e-5);
    }
  }
}

}  // namespace
}  // namespace stiction
