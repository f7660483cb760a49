// Minutes of mechanisms: errors of joints do not grow.
#include <gtest/gtest.h>

#include <cmath>

#include "joints/joined.h"

namespace stiction {
namespace {

using test::hinge;
using test::joint_errors;
using test::rod;
using test::space;

TEST(LastingJoints, ADrivenFourBarLinkageIsExactAfterTenMinutes) {
  const Vec3 o(0, 0, 0), a(0, 0, 0.4), b(0.85, 0, 0.69529), c(1, 0, 0);
  Model model = space({rod("crank", o, a), rod("coupler", a, b), rod("rocker", b, c)},
                      {hinge(kWorld, 0, o), hinge(0, 1, a), hinge(1, 2, b), hinge(2, kWorld, c)});
  model.joints[0].motor = JointMotor{5, 20};
  Simulation simulation(model, 1.0 / 60, {});
  double worst = 0;
  for (int i = 0; i < 36000; ++i) worst = std::max(worst, simulation.step().joint_error);
  EXPECT_LT(worst, 1e-10);
  EXPECT_LT(joint_errors(simulation).position, 1e-10);
  EXPECT_NEAR(simulation.joint(0).velocity, 5, 0.5);
}

TEST(LastingJoints, ASwingingChainKeepsItsLinksTogetherAndItsEnergy) {
  std::vector<Body> bodies;
  std::vector<Joint> joints;
  for (int i = 0; i < 10; ++i) {
    bodies.push_back(rod("link" + std::to_string(i), {0.1 * i, 0, 0}, {0.1 * (i + 1), 0, 0}));
    bodies.back().level = i;  // they do not collide
    joints.push_back(test::ball(i == 0 ? kWorld : i - 1, i, {0.1 * i, 0, 0}));
  }
  const Model model = space(bodies, joints);
  Simulation simulation(model, 0.001, {});
  const double start = total_energy(model, simulation.state());
  double worst = 0, most = 0;
  for (int i = 0; i < 6000; ++i) {
    worst = std::max(worst, simulation.step().joint_error);
    most = std::max(most, std::abs(total_energy(model, simulation.state()) - start));
  }
  EXPECT_LT(worst, 1e-10);
  EXPECT_LT(most, 0.01 * 10 * model.bodies[0].mass.mass * test::kG) << "J, of a metre of height";
}

}  // namespace
}  // namespace stiction
