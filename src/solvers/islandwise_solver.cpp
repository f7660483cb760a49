#include "solvers/islandwise_solver.h"

#include <algorithm>

#include "contact/island_loops.h"

namespace stiction {

DriverStart IslandwiseSolver::make_start(const ContactProblem& problem, const Island& island, Worker& worker) const {
  DriverStart start;
  if (options_.warm_start && problem.warm_impulse.size() > 0) {
    worker.warm_impulse.resize(3 * static_cast<std::size_t>(island.contact_count()));
    for_contacts(island.contact_count(), kContactsPerTask, [&](int c) {
      Eigen::Map<Vec3>(&worker.warm_impulse[3 * static_cast<std::size_t>(c)]) =
          island.scale[c] * problem.warm_impulse.segment<3>(3 * island.contacts[c]);
    });
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
  return start;
}

// Back to problem units: r = z / s_c, v = v_free + L x.
void IslandwiseSolver::collect(const ContactProblem& problem, int island_index, ContactSolution& solution) const {
  const Island& island = islands_[island_index];
  const DriverResult& result = workers_[island_index].result;
  const Iterate& it = result.solution;
  for_contacts(island.contact_count(), kContactsPerTask, [&](int c) {
    const int row = 3 * island.contacts[c];
    solution.impulse.segment<3>(row) = it.impulse(c) / island.scale[c];
    solution.warm_start.segment<3>(row) = result.warm_start.impulse(c) / island.scale[c];
  });
  for (int i = 0; i < island.body_count(); ++i) {
    const BodyBlock& block = problem.bodies[island.bodies[i]];
    const Vec6 x = Eigen::Map<const Vec6>(&it.c[6 * static_cast<std::size_t>(i)]) +
                   Eigen::Map<const Vec6>(&it.f[6 * static_cast<std::size_t>(i)]);
    auto v = solution.velocity.segment<6>(6 * island.bodies[i]);
    v.head<3>() += block.linear.cwiseProduct(x.head<3>());
    v.tail<3>() += block.angular * x.tail<3>();
  }
  SolveReport& report = solution.report;
  report.iterations = std::max(report.iterations, result.iterations);
  report.newton_steps += result.newton_steps;
  report.dof_form_islands += result.form == Form::kDof ? 1 : 0;
  report.contact_form_islands += result.form == Form::kContact ? 1 : 0;
  if (*result.rung != '\0') report.rung = result.rung;
  report.status = std::max(report.status, result.status);
  for (IterateLogEntry entry : result.log) {
    entry.island = island_index;
    report.log.push_back(entry);
  }
}

void IslandwiseSolver::solve(const ContactProblem& problem, ContactSolution& solution) {
  const Deadline deadline = options_.budget_ms > 0 ? Deadline(1e-3 * options_.budget_ms) : Deadline();
  solution.impulse.setZero(3 * problem.contact_count());
  solution.warm_start.setZero(3 * problem.contact_count());
  solution.velocity = problem.free_velocity;
  solution.report = {};
  int island_count = 0;
  builder_.build(problem, options_.decompose, islands_, island_count);
  while (static_cast<int>(workers_.size()) < island_count) {
    workers_.emplace_back();
    workers_.back().driver = make_driver();
  }
  solution.report.island_count = island_count;

  const auto solve_one = [&](int k) {
    Worker& worker = workers_[k];
    worker.driver->solve(islands_[k], make_start(problem, islands_[k], worker), deadline, worker.result);
  };
  parallel_tasks(island_count, solve_one);
  for (int k = 0; k < island_count; ++k) collect(problem, k, solution);
  solution.report.budget_overrun = deadline.passed();

  friction_ = solution.impulse;
  for (int c = 0; c < problem.contact_count(); ++c) friction_[3 * c] = 0;
  generalized_impulse(problem, friction_, solution.friction_momentum);
}

}  // namespace stiction
