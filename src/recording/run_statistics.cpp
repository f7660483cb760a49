#include "recording/run_statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "elastic/elastic_spec.h"
#include "model/deformable.h"

namespace stiction {
namespace {

constexpr double kMillisecondsPerSecond = 1e3;

// Is a larger than b, where a NaN is larger than anything? Exactness that got lost must show.
bool is_worse(double a, double b) {
  return std::isnan(a) ? !std::isnan(b) : a > b;
}

double worse(double a, double b) {
  return is_worse(a, b) ? a : b;
}

Distribution distribution(std::vector<double> values) {
  if (values.empty()) return {};
  Distribution result;
  result.mean = std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
  result.p50 = nearest_rank(values, 0.50);
  result.p99 = nearest_rank(values, 0.99);
  result.max = *std::max_element(values.begin(), values.end());
  return result;
}

}  // namespace

int free_dof_count(const Model& model) {
  std::ptrdiff_t count = 0;
  for (const Body& body : model.bodies) {
    if (body.fixed) continue;
    if (body.deforms()) {
      count += body.deformable->dof_count();
    } else {
      count += std::count(body.lock.begin(), body.lock.end(), false);
      if (body.elastic) count += body.elastic->coordinate_count();
    }
  }
  return static_cast<int>(count);
}

std::string contact_metric_of(const Model& model) {
  std::string found;
  for (const Body& body : model.bodies) {
    if (!body.elastic) continue;
    const std::string name = body.elastic->metric();
    if (!found.empty() && found != name) return "mixed";
    found = name;
  }
  return found;
}

double nearest_rank(std::vector<double>& values, double p) {
  if (values.empty()) return kUnknown;
  const auto count = static_cast<double>(values.size());
  const double rank = std::clamp(std::ceil(p * count - 1e-9), 1.0, count);
  const auto nth = values.begin() + static_cast<std::ptrdiff_t>(rank) - 1;
  std::nth_element(values.begin(), nth, values.end());
  return *nth;
}

void RunStatistics::Accumulator::add(double value) {
  sum += value;
  max = worse(value, max);
}

MeanMax RunStatistics::Accumulator::over(std::int64_t count) const {
  if (count == 0) return {};
  return {sum / static_cast<double>(count), max};
}

RunStatistics::RunStatistics(const Model& model, const State& start) : model_(model) {
  for (const BodyState& body : start.bodies) start_centers_.push_back(body.center);
  running_.energy_start = running_.energy_max = total_energy(model, start);
}

void RunStatistics::reserve_step() {
  for (std::vector<double>* times : {&solve_ms_, &step_ms_}) {
    if (times->size() == times->capacity()) times->reserve(2 * times->size() + 1);
  }
}

void RunStatistics::add(const StepReport& report, const State& state, const ContactSet& contacts) {
  ++steps_;
  converged_steps_ += report.converged ? 1 : 0;
  contacts_.add(report.contact_count);
  solve_ms_.push_back(kMillisecondsPerSecond * report.stage_seconds[static_cast<int>(Stage::kSolve)]);
  step_ms_.push_back(kMillisecondsPerSecond * report.step_seconds());
  for (std::size_t i = 0; i < stage_ms_.size(); ++i) stage_ms_[i] += kMillisecondsPerSecond * report.stage_seconds[i];
  add_solve(report.solve);
  add_certificate(report, state, contacts);
  running_.max_penetration = worse(report.max_penetration, running_.max_penetration);
  running_.max_joint_error = worse(report.joint_error, running_.max_joint_error);
  running_.energy_events += report.event_energy;
  add_state(state);
}

void RunStatistics::add_hands(const std::vector<FeltHand>& hands) {
  for (const FeltHand& hand : hands) {
    HandSums& sums = hands_[hand.body];
    ++sums.steps;
    sums.force.add(hand.felt.force.norm());
    sums.torque.add(hand.felt.torque.norm());
  }
}

void RunStatistics::add_solve(const SolveReport& solve) {
  iterations_.add(solve.iterations);
  newton_steps_.add(solve.newton_steps);
  running_.dof_form_islands += solve.dof_form_islands;
  running_.contact_form_islands += solve.contact_form_islands;
  if (!solve.rung.empty()) ++running_.rungs[solve.rung];
  running_.iteration_limit += solve.status == SolveStatus::kIterationLimit ? 1 : 0;
  running_.infeasible += solve.status == SolveStatus::kInfeasible ? 1 : 0;
  running_.budget_cut += solve.status == SolveStatus::kBudgetCut ? 1 : 0;
  running_.budget_overruns += solve.budget_overrun ? 1 : 0;
}

void RunStatistics::add_certificate(const StepReport& report, const State& state, const ContactSet& contacts) {
  const Certificate& certificate = report.certificate;
  residual_.add(certificate.residual);
  residual_cone_.add(certificate.residual_cone);
  running_.signorini_max = worse(certificate.signorini, running_.signorini_max);
  running_.cone_violation_max = worse(certificate.cone_violation, running_.cone_violation_max);
  running_.momentum_error_max = worse(certificate.momentum_error, running_.momentum_error_max);

  WorstStep& worst = running_.worst_step;
  const int contact = certificate.worst_contact;
  if (contact < 0 || (worst.step > 0 && !is_worse(certificate.residual, worst.residual))) return;
  worst = {state.step_index, report.time, certificate.residual, contact, "", "", report.solve.log};
  if (contact >= static_cast<int>(contacts.size())) return;
  worst.body_a = model_.bodies[contacts[contact].body_a].name;
  worst.body_b = model_.bodies[contacts[contact].body_b].name;
}

void RunStatistics::add_state(const State& state) {
  running_.energy_max = std::max(running_.energy_max, total_energy(model_, state));
  for (std::size_t i = 0; i < state.bodies.size(); ++i) {
    if (model_.bodies[i].fixed || !state.bodies[i].present) continue;
    const double displacement = (state.bodies[i].center - start_centers_[i]).norm();
    running_.max_displacement = std::max(running_.max_displacement, displacement);
    add_volume(static_cast<int>(i), state);
  }
}

void RunStatistics::add_volume(int body, const State& state) {
  const std::optional<double> ratio = smallest_volume_ratio(model_.bodies[body], state.bodies[body]);
  if (!ratio || *ratio > 0) return;
  const auto [entry, is_new] = inverted_.try_emplace(body, Inversion{state.time, *ratio, state.time});
  if (is_new || *ratio >= entry->second.smallest) return;
  entry->second.smallest = *ratio;
  entry->second.at = state.time;
}

void RunStatistics::write_inversions(RunReport& report) const {
  for (const auto& [body, seen] : inverted_) {
    report.notes.push_back(fmt::format(
        "body \"{}\": elements were turned inside out, first at t = {:.6g} s (volume ratio at the worst {:.3g}, t = "
        "{:.6g} "
        "s); what it does then is not its material's answer: make it stiffer, damp it more, or take smaller steps",
        model_.bodies[body].name, seen.first, seen.smallest, seen.at));
  }
}

void RunStatistics::write_into(RunReport& report, const State& state) const {
  report.steps = steps_;
  report.sim_seconds = state.time;
  report.bodies = static_cast<int>(model_.bodies.size());
  report.dofs = free_dof_count(model_);
  report.contact_metric = contact_metric_of(model_);
  write_effort(report);
  write_exactness(report);
  write_mechanics(report, state);
  write_inversions(report);
}

void RunStatistics::write_effort(RunReport& report) const {
  report.contacts = contacts_.over(steps_);
  report.iterations = iterations_.over(steps_);
  report.newton_steps = newton_steps_.over(steps_);
  report.solve_ms = distribution(solve_ms_);
  report.step_ms = distribution(step_ms_);
  report.stage_ms.clear();
  for (std::size_t i = 0; i < stage_ms_.size(); ++i) {
    const double mean = steps_ == 0 ? kUnknown : stage_ms_[i] / static_cast<double>(steps_);
    report.stage_ms.emplace_back(stage_name(static_cast<Stage>(i)), mean);
  }
  report.dof_form_islands = running_.dof_form_islands;
  report.contact_form_islands = running_.contact_form_islands;
  report.rungs = running_.rungs;
}

void RunStatistics::write_exactness(RunReport& report) const {
  report.converged_fraction =
      steps_ == 0 ? kUnknown : static_cast<double>(converged_steps_) / static_cast<double>(steps_);
  report.iteration_limit = running_.iteration_limit;
  report.infeasible = running_.infeasible;
  report.budget_cut = running_.budget_cut;
  report.budget_overruns = running_.budget_overruns;
  report.residual = residual_.over(steps_);
  report.residual_cone = residual_cone_.over(steps_);
  report.worst_step = running_.worst_step;
  report.signorini_max = running_.signorini_max;
  report.cone_violation_max = running_.cone_violation_max;
  report.momentum_error_max = running_.momentum_error_max;
}

void RunStatistics::write_mechanics(RunReport& report, const State& state) const {
  report.max_penetration = running_.max_penetration;
  report.max_joint_error = running_.max_joint_error;
  report.energy_start = running_.energy_start;
  report.energy_end = total_energy(model_, state);
  report.energy_max = running_.energy_max;
  report.energy_events = running_.energy_events;
  report.max_displacement = running_.max_displacement;
  report.max_speed_end = 0;
  report.hands.clear();
  for (const auto& [body, sums] : hands_) {
    report.hands.push_back({model_.bodies[body].name, sums.force.over(sums.steps), sums.torque.over(sums.steps)});
  }
  report.bodies_end.clear();
  for (std::size_t i = 0; i < state.bodies.size(); ++i) {
    const Body& body = model_.bodies[i];
    const BodyState& end = state.bodies[i];
    const Pose pose = body_pose(body, end);
    report.bodies_end.push_back({body.name, pose.position, pose.rotation, end.velocity, end.angular_velocity});
    if (!body.fixed && end.present) report.max_speed_end = std::max(report.max_speed_end, end.velocity.norm());
  }
  report.state_hash = state_hash(state);
}

}  // namespace stiction
