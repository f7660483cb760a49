// What a Simulation holds. Internal to this room.
#pragma once

#include <tbb/task_arena.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "collision/inside/inside_collider.h"
#include "contact/assemble.h"
#include "contact/contact_motion.h"
#include "stepping/simulation.h"
#include "stepping/sleep.h"

namespace stiction {

// The moving part of a hand.
struct HandState {
  bool follows_path = false;
  bool has_velocity = false;  // the device said it; else it follows from the last pose
  HandTarget target;          // of the coming step; with a path, of the last one
  Pose last;                  // target of the last step
};

struct SavedState;  // saved_state.cpp
class StageTimer;   // simulation.cpp

// Impulses of the last step, where the next one starts from.
struct StepMemory {
  WarmStartCache warm_start;
  FrictionMemoryCache friction_memory;
  std::vector<Vec6> warm_friction;         // per model body: generalised friction impulse
  std::vector<JointImpulses> warm_joints;  // per joint of the model
};

// Results and scratch of one step. A failed step drops them all.
struct StepWork {
  Prediction prediction;
  ContactSet contacts, more_contacts;
  std::vector<double> detour;  // of every body [m], see Collider
  ContactProblem problem;
  ContactSolution solution;
  Sleep sleep;
  std::vector<char> held;  // by a hand, per body
  VecX block_velocity;     // of the prediction's blocks, as solved
  State ahead;             // scripted bodies at the end of the step, and links of mechanisms
  State next;              // at the end of the step
  VecX judge_scratch;
  // For bodies that deform:
  VecX momentum, wide_velocity, friction_impulse;
  // And for meshes as well:
  FreeVelocities moving;
  Courses courses;                            // on which contacts of this step have been looked for
  std::vector<std::uint64_t> known_contacts;  // ids, sorted
  ContactSet joined_contacts;
  std::vector<FreePlaces> free_places;  // of the model's bodies, for `inside`
  StepReport report;
  StepMemory next_memory;  // of this step, once it has been solved
  bool has_next_memory = false;
  State before_waking;  // the state that the step began with, of models whose bodies sleep
  bool has_before_waking = false;
};

struct Simulation::Impl : StepWork {
  Model model;
  double step;                  // [s]
  SolverOptions start_options;  // those it was made with: they tell saved states apart
  SolverOptions options;
  int threads;
  tbb::task_arena arena;
  Collider collider;
  std::optional<InsideCollider> inside;  // in its place where the solver's contacts are of vertices inside bodies
  std::unique_ptr<ContactSolver> solver;
  State state;
  StepMemory memory;
  bool tools_are_whole = true;  // collider, inside and solver: false after a failed step, which may have left any half

  std::vector<FeltJoint> joint_readings;
  std::vector<HandState> hands;  // of model.hands
  std::vector<HandTarget> hand_targets;
  std::vector<FeltHand> hand_readings;
  bool has_meshes = false;
  double last_residual = 0;  // of the last good step, for messages
  std::size_t next_event = 0;

  Impl(Model m, double h, const SolverOptions& o, int t);

  // A step changes `state`, `memory` and hands in commit_step() alone, which cannot fail.
  void take_step();
  void solve_step(StageTimer& timer);
  void commit_step(std::size_t events_done);
  // After an exception in take_step():
  void drop_step() noexcept;                       // all is as before the step, and the memory it took is free
  [[noreturn]] void fail_step(int contact_count);  // throws the present exception as a SimulationError
  void make_tools();                               // those that a failed step has left half
  void take_over(SavedState saved);                // what moves, and what people may have changed
  void predict_step();
  void find_contacts();
  void find_inside_contacts();
  void look_ahead();  // sets `ahead`
  bool wake_touched();
  void fall_asleep();
  // Events from the one numbered `first` on that are due at the time of `at`. Adds the energy that they bring [J];
  // returns the number of the first that is not due.
  std::size_t apply_events(std::size_t first, State& at, double& energy) const;
  void add_hand_state(const Hand& hand);
  int hand_of(int body) const;  // index, -1: none
  void pull_hands();
  void feel_hands();
  void assemble_problem();
  void solve_problem(const Deadline& deadline);
  void take_solve_report();
  bool find_detours();
  bool find_more_contacts();
  StepMemory& start_memory() { return has_next_memory ? next_memory : memory; }  // where a solve starts from
  void remember_impulses();
  void warm_start_deforming();
  bool find_deforming_detours();
  bool follows_courses() const { return has_meshes || !prediction.deforming.empty(); }
  void follow_start();
  void follow_solution();
  double pulled_off(int block) const;  // its start's course in the step, by other forces than gravity [m]
  void drop_distant_contacts();
  bool keep_reached_contacts();
  void keep_known_contacts();
  std::optional<double> gap_after(const Contact& contact) const;  // a step with the velocities `moving` [m]
  void advance_deforming();
  void advance_bodies();
  void wake_jointed();
  bool join_moved();
  void predict_joints();
  bool bend_mechanisms();
  void advance_mechanisms();
  void read_joints(const Mechanism& mechanism, const VecX& y);
  void add_end_forces(const Mechanism& mechanism, const VecX& change);
  void add_joint_forces(const Mechanism& mechanism, const VecX& given, const State& at);
  void refuse_non_finite_prediction() const;
  void refuse_non_finite_blocks() const;
  void refuse_non_finite() const;
  [[noreturn]] void fail_non_finite(int body) const;
};

}  // namespace stiction
