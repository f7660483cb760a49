// Soft fingers: that they fit their sockets, and what is expected of a grip on runs that are made up.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "base/error.h"
#include "collision/collider.h"
#include "geometry/tetra/tet_quality.h"
#include "scenes/gallery.h"
#include "scenes/gallery/elastic/grip.h"
#include "scenes/gallery/elastic/soft_finger.h"
#include "synthetic_run.h"

namespace stiction {
namespace {

using namespace building;

TEST(SoftFinger, IsASolidWithVerticesAlongTheEdgesOfItsEnd) {
  const SoftFinger finger;
  const TetMesh mesh = finger_mesh(finger);
  double volume = 0;
  for (const auto& tet : mesh.tets) {
    EXPECT_GT(tet_volume(tet_corners(mesh, tet)), 0);
    volume += tet_volume(tet_corners(mesh, tet));
  }
  const double straight = finger.foot * finger.foot_width + 0.5 * finger.shoulder * (finger.foot_width + finger.width) +
                          finger.neck * finger.width;
  const double closed_form = finger.thickness * (straight + finger.length * finger.width);
  EXPECT_NEAR(volume, closed_form, 2e-3 * closed_form);
  for (const Vec3& edge : {finger.inner_edge(), finger.outer_edge()}) {
    const auto on_edge = [&](const Vec3& p) { return std::hypot(p.x() - edge.x(), p.z() - edge.z()) < 1e-12; };
    EXPECT_EQ(std::count_if(mesh.vertices.begin(), mesh.vertices.end(), on_edge), 3);
  }
}

TEST(SoftGripper, FeetStartFreeInTheirSocketsAndFingersOffTheirBlocks) {
  const Scene scene = build_gallery_scene("soft-gripper");
  ContactSet contacts;
  Collider(scene.model).collide(initial_state(scene.model), scene.step, contacts);
  int feet = 0;
  for (const Contact& contact : contacts) {
    const std::string &a = scene.model.bodies[contact.body_a].name, &b = scene.model.bodies[contact.body_b].name;
    const bool is_foot = a.find("socket") != std::string::npos && b.find("finger") != std::string::npos;
    EXPECT_TRUE(is_foot || a == "ground" || b == "ground") << a << " " << b;
    if (is_foot) {
      EXPECT_GT(contact.gap, 1e-4) << a;
    }
    feet += is_foot ? 1 : 0;
  }
  EXPECT_GT(feet, 4 * 50);
}

TEST(SoftGripper, FingersShareOneBody) {
  const Scene scene = build_gallery_scene("soft-gripper");
  const auto made = [&](const char* name) { return scene.model.bodies[scene.model.body_index(name)].deformable; };
  EXPECT_EQ(made("firm-finger0"), made("slick-finger1"));
}

TEST(SoftGripper, FingersBendAndPullAsCoulombsLawSays) {
  const Scene scene = build_gallery_scene("soft-gripper", {{"step", "0.01"}});
  std::vector<std::unique_ptr<ExpectationMonitor>> monitors;
  for (const Expectation& expectation : scene.expectations) {
    const std::string& name = expectation.custom_name;
    if (name.find("pull") == std::string::npos && name.find("bent") == std::string::npos) continue;
    monitors.push_back(make_monitor(expectation, scene.model));
  }
  ASSERT_EQ(monitors.size(), 4U);
  Simulation simulation(scene.model, scene.step, scene.solver);
  for (const auto& monitor : monitors) monitor->start(simulation);
  while (simulation.state().time < 2.6) {
    simulation.step();
    for (const auto& monitor : monitors) monitor->observe(simulation);
  }
  for (const auto& monitor : monitors) EXPECT_TRUE(monitor->result().passed) << monitor->result().text;
}

// One finger in one socket on a block of 1 kg, which goes up by 0.5 m between 0.5 s and 1 s.
class MadeUpGrip : public SyntheticRun {
 public:
  MadeUpGrip() {
    model.bodies[0].name = "x-block";
    model.bodies[1].name = "x-finger0";
    model.bodies[2].name = "x-socket0";
    model.materials[0].density /= model.bodies[0].mass.mass;
    compute_masses(model);
    grip.name = "x";
    grip.fingers = 1;
    grip.mu = 0.5;
    grip.lift = 0.5;
    grip.acceleration = 1;
    grip.lifts = 0.25;
    grip.under_way = 0.45;
    grip.still_there = 0.75;
    grip.held = 0.95;
    grip.measure = [this](const Moment&) { return now; };
    now.ends.resize(1);
  }
  // The fingers press and lift with these forces [N] from 0.3 s on, the block rises by `rise` [m] in all.
  void run(double pressing, double lifting, double rise) {
    for (int i = 1; i <= 12; ++i) {
      now.pressing = i > 3 ? pressing : 0;
      now.lifting = i > 3 ? lifting : 0;
      const double share = std::clamp((i - 4) / 5.0, 0.0, 1.0);
      state.bodies[0].center.z() = rise * share;
      now.ends[0].touching = (0.5 * share - state.bodies[0].center.z()) * Vec3::UnitZ();
      step();
    }
  }

  Grip grip;
  GripState now;
};

constexpr double kWeight = 9.81, kAlong = 0.4995, kSlipped = 0.49;  // [N], rise of 0.5 m [m]

TEST(GripByStatics, AsksWhatFrictionAllows) {
  struct Case {
    double friction, rise;  // mu times the pressing force [N], [m]
    bool passes;
  };
  for (const Case& c :
       {Case{1.2 * kWeight, kAlong, true}, Case{1.2 * kWeight, kSlipped, false}, Case{1.2 * kWeight, 0, false},
        Case{0.99 * kWeight, 0, true}, Case{0.99 * kWeight, kAlong, false}, Case{0.99 * kWeight, 0.25, false}}) {
    MadeUpGrip made_up;
    made_up.expect(expect_grip_by_statics(made_up.grip, 1e-3));
    made_up.run(c.friction / made_up.grip.mu, 0, c.rise);
    EXPECT_EQ(made_up.result().passed, c.passes) << made_up.result().text;
    EXPECT_TRUE(made_up.result().judged);
    EXPECT_NEAR(made_up.result().value, c.friction / kWeight, 1e-12);
  }
}

TEST(GripByStatics, IsNotJudgedBeforeTheBlockIsHeld) {
  MadeUpGrip made_up;
  made_up.expect(expect_grip_by_statics(made_up.grip, 1e-3));
  made_up.step();
  EXPECT_FALSE(made_up.result().judged);
  EXPECT_FALSE(made_up.result().passed);
}

TEST(CoulombsPull, IsTheLesserOfWeightAndFriction) {
  struct Case {
    double friction, lifting;  // [N]
    bool passes;
  };
  for (const Case& c : {Case{2 * kWeight, kWeight, true}, Case{2 * kWeight, 1.05 * kWeight, false},
                        Case{0.6 * kWeight, 0.6 * kWeight, true}, Case{0.6 * kWeight, 0.5 * kWeight, false},
                        Case{0.6 * kWeight, kWeight, false}}) {
    MadeUpGrip made_up;
    made_up.expect(expect_coulombs_pull(made_up.grip, 0.02));
    made_up.run(c.friction / made_up.grip.mu, c.lifting, 0);
    EXPECT_EQ(made_up.result().passed, c.passes) << made_up.result().text;
  }
}

TEST(CoulombsPull, CountsWhatAcceleratesTheBlock) {
  MadeUpGrip made_up;
  made_up.expect(expect_coulombs_pull(made_up.grip, 0.02));
  made_up.now.pressing = 100;
  made_up.now.lifting = kWeight + 2;
  for (int i = 1; i <= 9; ++i) {
    made_up.state.bodies[0].velocity.z() = 2 * i * SyntheticRun::kStep;  // 2 m/s^2, 1 kg
    made_up.step();
  }
  EXPECT_TRUE(made_up.result().passed) << made_up.result().text;
}

TEST(FingersBent, AsksForTheWayAndTheTurnOfEveryEnd) {
  struct Case {
    double pushed, turned;  // [m], [rad]
    bool passes;
  };
  for (const Case& c : {Case{0.03, 0.3, true}, Case{0.02, 0.3, false}, Case{0.03, 0.2, false}}) {
    MadeUpGrip made_up;
    made_up.now.ends[0].pushed = c.pushed;
    made_up.now.ends[0].turned = c.turned;
    made_up.expect(expect_fingers_bent(made_up.grip, 0.025, 0.25));
    made_up.run(1, 1, 0);
    EXPECT_EQ(made_up.result().passed, c.passes) << made_up.result().text;
  }
}

TEST(Grip, RefusesAGripperThatIsNotThere) {
  MadeUpGrip made_up;
  made_up.grip.fingers = 2;
  EXPECT_THROW(made_up.expect(expect_coulombs_pull(made_up.grip, 0.02)), InputError);
}

}  // namespace
}  // namespace stiction
