// What the tests of this room share: worlds stepped with default settings, limits found by bisection, and a line for
// every answer, from which docs/known-answers.md is written.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>

#include "stepping/worlds.h"

namespace stiction::test {

constexpr double kG = 9.81;          // [m/s^2]
constexpr double kSceneStep = 0.01;  // what scenes have by default [s]
constexpr double kDegree = std::numbers::pi / 180;

inline Simulation simulate(Model model, double step = kSceneStep) {
  compute_masses(model);
  return Simulation(std::move(model), step, SolverOptions{});
}

// Like compute_masses(), but the masses that tests have set by hand stay.
inline Simulation simulate_as_is(Model model, double step = kSceneStep) {
  return Simulation(std::move(model), step, SolverOptions{});
}

inline Quat turn_about_y(double angle) {
  return Quat(Eigen::AngleAxisd(angle, Vec3::UnitY()));
}

// Returns the new material's index.
inline int add_material(Model& model, double friction, double density = 1000) {
  model.materials.push_back({fmt::format("material{}", model.materials.size()), density, friction, 0});
  return static_cast<int>(model.materials.size()) - 1;
}

inline double centre_moved(const Simulation& simulation, const State& start) {
  double farthest = 0;
  for (std::size_t i = 0; i < start.bodies.size(); ++i) {
    if (simulation.model().bodies[i].fixed) continue;
    farthest = std::max(farthest, (simulation.state().bodies[i].center - start.bodies[i].center).norm());
  }
  return farthest;
}

// What moves by less within a second stands [m]. Just beyond its limit a body moves with some g x excess, so that
// limits are found about 2e-7 (of the weight, or radians) too high; the tolerance of solvers, 1e-6 h g, is a creep of
// 1e-7 m.
constexpr double kStands = 1e-6;

// Whether no free body moves by more than `kStands` within a second. Every step has to converge until then.
inline bool stands(Simulation simulation) {
  const State start = simulation.state();
  const int steps = static_cast<int>(std::lround(1 / simulation.step_size()));
  for (int i = 0; i < steps; ++i) {
    const StepReport& report = simulation.step();
    EXPECT_TRUE(report.converged) << "step " << i << ", residual " << report.certificate.residual;
    if (centre_moved(simulation, start) > kStands) return false;
  }
  return true;
}

// The border between parameters for which `holds` is true and those for which it is not, to `accuracy`.
template <class Holds>
double border(double holding, double failing, double accuracy, const Holds& holds) {
  EXPECT_TRUE(holds(holding)) << holding;
  EXPECT_FALSE(holds(failing)) << failing;
  while (std::abs(failing - holding) > accuracy) {
    const double middle = (holding + failing) / 2;
    (holds(middle) ? holding : failing) = middle;
  }
  return (holding + failing) / 2;
}

// Sum of what all contacts of bodies a and b exert on b [N]; a < b.
inline Vec3 force_between(const Simulation& simulation, int a, int b) {
  Vec3 sum = Vec3::Zero();
  for (std::size_t c = 0; c < simulation.contacts().size(); ++c) {
    const Contact& contact = simulation.contacts()[c];
    if (contact.body_a == a && contact.body_b == b) sum += simulation.contact_force_on_b(static_cast<int>(c));
  }
  return sum;
}

// Every step has to converge.
inline void run_converging(Simulation& simulation, int steps) {
  for (int i = 0; i < steps; ++i) {
    const StepReport& report = simulation.step();
    ASSERT_TRUE(report.converged) << "step " << i << ", residual " << report.certificate.residual;
  }
}

// One line of the table; checks that the relative difference is at most `allowed`.
inline void expect_answer(const std::string& what, double closed_form, double measured, double allowed) {
  const double difference = std::abs(measured - closed_form) / std::abs(closed_form);
  fmt::print("answer | {} | {:.8g} | {:.8g} | {:.1e}\n", what, closed_form, measured, difference);
  EXPECT_LE(difference, allowed) << what << ": " << measured << ", closed form " << closed_form;
}

}  // namespace stiction::test
