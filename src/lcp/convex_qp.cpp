#include "lcp/convex_qp.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace stiction {
namespace {

constexpr int kPatience = 3;  // rounds with the same A that do not halve the residual before it counts as stagnated
constexpr double kAccepted = 1e-9;   // a stagnated residual up to this still counts as optimal
constexpr double kUnbounded = 1e-7;  // how exactly a direction of descent must keep G and the constraints

// For G = 0 nothing but the constraints gives a length: the first round may go a thousand times as far as they are.
double linear_metric(const QpProblem& p, double delta) {
  double length = 0;
  for (Eigen::Index i = 0; i < p.C.cols(); ++i) {
    if (p.b[i] != 0 && !p.C.col(i).isZero(0)) length = std::max(length, std::abs(p.b[i]) / p.C.col(i).norm());
  }
  const double metric = p.a.norm() / (1e3 * length * delta);
  return metric > 0 && std::isfinite(metric) ? metric : 1;
}

// D: the diagonal of G, the mean of it where it is zero.
VecX proximal_metric(const QpProblem& p, double delta) {
  const double mean = p.G.rows() > 0 ? p.G.diagonal().mean() : 0;
  const double floor = mean > 0 ? mean : linear_metric(p, delta);
  return p.G.diagonal().unaryExpr([&](double g) { return g > 1e-14 * floor ? g : floor; });
}

// |G x + a - C lambda| over the largest of its terms, in the metric of D^-1.
// delta D x is among them: for G = 0 and a = 0 there is no other measure.
double stationarity(const QpProblem& p, const VecX& root_D, double delta, const QpResult& result) {
  const VecX Gx = p.G.selfadjointView<Eigen::Lower>() * result.x;
  VecX Cl = VecX::Zero(p.a.size());
  if (p.C.cols() > 0) Cl = p.C * result.multipliers;
  const auto size = [&](const VecX& v) { return v.cwiseQuotient(root_D).norm(); };
  const double scale = std::max({size(Gx), size(p.a), size(Cl), delta * result.x.cwiseProduct(root_D).norm()});
  return scale > 0 ? size(Gx + p.a - Cl) / scale : 0;
}

bool descends_without_end(const QpProblem& p, const VecX& root_D, const VecX& v) {
  const double length = v.cwiseProduct(root_D).norm();
  if (!(length > 0)) return false;
  const VecX Gv = p.G.selfadjointView<Eigen::Lower>() * v;
  if (Gv.cwiseQuotient(root_D).norm() > kUnbounded * length) return false;
  if (p.a.dot(v) >= -kUnbounded * p.a.cwiseQuotient(root_D).norm() * length) return false;
  for (Eigen::Index i = 0; i < p.C.cols(); ++i) {
    const double slope = p.C.col(i).dot(v);
    const double tiny = kUnbounded * p.C.col(i).cwiseQuotient(root_D).norm() * length;
    if (slope < -tiny || (i < p.equality_count && slope > tiny)) return false;
  }
  return true;
}

// How far the objective falls along v within the constraints, from x: 0 where it does not, or falls without end.
double slide(const QpProblem& p, const VecX& x, const VecX& v) {
  const VecX Gv = p.G.selfadjointView<Eigen::Lower>() * v;
  const double slope = Gv.dot(x) + p.a.dot(v);
  double t = slope < 0 ? -slope / std::max(0.0, v.dot(Gv)) : 0;  // infinite along a straight descent
  for (Eigen::Index i = 0; i < p.C.cols(); ++i) {
    const double approach = -p.C.col(i).dot(v);
    if (approach <= kUnbounded * p.C.col(i).norm() * v.norm()) continue;
    t = std::min(t, std::max(0.0, p.C.col(i).dot(x) - p.b[i]) / approach);
  }
  return std::isfinite(t) ? t : 0;
}

void add_costs(ConvexQpResult& total, const QpResult& round) {
  total.iterations += round.iterations;
  total.changes += round.changes;
  total.update_operations += round.update_operations;
}

void take_iterate(ConvexQpResult& best, const QpResult& round, double residual) {
  best.status = round.status;
  best.x = round.x;
  best.multipliers = round.multipliers;
  best.certificate = round.certificate;
  best.residual = residual;
}

}  // namespace

ConvexQpResult solve_convex_qp(const QpProblem& p, const ConvexQpOptions& options) {
  const VecX D = proximal_metric(p, options.delta);
  const VecX root_D = D.cwiseSqrt();
  MatX shifted = p.G;
  shifted.diagonal() += options.delta * D;
  QpSolver solver(std::move(shifted), p.C, p.equality_count, options.qp);

  ConvexQpResult best;
  best.residual = std::numeric_limits<double>::infinity();
  VecX x = options.start.size() > 0 ? options.start : VecX::Zero(p.a.size());
  int stagnant = 0;
  while (best.rounds < options.max_rounds && stagnant < kPatience) {
    const QpResult round = solver.solve(p.a - options.delta * D.cwiseProduct(x), p.b);
    ++best.rounds;
    add_costs(best, round);
    if (round.status == QpStatus::kNotConvex) return best;
    const double residual = stationarity(p, root_D, options.delta, round);
    const VecX moved = round.x - x;
    x = round.x;
    const bool slow = residual >= 0.5 * best.residual;
    stagnant = slow && round.changes == 0 ? stagnant + 1 : 0;
    if (residual < best.residual || round.status != QpStatus::kOptimal) take_iterate(best, round, residual);
    if (round.status != QpStatus::kOptimal || residual <= options.tolerance) break;
    if (best.rounds > 1 && residual > kUnbounded && descends_without_end(p, root_D, moved)) {
      best.status = QpStatus::kUnbounded;
      best.certificate = moved;
      break;
    }
    if (slow) x += slide(p, x, moved) * moved;
  }
  if (best.status == QpStatus::kOptimal && best.residual > std::max(options.tolerance, kAccepted)) {
    best.status = QpStatus::kIterationLimit;
  }
  best.objective = 0.5 * best.x.dot(p.G.selfadjointView<Eigen::Lower>() * best.x) + p.a.dot(best.x);
  return best;
}

}  // namespace stiction
