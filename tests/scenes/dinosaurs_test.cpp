// Dinosaurs in a heap: their numbers, and that nobody turns inside out unseen.
#include <gtest/gtest.h>

#include <cmath>

#include "elastic/elastic_spec.h"
#include "scenes/gallery.h"
#include "scenes/gallery/elastic/volume_ratio.h"
#include "scenes/scene_reader.h"

namespace stiction {
namespace {

TEST(Dinosaurs, HaveThePapersDegreesOfFreedomAndStep) {
  const Scene scene = describe_gallery_scene("dinosaurs");
  int dofs = 0;
  for (const Body& body : scene.model.bodies) dofs += body.elastic ? 6 + body.elastic->coordinate_count() : 0;
  EXPECT_EQ(dofs, 315);
  EXPECT_EQ(scene.step, 1e-2);
}

TEST(Dinosaurs, AreThrownTogetherWithoutMomentumAcrossTheGround) {
  const Scene scene = describe_gallery_scene("dinosaurs");
  Vec3 sum = Vec3::Zero();
  for (const Body& body : scene.model.bodies) {
    if (!body.elastic) continue;
    const Vec3 inward(-body.start.position.x(), -body.start.position.y(), 0);
    EXPECT_GT(body.start_velocity.dot(inward), 0) << body.name;
    sum += body.start_velocity;
  }
  EXPECT_LT(sum.head<2>().norm(), 1e-12);
}

// The largest amplitude of a shape that leaves the volume ratio above `ratio`, by bisection.
double amplitude_of_ratio(const Model& model, State& state, double ratio) {
  double low = 0, high = 1e3;
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (low + high);
    state.bodies[0].deformation[0] = middle;
    (*smallest_volume_ratio(model.bodies[0], state.bodies[0]) > ratio ? low : high) = middle;
  }
  return low;
}

TEST(NotInsideOut, HoldsUntilTheVolumeRatioFallsToTheLimit) {
  const Scene scene = read_scene_text(
      R"({"stiction": 1, "bodies": [{"name": "box", "model": "stvk", "young": 1e6, "poisson": 0.4, "modes": 3,
          "cell": 0.05, "shape": {"type": "box", "size": [0.1, 0.1, 0.1]}}]})",
      "s.json");
  State state = initial_state(scene.model);
  const double amplitude = amplitude_of_ratio(scene.model, state, 0.3);
  const StepReport report;
  for (const bool beyond : {false, true}) {
    const auto monitor = make_monitor(building::expect_not_inside_out("box", 0.3), scene.model);
    state = initial_state(scene.model);
    monitor->start(Moment(scene.model, state, report, 0.01));
    state.bodies[0].deformation[0] = (beyond ? 1.01 : 0.99) * amplitude;
    state.time = 0.5;
    monitor->observe(Moment(scene.model, state, report, 0.01));
    state.bodies[0].deformation[0] = 0;  // and back
    monitor->observe(Moment(scene.model, state, report, 0.01));
    EXPECT_EQ(monitor->result().passed, !beyond);
    EXPECT_NEAR(monitor->result().value, 0.3, 0.05);
  }
}

}  // namespace
}  // namespace stiction
