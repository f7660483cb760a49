// Contact problems of steps of gallery scenes, as a run with `staggered` meets them.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "scenes/gallery.h"
#include "scenes/scene.h"
#include "stepping/simulation.h"

namespace stiction::test {

struct StepsToRecord {
  std::string scene;
  std::map<std::string, std::string> parameters;
  double step = 0;  // [s]; 0: the scene's
  int first = 1;    // step
  int every = 1;
  int count = 1;
  double knock = 0;   // before the first of them every other body is pushed sideways by this [m/s]
  bool warm = false;  // with the impulses of the step before to start from; else every solver begins from nothing
};

// Pushes in turn along x and y, the farther up the list of bodies the more.
inline void knock_bodies(Simulation& simulation, double speed) {
  const int bodies = static_cast<int>(simulation.model().bodies.size());
  for (int i = 0; i < bodies; ++i) {
    if (simulation.model().bodies[i].fixed || i % 2 == 0) continue;
    const double own = speed * (i + 1) / bodies;
    simulation.set_velocity(i, i % 4 == 1 ? Vec3(own, 0.3 * own, 0) : Vec3(-0.2 * own, own, 0), Vec3::Zero());
  }
}

inline std::vector<ContactProblem> record_steps(const StepsToRecord& wanted) {
  Scene scene = build_gallery_scene(wanted.scene, wanted.parameters);
  const double step = wanted.step > 0 ? wanted.step : scene.step;
  Simulation simulation(std::move(scene.model), step, scene.solver);
  std::vector<ContactProblem> problems;
  for (int i = 1; static_cast<int>(problems.size()) < wanted.count; ++i) {
    if (i == wanted.first && wanted.knock > 0) knock_bodies(simulation, wanted.knock);
    simulation.step();
    if (i < wanted.first || (i - wanted.first) % wanted.every != 0) continue;
    ContactProblem problem = simulation.problem();
    if (!wanted.warm) {
      problem.warm_impulse.resize(0);
      problem.warm_friction_momentum.resize(0);
    }
    problem.warm_is_solution = false;
    problems.push_back(std::move(problem));
  }
  return problems;
}

}  // namespace stiction::test
