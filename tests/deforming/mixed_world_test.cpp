// A deforming body among rigid ones, all the way: threads, saved states, recordings, replays.
#include <gtest/gtest.h>

#include "deforming/worlds.h"
#include "page/replay_file.h"
#include "recording/recording_reader.h"
#include "recording/recording_writer.h"
#include "recording/run_statistics.h"
#include "recording/scratch.h"

namespace stiction {
namespace {

using test::BarOptions;

constexpr int kBar = 3;

BarOptions soft_bar() {
  BarOptions options;
  options.young = 2e9;
  options.damping = 20;
  return options;
}

// The loaded bar, a ball and a crate thrown on it, a stack beside it.
Model mixed_world() {
  Model model = test::loaded_bar(soft_bar(), 8);
  model.bodies.push_back(test::sphere_body("ball", 0.05, {0.25, 0, 0.5}));
  model.bodies.push_back(test::box_body("crate", {0.08, 0.08, 0.08}, {-0.2, 0, 0.6}));
  for (int i = 0; i < 3; ++i) {
    model.bodies.push_back(
        test::box_body("stacked" + std::to_string(i), Vec3::Constant(0.1), {0.7, 0, 0.05 + 0.1 * i}));
  }
  for (std::size_t i = 5; i < model.bodies.size(); ++i) model.bodies[i].material = 1;
  model.bodies[kBar].torque = {0.1, 0.2, 0};
  compute_masses(model);
  return model;
}

TEST(MixedWorld, IsCertifiedInEveryStep) {
  Simulation simulation(mixed_world(), 2e-3, {}, 1);
  double bent = 0;
  for (int i = 0; i < 500; ++i) {
    const StepReport& report = simulation.step();
    EXPECT_TRUE(report.converged) << i;
    EXPECT_LE(report.certificate.signorini, 1e-8) << i;  // a hundredth of the tolerance: what wedges may keep
    EXPECT_LE(report.certificate.momentum_error, 1e-9) << i;
    bent = std::max(bent, std::abs(simulation.state().bodies[kBar].deformation[0]));
  }
  EXPECT_GT(bent, 1e-3);
  EXPECT_EQ(free_dof_count(simulation.model()), 7 + 6 * 6);
}

TEST(MixedWorld, HasTheSameBitsForAnyNumberOfThreads) {
  std::vector<std::uint64_t> hashes;
  for (const int threads : {1, 2}) {
    Simulation simulation(mixed_world(), 2e-3, {}, threads);
    test::run(simulation, 200);
    hashes.push_back(state_hash(simulation.state()));
  }
  EXPECT_EQ(hashes[0], hashes[1]);
}

TEST(MixedWorld, GoesOnFromASavedState) {
  Simulation simulation(mixed_world(), 2e-3, {}, 1), other(mixed_world(), 2e-3, {}, 1);
  test::run(simulation, 150);
  other.restore(simulation.save());
  EXPECT_EQ(state_hash(other.state()), state_hash(simulation.state()));
  test::run(simulation, 100);
  test::run(other, 100);
  EXPECT_EQ(state_hash(other.state()), state_hash(simulation.state()));
}

// A box sleeps on two pillars above a bent bar. Its load taken away the bar springs up; its middle does not move as
// fast as the part below the box.
TEST(MixedWorld, WhatVibratesWakesASleeperThatItReaches) {
  constexpr int kSleeper = 7;
  const double x = 0.25, clearance = 0.001;
  Model model = test::loaded_bar(soft_bar(), 20);
  const double top = 0.1 + soft_bar().size[2] + clearance;
  for (const double y : {-0.1, 0.1}) {
    Body pillar = test::box_body("pillar", {0.05, 0.05, top}, {x, y, top / 2});
    pillar.name += y < 0 ? " right" : " left";
    pillar.fixed = true;
    model.bodies.push_back(pillar);
  }
  model.bodies.push_back(test::box_body("sleeper", {0.05, 0.25, 0.04}, {x, 0, top + 0.02}));
  model.sleep_after = 0.2;
  compute_masses(model);
  Simulation simulation(model, 2e-3, {}, 1);
  test::run(simulation, 500);
  ASSERT_TRUE(simulation.state().bodies[kSleeper].asleep);
  simulation.set_pose(4, {{0, 2, 0.05}, Quat::Identity()});
  double deepest = 0, highest = 0;
  for (int i = 0; i < 200; ++i) {
    deepest = std::max(deepest, simulation.step().max_penetration);
    highest = std::max(highest, simulation.state().bodies[kSleeper].center.z());
  }
  EXPECT_GT(highest, top + 0.02 + 0.002) << "is not knocked up";
  EXPECT_LT(deepest, 1e-3);
}

TEST(MixedWorld, SolvedByOtherSolversBendsAsMuch) {
  std::vector<double> bent;
  for (const char* name : {"staggered", "pgs", "symmetric-fixed-point"}) {
    SolverOptions options;
    options.name = name;
    if (options.name == "pgs") options.max_iterations = 5000;
    Simulation simulation(test::loaded_bar(soft_bar(), 20), 2e-3, options, 1);
    test::run(simulation, 800);
    bent.push_back(simulation.state().bodies[kBar].deformation[0]);
  }
  EXPECT_NEAR(bent[1], bent[0], 0.01 * std::abs(bent[0]));
  EXPECT_NEAR(bent[2], bent[0], 0.01 * std::abs(bent[0]));
}

class MixedWorldRecorded : public ScratchTest {};

TEST_F(MixedWorldRecorded, ShowsTheBentSurface) {
  Scene scene;
  scene.name = "mixed world";
  scene.step = 2e-3;
  scene.model = mixed_world();
  Simulation simulation(scene.model, scene.step, {}, 1);
  const RecordingInfo info = recording_info(scene, 1, "{}");
  const std::size_t vertices = scene.model.bodies[kBar].deformable->surface().vertices.size();
  EXPECT_EQ(info.bodies[kBar].deforming, vertices);
  EXPECT_EQ(info.surfaces[info.bodies[kBar].surface].vertex_count(), vertices);
  {
    RecordingWriter writer(folder_ / "mixed.stic", info);
    Frame frame;
    capture_frame(simulation, false, frame);
    writer.add(frame);
    for (int i = 0; i < 300; ++i) {
      simulation.step();
      capture_frame(simulation, true, frame);
      writer.add(frame);
    }
    EXPECT_GT(frame.elastic_energy, 0);
    writer.finish();
  }
  RecordingReader reader(folder_ / "mixed.stic");
  ASSERT_EQ(reader.frame_count(), 301U);
  const Frame& last = reader.frame(300);
  std::vector<Vec3> bent;
  scene.model.bodies[kBar].deformable->deformed_vertices(scene.model.bodies[kBar], simulation.state().bodies[kBar],
                                                         bent);
  ASSERT_EQ(last.surface_vertices.size(), 3 * vertices);
  for (std::size_t i = 0; i < vertices; ++i)
    for (int k = 0; k < 3; ++k) EXPECT_NEAR(last.surface_vertices[3 * i + k], bent[i][k], 1e-6);
  const ReplayResult replay = write_replay(reader, {}, "<body><!--STICTION-DATA--></body>", folder_ / "mixed.html");
  EXPECT_EQ(replay.frames, 301U);
  EXPECT_NE(text_of(folder_ / "mixed.html").find("\"deforming\":" + std::to_string(vertices)), std::string::npos);
}

}  // namespace
}  // namespace stiction
