// Bodies of 1 mm and of 1 m: contacts are found, nothing jitters, forces are right.
#include "known_answers/answers.h"

namespace stiction::test {
namespace {

constexpr double kSmall = 1e-3;  // [m]

// Steps for 3 s; returns the greatest speed of any body in them [m/s].
double fastest(Simulation& simulation, const std::string& what) {
  double speed = 0;
  for (int i = 0; i < 300; ++i) {
    EXPECT_TRUE(simulation.step().converged) << what << ", step " << i;
    for (const BodyState& body : simulation.state().bodies) speed = std::max(speed, body.velocity.norm());
  }
  note(what + ", fastest in 3 s [m/s]", speed);
  return speed;
}

TEST(KnownAnswers, a_grain_rests_on_a_large_box) {
  for (const bool free : {false, true}) {
    Body box = box_body("box", Vec3::Ones(), {0, 0, 0.5});
    box.fixed = !free;
    Simulation simulation = simulate(world({box, sphere_body("ball", kSmall / 2, {0.1, 0.2, 1 + kSmall / 2}),
                                            box_body("cube", Vec3::Constant(kSmall), {-0.1, 0.2, 1 + kSmall / 2})}));
    EXPECT_LT(
        fastest(simulation, free ? "grains of 1 mm on a free box of 1 m" : "grains of 1 mm on a fixed box of 1 m"),
        1e-8);
    const double ball = 1000 * std::numbers::pi / 6 * std::pow(kSmall, 3) * kG, cube = 1000 * std::pow(kSmall, 3) * kG;
    const std::string where = free ? "on a free box" : "on a fixed box";
    expect_answer("ball of 1 mm " + where + ", force [N]", ball, force_between(simulation, 1, 2).z(), 1e-5);
    expect_answer("cube of 1 mm " + where + ", force [N]", cube, force_between(simulation, 1, 3).z(), 1e-5);
    if (free) {
      expect_answer("box below them, force [N]", 1000 * kG + ball + cube, force_between(simulation, 0, 1).z(), 1e-9);
    }
  }
}

// A box of 1 m on four cubes of 1 mm; density of the cubes [kg/m^3].
Simulation on_grains(double density) {
  Model model;
  const int grain = add_material(model, 0.5, density);
  model.bodies = {plane_body()};
  for (const double x : {-0.4, 0.4}) {
    for (const double y : {-0.4, 0.4}) {
      model.bodies.push_back(box_body(fmt::format("cube {} {}", x, y), Vec3::Constant(kSmall), {x, y, kSmall / 2}));
      model.bodies.back().material = grain;
    }
  }
  model.bodies.push_back(box_body("box", Vec3::Ones(), {0, 0, kSmall + 0.5}));
  return simulate(std::move(model));
}

// With grains of a kilogram each only sizes differ, and nothing moves. With grains of a milligram the masses differ by
// 1e9: the box may sink by what the tolerance allows bodies so light, 1e-6 sqrt(1e9) h g = 3 mm/s.
TEST(KnownAnswers, a_large_box_rests_on_four_grains) {
  for (const bool heavy : {true, false}) {
    Simulation simulation = on_grains(heavy ? 1e9 : 1e3);
    const std::string what =
        heavy ? "box of 1 m on four cubes of 1 mm, 1 kg" : "box of 1 m on four cubes of 1 mm, 1 mg";
    const State start = simulation.state();
    EXPECT_LT(fastest(simulation, what), heavy ? 1e-9 : 3e-3);
    EXPECT_LT(centre_moved(simulation, start), heavy ? 1e-9 : 1e-4);
    EXPECT_LT(simulation.last_report().max_penetration, heavy ? 1e-12 : 1e-4);
    note(what + ", penetration after 3 s [m]", simulation.last_report().max_penetration);
    for (int i = 1; i <= 4; ++i) {
      expect_answer(what + ", force on a cube [N]", 250 * kG, force_between(simulation, i, 5).z(), heavy ? 1e-6 : 1e-3);
    }
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
