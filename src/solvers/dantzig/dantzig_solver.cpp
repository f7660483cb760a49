#include "solvers/dantzig/dantzig_solver.h"

#include <cmath>
#include <limits>

namespace stiction {
namespace {

constexpr int kMostRounds = 40;
constexpr int kPatience = 8;        // rounds without a better one
constexpr double kSliding = 1e-10;  // tangential speed, relative to the largest free one
constexpr const char* kDirections = "directions";

}  // namespace

// W = A^T A from the columns of A.
void DantzigDriver::assemble(const Island& island) {
  const int count = island.contact_count();
  MatX A = MatX::Zero(island.velocity_size(), 3 * count);
  for (int c = 0; c < count; ++c) {
    using Sides = Eigen::Matrix<double, Island::kColumn, 3>;
    const Eigen::Map<const Sides> own(&island.A[static_cast<std::size_t>(c) * Island::kContact]);
    A.block<6, 3>(6 * island.side_a[c], 3 * c) += own.topRows<6>();
    A.block<6, 3>(6 * island.side_b[c], 3 * c) += own.bottomRows<6>();
    island.for_parts(c, [&](int block, const PartColumns& part) { A.block<6, 3>(6 * block, 3 * c) += part; });
  }
  problem_.A.noalias() = A.transpose() * A;
  problem_.b = Eigen::Map<const VecX>(island.q.data(), 3 * count);
  problem_.mu = Eigen::Map<const VecX>(island.mu.data(), count);
  problem_.tangents = 2;
  problem_.sliding.resize(0, 0);
}

double DantzigDriver::natural_map(const Island& island, const FrictionResult& pivoted) {
  z_.assign(pivoted.f.data(), pivoted.f.data() + pivoted.f.size());
  u_.assign(pivoted.a.data(), pivoted.a.data() + pivoted.a.size());
  return island.natural_map(z_.data(), u_.data());
}

bool DantzigDriver::aim_at_motion(const FrictionResult& pivoted) {
  const int count = problem_.contact_count();
  const double least = kSliding * problem_.b.lpNorm<Eigen::Infinity>();
  problem_.sliding = MatX::Zero(2, count);
  bool any = false;
  for (int c = 0; c < count; ++c) {
    const Vec2 u_t = pivoted.a.segment<2>(3 * c + 1);
    if (u_t.norm() <= least || pivoted.f[3 * c] <= 0) continue;
    // Held back by less than the limit, or pushed on: it is about to stick.
    if (pivoted.f.segment<2>(3 * c + 1).dot(u_t) > 0) continue;
    problem_.sliding.col(c) = u_t.normalized();
    any = true;
  }
  return any;
}

void DantzigDriver::solve(const Island& island, const DriverStart& /*start*/, const Deadline& deadline,
                          DriverResult& result) {
  result.iterations = result.newton_steps = 0;
  result.form = Form::kContact;
  result.rung = "";
  result.log.clear();
  result.status = SolveStatus::kIterationLimit;
  assemble(island);
  double least = std::numeric_limits<double>::infinity();
  for (int round = 0, best_round = 0; round < kMostRounds && round - best_round < kPatience; ++round) {
    const FrictionResult pivoted = solve_friction(problem_);
    ++result.iterations;
    result.newton_steps += pivoted.pivots;
    const double residual = natural_map(island, pivoted);
    if (options_.log_iterates) result.log.push_back({0, "pivoting", residual, 0, result.newton_steps});
    if (residual < least) {
      least = residual;
      best_ = z_;
      best_round = round;
      result.rung = round > 0 ? kDirections : "";
    }
    if (residual <= kIslandShare * options_.tolerance) {
      result.status = SolveStatus::kConverged;
      break;
    }
    const bool ray = pivoted.status == PivotingStatus::kUnboundedRay;
    if (round == 0 && ray) result.status = SolveStatus::kInfeasible;
    if (pivoted.status != PivotingStatus::kSolved || !aim_at_motion(pivoted)) break;
    if (!deadline.allows(0)) {
      result.status = SolveStatus::kBudgetCut;
      break;
    }
  }
  result.solution.set_impulse(island, best_);
  result.warm_start = result.solution;
}

}  // namespace stiction
