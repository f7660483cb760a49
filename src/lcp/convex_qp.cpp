#include "lcp/convex_qp.h"

#include <algorithm>
#include <limits>

namespace stiction {
namespace {

constexpr int kPatience = 3;         // rounds without halving the residual before it counts as stagnated
constexpr double kUnbounded = 1e-7;  // how exactly a direction of descent must keep G and the constraints

// D: the diagonal of G, the mean of it where it is zero, ones for G = 0.
VecX proximal_metric(const MatX& G) {
  const double mean = G.rows() > 0 ? G.diagonal().mean() : 0;
  const double floor = mean > 0 ? mean : 1;
  return G.diagonal().unaryExpr([&](double g) { return g > 1e-14 * floor ? g : floor; });
}

// |G x + a - C lambda| over the largest of its terms, in the metric of D^-1.
double stationarity(const QpProblem& p, const VecX& root_D, const QpResult& result) {
  const VecX Gx = p.G.selfadjointView<Eigen::Lower>() * result.x;
  VecX Cl = VecX::Zero(p.a.size());
  if (p.C.cols() > 0) Cl = p.C * result.multipliers;
  const auto size = [&](const VecX& v) { return v.cwiseQuotient(root_D).norm(); };
  const double scale = std::max({size(Gx), size(p.a), size(Cl)});
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
  const VecX D = proximal_metric(p.G);
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
    const double residual = stationarity(p, root_D, round);
    const VecX moved = round.x - x;
    x = round.x;
    stagnant = residual < 0.5 * best.residual ? 0 : stagnant + 1;
    if (residual < best.residual || round.status != QpStatus::kOptimal) take_iterate(best, round, residual);
    if (round.status != QpStatus::kOptimal || residual <= options.tolerance) break;
    if (best.rounds > 1 && residual > kUnbounded && descends_without_end(p, root_D, moved)) {
      best.status = QpStatus::kUnbounded;
      best.certificate = moved;
      break;
    }
  }
  best.objective = 0.5 * best.x.dot(p.G.selfadjointView<Eigen::Lower>() * best.x) + p.a.dot(best.x);
  return best;
}

}  // namespace stiction
