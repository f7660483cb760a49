// Random quadratic programs and the KKT conditions their solutions are held to.
#pragma once

#include <algorithm>
#include <cmath>
#include <random>

#include "lcp/goldfarb_idnani.h"

namespace stiction::test {

class RandomQp {
 public:
  explicit RandomQp(std::uint32_t seed) : engine_(seed) {}

  int integer(int low, int high) { return std::uniform_int_distribution<int>(low, high)(engine_); }
  double uniform(double low, double high) { return std::uniform_real_distribution<double>(low, high)(engine_); }
  VecX vector(int n) {
    return VecX::NullaryExpr(n, [&] { return normal_(engine_); });
  }
  MatX matrix(int rows, int cols) {
    return MatX::NullaryExpr(rows, cols, [&] { return normal_(engine_); });
  }

  // Rank-deficient when rank < n.
  MatX semidefinite(int n, int rank) {
    const MatX A = matrix(n, rank);
    return A * A.transpose();
  }
  MatX definite(int n) {
    MatX G = semidefinite(n, n);
    G.diagonal().array() += std::pow(10.0, uniform(-4, 1));
    return G;
  }

  // Normals of which many are copies, multiples, sums or differences of others; sometimes of low rank altogether.
  MatX dependent_normals(int n, int m) {
    const bool low_rank = integer(0, 3) == 0;
    MatX C(n, m);
    if (low_rank) {
      const int rank = integer(1, std::max(1, n / 2));
      C = matrix(n, rank) * matrix(rank, m);
    } else {
      C = matrix(n, m);
    }
    for (int i = 1; i < m; ++i) {
      const int j = integer(0, i - 1), k = integer(0, i - 1);
      const int kind = integer(0, 7);
      if (kind == 0) C.col(i) = C.col(j);
      if (kind == 1) C.col(i) = uniform(0.1, 10) * C.col(j);
      if (kind == 2) C.col(i) = C.col(j) + C.col(k);
      if (kind == 3 && integer(0, 3) == 0) C.col(i) = -C.col(j);
      if (kind == 4 && integer(0, 5) == 0) C.col(i).setZero();
    }
    return C;
  }

  // Feasible: every constraint holds at a hidden point, many of them with equality (degenerate vertices).
  QpProblem feasible(int n, int m, int equality_count) {
    QpProblem p;
    p.G = definite(n);
    p.a = vector(n) * std::pow(10.0, uniform(-1, 2));
    p.C = dependent_normals(n, m);
    p.equality_count = std::min(equality_count, m);
    const VecX inside = vector(n);
    p.b = p.C.transpose() * inside;
    for (int i = p.equality_count; i < m; ++i) {
      if (integer(0, 1) == 0 && p.C.col(i).norm() > 0) p.b[i] -= uniform(0, 2);
    }
    return p;
  }

  // The same problem in other units of variables, constraints and objective.
  void rescale(QpProblem& p) {
    const double cost = std::pow(10.0, uniform(-6, 6));
    p.G *= cost;
    p.a *= cost;
    const double length = std::pow(10.0, uniform(-6, 6));  // x -> length x
    p.G /= length * length;
    p.a /= length;
    p.C /= length;
    for (Eigen::Index i = 0; i < p.C.cols(); ++i) {
      const double s = std::pow(10.0, uniform(-4, 4));
      p.C.col(i) *= s;
      p.b[i] *= s;
    }
  }

 private:
  std::mt19937 engine_;
  std::normal_distribution<double> normal_;
};

// Violations of the KKT conditions, each relative to the size of the terms it is made of.
struct KktErrors {
  double stationarity = 0;
  double primal = 0;
  double dual = 0;             // most negative multiplier of an inequality, absolute: must be exactly 0
  double complementarity = 0;  // |lambda_i slack_i| over |lambda_i| times the size of the slack's terms

  double worst() const { return std::max({stationarity, primal, dual, complementarity}); }
};

inline KktErrors kkt_errors(const QpProblem& p, const QpResult& result) {
  KktErrors e;
  const VecX Gx = p.G * result.x;
  const VecX Cl = p.C * result.multipliers;
  const double force = std::max({Gx.norm(), p.a.norm(), Cl.norm()});
  if (force > 0) e.stationarity = (Gx + p.a - Cl).norm() / force;
  for (Eigen::Index i = 0; i < p.C.cols(); ++i) {
    const double slack = p.C.col(i).dot(result.x) - p.b[i];
    const double size = p.C.col(i).norm() * result.x.norm() + std::abs(p.b[i]);
    if (size == 0) continue;
    const bool equality = i < p.equality_count;
    e.primal = std::max(e.primal, (equality ? std::abs(slack) : -slack) / size);
    if (!equality) e.dual = std::max(e.dual, -result.multipliers[i]);
    if (result.multipliers[i] != 0) e.complementarity = std::max(e.complementarity, std::abs(slack) / size);
  }
  return e;
}

}  // namespace stiction::test
