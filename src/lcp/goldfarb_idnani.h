// Strictly convex quadratic programs by the dual active-set method of Goldfarb and Idnani.
//
// Problem (G symmetric positive definite, n x n; C: n x m, one column per constraint):
//
//   minimise 1/2 x^T G x + a^T x   subject to   c_i^T x  = b_i  for i < equality_count,
//                                               c_i^T x >= b_i  otherwise.
// KKT: G x + a = C lambda, lambda_i >= 0 and lambda_i (c_i^T x - b_i) = 0 for the inequalities.
//
// Source: D. Goldfarb, A. Idnani, "A numerically stable dual method for solving strictly convex quadratic programs",
// Mathematical Programming 27 (1983) 1-33. It starts at the unconstrained minimum -G^-1 a and keeps
// "S-pairs": x minimises over a set A of independent constraints with multipliers u >= 0. In each iteration a violated
// constraint c with slack s < 0 is taken in (the numbers are ours):
//
//   (1)  d = J^T c,  z = J2 d2,  r = R^-1 d1                 directions; factors: active_set_factor.h
//   (2)  t1 = min { u_j / r_j : r_j > 0, j an inequality }   a multiplier reaches zero
//   (3)  t2 = -s / (z . c) = -s / |d2|^2                     the constraint is met; infinite when d2 = 0
//   (4)  t = min(t1, t2):  x += t z,  u_A -= t r,  u_c += t  no primal step when d2 = 0
//
// t = t2: c enters A.  t = t1 < t2: the blocking constraint leaves A, and again.  t infinite: infeasible.
//
// The objective grows strictly with each entry, so no A recurs and redundant constraints or degenerate vertices do no
// harm: A only ever holds linearly independent normals.
//
// Departures:
// - Constraints are compared by their slack over |c_i| in the metric of G^-1, which does not depend on units or on how
//   constraints or variables are scaled. All tolerances are relative to the size of the iterates in that metric.
// - Equalities are treated as inequalities whose sign follows from the slack when they enter; they never leave.
// - Ties for t1 are broken towards the largest r_j: the best conditioned exchange.
// - At the end x and u are computed afresh from the factors of A (not from the sum of steps), refined iteratively
//   once, and everything is checked again.
// - QpSolver::solve starts from the active set of the last call: what has a negative multiplier for the new data leaves
//   until an S-pair is left, and the method goes on from there.
//
// Guarantees:
// - kOptimal: constraints hold to `tolerance` (see QpOptions); inequalities have multipliers >= 0, exactly 0 off A.
// - kInfeasible comes with a certificate (QpResult::certificate). Constraints that are dependent to round-off and
//   contradict each other by less than 1e-9 of their b count as consistent.
// - Same bits for the same input (and the same history of a QpSolver).
//
// Limits: with a condition number of G above ~1e12 the accuracy of x suffers accordingly. Dense: n up to about a
// thousand.
//
// Cost: n^3/3 (Cholesky) + n^2 m (scales of the constraints) once, then O(n^2) per change of A plus n m for the slacks.
// Memory: five n x n matrices and C.
#pragma once

#include <cstdint>
#include <vector>

#include "base/types.h"
#include "lcp/active_set_factor.h"

namespace stiction {

struct QpProblem {
  MatX G;                  // n x n, symmetric positive definite; only its lower triangle enters the factor
  VecX a;                  // n
  MatX C;                  // n x m, columns are normals; zero columns are allowed
  VecX b;                  // m
  int equality_count = 0;  // the first ones of the m
};

struct QpOptions {
  // Largest accepted violation of c_i^T x >= b_i, relative to |c_i|_(G^-1) |x|_G + |b_i|. Sane: 1e-14 .. 1e-6.
  // Where the round-off of x on the face of A is larger, that counts; if it still fails to settle, the tolerance is
  // loosened by a factor 4 at a time.
  double tolerance = 1e-12;
  int max_iterations = 0;  // steps; 0: 100 + 20 (n + m)
};

enum class QpStatus {
  kOptimal,
  kInfeasible,      // x is the last iterate
  kIterationLimit,  // x is the last iterate, not optimal for anything in particular
  kUnbounded,       // only solve_convex_qp: x is the last iterate, certificate (n) a direction of descent without end
  kNotConvex,       // G is not positive definite (solve_convex_qp: not semidefinite), nothing was computed
};

struct QpResult {
  QpStatus status = QpStatus::kNotConvex;
  VecX x;            // n
  VecX multipliers;  // m, lambda; free sign for equalities
  double objective = 0;
  int iterations = 0;                  // steps taken, full and partial
  int changes = 0;                     // constraints that entered or left A
  std::int64_t update_operations = 0;  // multiply-adds in factors and directions
  // Infeasible: y (m) with C y = 0 and b . y > 0, y >= 0 for inequalities (Farkas), to round-off. Else empty, see
  // kUnbounded.
  VecX certificate;
};

// For a sequence of problems that differ in a and b only.
class QpSolver {
 public:
  QpSolver(MatX G, MatX C, int equality_count, const QpOptions& options = {});

  QpResult solve(const VecX& a, const VecX& b);
  void forget_active_set();

  const MatX& G() const { return G_; }
  const MatX& C() const { return C_; }

 private:
  enum class Entry { kEntered, kInfeasible, kTolerated, kLimit };
  // Tolerated: its violation is not to be told from round-off at the present A.
  enum class Place : char { kOutside, kActive, kTolerated };
  // A constraint of A: sigma c_i^T x >= sigma b_i with multiplier u.
  struct Active {
    int index;
    double sigma;
    double u;
  };
  struct Blocking {
    int position = -1;  // in active_
    double t = 0;
  };

  int most_violated(double& sigma);
  Entry enforce(int index, double sigma);
  Blocking find_blocking(const VecX& r, double scale) const;
  Entry judge_contradiction(int index, double sigma, const VecX& r);
  Entry tolerate(int index);
  void drop(int position);
  void refresh();
  void refine();
  void settle();
  int most_negative() const;
  VecX normals_times_u() const;
  bool is_equality(int index) const { return index < equality_count_; }
  void fill(QpResult& result) const;

  MatX G_, C_;
  int equality_count_;
  QpOptions options_;
  ActiveSetFactor factor_;
  VecX scale_;  // m, |c_i| in the metric of G^-1

  // The problem being solved, and its iterate.
  VecX a_, b_;
  VecX x_;
  double free_size_ = 0;  // |a| in the metric of G^-1, |x| of the free minimum in that of G
  double size_ = 0;       // largest |x|_G since x was last settled: x is good to tolerance_ size_
  double tolerance_ = 0;
  int max_iterations_ = 0;
  int iterations_ = 0;
  int changes_ = 0;
  std::vector<Active> active_;
  double noise_ = 0;          // round-off of x in the metric of G within the face of A, after it was settled
  int settled_at_ = -1;       // changes_ when x was last settled
  std::vector<Place> place_;  // m
  VecX certificate_;
};

QpResult solve_qp(const QpProblem& problem, const QpOptions& options = {});

}  // namespace stiction
