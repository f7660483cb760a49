#include "solvers/staggered/staggered_solver.h"

#include <tbb/parallel_for.h>

#include <algorithm>

namespace stiction {

struct StaggeredSolver::Worker {
  IslandProjections projections;
  PaperDriver paper;
  FastDriver fast;
  DriverResult result;
  std::vector<double> warm_impulse, warm_friction;
};

StaggeredSolver::StaggeredSolver(const SolverOptions& options) : options_(options) {}

void StaggeredSolver::solve_island(const ContactProblem& problem, const Island& island, Worker& worker,
                                   const Deadline& deadline) const {
  worker.projections.prepare(island, options_);
  DriverStart start;
  if (options_.warm_start && problem.warm_impulse.size() > 0) {
    worker.warm_impulse.resize(3 * static_cast<std::size_t>(island.contact_count()));
    for (int c = 0; c < island.contact_count(); ++c) {
      Eigen::Map<Vec3>(&worker.warm_impulse[3 * static_cast<std::size_t>(c)]) =
          island.scale[c] * problem.warm_impulse.segment<3>(3 * island.contacts[c]);
    }
    start.impulse = &worker.warm_impulse;
  }
  if (options_.warm_start && problem.warm_friction_momentum.size() > 0) {
    worker.warm_friction.assign(island.velocity_size(), 0.0);
    for (int i = 0; i < island.body_count(); ++i) {
      const BodyBlock& block = problem.bodies[island.bodies[i]];
      const Vec6 momentum = problem.warm_friction_momentum.segment<6>(6 * island.bodies[i]);
      Eigen::Map<Vec3>(&worker.warm_friction[6 * static_cast<std::size_t>(i)]) =
          block.linear.cwiseProduct(momentum.head<3>());
      Eigen::Map<Vec3>(&worker.warm_friction[6 * static_cast<std::size_t>(i) + 3]) =
          block.angular.transpose() * momentum.tail<3>();
    }
    start.friction = &worker.warm_friction;
  }
  if (options_.driver == Driver::kPaper) {
    worker.paper.solve(worker.projections, options_, deadline, start, worker.result);
  } else {
    worker.fast.solve(worker.projections, options_, deadline, start, worker.result);
  }
}

// Back to problem units: r = z / s_c, v = v_free + L x.
void StaggeredSolver::collect(const ContactProblem& problem, const Island& island, const Worker& worker,
                              ContactSolution& solution) const {
  const Iterate& it = worker.result.solution;
  for (int c = 0; c < island.contact_count(); ++c) {
    const int row = 3 * island.contacts[c];
    solution.impulse.segment<3>(row) = it.impulse(c) / island.scale[c];
    solution.warm_start.segment<3>(row) = worker.result.warm_start.impulse(c) / island.scale[c];
  }
  for (int i = 0; i < island.body_count(); ++i) {
    const BodyBlock& block = problem.bodies[island.bodies[i]];
    const Vec6 x = Eigen::Map<const Vec6>(&it.c[6 * static_cast<std::size_t>(i)]) +
                   Eigen::Map<const Vec6>(&it.f[6 * static_cast<std::size_t>(i)]);
    auto v = solution.velocity.segment<6>(6 * island.bodies[i]);
    v.head<3>() += block.linear.cwiseProduct(x.head<3>());
    v.tail<3>() += block.angular * x.tail<3>();
  }
  SolveReport& report = solution.report;
  report.iterations = std::max(report.iterations, worker.result.iterations);
  report.newton_steps += worker.projections.newton_steps();
  ++(worker.projections.contact_form() ? report.contact_form_islands : report.dof_form_islands);
  if (*worker.result.rung != '\0') report.rung = worker.result.rung;
  report.status = std::max(report.status, worker.result.status);
  for (IterateLogEntry entry : worker.result.log) {
    entry.island = static_cast<int>(&island - islands_.data());
    report.log.push_back(entry);
  }
}

void StaggeredSolver::solve(const ContactProblem& problem, ContactSolution& solution) {
  const Deadline deadline = options_.budget_ms > 0 ? Deadline(1e-3 * options_.budget_ms) : Deadline();
  solution.impulse.setZero(3 * problem.contact_count());
  solution.warm_start.setZero(3 * problem.contact_count());
  solution.velocity = problem.free_velocity;
  solution.report = {};
  int island_count = 0;
  builder_.build(problem, options_.decompose, islands_, island_count);
  while (static_cast<int>(workers_.size()) < island_count) workers_.push_back(std::make_shared<Worker>());
  solution.report.island_count = island_count;

  const auto solve_one = [&](int k) { solve_island(problem, islands_[k], *workers_[k], deadline); };
  if (island_count == 1) {
    solve_one(0);
  } else {
    tbb::parallel_for(0, island_count, solve_one);  // islands share nothing: same bits for any number of threads
  }
  for (int k = 0; k < island_count; ++k) collect(problem, islands_[k], *workers_[k], solution);
  solution.report.budget_overrun = deadline.passed();

  friction_ = solution.impulse;
  for (int c = 0; c < problem.contact_count(); ++c) friction_[3 * c] = 0;
  generalized_impulse(problem, friction_, solution.friction_momentum);
}

}  // namespace stiction
