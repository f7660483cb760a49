// The simulation of a live session and all that can be changed in it. Knows nothing of time, threads or messages.
#pragma once

#include <string>
#include <vector>

#include "live/command.h"
#include "live/hand_keeper.h"
#include "live/spare_bodies.h"
#include "scenes/scene.h"

namespace stiction {

struct LiveOptions;

class LiveWorld {
 public:
  LiveWorld(const Scene& scene, const LiveOptions& options);

  const Scene& scene() const { return scene_; }  // with the spare bodies, and the solver as it is at the start
  const Simulation& simulation() const { return simulation_; }
  const SpareBodies& spares() const { return spares_; }
  std::vector<std::string> solver_choices() const;  // those that could take the scene's bodies
  HandKeeper& hands() { return hands_; }
  const HandKeeper& hands() const { return hands_; }
  bool has_step() const { return has_step_; }  // the last step's contacts and report belong to the present state

  // Throws SimulationError; the last good state is kept.
  const StepReport& step();

  // The start again: bodies, hands and time; with `settings` friction, gravity and solver too. Never fails.
  void reset(bool settings);
  // The others throw InputError, one line for a person, where it cannot be, and change nothing then.
  void set_solver(const command::Solver& wanted);
  void set_friction(const std::string& material, double value);
  void set_gravity(const Vec3& gravity) { simulation_.set_gravity(gravity); }
  int drop(const command::Drop& drop);  // the body
  std::string save() const;             // base64
  void load(const std::string& base64);

  double grab(int client, int body, const Vec3& point) { return hands_.grab(client, body, point, simulation_); }
  void release(int client) { hands_.release(client, simulation_); }
  void client_gone(int client) { hands_.client_gone(client, simulation_); }

 private:
  SpareBodies spares_;
  Scene scene_;
  Simulation simulation_;
  HandKeeper hands_;
  std::string start_;  // state
  bool has_step_ = false;
};

// Another solver with what can be kept of the options: tolerance, warm start, islands, friction set and budget. Throws
// InputError if there is none of that name.
SolverOptions with_solver(const SolverOptions& options, const std::string& name);

// Where a scene has hands and its solver no budget, steps must not take longer than their time: solves are cut at 0.7
// of the step and need not be more exact than 1e-3.
SolverOptions live_solver(const Scene& scene);

}  // namespace stiction
