// Small scenes, and a clock and a listener that tests are in charge of.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "live/clock.h"
#include "live/live_session.h"
#include "stepping/worlds.h"

namespace stiction::test {

using Json = nlohmann::json;

inline Scene scene_of(Model model, double step = 0.01) {
  Scene scene;
  scene.name = "small";
  scene.model = std::move(model);
  scene.step = step;
  return scene;
}

// A cube of 0.1 m and 0.5 kg on the ground, or higher.
inline constexpr int kCube = 1;
inline constexpr double kCubeMass = 0.5;  // [kg]
inline Scene cube_scene(double height = 0.05, double step = 0.01) {
  Model model = world({box_body("cube", Vec3::Constant(0.1), {0, 0, height})});
  model.materials[0].density = 500;
  compute_masses(model);
  return scene_of(std::move(model), step);
}

// A weightless tool in the air whose hand follows a path of one second along x.
inline constexpr int kTool = 1;
inline Scene hand_scene(double step = 0.001) {
  Model model = world({box_body("tool", Vec3::Constant(0.1), {0, 0, 1})});
  model.gravity.setZero();
  Hand hand;
  hand.body = kTool;
  hand.coupling = {.stiffness = 4000, .damping = 80, .angular_stiffness = 10, .angular_damping = 0.5};
  const auto key = [](double time, double x) { return MotionKey{time, {{x, 0, 1}, Quat::Identity()}}; };
  hand.path = {key(0, 0), key(1, 0.2)};
  model.hands = {hand};
  return scene_of(std::move(model), step);
}

// Time passes only when a test says so, and while steps are taken: processor time by `step_cost` from one question for
// it to the next, wall time by half of it at each question, of which a step has two.
class FakeClock : public LiveClock {
 public:
  double now() override { return now_; }
  double cpu() override {
    now_ += step_cost / 2;
    return cpu_ += step_cost;
  }
  void pass(double seconds) { now_ += seconds; }
  void pass_until(double time) { now_ = std::max(now_, time); }

  double step_cost = 0;  // [s]

 private:
  double now_ = 100, cpu_ = 0;  // [s]
};

class CollectingListener : public LiveListener {
 public:
  void on_frame(std::shared_ptr<const std::string> chunk) override { frames.push_back(std::move(chunk)); }
  void on_status(std::shared_ptr<const std::string> json) override { statuses.push_back(Json::parse(*json)); }

  std::vector<std::shared_ptr<const std::string>> frames;
  std::vector<Json> statuses;
};

}  // namespace stiction::test
