// Run statistics as bytes, and back.
#include "base/error.h"
#include "recording/run_statistics.h"

namespace stiction {
namespace {

// Calls visit(fields...) with every figure that the steps of a run change, in the order of the bytes.
template <typename Report, typename Visit>
void visit_figures(Report& report, const Visit& visit) {
  visit(report.dof_form_islands, report.contact_form_islands, report.iteration_limit, report.infeasible,
        report.budget_cut, report.budget_overruns, report.signorini_max, report.cone_violation_max,
        report.momentum_error_max, report.max_penetration, report.max_joint_error, report.energy_start,
        report.energy_max, report.energy_events, report.max_displacement);
  auto& worst = report.worst_step;
  visit(worst.step, worst.time, worst.residual, worst.contact, worst.body_a, worst.body_b);
}

template <typename Entry, typename Visit>
void visit_entry(Entry& entry, const Visit& visit) {
  visit(entry.island, entry.stage, entry.natural_map, entry.change, entry.newton_steps);
}

}  // namespace

void RunStatistics::save(ByteWriter& to) const {
  const auto put = [&to](const auto&... fields) { put_each(to, fields...); };
  put(steps_, converged_steps_, static_cast<std::uint64_t>(start_centers_.size()));
  for (const Vec3& center : start_centers_) put(center);
  to.put_all(solve_ms_);
  to.put_all(step_ms_);
  for (const double sum : stage_ms_) put(sum);
  for (const Accumulator* a : {&contacts_, &iterations_, &newton_steps_, &residual_, &residual_cone_}) {
    put(a->sum, a->max);
  }
  visit_figures(running_, put);
  put(static_cast<std::uint64_t>(running_.worst_step.iterates.size()));
  for (const IterateLogEntry& entry : running_.worst_step.iterates) visit_entry(entry, put);
  put(static_cast<std::uint64_t>(running_.rungs.size()));
  for (const auto& [rung, count] : running_.rungs) put(rung, count);
  put(static_cast<std::uint64_t>(hands_.size()));
  for (const auto& [body, sums] : hands_) {
    put(body, sums.steps, sums.force.sum, sums.force.max, sums.torque.sum, sums.torque.max);
  }
  put(static_cast<std::uint64_t>(inverted_.size()));
  for (const auto& [body, seen] : inverted_) put(body, seen.first, seen.smallest, seen.at);
}

void RunStatistics::load(ByteReader& from) {
  const auto get = [&from](auto&... fields) { get_each(from, fields...); };
  get(steps_, converged_steps_);
  if (from.get<std::uint64_t>() != start_centers_.size())
    throw InputError("saved statistics: another number of bodies");
  for (Vec3& center : start_centers_) get(center);
  solve_ms_ = from.get_all<double>();
  step_ms_ = from.get_all<double>();
  const auto steps = static_cast<std::uint64_t>(steps_);  // a negative number is more than there can be
  if (solve_ms_.size() != steps || step_ms_.size() != steps || converged_steps_ < 0 || converged_steps_ > steps_) {
    throw InputError("saved statistics: their numbers of steps contradict each other");
  }
  for (double& sum : stage_ms_) get(sum);
  for (Accumulator* a : {&contacts_, &iterations_, &newton_steps_, &residual_, &residual_cone_}) get(a->sum, a->max);
  visit_figures(running_, get);
  running_.worst_step.iterates.resize(from.checked_count(sizeof(double)));
  for (IterateLogEntry& entry : running_.worst_step.iterates) visit_entry(entry, get);
  running_.rungs.clear();
  for (std::size_t left = from.checked_count(sizeof(double)); left > 0; --left) {
    const std::string rung = from.get_text();
    get(running_.rungs[rung]);
  }
  hands_.clear();
  for (std::size_t left = from.checked_count(sizeof(double)); left > 0; --left) {
    const auto body = from.get<int>();
    if (body < 0 || body >= static_cast<int>(model_.bodies.size())) throw InputError("saved statistics: no such body");
    HandSums& sums = hands_[body];
    get(sums.steps, sums.force.sum, sums.force.max, sums.torque.sum, sums.torque.max);
  }
  inverted_.clear();
  for (std::size_t left = from.checked_count(sizeof(double)); left > 0; --left) {
    const auto body = from.get<int>();
    if (body < 0 || body >= static_cast<int>(model_.bodies.size())) throw InputError("saved statistics: no such body");
    Inversion& seen = inverted_[body];
    get(seen.first, seen.smallest, seen.at);
  }
}

}  // namespace stiction
