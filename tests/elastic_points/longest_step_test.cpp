// What is said of explicit steps that are too long.
#include <gtest/gtest.h>

#include <string>

#include "base/error.h"
#include "elastic_points/points_bodies.h"
#include "stepping/simulation.h"

namespace stiction::test {
namespace {

// Pressed together strongly elements are stiffer than at rest, where the longest step is taken.
TEST(LongestStep, AnExplicitBodyThatBlowsUpIsNamedWithWhatHelps) {
  PointsOptions options = explicit_one(soft(1e4));
  options.volume_stiffness = 1e6;
  Model model;
  model.bodies = {
      points_body("jelly", make_points_body(box_tet_mesh({0.2, 0.2, 0.2}, {4, 4, 4}), options), {0, 0, 0.11})};
  model.bodies[0].start_velocity = {0, 0, -20};
  Body ground;
  ground.name = "ground";
  ground.shape = PlaneShape{};
  ground.fixed = true;
  model.bodies.push_back(ground);
  compute_masses(model);
  Simulation simulation(model, 0.9 * model.bodies[0].deformable->longest_step(), {}, 1);
  try {
    for (int i = 0; i < 2000; ++i) simulation.step();
    FAIL() << "did not blow up";
  } catch (const SimulationError& error) {
    const std::string message = error.what();
    EXPECT_NE(message.find("Body \"jelly\" is integrated explicitly, and its limit of"), std::string::npos) << message;
    EXPECT_NE(message.find("\"integrator\": \"implicit\""), std::string::npos) << message;
  }
}

TEST(LongestStep, DampingIsNamedWhereAnExplicitStepIsTooLong) {
  PointsOptions options = explicit_one(soft());
  options.stiffness_damping = 0.1;
  Model model;
  model.bodies = {points_body("jelly", make_points_body(box_tet_mesh({1, 1, 1}, {2, 2, 2}), options))};
  compute_masses(model);
  try {
    const Simulation simulation(model, 0.05, {}, 1);
    FAIL() << "was taken";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("less stiffness \"damping\""), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace stiction::test
