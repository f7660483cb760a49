// Bodies of 1 mm and of 1 m: contacts are found, nothing jitters, forces are right.
#include "known_answers/answers.h"

namespace stiction::test {
namespace {

constexpr double kSmall = 1e-3;  // [m]

void expect_rest(Simulation& simulation, const std::string& what) {
  const State start = simulation.state();
  double fastest = 0;
  for (int i = 0; i < 300; ++i) {
    ASSERT_TRUE(simulation.step().converged) << what << ", step " << i;
    for (const BodyState& body : simulation.state().bodies) fastest = std::max(fastest, body.velocity.norm());
  }
  note(what + ", fastest [m/s]", fastest);
  EXPECT_LT(fastest, 1e-6) << what;
  EXPECT_LT(centre_moved(simulation, start), 1e-8) << what;
  EXPECT_LT(simulation.last_report().max_penetration, 1e-9) << what;
}

TEST(KnownAnswers, a_grain_rests_on_a_large_box) {
  for (const bool free : {false, true}) {
    Body box = box_body("box", Vec3::Ones(), {0, 0, 0.5});
    box.fixed = !free;
    Simulation simulation = simulate(world({box, sphere_body("ball", kSmall / 2, {0.1, 0.2, 1 + kSmall / 2}),
                                            box_body("cube", Vec3::Constant(kSmall), {-0.1, 0.2, 1 + kSmall / 2})}));
    expect_rest(simulation, free ? "grains of 1 mm on a free box of 1 m" : "grains of 1 mm on a fixed box of 1 m");
    const double ball = 1000 * std::numbers::pi / 6 * std::pow(kSmall, 3) * kG, cube = 1000 * std::pow(kSmall, 3) * kG;
    const std::string where = free ? "on a free box" : "on a fixed box";
    expect_answer("ball of 1 mm " + where + ", force [N]", ball, force_between(simulation, 1, 2).z(), 1e-5);
    expect_answer("cube of 1 mm " + where + ", force [N]", cube, force_between(simulation, 1, 3).z(), 1e-5);
    if (free) {
      expect_answer("box below them, force [N]", 1000 * kG + ball + cube, force_between(simulation, 0, 1).z(), 1e-9);
    }
  }
}

TEST(KnownAnswers, a_large_box_rests_on_four_grains) {
  std::vector<Body> bodies;
  for (const double x : {-0.4, 0.4}) {
    for (const double y : {-0.4, 0.4}) {
      bodies.push_back(box_body(fmt::format("cube {} {}", x, y), Vec3::Constant(kSmall), {x, y, kSmall / 2}));
    }
  }
  bodies.push_back(box_body("box", Vec3::Ones(), {0, 0, kSmall + 0.5}));
  Simulation simulation = simulate(world(bodies));
  expect_rest(simulation, "box of 1 m on four cubes of 1 mm");
  for (int i = 1; i <= 4; ++i) {
    expect_answer("force on a cube of 1 mm below a box of 1 m [N]", 250 * kG, force_between(simulation, i, 5).z(),
                  1e-6);
  }
}

// Dropped by a millimetre, the grain lands, stays where it landed, and does not enter the box.
TEST(KnownAnswers, a_grain_dropped_among_large_boxes_lies_still) {
  Simulation simulation =
      simulate(world({box_body("left", Vec3::Ones(), {-0.51, 0, 0.5}), box_body("right", Vec3::Ones(), {0.51, 0, 0.5}),
                      sphere_body("ball", kSmall / 2, {0, 0, 0.3})}));
  run(simulation, 200);
  const BodyState& ball = simulation.state().bodies[3];
  EXPECT_NEAR(ball.center.z(), kSmall / 2, 1e-9);
  EXPECT_LT(ball.velocity.norm(), 1e-9);
}

}  // namespace
}  // namespace stiction::test
