#include "stepping/simulation.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>
#include <thread>

#include "base/error.h"
#include "base/memory_limit.h"
#include "contact/joint_consistency.h"
#include "contact/tangent_frame.h"
#include "model/deformable.h"
#include "model/dynamics.h"
#include "model/joint_check.h"
#include "stepping/memory_need.h"
#include "stepping/require.h"
#include "stepping/simulation_impl.h"

namespace stiction {
namespace {

using Clock = std::chrono::steady_clock;

// In an impact bodies come to others that were not near at their old velocities: contacts are looked for again at most
// so many times in a step.
constexpr int kLooks = 3;
// How often contacts are solved again because joints bend the solved motion otherwise than the one expected.
constexpr int kBends = 2;
// With less than this share of the budget left a step is not solved again.
constexpr double kShareToSolveAgain = 0.3;

// What to say of a body that has a longest step, if there is one: this one, or else the first.
std::string explicit_suspect(const Model& model, int body) {
  const auto has_limit = [](const Body& b) { return b.deforms() && std::isfinite(b.deformable->longest_step()); };
  const auto found = has_limit(model.bodies[body]) ? model.bodies.begin() + body
                                                   : std::find_if(model.bodies.begin(), model.bodies.end(), has_limit);
  if (found == model.bodies.end()) return "";
  return fmt::format(
      ". Body \"{}\" is integrated explicitly, and its limit of {:.4g} s is that of small strains: elements that are "
      "strained strongly may be unstable below it. Take a smaller step or \"integrator\": \"implicit\"",
      found->name, found->deformable->longest_step());
}

// 0: all cores; never more than there are.
int resolve_threads(int threads) {
  const int available = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  return threads > 0 ? std::min(threads, available) : available;
}

}  // namespace

// Adds the wall time since the last call to a stage.
class StageTimer {
 public:
  explicit StageTimer(StepReport& report) : report_(report), last_(Clock::now()) {}
  void finish(Stage stage) {
    const auto now = Clock::now();
    report_.stage_seconds[static_cast<int>(stage)] += std::chrono::duration<double>(now - last_).count();
    last_ = now;
  }

 private:
  StepReport& report_;
  Clock::time_point last_;
};

const char* stage_name(Stage stage) {
  static constexpr const char* kNames[] = {"predict", "collide", "assemble", "solve", "judge", "advance"};
  return kNames[static_cast<int>(stage)];
}

double StepReport::step_seconds() const {
  return std::accumulate(stage_seconds.begin(), stage_seconds.end(), 0.0);
}

Simulation::Impl::Impl(Model m, double h, const SolverOptions& o, int t)
    : model(without_jointed_pairs(std::move(m))),
      step(h),
      start_options(o),
      options(o),
      threads(resolve_threads(t)),
      arena(threads),
      collider(model),
      inside(inside_collider(model, o)),
      solver(make_solver(o)),
      state(initial_state(model)),
      joint_readings(model.joints.size()) {
  memory.warm_friction.assign(model.bodies.size(), Vec6::Zero());
  memory.warm_joints.assign(model.joints.size(), JointImpulses{});
  double brought = 0;
  next_event = apply_events(0, state, brought);
  has_meshes = collider.has_meshes();
  arena.execute([] {});  // makes the arena: if memory ended in that, at the first step, TBB would wait for it forever
  place_scripted_bodies(model, step, state);
  for (const Hand& hand : model.hands) add_hand_state(hand);
}

// Bodies appear, and velocities are set, at the first step that begins at or after the event's time.
std::size_t Simulation::Impl::apply_events(std::size_t first, State& at, double& energy) const {
  const double now = at.time + 1e-9 * step;  // a time that is a multiple of the step counts as reached
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const Body& body = model.bodies[i];
    if (at.bodies[i].present || !(body.appears_at <= now)) continue;
    at.bodies[i].present = true;
    if (!body.fixed) energy += total_energy(model, body, at.bodies[i]);
  }
  std::size_t number = first;
  for (; number < model.events.size() && model.events[number].time <= now; ++number) {
    const VelocityEvent& event = model.events[number];
    wake(event.body, at);
    BodyState& body = at.bodies[event.body];
    const double before = kinetic_energy(model.bodies[event.body], body);
    if (event.sets_velocity) body.velocity = event.velocity;
    if (event.sets_angular_velocity) body.angular_velocity = event.angular_velocity;
    const DofLock& lock = model.bodies[event.body].lock;
    for (int axis = 0; axis < 3; ++axis) {
      if (lock[axis]) body.velocity[axis] = 0;
      if (lock[3 + axis]) body.angular_velocity[axis] = 0;
    }
    if (body.present) energy += kinetic_energy(model.bodies[event.body], body) - before;
  }
  return number;
}

void Simulation::Impl::assemble_problem() {
  const double left_in_gaps = is_loose(options.tolerance) && !inside ? options.tolerance : 0;
  assemble(model, state, prediction, contacts, step, options.tangents, problem, left_in_gaps);
  StepMemory& start = start_memory();
  apply_warm_start(contacts, start.warm_start, problem);
  apply_warm_start(model, prediction, start.warm_joints, problem);
  if (inside) apply_memory(contacts, start.friction_memory, problem);
  problem.warm_friction_momentum.resize(problem.dof_count());
  for (int k = 0; k < problem.body_count(); ++k) {
    problem.warm_friction_momentum.segment<6>(6 * k) = start.warm_friction[prediction.body_of_block[k]];
  }
  if (problem.wide_bodies.empty()) return;
  refuse_non_finite_blocks();
  warm_start_deforming();
}

// Solvers do not know the time.
void Simulation::Impl::solve_problem(const Deadline& deadline) {
  try {
    solver->solve(problem, solution, deadline);
  } catch (const SimulationError& error) {
    throw SimulationError(fmt::format("{}: {}", moment_text(state.step_index + 1, step), error.what()));
  }
}

// Work adds up over the solves of a step; the rest is the last one's.
void Simulation::Impl::take_solve_report() {
  const int iterations = report.solve.iterations, newton_steps = report.solve.newton_steps;
  report.solve = solution.report;
  report.solve.iterations += iterations;
  report.solve.newton_steps += newton_steps;
}

// How much farther the solved velocities take bodies than those that contacts were found with, at most in all solutions
// of the step. False if with the last one no body goes farther than the margin covers.
bool Simulation::Impl::find_detours() {
  detour.resize(model.bodies.size(), 0.0);
  bool any = false;
  for (int k = 0; k < static_cast<int>(prediction.body_of_block.size()); ++k) {
    const int body = prediction.body_of_block[k];
    const auto farther_than = [&](const VecX& expected) {
      const Vec6 change = block_velocity.segment<6>(6 * k) - expected.segment<6>(6 * k);
      return step * (change.head<3>().norm() + collider.radius(body) * change.tail<3>().norm());
    };
    const double way = std::min(farther_than(prediction.start_velocity), farther_than(prediction.free_velocity));
    if (!(way > model.margin / 2)) continue;
    detour[body] = std::max(detour[body], way);
    any = true;
  }
  return find_deforming_detours() || any;
}

// Contacts that bodies come to only by what the contacts known so far do to them. True if there are any; then they are
// among the contacts, and what has been solved is the start for solving again.
bool Simulation::Impl::find_more_contacts() {
  if (inside || !find_detours()) return false;
  follow_solution();
  collider.collide(state, step, detour, courses, more_contacts);
  drop_inert_contacts(prediction, more_contacts);
  if (!keep_reached_contacts()) return false;
  remember_impulses();
  std::swap(contacts, more_contacts);
  return true;
}

// Into `next_memory`: the last step's memory stays until the step is done.
void Simulation::Impl::remember_impulses() {
  store_warm_start(contacts, problem.warm_impulse, solution.warm_start, start_memory().warm_start,
                   next_memory.warm_start);
  next_memory.warm_joints.resize(model.joints.size());
  store_warm_start(prediction, solution.warm_start, next_memory.warm_joints);
  next_memory.friction_memory.clear();
  if (inside) store_memory(contacts, solution.friction_memory, next_memory.friction_memory);
  next_memory.warm_friction.assign(model.bodies.size(), Vec6::Zero());
  for (int k = 0; k < problem.body_count(); ++k) {
    next_memory.warm_friction[prediction.body_of_block[k]] = solution.friction_momentum.segment<6>(6 * k);
  }
  has_next_memory = true;
}

void Simulation::Impl::advance_bodies() {
  next = state;
  for (int k = 0; k < problem.body_count(); ++k) {
    const int i = prediction.body_of_block[k];
    advance(model.bodies[i], next.bodies[i], solution.velocity.segment<6>(6 * k), step);
  }
  if (!prediction.deforming.empty()) advance_deforming();
  ++next.step_index;
  next.time = static_cast<double>(next.step_index) * step;
  place_scripted_bodies(model, step, next);
  advance_mechanisms();
}

// A body that forces alone make non-finite: found before it drags others along in the contact solve.
void Simulation::Impl::refuse_non_finite_prediction() const {
  for (const DeformingBody& deforming : prediction.deforming) {
    if (deforming.takes_part && !deforming.motion->is_finite()) fail_non_finite(deforming.body);
  }
  if (prediction.free_velocity.allFinite()) return;
  for (std::size_t k = 0; k < prediction.body_of_block.size(); ++k) {
    if (!prediction.free_velocity.segment<6>(6 * static_cast<Eigen::Index>(k)).allFinite()) {
      fail_non_finite(prediction.body_of_block[k]);
    }
  }
}

void Simulation::Impl::refuse_non_finite() const {
  const int body = first_non_finite_body(next);
  if (body >= 0) fail_non_finite(body);
}

void Simulation::Impl::fail_non_finite(int body) const {
  const std::int64_t step_index = state.step_index + 1;
  throw SimulationError(fmt::format(
      "body \"{}\" is no longer finite at t = {:.6g} s (step {}, last residual {:.3g}); the last good state is kept. "
      "Look for huge velocities, forces or mass ratios, or try a smaller step{}",
      model.bodies[body].name, static_cast<double>(step_index) * step, step_index, last_residual,
      explicit_suspect(model, body)));
}

Simulation::Simulation(Model model, double step, const SolverOptions& options, int threads) {
  if (!(step > 0) || !std::isfinite(step)) throw InputError(fmt::format("the step must be positive, got {} s", step));
  require_supported(model, step);
  require_joints(model, step);
  impl_ = std::make_unique<Impl>(std::move(model), step, options, threads);
}
Simulation::~Simulation() = default;
Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(Simulation&&) noexcept = default;

void Simulation::Impl::predict_step() {
  wake_jointed();
  predict(model, state, step, prediction);
  if (join_moved()) predict(model, state, step, prediction);
  pull_hands();
  refuse_non_finite_prediction();
  predict_joints();
}

bool Simulation::Impl::wake_touched() {
  return model.sleep_after > 0 && sleep.wake_touched(model, prediction, contacts, step, state);
}

void Simulation::Impl::look_ahead() {
  ahead = state;
  ++ahead.step_index;
  ahead.time = static_cast<double>(ahead.step_index) * step;
  place_scripted_bodies(model, step, ahead);
}

// Bodies that wake may touch others that sleep.
void Simulation::Impl::find_contacts() {
  if (inside) return find_inside_contacts();
  follow_start();
  collider.collide(state, step, {}, courses, contacts);
  while (wake_touched()) {
    predict_step();
    follow_start();
    collider.collide(state, step, {}, courses, contacts);
  }
  drop_inert_contacts(prediction, contacts);
  drop_distant_contacts();
}

void Simulation::Impl::fall_asleep() {
  if (model.sleep_after == 0) return;
  held.assign(model.bodies.size(), 0);
  for (const FeltHand& hand : hand_readings) held[hand.body] = true;
  sleep.fall_asleep(model, collider, prediction, contacts, solution.impulse, held, step, next);
  report.asleep = asleep_count(next);
}

// Solves, looks for contacts that the solution brings near, and solves again.
void Simulation::Impl::solve_step(StageTimer& timer) {
  const Deadline deadline = step_deadline(options);
  int bends = 0;
  for (int look = 0;; ++look) {
    require_memory(model, contacts, memory_limit(), state.step_index + 1, step);
    assemble_problem();
    problem.warm_is_solution = look > 0;
    timer.finish(Stage::kAssemble);
    solve_problem(deadline);
    take_solve_report();
    block_velocities(prediction, problem, solution.velocity, block_velocity);
    timer.finish(Stage::kSolve);
    const bool time_left = deadline.allows(kShareToSolveAgain * 1e-3 * options.budget_ms);
    const bool more = look < kLooks && time_left && find_more_contacts();
    timer.finish(Stage::kCollide);
    if (more) continue;
    if (!time_left || bends == kBends || !bend_mechanisms()) break;
    ++bends;
    remember_impulses();
  }
}

void Simulation::Impl::take_step() {
  report = {};
  detour.clear();
  has_next_memory = has_before_waking = false;
  StageTimer timer(report);
  if (!tools_are_whole) make_tools();
  if (model.sleep_after > 0) {
    before_waking = state;
    has_before_waking = true;
  }
  predict_step();
  timer.finish(Stage::kPredict);

  find_contacts();
  for (const Contact& contact : contacts) report.max_penetration = std::max(report.max_penetration, -contact.gap);
  timer.finish(Stage::kCollide);

  solve_step(timer);
  report.contact_count = static_cast<int>(contacts.size());
  report.certificate = judge(problem, solution.impulse, solution.velocity, judge_scratch);
  report.converged = report.certificate.residual <= options.tolerance;
  timer.finish(Stage::kJudge);

  advance_bodies();
  refuse_non_finite();
  remember_impulses();
  fall_asleep();
  report.time = next.time;
  const std::size_t events_done = apply_events(next_event, next, report.event_energy);
  commit_step(events_done);
  timer.finish(Stage::kAdvance);
}

void Simulation::Impl::commit_step(std::size_t events_done) {
  feel_hands();
  last_residual = report.certificate.residual;
  next_event = events_done;
  std::swap(memory, next_memory);
  std::swap(state, next);
}

const StepReport& Simulation::step() {
  Impl& s = *impl_;
  try {
    s.arena.execute([&s] { s.take_step(); });
  } catch (...) {
    const int contact_count = static_cast<int>(s.contacts.size());
    s.drop_step();
    s.fail_step(contact_count);
  }
  return s.report;
}

const Model& Simulation::model() const {
  return impl_->model;
}
const State& Simulation::state() const {
  return impl_->state;
}
double Simulation::step_size() const {
  return impl_->step;
}
const SolverOptions& Simulation::options() const {
  return impl_->options;
}
int Simulation::threads() const {
  return impl_->threads;
}
const StepReport& Simulation::last_report() const {
  return impl_->report;
}
const ContactSet& Simulation::contacts() const {
  return impl_->contacts;
}
const ContactProblem& Simulation::problem() const {
  return impl_->problem;
}
const ContactSolution& Simulation::solution() const {
  return impl_->solution;
}

Vec3 Simulation::contact_force_on_b(int index) const {
  const Vec3 impulse = impl_->solution.impulse.segment<3>(3 * static_cast<Eigen::Index>(index));
  return tangent_frame(impl_->contacts[index].normal).transpose() * impulse / impl_->step;
}

}  // namespace stiction
