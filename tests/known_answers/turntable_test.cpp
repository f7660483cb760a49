// A block at the radius r on a table whose spin grows as w = a t slips when sqrt((w^2 r)^2 + (a r)^2) = mu g.
#include "known_answers/answers.h"

namespace stiction::test {
namespace {

constexpr double kSpinUp = 0.2;  // a [rad/s^2]

Model table(const std::vector<double>& radii, double mu, double seconds) {
  Body disc;
  disc.name = "table";
  disc.shape = make_cylinder_shape(2, 0.1);
  disc.start.position = {0, 0, -0.05};
  disc.fixed = disc.scripted = true;
  std::vector<Body> bodies = {disc};
  for (const double r : radii) bodies.push_back(box_body(fmt::format("at {}", r), {0.1, 0.1, 0.02}, {r, 0, 0.01}));
  Model model;
  model.materials[0].friction = mu;
  model.bodies = std::move(bodies);
  Motion motion;
  motion.kind = MotionKind::kKeyframes;
  motion.body = 0;
  for (double t = 0; t < seconds; t += kSceneStep) {
    motion.keys.push_back({t, {disc.start.position, Quat(Eigen::AngleAxisd(kSpinUp * t * t / 2, Vec3::UnitZ()))}});
  }
  model.motions = {motion};
  return model;
}

TEST(KnownAnswers, blocks_on_a_turntable_slip_one_after_the_other) {
  const double mu = 0.4, seconds = 16;
  const std::vector<double> radii = {0.5, 0.9, 1.4};
  Simulation simulation = simulate(table(radii, mu, seconds));
  std::vector<double> slipped(radii.size(), 0), drift(radii.size(), 0);
  while (simulation.state().time < seconds - 0.5) {
    ASSERT_TRUE(simulation.step().converged);
    const double now = simulation.state().time;
    const Quat back(Eigen::AngleAxisd(-kSpinUp * now * now / 2, Vec3::UnitZ()));
    for (std::size_t i = 0; i < radii.size(); ++i) {
      if (slipped[i] > 0) continue;
      const double off = (back * simulation.state().bodies[i + 1].center - Vec3(radii[i], 0, 0.01)).norm();
      if (off > drift[i] + 1e-5 * kSceneStep) {
        slipped[i] = now - kSceneStep;  // between the velocities of this step and the last one
      } else {
        drift[i] = std::max(drift[i], off);
      }
    }
  }
  for (std::size_t i = 0; i < radii.size(); ++i) {
    const double r = radii[i], spin = std::pow(std::pow(mu * kG / r, 2) - kSpinUp * kSpinUp, 0.25);
    expect_answer(fmt::format("turntable, block at {} m slips at [rad/s]", r), spin, kSpinUp * slipped[i],
                  kSpinUp * kSceneStep / spin);
    EXPECT_LT(drift[i], 1e-6) << r << " m: crept before it slipped";
  }
}

}  // namespace
}  // namespace stiction::test
