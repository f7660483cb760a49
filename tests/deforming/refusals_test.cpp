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
  Model ignoring = model;
  ignoring.ignored_pairs = {{kBar, static_cast<int>(model.bodies.size()) - 1}};
  EXPECT_EQ(refusal(ignoring), "");
  model.bodies.back().level = 1;
  EXPECT_EQ(refusal(model), "");
}

TEST(DeformingBodies, CannotBeFixedOrLocked) {
  Model locked = test::loaded_bar({}, 1), fixed = locked;
  locked.bodies[kBar].lock[4] = true;
  fixed.bodies[kBar].fixed = true;
  EXPECT_NE(refusal(locked).find("body \"bar\" deforms"), std::string::npos);
  EXPECT_NE(refusal(fixed).find("body \"bar\" deforms"), std::string::npos);
}

TEST(DeformingBodies, WhoseFrameDoesNotTurnRefuseTurns) {
  Model turned = test::falling_sheet({}), twisted = turned;
  turned.bodies[2].start.rotation = Quat(Eigen::AngleAxisd(1, Vec3::UnitZ()));
  twisted.bodies[2].torque = Vec3::UnitZ();
  EXPECT_NE(refusal(turned).find("does not turn"), std::string::npos);
  EXPECT_NE(refusal(twisted).find("does not turn"), std::string::npos);
  Simulation simulation(test::falling_sheet({}), 0.01, {}, 1);
  EXPECT_THROW(simulation.set_velocity(2, Vec3::Zero(), Vec3::UnitX()), InputError);
}

TEST(DeformingBodies, CannotBeHeldByAHand) {
  Model held = test::loaded_bar({}, 1);
  held.hands.push_back({kBar, {}, {}});
  EXPECT_NE(refusal(held).find("hands hold rigid bodies only"), std::string::npos);
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
    EXPECT_NE(std::string(error.what()).find("\"bar\" is no longer finite"), std::string::npos) << error.what();
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
