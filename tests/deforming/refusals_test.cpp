// What deforming bodies cannot do is refused, not ignored.
#include <gtest/gtest.h>

#include "base/error.h"
#include "deforming/worlds.h"

namespace stiction {
namespace {

constexpr int kBar = 3;

std::string refusal(const Model& model) {
  try {
    Simulation simulation(model, 0.01, {}, 1);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(DeformingBodies, ThatMayTouchEachOtherAreRefused) {
  Model model = test::loaded_bar({}, 1);
  model.bodies.push_back(test::sheet_body("sheet", {}, {0, 0, 1}));
  compute_masses(model);
  EXPECT_NE(refusal(model).find("\"bar\" and \"sheet\" both deform"), std::string::npos);
  model.bodies.back().level = 1;
  EXPECT_EQ(refusal(model), "");
}

TEST(DeformingBodies, CannotBeFixedOrLocked) {
  Model model = test::loaded_bar({}, 1);
  model.bodies[kBar].lock[4] = true;
  EXPECT_NE(refusal(model).find("body \"bar\" deforms"), std::string::npos);
}

TEST(DeformingBodies, CannotBeHeldByAHand) {
  Simulation simulation(test::loaded_bar({}, 1), 0.01, {}, 1);
  EXPECT_THROW(simulation.take_hold(kBar, {}), InputError);
}

TEST(DeformingBodies, ThatBlowUpAreNamed) {
  test::BarOptions options;
  Model model = test::loaded_bar(options, 1);
  model.gravity = {0, 0, -1e308};
  Simulation simulation(model, 1, {}, 1);
  try {
    for (int i = 0; i < 10; ++i) simulation.step();
    FAIL() << "nothing was thrown";
  } catch (const SimulationError& error) {
    EXPECT_NE(std::string(error.what()).find("no longer finite"), std::string::npos) << error.what();
  }
}

// A settled world keeps rigid bodies awake that a deforming one touches.
TEST(DeformingBodies, KeepWhatTheyTouchAwake) {
  Model model = test::loaded_bar({}, 1);
  model.sleep_after = 0.1;
  Simulation simulation(model, 0.01, {}, 1);
  test::run(simulation, 100);
  EXPECT_FALSE(simulation.state().bodies[kBar].asleep);
  EXPECT_FALSE(simulation.state().bodies[kBar + 1].asleep);
}

}  // namespace
}  // namespace stiction
