// Takes steps: predict, collide, assemble, solve, judge, advance.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>

#include "collision/collider.h"
#include "contact/judge.h"
#include "model/model.h"
#include "model/state.h"
#include "solvers/contact_solver.h"

namespace stiction {

enum class Stage { kPredict, kCollide, kAssemble, kSolve, kJudge, kAdvance, kCount };
const char* stage_name(Stage stage);  // "predict", "collide", ...

// What happened in one step.
struct StepReport {
  double time = 0;  // at the end of the step [s]
  int contact_count = 0;
  SolveReport solve;
  Certificate certificate;
  bool converged = true;       // certificate.residual <= tolerance, and no joint is torn
  double max_penetration = 0;  // over the contacts found at the start of the step [m], >= 0
  double joint_error = 0;      // largest over the joints, after the step [m], angles [rad]
  int asleep = 0;              // bodies, after the step
  double event_energy = 0;     // that the events at its end brought: added bodies, set velocities [J]
  std::array<double, static_cast<int>(Stage::kCount)> stage_seconds{};  // wall time
  double step_seconds() const;                                          // sum over the stages
};

// A hand and what it felt in the last step.
struct FeltHand {
  int body = 0;
  HandForce felt;  // by the hand: what the body meets pushes it back
  Pose target;     // of the body's own coordinates, where the hand wanted it at the end of the step
};

// A joint: where it is, and what it did in the last step (nothing if its bodies sleep).
struct FeltJoint {
  double coordinate = 0;       // of a hinge [rad], slider, distance [m], as the bodies are now,
  double velocity = 0;         // and its velocity
  double effort = 0;           // mean torque or force of motor, friction and limits together along it [N m], [N]
  Vec3 force = Vec3::Zero();   // mean force on body b at the anchor, without that effort, world axes [N]
  Vec3 torque = Vec3::Zero();  // likewise [N m]. Where joints could share a load, some carry it and others nothing
};

class Simulation {
 public:
  // step [s]. Throws InputError on impossible options. threads: 0 = all cores.
  Simulation(Model model, double step, const SolverOptions& options, int threads = 1);
  ~Simulation();
  Simulation(Simulation&&) noexcept;
  Simulation& operator=(Simulation&&) noexcept;

  // One step. Throws SimulationError if it fails: the state turns non-finite, or memory ends. All that save() keeps is
  // then as before it, contacts and report of the last step are empty, and the memory it took is free.
  const StepReport& step();

  const Model& model() const;
  const State& state() const;
  double step_size() const;  // [s]
  const SolverOptions& options() const;
  int threads() const;
  const StepReport& last_report() const;
  // Contacts of the last step and their impulses, in the same order.
  const ContactSet& contacts() const;
  const ContactProblem& problem() const;
  const ContactSolution& solution() const;
  // Mean force over the last step that contact `index` exerts on its body_b, world axes [N]; body_a feels the opposite.
  Vec3 contact_force_on_b(int index) const;

  // Of a joint of the model; zero while one of its bodies is not there.
  FeltJoint joint(int index) const;

  // Of all hands, in the order of the model's; of scenes without hands empty. Zero forces before the first step.
  const std::vector<FeltHand>& hands() const;

  // Changes that act from the next step on. They are part of what save() keeps. Throw InputError on impossible values.
  void set_gravity(const Vec3& gravity);                                 // [m/s^2]
  void set_material(int material, double friction, double restitution);  // of the combination rule
  void set_pair(int material_a, int material_b, double friction, double restitution);
  void set_force(int body, const Vec3& force, const Vec3& torque);                  // free bodies [N], [N m]
  void set_velocity(int body, const Vec3& velocity, const Vec3& angular_velocity);  // free bodies [m/s], [rad/s]
  void set_pose(int body, const Pose& pose);                                        // of the body's origin; free bodies

  // Of a joint with a motor of limited strength: velocity [rad/s], [m/s] and the most that it gives [N m], [N].
  void set_motor(int joint, double velocity, double max_effort);

  // Another solver, or other options of the same one. Impulses of the last step stay the start of the next one.
  void set_solver(const SolverOptions& options);
  // A body that has not appeared yet (model.appears_at) does so now.
  void add_now(int body, const Pose& pose, const Vec3& velocity, const Vec3& angular_velocity);

  // Hands (model/hand.h). One takes hold of a free body where it is and stays there until it is moved.
  void take_hold(int body, const HandCoupling& coupling);  // a hand that holds the body already gets this coupling
  // By a point of the body's own coordinates, about which it turns freely. `move_hand` then moves the point: rotations
  // do not matter. Throws InputError if a hand holds the body already.
  void take_hold_at(int body, const Vec3& point, const HandCoupling& coupling);
  void release(int body);
  // Where the device is: the pose for the body's own coordinates at the end of the next step, and of those after it
  // until it is moved again. A hand with a path leaves it. Without velocities, they follow from the way since the last
  // step.
  void move_hand(int body, const Pose& pose);
  void move_hand(int body, const HandTarget& target);

  // Everything that decides how the run goes on: state, warm start, pending events, changed parameters. A simulation of
  // the same scene that restores it goes on bit by bit as this one would have.
  std::string save() const;
  // The contacts and the report of the last step are empty after it.
  // Throws InputError, changing nothing, if the bytes are damaged or belong to another scene, step or solver (the one
  // that the simulation was made with).
  void restore(std::string_view saved);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace stiction
