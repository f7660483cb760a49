// Heaps come to rest and stay there, also those that are solved to a loose tolerance.
#include <gtest/gtest.h>

#include "geometry/shape.h"
#include "scenes/gallery.h"
#include "stepping/simulation.h"

namespace stiction {
namespace {

struct Motion {
  double speed = 0, penetration = 0;  // largest [m/s], [m]
};

Motion motion_of(Simulation& simulation, int steps) {
  Motion motion;
  for (int k = 0; k < steps; ++k) {
    motion.penetration = std::max(motion.penetration, simulation.step().max_penetration);
    for (std::size_t i = 0; i < simulation.model().bodies.size(); ++i) {
      if (simulation.model().bodies[i].fixed) continue;
      motion.speed = std::max(motion.speed, simulation.state().bodies[i].velocity.norm());
    }
  }
  return motion;
}

// Balls among the bodies may roll for a while: when is not the claim.
TEST(HeapAtALooseTolerance, ComesToRestAndStaysThere) {
  Scene scene = build_gallery_scene("pile", {{"count", "150"}});
  scene.solver.tolerance = 1e-3;
  Simulation simulation(scene.model, scene.step, scene.solver, 1);
  constexpr double kAtRest = 1e-6;  // [m/s]
  Motion motion;
  do {
    motion = motion_of(simulation, 50);
  } while (motion.speed > kAtRest && simulation.state().time < 20);
  ASSERT_LE(motion.speed, kAtRest);
  const State start = simulation.state();
  motion = motion_of(simulation, 200);
  EXPECT_TRUE(simulation.last_report().converged);
  EXPECT_LE(motion.speed, kAtRest);
  EXPECT_LT(motion.penetration, 1e-5);
  for (std::size_t i = 0; i < start.bodies.size(); ++i) {
    EXPECT_LT((simulation.state().bodies[i].center - start.bodies[i].center).norm(), 1e-7);
  }
}

// Walls and floor as boxes, among which sweeps alone leave the heap creeping by millimetres a second.
Scene bunnies_between_boxes(int count) {
  Scene scene = build_gallery_scene("bunny-drop", {{"count", std::to_string(count)}});
  scene.solver.tolerance = 1e-3;
  for (Body& body : scene.model.bodies) {
    const auto* plane = std::get_if<PlaneShape>(&body.shape);
    if (plane == nullptr) continue;
    body.start.position = (plane->offset - 0.5) * plane->normal;
    body.shape = make_box_shape(Vec3::Constant(6) - 5 * plane->normal.cwiseAbs());
  }
  compute_masses(scene.model);
  return scene;
}

TEST(HeapAtALooseTolerance, OfMeshesBetweenBoxesStopsAltogether) {
  const Scene scene = bunnies_between_boxes(80);
  Simulation simulation(scene.model, scene.step, scene.solver, 1);
  motion_of(simulation, static_cast<int>(6 / scene.step));
  EXPECT_EQ(motion_of(simulation, 20).speed, 0);
  EXPECT_EQ(simulation.last_report().solve.newton_steps, 0);
}

// Columns of cubes in a box: where a face's contacts disagree by round-off of their gaps, or a cube stands on its edge,
// they used to sway at 1e-13 to 1e-11 m/s for ever, and took linear systems to do so.
TEST(Heap, ColumnsThatLeanOnEachOtherStopAltogether) {
  for (const char* seed : {"5", "7"}) {
    const Scene scene = build_gallery_scene("cube-pile", {{"count", "24"}, {"seed", seed}});
    Simulation simulation(scene.model, scene.step, scene.solver, 1);
    motion_of(simulation, 1200);
    const State start = simulation.state();
    EXPECT_EQ(motion_of(simulation, 50).speed, 0) << "seed " << seed;
    EXPECT_EQ(simulation.last_report().solve.newton_steps, 0) << "seed " << seed;
    for (std::size_t i = 0; i < start.bodies.size(); ++i) {
      EXPECT_EQ(simulation.state().bodies[i].center, start.bodies[i].center) << "seed " << seed << ", body " << i;
      EXPECT_EQ(simulation.state().bodies[i].rotation.coeffs(), start.bodies[i].rotation.coeffs());
    }
  }
}

}  // namespace
}  // namespace stiction
