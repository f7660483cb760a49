#include "solvers/islandwise_solver.h"

#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <numeric>

#include "contact/island_loops.h"

namespace stiction {
namespace {

constexpr double kForOthers = 0.4;    // of the time that islands to come would get by their contacts, kept for them
constexpr double kCollecting = 0.08;  // share of the time left that is kept back for what comes after the islands

// x = L^T p of one block. A wide body's blocks lie one after the other: the first of them does all.
void scale_momentum(const ContactProblem& problem, const IslandBlock& block, const VecX& momentum, double* x) {
  const int wide = block.body - problem.body_count();
  if (wide < 0) {
    const BodyBlock& body = problem.bodies[block.body];
    const Vec6 own = momentum.segment<6>(6 * block.body);
    Eigen::Map<Vec6> scaled(x);
    scaled.head<3>() = body.linear.cwiseProduct(own.head<3>());
    scaled.tail<3>() = body.angular.transpose() * own.tail<3>();
  } else if (block.part == 0) {
    const WideBody& body = problem.wide_bodies[wide];
    Eigen::Map<VecX>(x, body.dofs).noalias() = problem.factor(body).transpose() * problem.wide_part(momentum, body);
  }
}

// v = v_free + L (c + f) of one block, likewise.
void set_velocity(const ContactProblem& problem, const IslandBlock& block, const double* c, const double* f,
                  VecX& velocity) {
  const int wide = block.body - problem.body_count();
  if (wide < 0) {
    const BodyBlock& body = problem.bodies[block.body];
    const Vec6 x = Eigen::Map<const Vec6>(c) + Eigen::Map<const Vec6>(f);
    auto v = velocity.segment<6>(6 * block.body);
    v = problem.free_velocity.segment<6>(6 * block.body);
    v.head<3>() += body.linear.cwiseProduct(x.head<3>());
    v.tail<3>() += body.angular * x.tail<3>();
  } else if (block.part == 0) {
    const WideBody& body = problem.wide_bodies[wide];
    auto v = velocity.segment(body.first, body.dofs);
    v = problem.wide_part(problem.free_velocity, body);
    v.noalias() += problem.factor(body) * Eigen::Map<const VecX>(c, body.dofs);
    v.noalias() += problem.factor(body) * Eigen::Map<const VecX>(f, body.dofs);
  }
}

}  // namespace

Deadline step_deadline(const SolverOptions& options) {
  return options.budget_ms > 0 ? Deadline(1e-3 * options.budget_ms) : Deadline();
}

DriverStart IslandwiseSolver::make_start(const ContactProblem& problem, const VecX& warm_impulse, const Island& island,
                                         Worker& worker) const {
  DriverStart start;
  start.problem = &problem;
  worker.has_start = options_.warm_start && warm_impulse.size() > 0;
  if (worker.has_start) {
    worker.warm_impulse.resize(3 * static_cast<std::size_t>(island.contact_count()));
    for_contacts(island.contact_count(), kContactsPerTask, [&](int c) {
      Eigen::Map<Vec3>(&worker.warm_impulse[3 * static_cast<std::size_t>(c)]) =
          island.scale[c] * warm_impulse.segment<3>(3 * island.contacts[c]);
    });
    start.impulse = &worker.warm_impulse;
    start.is_solution = problem.warm_is_solution;
    start.of_this_step = problem.warm_is_solution || solved_before_;
  }
  if (options_.warm_start && problem.warm_friction_momentum.size() > 0) {
    worker.warm_friction.assign(island.velocity_size(), 0.0);
    for (int i = 0; i < island.block_count(); ++i) {
      scale_momentum(problem, island.blocks[i], problem.warm_friction_momentum,
                     &worker.warm_friction[6 * static_cast<std::size_t>(i)]);
    }
    start.friction = &worker.warm_friction;
  }
  return start;
}

// Back to problem units: r = z / s_c, v = v_free + L x. Impulses that have been kept are the same bits: at rest their
// round-off would add up from step to step.
void IslandwiseSolver::collect(const ContactProblem& problem, const VecX& warm_impulse, int island_index,
                               ContactSolution& solution) {
  const Island& island = islands_[island_index];
  const Worker& worker = workers_[island_index];
  const DriverResult& result = worker.result;
  const Iterate& it = result.solution;
  const auto in_problem_units = [&](const Vec3& z, int c) -> Vec3 {
    const bool kept =
        worker.has_start && z == Eigen::Map<const Vec3>(&worker.warm_impulse[3 * static_cast<std::size_t>(c)]);
    if (kept) return warm_impulse.segment<3>(3 * island.contacts[c]);
    return z / island.scale[c];
  };
  for_contacts(island.contact_count(), kContactsPerTask, [&](int c) {
    const int row = 3 * island.contacts[c];
    solution.impulse.segment<3>(row) = in_problem_units(it.impulse(c), c);
    solution.warm_start.segment<3>(row) = in_problem_units(result.warm_start.impulse(c), c);
  });
  for (int i = 0; i < island.block_count(); ++i) {
    const int row = 6 * island.blocks[i].body;
    switch (result.motion) {
      case Motion::kSolved:
        set_velocity(problem, island.blocks[i], &it.c[6 * static_cast<std::size_t>(i)],
                     &it.f[6 * static_cast<std::size_t>(i)], solution.velocity);
        break;
      case Motion::kKept:
        solution.velocity.segment<6>(row) = problem.start_velocity.segment<6>(row);
        break;
      case Motion::kNone:
        solution.velocity.segment<6>(row).setZero();
        break;
    }
    status_of_body_[island.blocks[i].body] = result.status;
  }
  SolveReport& report = solution.report;
  report.iterations = std::max(report.iterations, result.iterations);
  report.newton_steps += result.newton_steps;
  report.structures_kept += result.structure_kept ? island.count() : 0;
  report.dof_form_islands += result.form == Form::kDof ? island.count() : 0;
  report.contact_form_islands += result.form == Form::kContact ? island.count() : 0;
  if (*result.rung != '\0') report.rung = result.rung;
  for (IterateLogEntry entry : result.log) {
    entry.island = island_index;
    report.log.push_back(entry);
  }
}

void IslandwiseSolver::make_islands(const ContactProblem& problem) {
  builder_.build(problem, options_.decompose, selection_.kept(), islands_, island_count_);
  while (static_cast<int>(workers_.size()) < island_count_) {
    workers_.emplace_back();
    workers_.back().driver = make_driver();
  }
}

void IslandwiseSolver::solve_one(const ContactProblem& problem, const VecX& warm_impulse, int island_index,
                                 const Deadline& deadline) {
  Worker& worker = workers_[island_index];
  const Island& island = islands_[island_index];
  worker.driver->solve(island, make_start(problem, warm_impulse, island, worker), deadline, worker.result);
}

void IslandwiseSolver::solve_islands(const ContactProblem& problem, const VecX& warm_impulse, const Deadline& deadline,
                                     ContactSolution& solution) {
  if (deadline.limited()) {
    solve_in_time(problem, warm_impulse, deadline);
  } else {
    parallel_tasks(static_cast<int>(to_solve_.size()),
                   [&](int i) { solve_one(problem, warm_impulse, to_solve_[i], deadline); });
  }
  for (const int island : to_solve_) collect(problem, warm_impulse, island, solution);
}

// Every island gets its share of the time that is left, by its number of contacts. Small islands come first: what they
// leave is for the large ones.
void IslandwiseSolver::solve_in_time(const ContactProblem& problem, const VecX& warm_impulse,
                                     const Deadline& deadline) {
  order_ = to_solve_;
  std::stable_sort(order_.begin(), order_.end(),
                   [&](int a, int b) { return islands_[a].contact_count() < islands_[b].contact_count(); });
  const double threads = tbb::this_task_arena::max_concurrency();
  std::atomic<int> contacts = problem.contact_count();  // of the islands that have not begun
  parallel_tasks(static_cast<int>(order_.size()), [&](int i) {
    const int own = islands_[order_[i]].contact_count();
    const double share = std::min(1.0, threads * own / std::max(contacts.fetch_sub(own), own));
    const double others = kForOthers * (1 - share);
    solve_one(problem, warm_impulse, order_[i], deadline.sooner(deadline.left() * (others + kCollecting)));
  });
}

void IslandwiseSolver::solve(const ContactProblem& problem, ContactSolution& solution, const Deadline& deadline) {
  solution.impulse.setZero(3 * problem.contact_count());
  solution.warm_start.setZero(3 * problem.contact_count());
  solution.velocity = problem.free_velocity;
  solution.report = {};
  status_of_body_.assign(problem.bodies.size() + problem.wide_bodies.size(), SolveStatus::kConverged);

  selection_.take_all();
  // With a deadline no contact is left out: there may be no time to solve again with those that prove to be missing.
  if (selects_contacts() && !deadline.limited()) selection_.choose(problem, options_.tolerance);
  solved_before_ = false;
  make_islands(problem);
  to_solve_.resize(island_count_);
  std::iota(to_solve_.begin(), to_solve_.end(), 0);
  solve_islands(problem, selection_.start(problem), deadline, solution);
  const auto has_failed = [&](int k) { return workers_[k].result.status != SolveStatus::kConverged; };
  const auto give_up = [&] {  // fewer contacts have not made it easier
    return !selection_.all() && !problem.wide_bodies.empty() && std::ranges::any_of(to_solve_, has_failed);
  };
  bool failed = give_up();
  for (int guess = 1; failed || selection_.add_passed(problem, solution.velocity); ++guess) {
    if (failed || guess == selection_.most_guesses()) selection_.take_all();
    make_islands(problem);
    to_solve_.clear();
    for (int k = 0; k < island_count_; ++k) {
      if (selection_.all() || selection_.was_added(islands_[k].contacts)) to_solve_.push_back(k);
    }
    solved_before_ = !failed;
    known_impulse_ = failed ? problem.warm_impulse : solution.warm_start;
    solve_islands(problem, known_impulse_, deadline, solution);
    failed = give_up();
  }
  for (int k = 0; k < island_count_; ++k) solution.report.island_count += islands_[k].count();
  for (const SolveStatus status : status_of_body_) solution.report.status = std::max(solution.report.status, status);
  solution.report.budget_overrun = deadline.passed();

  friction_ = solution.impulse;
  for (int c = 0; c < problem.contact_count(); ++c) friction_[3 * c] = 0;
  generalized_impulse(problem, friction_, solution.friction_momentum);
}

}  // namespace stiction
