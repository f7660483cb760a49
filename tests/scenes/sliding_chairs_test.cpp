// What is expected of chairs on a plane, judged by motions made by hand.
#include "scenes/gallery/elastic/sliding_chairs.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "elastic/elastic_spec.h"
#include "model/deformable.h"
#include "scenes/gallery.h"
#include "scenes/gallery/elastic/leg_tips.h"

namespace stiction {
namespace {

constexpr double kStep = 0.01;  // [s]

// A table of rigid legs on a slope: the same feet as a chair's, and quick to make.
Model rigid_chair(double slope) {
  Model model;
  Body ground;
  ground.name = "ground";
  ground.fixed = true;
  ground.shape = PlaneShape{};
  ground.start.rotation = Quat(Eigen::AngleAxisd(slope, Vec3::UnitY()));
  Body chair;
  chair.name = "chair0";
  chair.shape = make_solid_shape(Solid("table"), 0.07, {});
  chair.start = ground.start;
  model.bodies = {ground, chair};
  compute_masses(model);
  return model;
}

// Downhill ways and pitch of the chair at an instant.
struct Placing {
  double way = 0;    // [m]
  double pitch = 0;  // [rad]
};

ExpectationResult judged(const Expectation& expectation, double seconds, const std::function<Placing(double)>& motion) {
  const Model model = rigid_chair(0.3);
  const auto monitor = make_monitor(expectation, model);
  State state = initial_state(model);
  const Vec3 start = state.bodies[1].center, downhill = model.bodies[0].start.rotation * Vec3::UnitX();
  const auto place = [&](double time) {
    const Placing placing = motion(time);
    state.time = time;
    state.bodies[1].center = start + placing.way * downhill;
    state.bodies[1].rotation = model.bodies[0].start.rotation * Quat(Eigen::AngleAxisd(placing.pitch, Vec3::UnitY()));
  };
  const StepReport report;
  place(0);
  monitor->start(Moment(model, state, report, kStep));
  for (int i = 1; i * kStep < seconds + kStep / 2; ++i) {
    place(i * kStep);
    monitor->observe(Moment(model, state, report, kStep));
  }
  return monitor->result();
}

TEST(SlidingChairs, TipsAreTheMiddlesOfTheFeet) {
  const Model model = rigid_chair(0);
  const LegTips tips(model, 1);
  const State state = initial_state(model);
  const double x = 0.6 - 0.035, y = 0.35 - 0.035;  // a table of 1.2 m x 0.7 m on legs of 7 cm
  EXPECT_LT((tips.place(model, state, 0) - Vec3(-x, -y, 0)).norm(), 1e-3);
  EXPECT_LT((tips.place(model, state, 1) - Vec3(x, -y, 0)).norm(), 1e-3);
  EXPECT_LT((tips.place(model, state, 2) - Vec3(-x, y, 0)).norm(), 1e-3);
  EXPECT_LT((tips.place(model, state, 3) - Vec3(x, y, 0)).norm(), 1e-3);
}

TEST(SlidingChairs, TipsOfAnElasticBodyMoveWithItsSurface) {
  const Scene scene = build_gallery_scene("soft-stack", {{"count", "1"}});
  const Model& model = scene.model;
  const int cube = model.body_index("cube0");
  State state = initial_state(model);
  state.bodies[cube].deformation.setLinSpaced(1e-3, 5e-3);
  std::vector<Vec3> vertices;
  model.bodies[cube].deformable->deformed_vertices(model.bodies[cube], state.bodies[cube], vertices);
  const std::vector<Vec3>& before = model.bodies[cube].deformable->surface().vertices;
  Vec3 sum = Vec3::Zero();
  int count = 0;
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (before[i].z() > -0.1 + 1e-6 || before[i].x() <= 0 || before[i].y() <= 0) continue;
    sum += vertices[i];
    ++count;
  }
  ASSERT_GT(count, 0);
  const Vec3 expected = body_pose(model.bodies[cube], state.bodies[cube]).to_world(sum / count);
  EXPECT_LT((LegTips(model, cube).place(model, state, 3) - expected).norm(), 1e-12);
}

TEST(SlidingChairs, FeetThatSlipTooFarDoNotStick) {
  const auto slips = [](double time) { return Placing{3e-3 * time, 0}; };
  EXPECT_TRUE(judged(expect_chairs_stick({0, 1}, 2e-3), 2, [](double) { return Placing{}; }).passed);
  EXPECT_FALSE(judged(expect_chairs_stick({0, 1}, 2e-3), 2, slips).passed);
  EXPECT_TRUE(judged(expect_chairs_stick({0, 0.5}, 2e-3), 2, slips).passed);  // it is too far after the window
}

TEST(SlidingChairs, AChairThatTurnsAboutOneFootSticks) {
  // It pitches about its fore feet; the hind ones go ahead by some millimetres.
  const Model model = rigid_chair(0);
  const Vec3 arm = LegTips(model, 1).place(model, initial_state(model), 1) - initial_state(model).bodies[1].center;
  const auto pitches = [&](double time) {
    const double pitch = 0.1 * time;
    const Vec3 turned = Eigen::AngleAxisd(pitch, Vec3::UnitY()) * arm;
    return Placing{arm.x() - turned.x(), pitch};
  };
  EXPECT_TRUE(judged(expect_chairs_stick({0, 1}, 2e-3), 1, pitches).passed);
}

TEST(SlidingChairs, FeetThatStayDoNotSlide) {
  const auto slides = [](double time) { return Placing{0.3 * time, 0}; };
  EXPECT_TRUE(judged(expect_chairs_slide({1, 2}, 0.2), 2, slides).passed);
  EXPECT_FALSE(judged(expect_chairs_slide({1, 2}, 0.31), 2, slides).passed);
  EXPECT_FALSE(judged(expect_chairs_slide({1, 2}, 0.2), 2, [](double) { return Placing{}; }).passed);
}

TEST(SlidingChairs, TheSwingIsThatOfTheTipsAgainstTheChair) {
  // The feet are 0.5 m or so below the centre: a pitch of a sin(w t) moves them with a w 0.5 cos(w t).
  const auto swings = [](double time) { return Placing{0.3 * time, 0.02 * std::sin(40 * time)}; };
  const Model model = rigid_chair(0);
  const double arm = initial_state(model).bodies[1].center.z(), rms = 0.02 * 40 * arm / std::sqrt(2.0);
  const ExpectationResult result = judged(expect_legs_swing({0, 2}, 0.05, 1), 2, swings);
  EXPECT_TRUE(result.passed);
  EXPECT_NEAR(result.value, rms, 0.03 * rms);
  EXPECT_FALSE(judged(expect_legs_swing({0, 2}, 0.05, 1), 2, [](double t) { return Placing{0.3 * t, 0}; }).passed);
  EXPECT_FALSE(judged(expect_legs_swing({0, 2}, 0, 0.05), 2, swings).passed);
}

TEST(SlidingChairs, HaltsAreCountedAfterSlipsOnly) {
  // 0.4 m/s in every other quarter of a second.
  const auto jerks = [](double time) {
    const double quarters = std::floor(4 * time), rest = 4 * time - quarters;
    const bool slides = std::fmod(quarters, 2) == 0;
    return Placing{0.1 * (std::ceil(quarters / 2) + (slides ? rest : 0)), 0};
  };
  const ExpectationResult result = judged(expect_legs_stick_and_slip({0, 2}, 16, 0.01, 0.1), 2, jerks);
  EXPECT_TRUE(result.passed);
  EXPECT_EQ(result.value, 16);  // four times, four legs
  EXPECT_FALSE(judged(expect_legs_stick_and_slip({0, 2}, 17, 0.01, 0.1), 2, jerks).passed);
  EXPECT_EQ(judged(expect_legs_stick_and_slip({0, 2}, 1, 0.01, 0.1), 2, [](double) { return Placing{}; }).value, 0);
}

TEST(SlidingChairs, ThePaperSizedSceneHasThePapersDegreesOfFreedom) {
  const Scene scene = describe_gallery_scene("chairs", {{"count", "55"}});
  int dofs = 0;
  for (const Body& body : scene.model.bodies) dofs += body.elastic ? 6 + body.elastic->modal.modes : 0;
  EXPECT_NEAR(dofs, 1766, 0.05 * 1766);
  EXPECT_EQ(scene.step, 1e-2);
}

}  // namespace
}  // namespace stiction
