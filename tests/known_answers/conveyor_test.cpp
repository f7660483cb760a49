// A block put on a belt that runs at v, and one thrown on it: against the belt it stops after |v_rel|^2 / (2 mu g), on
// a straight line. Semi-implicit steps of h brake first and move then: the way is shorter by h |v_rel| / 2.
#include "known_answers/answers.h"

namespace stiction::test {
namespace {

// Way of the block against the belt until it moves with it [m].
Vec3 way_on_belt(const Vec3& belt, const Vec3& block, double mu, double step) {
  Body body = box_body("block", {0.3, 0.3, 0.1}, {0, 0, 0.05});
  body.start_velocity = block;
  Model model = world({body}, mu);
  model.bodies[0].scripted = true;
  Motion motion;
  motion.kind = MotionKind::kSurface;
  motion.velocity = belt;
  model.motions = {motion};
  Simulation simulation = simulate(std::move(model), step);
  while ((simulation.state().bodies[1].velocity - belt).norm() > 1e-6 && simulation.state().time < 5) {
    simulation.step();
  }
  return simulation.state().bodies[1].center - Vec3(0, 0, 0.05) - simulation.state().time * belt;
}

TEST(KnownAnswers, a_block_on_a_conveyor_stops_against_the_belt_after_a_known_way) {
  const double mu = 0.35;
  for (const Vec3& thrown : {Vec3(0, 0, 0), Vec3(0, -1.5, 0), Vec3(-1, 0.7, 0)}) {
    const Vec3 belt(2, 0, 0), relative = thrown - belt;
    const double expected = relative.squaredNorm() / (2 * mu * kG);
    for (const double step : {1e-2, 1e-3, 1e-4}) {
      const Vec3 way = way_on_belt(belt, thrown, mu, step);
      expect_answer(fmt::format("block thrown at ({}, {}) m/s on a belt of 2 m/s, way [m], h = {} s", thrown.x(),
                                thrown.y(), step),
                    expected, way.norm(), 0.51 * step * relative.norm() / expected);
      EXPECT_NEAR(way.norm(), expected - step * relative.norm() / 2, mu * kG * step * step + 1e-6 * expected)
          << "to second order";
      EXPECT_LT(way.cross(relative.normalized()).norm(), 1e-4 * expected) << "a straight line";
    }
  }
}

}  // namespace
}  // namespace stiction::test
