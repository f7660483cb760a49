// Soft blocks for the penalty method.
#pragma once

#include <cmath>
#include <numbers>

#include "deforming/worlds.h"
#include "elastic_points/points_bodies.h"
#include "solvers/solving.h"

namespace stiction::test {

inline SolverOptions penalty_options(const Settings& settings = {}) {
  SolverOptions options = options_of(settings);
  options.name = "penalty";
  return options;
}

inline const Settings kBasicMethod = {{"correction", "false"}, {"friction", "dynamic"}};

struct SlopeWorld {
  double degrees = 0;  // gravity is turned, not the slope
  double mu = 0.5;
  bool slab = true;  // of mass points, held from below; else a plane
  bool is_implicit = false;
  double young = 1e6;

  std::shared_ptr<const PointsBody> made(const Vec3& size, const std::array<int, 3>& cells, bool held) const {
    PointsOptions options = is_implicit ? soft(young) : explicit_one(soft(young));
    options.stiffness_damping = 2e-3;
    options.mass_damping = 5;
    if (held) options.held = {{Vec3(-10, -10, -10), Vec3(10, 10, -0.49 * size.z())}};
    return make_points_body(box_tet_mesh(size, cells), options);
  }
  // Bodies: what is below, then the block.
  Model model() const {
    Model model;
    model.materials[0].friction = mu;
    const double a = degrees * std::numbers::pi / 180;
    model.gravity = 9.81 * Vec3(std::sin(a), 0, -std::cos(a));
    if (slab) {
      model.bodies.push_back(points_body("slab", made({0.5, 0.4, 0.1}, {9, 7, 2}, true), Vec3(0, 0, -0.05)));
    } else {
      model.bodies.push_back(plane_body(Vec3::UnitZ()));
    }
    model.bodies.push_back(points_body("block", made({0.2, 0.2, 0.1}, {4, 4, 2}, false), Vec3(0.013, 0.007, 0.05)));
    compute_masses(model);
    return model;
  }
};

// Largest relative velocity of contacts in static friction at the end of the step [m/s].
inline double sticking_speed(const Simulation& simulation) {
  double largest = 0;
  for (int c = 0; c < simulation.problem().contact_count(); ++c) {
    if (simulation.solution().friction_memory[c].steps == 0) continue;
    const Vec3 u =
        contact_velocity(simulation.problem(), simulation.problem().contacts[c], simulation.solution().velocity);
    largest = std::max(largest, u.tail<2>().norm());
  }
  return largest;
}

}  // namespace stiction::test
