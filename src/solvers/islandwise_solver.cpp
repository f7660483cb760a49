#include "solvers/islandwise_solver.h"

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <numeric>

namespace stiction {
namespace {

constexpr double kForOthers = 0.4;    // of the time that islands to come would get by their contacts, kept for them
constexpr double kCollecting = 0.03;  // share of the time left that is kept back for what comes after the islands

}  // namespace

Deadline step_deadline(const SolverOptions& options) {
  return options.budget_ms > 0 ? Deadline(1e-3 * options.budget_ms) : Deadline();
}

DriverStart IslandwiseSolver::make_start(const ContactProblem& problem, const Island& island, Worker& worker) const {
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
  return start;
}

// Back to problem units: r = z / s_c, v = v_free + L x.
void IslandwiseSolver::collect(const ContactProblem& problem, int island_index, ContactSolution& solution) const {
  const Island& island = islands_[island_index];
  const DriverResult& result = workers_[island_index].result;
  const Iterate& it = result.solution;
  for (int c = 0; c < island.contact_count(); ++c) {
    const int row = 3 * island.contacts[c];
    solution.impulse.segment<3>(row) = it.impulse(c) / island.scale[c];
    solution.warm_start.segment<3>(row) = result.warm_start.impulse(c) / island.scale[c];
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

// Every island gets its share of the time that is left, by its number of contacts. Small islands come first: what they
// leave is for the large ones.
void IslandwiseSolver::solve_in_time(const ContactProblem& problem, int island_count, const Deadline& deadline) {
  order_.resize(island_count);
  std::iota(order_.begin(), order_.end(), 0);
  std::stable_sort(order_.begin(), order_.end(),
                   [&](int a, int b) { return islands_[a].contact_count() < islands_[b].contact_count(); });
  const double threads = tbb::this_task_arena::max_concurrency();
  std::atomic<int> contacts = problem.contact_count();  // of the islands that have not begun
  tbb::parallel_for(0, island_count, [&](int i) {
    const int k = order_[i], own = islands_[k].contact_count();
    const double share = std::min(1.0, threads * own / std::max(contacts.fetch_sub(own), own));
    const double others = kForOthers * (1 - share);
    const double left = deadline.left();
    const Deadline its_own = deadline.sooner(left * (others + kCollecting));
    Worker& worker = workers_[k];
    worker.driver->solve(islands_[k], make_start(problem, islands_[k], worker), its_own, worker.result);
  });
}

void IslandwiseSolver::solve(const ContactProblem& problem, ContactSolution& solution, const Deadline& deadline) {
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
  if (deadline.limited()) {
    solve_in_time(problem, island_count, deadline);
  } else if (island_count == 1) {
    solve_one(0);
  } else {
    tbb::parallel_for(0, island_count, solve_one);
  }
  for (int k = 0; k < island_count; ++k) collect(problem, k, solution);
  solution.report.budget_overrun = deadline.passed();

  friction_ = solution.impulse;
  for (int c = 0; c < problem.contact_count(); ++c) friction_[3 * c] = 0;
  generalized_impulse(problem, friction_, solution.friction_momentum);
}

}  // namespace stiction
