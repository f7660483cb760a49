// Equal balls that meet with the restitution e and the friction mu; v_n and v_t: parts of the first one's velocity
// along and across the line of centres. P_n = m (1 + e) v_n / 2. Friction stops the sliding of the two surfaces if it
// can, P_t = m v_t / 7 (a solid ball's surface answers with 7/2 of its mass, twice), otherwise P_t = mu P_n.
#include "known_answers/answers.h"

namespace stiction::test {
namespace {

constexpr double kRadius = 0.05;  // [m]

Model weightless(std::vector<Body> bodies, double mu, double e) {
  Model model;
  model.gravity.setZero();
  model.materials[0].friction = mu;
  model.materials[0].restitution = e;
  model.bodies = std::move(bodies);
  compute_masses(model);
  return model;
}

TEST(KnownAnswers, balls_that_meet_obliquely_part_as_coulomb_and_newton_say) {
  const double speed = 2, r = kRadius;
  for (const double e : {0.3, 0.8, 1.0}) {
    for (const double mu : {0.0, 0.05, 0.5}) {
      for (const double angle : {0.0, 0.4, 1.2}) {
        const Vec3 n(std::cos(angle), std::sin(angle), 0), t(std::sin(angle), -std::cos(angle), 0);
        Body first = sphere_body("first", r, Vec3::Zero());
        first.start_velocity = {speed, 0, 0};
        const Model model = weightless({first, sphere_body("second", r, 2 * r * n)}, mu, e);
        const double m = model.bodies[0].mass.mass;
        Simulation simulation = simulate(model);
        simulation.step();
        const double P_n = m * (1 + e) / 2 * speed * std::cos(angle);
        const double P_t = std::min(m * speed * std::sin(angle) / 7, mu * P_n);
        const Vec3 impulse = P_n * n + P_t * t;                       // on the second
        const Vec3 spin = r * n.cross(-P_t * t) / (0.4 * m * r * r);  // of both
        const BodyState& a = simulation.state().bodies[0];
        const BodyState& b = simulation.state().bodies[1];
        EXPECT_LT((b.velocity - impulse / m).norm(), 1e-6 * speed) << e << " " << mu << " " << angle;
        EXPECT_LT((a.velocity - Vec3(speed, 0, 0) + impulse / m).norm(), 1e-6 * speed);
        EXPECT_LT((a.angular_velocity - spin).norm() * r, 1e-6 * speed) << e << " " << mu << " " << angle;
        EXPECT_LT((b.angular_velocity - spin).norm() * r, 1e-6 * speed);
        EXPECT_LT((a.velocity + b.velocity - Vec3(speed, 0, 0)).norm(), 1e-14) << "momentum";
        EXPECT_LE(total_energy(model, simulation.state()), m * speed * speed / 2 * (1 + 1e-9));
      }
    }
  }
}

// n balls in a row, the first comes with 1 m/s; `gap` between them [m].
Simulation cradle(int count, double gap) {
  std::vector<Body> balls;
  for (int i = 0; i < count; ++i) {
    balls.push_back(sphere_body(fmt::format("ball{}", i), kRadius, {i * (2 * kRadius + gap), 0, 0}));
  }
  balls[0].start_velocity = {1, 0, 0};
  return simulate(weightless(std::move(balls), 0.5, 1));
}

// Touching balls are struck together: Newton's rule asks u = +v where they meet, and where they only touch nothing
// parts unless pushed. The others move off as one: 2 v / n, the first with 2 v / n - v. Momentum and energy are kept.
TEST(KnownAnswers, newtons_cradle_of_touching_balls_is_struck_as_one) {
  for (const int count : {2, 3, 5}) {
    Simulation simulation = cradle(count, 0);
    const double energy = total_energy(simulation.model(), simulation.state());
    run_converging(simulation, 100);
    for (int i = 0; i < count; ++i) {
      EXPECT_NEAR(simulation.state().bodies[i].velocity.x(), 2.0 / count - (i == 0 ? 1 : 0), 1e-6) << i;
    }
    EXPECT_NEAR(total_energy(simulation.model(), simulation.state()) / energy, 1, 1e-6);
  }
}

// Balls with a gap that takes longer than a step pass the blow on, and only the last one leaves.
TEST(KnownAnswers, newtons_cradle_of_balls_apart_passes_the_blow_to_the_last) {
  const int count = 5;
  Simulation simulation = cradle(count, 0.025);
  run_converging(simulation, 100);
  for (int i = 0; i < count; ++i) {
    EXPECT_NEAR(simulation.state().bodies[i].velocity.x(), i == count - 1 ? 1 : 0, 1e-6) << i;
  }
}

}  // namespace
}  // namespace stiction::test
