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

struct Simulation::Impl {
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

  Prediction prediction;
  ContactSet contacts, more_contacts;
  std::vector<double> detour;  // of every body [m], see Collider
  ContactProblem problem;
  ContactSolution solution;
  WarmStartCache warm_start;
  FrictionMemoryCache friction_memory;
  Sleep sleep;
  std::vector<char> held;                  // by a hand, per body
  std::vector<Vec6> warm_friction;         // per model body: last step's generalised friction impulse
  std::vector<JointImpulses> warm_joints;  // per joint of the model
  VecX block_velocity;                     // of the prediction's blocks, as solved
  State ahead;                             // scripted bodies at the end of the step, and links of mechanisms
  std::vector<FeltJoint> joint_readings;
  std::vector<HandState> hands;  // of model.hands
  std::vector<HandTarget> hand_targets;
  std::vector<FeltHand> hand_readings;
  State next;
  VecX judge_scratch;
  // For bodies that deform:
  VecX momentum, wide_velocity, friction_impulse;
  // And for meshes as well:
  bool has_meshes = false;
  FreeVelocities moving;
  Courses courses;                            // on which contacts of this step have been looked for
  std::vector<std::uint64_t> known_contacts;  // ids, sorted
  ContactSet joined_contacts;
  std::vector<FreePlaces> free_places;  // of the model's bodies, for `inside`
  StepReport report;
  double last_residual = 0;  // of the last good step, for messages
  std::size_t next_event = 0;

  Impl(Model m, double h, const SolverOptions& o, int t);

  void take_step();
  void take_over(SavedState saved);  // what moves, and what people may have changed
  void predict_step();
  void find_contacts();
  void find_inside_contacts();
  void look_ahead();  // sets `ahead`
  bool wake_touched();
  void fall_asleep();
  double apply_events(double time);  // returns the energy that they bring [J]
  void add_hand_state(const Hand& hand);
  int hand_of(int body) const;  // index, -1: none
  void pull_hands();
  void feel_hands();
  void assemble_problem();
  void solve_problem(const Deadline& deadline);
  void take_solve_report();
  bool find_detours();
  bool find_more_contacts();
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
