#include "model/mass_ratio.h"

#include <gtest/gtest.h>

#include <functional>

#include "base/error.h"
#include "model/joint.h"

namespace stiction {
namespace {

// Bodies of these masses [kg], from "b0" on.
Model model_of(const std::vector<double>& masses) {
  Model model;
  for (const double mass : masses) {
    Body& body = model.bodies.emplace_back();
    body.name = "b" + std::to_string(model.bodies.size() - 1);
    set_mass(body, {mass, Vec3::Zero(), mass * Mat3::Identity()});
  }
  return model;
}

std::string message_of(const Model& model) {
  try {
    require_mass_ratios(model);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(MassRatio, FollowsTheLimitInEitherOrder) {
  EXPECT_EQ(message_of(model_of({1e-3, 1e6, 1})), "");
  EXPECT_EQ(message_of(model_of({1, 0.99 * kMostMassRatio})), "");
  const std::vector<double> extreme[] = {{1, 5, 1.01 * kMostMassRatio}, {1.01 * kMostMassRatio, 5, 1}};
  for (const std::vector<double>& masses : extreme) {
    const std::string message = message_of(model_of(masses));
    EXPECT_NE(message.find("body \"b0\""), std::string::npos) << message;
    EXPECT_NE(message.find("body \"b2\""), std::string::npos) << message;
    EXPECT_NE(message.find("(1 kg)"), std::string::npos) << message;
  }
}

TEST(MassRatio, BodiesThatCannotTouchMayHaveAny) {
  using Change = std::function<void(Model&)>;
  const Change changes[] = {
      [](Model& model) { model.bodies[0].fixed = true; },
      [](Model& model) { model.bodies[1].level = 1; },
      [](Model& model) {
        model.ignored_pairs.add({{0, 1}});
      },
      [](Model& model) {
        model.ignored_pairs.add_group({"b*", "b*"}, {0, 1}, {0, 1});
      },
      [](Model& model) {
        model.joints.emplace_back().bodies = {1, 0};
      },
  };
  for (const Change& change : changes) {
    Model model = model_of({1, 1e18});
    EXPECT_NE(message_of(model), "");
    change(model);
    EXPECT_EQ(message_of(model), "");
  }
}

TEST(MassRatio, JointedBodiesThatTouchKeepToIt) {
  Model model = model_of({1, 1e18});
  Joint& joint = model.joints.emplace_back();
  joint.bodies = {0, 1};
  joint.collide = true;
  EXPECT_NE(message_of(model), "");
}

}  // namespace
}  // namespace stiction
