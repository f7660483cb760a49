#include "solvers/lemke/lemke_solver.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "lcp/lemke.h"
#include "solvers/contact_space.h"

namespace stiction {
namespace {

constexpr int kCorners = 8;             // where the disk is declared
constexpr double kMostUnknowns = 5000;  // of the complementarity problem: 1 GB, and minutes for a solve
constexpr double kMatrices = 5;         // of that size: the problem, as scaled, the inverse, and where it is refreshed

void require_size(int contacts, int corners) {
  const double unknowns = (2.0 + corners) * contacts;
  if (unknowns <= kMostUnknowns) return;
  throw SimulationError(
      fmt::format("solver \"lemke\": {} contacts with {} corners make a dense problem of {} unknowns, {:.2g} GB (at "
                  "most {}, {:.2g} "
                  "GB): take fewer corners (\"tangents\": \"polygon8\"), or another solver",
                  contacts, corners, unknowns, kMatrices * 8e-9 * unknowns * unknowns, kMostUnknowns,
                  kMatrices * 8e-9 * kMostUnknowns * kMostUnknowns));
}

const char* rung_of(PivotingStatus status) {
  if (status == PivotingStatus::kUnboundedRay) return "ray";
  if (status == PivotingStatus::kPivotLimit) return "pivot limit";
  return "";
}

}  // namespace

void LemkeDriver::bring_into_cones(VecX& z) const {
  for (int c = 0; c < problem_.contact_count(); ++c) {
    z[3 * c] = std::max(z[3 * c], 0.0);
    auto friction = z.segment<2>(3 * c + 1);
    const double most = problem_.mu[c] * z[3 * c], size = friction.norm();
    if (size > most) friction *= most / size;
  }
}

void LemkeDriver::solve(const Island& island, const DriverStart& /*start*/, const Deadline& deadline,
                        DriverResult& result) {
  result.form = Form::kContact;
  result.log.clear();
  result.status = SolveStatus::kIterationLimit;
  const int corners = island.friction_set.is_disk() ? kCorners : island.friction_set.samples;
  require_size(island.contact_count(), corners);
  set_contact_space(island, problem_);
  const StewartTrinkleLcp lcp = stewart_trinkle(problem_, corners);
  LemkeOptions options;
  if (deadline.limited()) options.stop = [&] { return !deadline.allows(0); };
  const LemkeResult found = solve_lemke(lcp.M, lcp.q, options);

  VecX z = impulses_of(problem_, lcp, found.z);
  if (!z.allFinite()) z.setZero();
  bring_into_cones(z);
  double residual = natural_map(island, problem_, z, u_);
  if (found.status != PivotingStatus::kSolved && natural_map(island, problem_, VecX::Zero(z.size()), u_) < residual) {
    z.setZero();
    residual = natural_map(island, problem_, z, u_);
  }
  const bool met = residual <= kIslandShare * options_.tolerance;
  result.iterations = 1;
  result.newton_steps = found.pivots;
  result.rung = rung_of(found.status);
  if (found.status == PivotingStatus::kSolved && !met) result.rung = "polygon";
  if (met) {
    result.status = SolveStatus::kConverged;
  } else if (found.status == PivotingStatus::kStopped) {
    result.status = SolveStatus::kBudgetCut;
  } else if (found.status == PivotingStatus::kUnboundedRay && bounds_contradict(problem_)) {
    result.status = SolveStatus::kInfeasible;
  }
  if (options_.log_iterates) result.log.push_back({0, "lemke", residual, 0, found.pivots});
  best_.assign(z.data(), z.data() + z.size());
  result.solution.set_impulse(island, best_);
  result.warm_start = result.solution;
}

}  // namespace stiction
