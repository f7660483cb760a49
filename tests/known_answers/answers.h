// What the tests of this room share: worlds stepped with default settings, limits found by bisection, and a line for
// every answer, from which docs/reference/known-answers.md is written.
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

// Masses follow from shapes and densities.
Simulation simulate(Model model, double step = kSceneStep);
// Masses stay as the test has set them.
Simulation simulate_as_is(Model model, double step = kSceneStep);

Quat turn_about_y(double angle);
// Returns the new material's index; density [kg/m^3].
int add_material(Model& model, double friction, double density = 1000);

// The same scene turned and shifted [m] as a whole, gravity with it. Bodies must hold no degree of freedom.
Model placed(Model model, const Pose& place);
// As built; turned upside down and askew; turned and a kilometre away.
inline const Pose kPlaces[] = {{},
                               {Vec3(0.3, -2, 7), Quat(0.2, 0.7, -0.4, 0.5).normalized()},
                               {Vec3(1000, 400, -300), Quat(0.9, -0.2, 0.1, 0.3).normalized()}};

// The farthest that the centre of a free body is from where it was at `start` [m].
double centre_moved(const Simulation& simulation, const State& start);

// What moves by less within a second stands [m]. Just beyond its limit a body moves with some g x excess, so that
// limits are found about 2e-7 (of the weight, or radians) too high; the tolerance of solvers, 1e-6 h g, is a creep of
// 1e-7 m.
constexpr double kStands = 1e-6;
// Whether no free body moves by more than `kStands` within a second. Every step has to converge until then.
bool stands(Simulation simulation);

// Steps that all have to converge.
void run_converging(Simulation& simulation, int steps);

// Sum of what all contacts of bodies a and b exert on b [N]; a < b.
Vec3 force_between(const Simulation& simulation, int a, int b);

// Prints one line of the table and checks that the relative difference is at most `allowed`.
void expect_answer(const std::string& what, double closed_form, double measured, double allowed);
// Prints a figure.
void note(const std::string& what, double measured);

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

}  // namespace stiction::test
