// Impacts that pass from body to body within one step.
#include <gtest/gtest.h>

#include "stepping/worlds.h"

namespace stiction {
namespace {

using test::box_body;
using test::world;

// Cubes of 1 m in a row, 5 mm apart, farther than contacts are looked for at rest; the first one comes at 5 m/s, 50 mm
// in a step. Weightless, so that they touch nothing else.
Simulation row_of_cubes(int count) {
  std::vector<Body> cubes;
  cubes.reserve(count);
  for (int i = 0; i < count; ++i) cubes.push_back(box_body(std::to_string(i), Vec3::Ones(), {1.005 * i, 0, 10}));
  cubes[0].start_velocity = {5, 0, 0};
  Model model = world(cubes);
  model.gravity.setZero();
  return {std::move(model), 0.01, {}};
}

TEST(Chain, BodiesThatAreStruckDoNotEnterThoseTheyAreDrivenInto) {
  for (const int count : {2, 3, 4}) {
    Simulation simulation = row_of_cubes(count);
    for (int i = 0; i < 5; ++i) simulation.step();
    const std::vector<BodyState>& bodies = simulation.state().bodies;
    double momentum = 0;
    for (int i = 1; i <= count; ++i) {
      momentum += bodies[i].velocity.x();
      if (i == 1) continue;
      EXPECT_GT(bodies[i].center.x() - bodies[i - 1].center.x(), 1 - 1e-9) << count << " cubes, " << i;
    }
    EXPECT_NEAR(momentum, 5, 1e-9) << count;
    EXPECT_NEAR(bodies[count].velocity.x(), 5.0 / count, 1e-6) << "the row ends as one body: " << count;
  }
}

}  // namespace
}  // namespace stiction
