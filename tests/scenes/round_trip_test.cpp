// read(write(scene)) is the same scene, bit for bit.
#include <gtest/gtest.h>

#include "scenes/gallery.h"
#include "scenes/same_model.h"
#include "scenes/scene_reader.h"
#include "scenes/scene_writer.h"

namespace stiction {
namespace {

std::size_t expressible(const Scene& scene) {
  return std::count_if(scene.expectations.begin(), scene.expectations.end(),
                       [](const Expectation& e) { return e.kind != ExpectationKind::kCustom; });
}

TEST(RoundTrip, EveryGallerySceneComesBackBitForBit) {
  for (const GalleryEntry& entry : gallery()) {
    SCOPED_TRACE(entry.name);
    const Scene scene = build_gallery_scene(entry.name);
    const std::string text = write_scene(scene);
    const Scene again = read_scene_text(text, "again.json");
    EXPECT_EQ(again.name, scene.name);
    EXPECT_TRUE(same_bits(again.step, scene.step));
    EXPECT_TRUE(same_bits(again.duration, scene.duration));
    expect_same_model(scene.model, again.model);
    EXPECT_EQ(again.expectations.size(), expressible(scene));
    EXPECT_EQ(write_scene(again), text);
  }
}

TEST(RoundTrip, EveryExpressibleFieldSurvives) {
  const std::string text = R"({"stiction": 1, "name": "all", "description": "d", "gravity": [0.1, -0.0, -9.80665],
    "step": 0.0033333333333333335, "duration": 1e-1, "margin": 2e-3, "restitution_threshold": 0.01, "recovery": 0.2,
    "recovery_speed": 0.3, "solver": {"name": "staggered", "tolerance": 1e-7, "tangents": "polygon8", "form": "dof",
    "warm_start": false, "decompose": false, "budget_ms": 0.5, "driver": "paper", "eps": 1e-5, "max_iterations": 33},
    "materials": {"zinc": {"density": 7140.123456789012}, "default": {"friction": 0.30000000000000004}},
    "pairs": [{"materials": ["zinc", "zinc"], "friction": 0.1, "restitution": 0.25}],
    "bodies": [{"name": "g", "fixed": true, "shape": {"type": "plane", "normal": [0.1, 0.2, 0.9], "offset": 0.1}},
      {"name": "b", "material": "zinc", "shape": {"type": "convex", "vertices": [[0,0,0],[1,0,0],[0,1,0],[0,0,1.1]]},
       "rotation": {"euler_degrees": [10, 20, 30]}, "position": [0.1, 0.2, 0.3], "force": [1, 2, 3], "torque": [0, -0.0, 1],
       "lock": ["x", "rz"], "level": -2, "samples": 4, "velocity": [1e-300, 0, 0], "angular_velocity": [0, 0.7, 0]}],
    "events": [{"time": 0.01, "add": {"name": "late", "shape": {"type": "sphere", "radius": 0.1}}},
      {"time": 0, "add": {"name": "early", "shape": {"type": "sphere", "radius": 0.2}}},
      {"time": 0.05, "set": {"body": "late", "velocity": [0, 0, 3.3]}}],
    "hands": [{"body": "b", "stiffness": 123.4, "damping": 0.1, "angular_stiffness": 0, "angular_damping": 7e-3,
      "max_force": 8.5, "max_torque": 0.515, "path": [{"time": 0.01, "position": [0, 0.1, 0.2]},
      {"time": 0.3, "rotation": {"axis": [1, 0.5, 0], "degrees": 33}}]}, {"body": "late"}],
    "ignore": [["b", "late"]],
    "expect": [{"at_rest": {"bodies": "b", "max_speed": 0.1, "from": 0.05}}, {"distance": {"bodies": ["g", "b"], "min": 0}},
      {"position": {"bodies": "b", "axis": "y", "min": -1.5, "max": 2}}, {"energy": {"max": 3}},
      {"converged": {"fraction": 0.9, "to": 0.07}}]})";
  const Scene scene = read_scene_text(text, "s.json");
  const std::string written = write_scene(scene);
  const Scene again = read_scene_text(written, "s.json");
  expect_same_model(scene.model, again.model);
  EXPECT_EQ(write_scene(again), written);
  EXPECT_EQ(again.description, "d");
  EXPECT_EQ(again.model.bodies[2].name, "late");
  EXPECT_EQ(again.model.bodies[3].name, "early");
  EXPECT_EQ(again.solver.max_iterations, 33);
  ASSERT_EQ(again.model.hands.size(), 2u);
  EXPECT_EQ(again.model.hands[0].coupling.max_torque, 0.515);
  EXPECT_EQ(again.model.hands[0].path[1].pose.position, Vec3(0, 0.1, 0.2));
  EXPECT_TRUE(again.model.hands[1].path.empty());
  EXPECT_EQ(again.solver.driver, Driver::kPaper);
  EXPECT_EQ(again.solver.tangents.samples, 8);
  EXPECT_FALSE(again.solver.warm_start);
  ASSERT_EQ(again.expectations.size(), 5u);
  EXPECT_EQ(again.expectations[1].other, "b");
  EXPECT_EQ(again.expectations[4].to, 0.07);
}

TEST(RoundTrip, MonitorsWrittenInCodeAreNamedInTheDescription) {
  const std::string text = write_scene(build_gallery_scene("bounce"));
  EXPECT_NE(text.find("not in this file: the rebound height is e^2 H"), std::string::npos);
}

}  // namespace
}  // namespace stiction
