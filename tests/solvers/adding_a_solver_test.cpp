// The example of docs/how-to/add-a-solver.md, whose code this is: a solver from nothing, registered and judged like
// all.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "base/repetitions.h"
#include "contact/wide_problems.h"
#include "solvers/islandwise_solver.h"
#include "solvers/pgs/one_contact.h"
#include "solvers/solving.h"

namespace stiction {
namespace {

// Damped Jacobi over the contacts, the solver `jacobi`.
//
// Problem: contact/contact_problem.h. One iteration solves every contact exactly against the impulses of the iteration
// before (one_contact.h), and goes a share w_c of the way there. Source: block Jacobi with averaging; the weights are
// ours. Let k be the number of contacts at a block of the island, and w_c = 1 / (the largest k of the contact's
// blocks). The shares at a block then sum to at most one, so that
//   |sum_c w_c A_c d_c|^2 <= sum_c w_c |A_c d_c|^2
// and the kinetic energy falls by at least the weighted sum of what every contact would win alone.
//
// Guaranteed: impulses inside their cones (they are convex), momentum, convergence without friction. With friction
// there is no proof, and a few problems in a hundred go round in circles. Slow where many contacts share a body. Disk
// only. Cost of an iteration: linear in contacts, no linear system, no order; memory linear in contacts.
class JacobiDriver : public IslandDriver {
 public:
  explicit JacobiDriver(const SolverOptions& options) : options_(options) {}
  void solve(const Island& island, const DriverStart& start, const Deadline& deadline, DriverResult& result) override;

 private:
  void prepare(const Island& island);
  double update_velocities(const Island& island);  // u_ of the present z_; returns the judge's residual of both
  void iterate();

  SolverOptions options_;
  std::vector<Mat3> W_;           // of every contact alone
  std::vector<OneContact> laws_;  // likewise
  std::vector<int> crowd_;        // contacts at every block
  std::vector<double> share_;     // w_c
  std::vector<double> z_, u_, x_, best_;
};

// What a contact does to its rigid sides is in A; what it does to deforming bodies is in any number of wide parts.
Mat3 own_block(const Island& island, int contact) {
  using Sides = Eigen::Matrix<double, Island::kColumn, 3>;
  const Eigen::Map<const Sides> A(&island.A[static_cast<std::size_t>(contact) * Island::kContact]);
  Mat3 W = A.transpose() * A;
  island.for_parts(contact, [&](int, const PartColumns& part) { W += part.transpose() * part; });
  return W;
}

template <class Visit>
void for_each_block(const Island& island, int contact, Visit visit) {
  if (island.side_a[contact] < island.block_count()) visit(island.side_a[contact]);
  if (island.side_b[contact] < island.block_count()) visit(island.side_b[contact]);
  island.for_parts(contact, [&](int block, const PartColumns&) { visit(block); });
}

void JacobiDriver::prepare(const Island& island) {
  const int count = island.contact_count();
  W_.resize(count);
  laws_.resize(count);
  share_.resize(count);
  crowd_.assign(island.block_count(), 0);
  for (int c = 0; c < count; ++c) {
    W_[c] = own_block(island, c);
    laws_[c].prepare(W_[c], island.mu[c]);
    for_each_block(island, c, [&](int block) { ++crowd_[block]; });
  }
  for (int c = 0; c < count; ++c) {
    int largest = 1;
    for_each_block(island, c, [&](int block) { largest = std::max(largest, crowd_[block]); });
    share_[c] = 1.0 / largest;
  }
}

double JacobiDriver::update_velocities(const Island& island) {
  x_.assign(island.velocity_size(), 0.0);
  u_.resize(z_.size());
  island.accumulate(0, 3, z_.data(), x_.data());        // x = A z
  island.apply_transposed(0, 3, x_.data(), u_.data());  // u = A^T x + q
  for (std::size_t i = 0; i < u_.size(); ++i) u_[i] += island.q[i];
  return island.natural_map(z_.data(), u_.data());
}

void JacobiDriver::iterate() {
  for (std::size_t c = 0; c < laws_.size(); ++c) {
    Eigen::Map<Vec3> z(&z_[3 * c]);
    const Vec3 without_it = Eigen::Map<const Vec3>(&u_[3 * c]) - W_[c] * z;
    z += share_[c] * (laws_[c].solve(without_it) - z);
  }
}

void JacobiDriver::solve(const Island& island, const DriverStart& start, const Deadline& deadline,
                         DriverResult& result) {
  result.iterations = result.newton_steps = 0;
  result.form = Form::kAuto;
  result.rung = "";
  result.log.clear();
  result.status = SolveStatus::kIterationLimit;
  prepare(island);
  if (start.impulse != nullptr) z_ = *start.impulse;
  if (start.impulse == nullptr) z_.assign(island.q.size(), 0.0);
  update_velocities(island);
  double least = std::numeric_limits<double>::infinity();
  while (result.iterations < options_.max_iterations && result.status == SolveStatus::kIterationLimit) {
    iterate();
    ++result.iterations;
    const double natural_map = update_velocities(island);
    if (options_.log_iterates) result.log.push_back({0, "sweep", natural_map, 0, 0});
    if (natural_map < least) {
      least = natural_map;
      best_ = z_;
    }
    if (natural_map <= kIslandShare * options_.tolerance) {
      result.status = SolveStatus::kConverged;
    } else if (!deadline.allows(0)) {
      result.status = SolveStatus::kBudgetCut;
    }
  }
  result.solution.set_impulse(island, best_);
  result.warm_start = result.solution;
}

using JacobiSolver = IslandwiseSolverOf<JacobiDriver>;

// The registry's line. There `make<JacobiSolver>` does what the function here does.
SolverEntry jacobi_entry() {
  return {"jacobi",
          "Damped Jacobi, all contacts at once. For comparison",
          {"max_iterations", "budget_ms"},
          [](const SolverOptions& options) -> std::unique_ptr<ContactSolver> {
            return std::make_unique<JacobiSolver>(options);
          }};
}

test::Solved solved(const ContactProblem& problem, double tolerance, int max_iterations = 20000) {
  SolverOptions options;
  options.tolerance = tolerance;
  options.max_iterations = max_iterations;
  test::Solved solved;
  jacobi_entry().make(options)->solve(problem, solved.solution);
  solved.certificate = judge(problem, solved.solution.impulse, solved.solution.velocity);
  return solved;
}

constexpr test::RandomProblemOptions kSmall = {.max_bodies = 4, .max_patch = 2, .max_mass_ratio = 10};

TEST(AddingASolver, SolvesAContactThatSlidesAsTheClosedFormSays) {
  const test::Solved sliding = solved(test::point_on_plane(2, {3, 0, -1}, 0.5, {}, 0, Vec3::Zero()), 1e-10);
  EXPECT_LT((sliding.solution.impulse - Vec3(2, -1, 0)).norm(), 1e-9);
}

// Convergence with friction is not promised: it comes in 19 of 20 cases at least, and is never claimed wrongly.
void expect_solved(const std::vector<ContactProblem>& problems) {
  std::size_t missed = 0;
  for (const ContactProblem& problem : problems) {
    const test::Solved solution = solved(problem, 1e-6);
    const bool claimed = solution.solution.report.status == SolveStatus::kConverged;
    EXPECT_EQ(claimed, solution.certificate.residual <= 1e-6);
    EXPECT_LE(solution.certificate.cone_violation, 1e-12);
    EXPECT_LE(solution.certificate.momentum_error, 1e-9);
    missed += claimed ? 0 : 1;
  }
  EXPECT_LE(20 * missed, problems.size());
}

TEST(AddingASolver, SolvesRandomProblemsToItsTolerance) {
  std::vector<ContactProblem> problems;
  problems.reserve(test::repetitions(100));
  for (int seed = 0; seed < test::repetitions(100); ++seed) problems.push_back(test::random_problem(seed, kSmall));
  expect_solved(problems);
}

TEST(AddingASolver, SolvesProblemsWithDeformingBodies) {
  std::vector<ContactProblem> problems;
  problems.reserve(test::repetitions(50));
  for (int seed = 0; seed < test::repetitions(50); ++seed) {
    problems.push_back(test::with_modes(test::random_problem(seed, kSmall), seed, 1 + seed % 9));
  }
  expect_solved(problems);
}

TEST(AddingASolver, KineticEnergyNeverRisesWithoutFriction) {
  for (int seed = 0; seed < test::repetitions(30); ++seed) {
    ContactProblem problem = test::random_problem(seed, kSmall);
    for (auto& contact : problem.contacts) contact.mu = 0;
    double before = std::numeric_limits<double>::infinity();
    const test::Solved end = solved(problem, 1e-9);
    for (const int iterations : {1, 2, 4, 8, 16, 32}) {
      const test::Solved part = solved(problem, 1e-12, iterations);
      EXPECT_LE(part.certificate.contact_energy, before + 1e-12) << seed;
      before = part.certificate.contact_energy;
    }
    EXPECT_LE(end.certificate.contact_energy, before + 1e-9) << seed;
  }
}

TEST(AddingASolver, ReturnsTheBestIterateWhenItIsStopped) {
  const ContactProblem problem = test::random_problem(7, kSmall);
  double before = std::numeric_limits<double>::infinity();
  for (const int iterations : {1, 5, 25, 125}) {
    const test::Solved part = solved(problem, 1e-12, iterations);
    EXPECT_LE(part.certificate.residual, before * (1 + 1e-9));
    before = part.certificate.residual;
  }
}

TEST(AddingASolver, GivesTheSameBitsTwice) {
  const ContactProblem problem = test::random_problem(11, kSmall);
  EXPECT_EQ(solved(problem, 1e-6).solution.impulse, solved(problem, 1e-6).solution.impulse);
}

}  // namespace
}  // namespace stiction
