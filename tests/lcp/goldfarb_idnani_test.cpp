#include "lcp/goldfarb_idnani.h"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <limits>

#include "lcp/random_qp.h"

namespace stiction {
namespace {

using test::kkt_errors;
using test::RandomQp;

TEST(GoldfarbIdnani, WithoutConstraintsFindsTheFreeMinimum) {
  QpProblem p;
  p.G = (MatX(2, 2) << 4, 1, 1, 3).finished();
  p.a = (VecX(2) << -1, -2).finished();
  p.C = MatX(2, 0);
  p.b = VecX(0);
  const QpResult result = solve_qp(p);
  ASSERT_EQ(result.status, QpStatus::kOptimal);
  EXPECT_LT((p.G * result.x + p.a).norm(), 1e-15);
}

// 6 x1 + 2 (x1^2 - x1 x2 + x2^2) with x >= 0, x1 + x2 >= 2: the gradient at (0.5, 1.5) is 5 times the last normal.
TEST(GoldfarbIdnani, SolvesAnExampleByHand) {
  QpProblem p;
  p.G = (MatX(2, 2) << 4, -2, -2, 4).finished();
  p.a = (VecX(2) << 6, 0).finished();
  p.C = (MatX(2, 3) << 1, 0, 1, 0, 1, 1).finished();
  p.b = (VecX(3) << 0, 0, 2).finished();
  const QpResult result = solve_qp(p);
  ASSERT_EQ(result.status, QpStatus::kOptimal);
  EXPECT_NEAR(result.x[0], 0.5, 1e-14);
  EXPECT_NEAR(result.x[1], 1.5, 1e-14);
  EXPECT_NEAR(result.objective, 6.5, 1e-13);
}

TEST(GoldfarbIdnani, KktConditionsOnThousandsOfRandomProblems) {
  double worst = 0;
  for (int seed = 0; seed < 4000; ++seed) {
    RandomQp random(seed);
    const int n = random.integer(1, 40);
    const QpProblem p = random.feasible(n, random.integer(0, 120), random.integer(0, 2) ? 0 : random.integer(0, n));
    const QpResult result = solve_qp(p);
    ASSERT_EQ(result.status, QpStatus::kOptimal) << "seed " << seed;
    const double error = kkt_errors(p, result).worst();
    EXPECT_LT(error, 1e-10) << "seed " << seed;
    worst = std::max(worst, error);
  }
  RecordProperty("worst_kkt_error", std::to_string(worst));
}

double free_minimum(const QpProblem& p) {
  return -0.5 * p.a.dot(p.G.partialPivLu().solve(p.a));
}

TEST(GoldfarbIdnani, UnitsDoNotMatter) {
  for (int seed = 0; seed < 1000; ++seed) {
    RandomQp random(seed);
    QpProblem p = random.feasible(random.integer(1, 30), random.integer(1, 90), random.integer(0, 2));
    const QpResult before = solve_qp(p);
    const double cost_before = before.objective;
    const double free_before = free_minimum(p);
    random.rescale(p);
    const QpResult after = solve_qp(p);
    ASSERT_EQ(after.status, QpStatus::kOptimal) << "seed " << seed;
    EXPECT_LT(kkt_errors(p, after).worst(), 1e-10) << "seed " << seed;
    // The ratio of the constrained and the free minimum has no unit.
    EXPECT_NEAR(after.objective / free_minimum(p), cost_before / free_before,
                1e-7 * (1 + std::abs(cost_before / free_before)))
        << "seed " << seed;
  }
}

// The minimum by trying every set of active constraints: NaN if none satisfies the KKT conditions.
double enumerate_minimum(const QpProblem& p, VecX& best_x) {
  const int n = static_cast<int>(p.G.rows()), m = static_cast<int>(p.C.cols());
  double best = std::numeric_limits<double>::quiet_NaN();
  for (int set = 0; set < (1 << m); ++set) {
    std::vector<int> active;
    for (int i = 0; i < m; ++i) {
      if (set >> i & 1) active.push_back(i);
    }
    const int q = static_cast<int>(active.size());
    if (q > n) continue;
    MatX kkt = MatX::Zero(n + q, n + q);
    VecX rhs(n + q);
    kkt.topLeftCorner(n, n) = p.G;
    rhs.head(n) = -p.a;
    for (int j = 0; j < q; ++j) {
      kkt.block(0, n + j, n, 1) = -p.C.col(active[j]);
      kkt.block(n + j, 0, 1, n) = p.C.col(active[j]).transpose();
      rhs[n + j] = p.b[active[j]];
    }
    const Eigen::FullPivLU<MatX> lu(kkt);
    if (lu.rank() < n + q) continue;
    const VecX solution = lu.solve(rhs);
    const VecX x = solution.head(n);
    const VecX slack = p.C.transpose() * x - p.b;
    if (m > 0 && slack.minCoeff() < -1e-9) continue;
    const double objective = 0.5 * x.dot(p.G * x) + p.a.dot(x);
    if (std::isnan(best) || objective < best) {
      best = objective;
      best_x = x;
    }
  }
  return best;
}

TEST(GoldfarbIdnani, AgreesWithEnumerationOfActiveSets) {
  int feasible_count = 0, infeasible_count = 0;
  for (int seed = 0; seed < 1500; ++seed) {
    RandomQp random(seed);
    const int n = random.integer(1, 4), m = random.integer(1, 7);
    QpProblem p = random.feasible(n, m, 0);
    if (seed % 3 == 0) p.b = random.vector(m);  // feasible or not, as it comes
    const QpResult result = solve_qp(p);
    VecX x;
    const double best = enumerate_minimum(p, x);
    if (std::isnan(best)) {
      EXPECT_EQ(result.status, QpStatus::kInfeasible) << "seed " << seed;
      ++infeasible_count;
    } else {
      ASSERT_EQ(result.status, QpStatus::kOptimal) << "seed " << seed;
      EXPECT_LT((result.x - x).norm(), 1e-7 * (1 + x.norm())) << "seed " << seed;
      EXPECT_NEAR(result.objective, best, 1e-7 * (1 + std::abs(best))) << "seed " << seed;
      ++feasible_count;
    }
  }
  EXPECT_GT(feasible_count, 800);
  EXPECT_GT(infeasible_count, 50);
}

// Farkas: y >= 0 on inequalities, C y = 0, b . y > 0.
void expect_farkas_certificate(const QpProblem& p, const VecX& y, int seed) {
  ASSERT_EQ(y.size(), p.b.size());
  double terms = 0;
  for (Eigen::Index i = 0; i < y.size(); ++i) {
    terms = std::max(terms, std::abs(y[i]) * p.C.col(i).norm());
    EXPECT_TRUE(i < p.equality_count || y[i] >= 0) << "seed " << seed;
  }
  EXPECT_LE((p.C * y).norm(), 1e-8 * terms) << "seed " << seed;
  EXPECT_GT(p.b.dot(y), 0) << "seed " << seed;
}

TEST(GoldfarbIdnani, DetectsInfeasibleProblemsWithACertificate) {
  for (int seed = 0; seed < 1500; ++seed) {
    RandomQp random(seed);
    const int n = random.integer(1, 40), m = random.integer(2, 100);
    QpProblem p = random.feasible(n, m, random.integer(0, 1) * random.integer(0, n / 2));
    // The last constraint contradicts a positive combination of some others.
    VecX y = VecX::Zero(m);
    const int part = random.integer(1, std::min(n, m - 1));
    for (int k = 0; k < part; ++k) y[random.integer(0, m - 2)] += random.uniform(0.1, 1);
    p.C.col(m - 1) = -p.C * y;
    p.b[m - 1] = -p.b.dot(y) + std::pow(10.0, random.uniform(-3, 1));
    p.equality_count = std::min(p.equality_count, m - 1);
    const QpResult result = solve_qp(p);
    ASSERT_EQ(result.status, QpStatus::kInfeasible) << "seed " << seed;
    expect_farkas_certificate(p, result.certificate, seed);
  }
}

TEST(GoldfarbIdnani, ContradictingAndRedundantEqualities) {
  QpProblem p;
  p.G = MatX::Identity(3, 3);
  p.a = VecX::Zero(3);
  p.C = (MatX(3, 3) << 1, 2, 1, 1, 2, 0, 0, 0, 1).finished();
  p.b = (VecX(3) << -1, -2, 0.5).finished();
  p.equality_count = 2;
  QpResult result = solve_qp(p);
  ASSERT_EQ(result.status, QpStatus::kOptimal);
  EXPECT_LT(kkt_errors(p, result).worst(), 1e-14);
  EXPECT_LT(result.multipliers[0] + 2 * result.multipliers[1], 0);  // an equality pulls either way
  p.b[1] = -2.001;
  result = solve_qp(p);
  EXPECT_EQ(result.status, QpStatus::kInfeasible);
  expect_farkas_certificate(p, result.certificate, 0);
}

TEST(GoldfarbIdnani, ZeroNormals) {
  QpProblem p;
  p.G = MatX::Identity(2, 2);
  p.a = VecX::Zero(2);
  p.C = MatX::Zero(2, 1);
  p.b = VecX::Constant(1, -1);
  EXPECT_EQ(solve_qp(p).status, QpStatus::kOptimal);
  p.b[0] = 1;
  EXPECT_EQ(solve_qp(p).status, QpStatus::kInfeasible);
}

// A table on thousands of feet: every corner contact repeated many times, all forces non-unique.
TEST(GoldfarbIdnani, HundredfoldRedundantContacts) {
  const int copies = 100;
  QpProblem p;
  p.G = MatX::Identity(3, 3);  // vertical velocity, two tilting rates
  p.a = VecX::Zero(3);
  p.a[0] = 9.81;
  p.C.resize(3, 4 * copies);
  for (int i = 0; i < 4 * copies; ++i) p.C.col(i) << 1, (i & 1 ? 1 : -1), (i & 2 ? 1 : -1);
  p.b = VecX::Zero(4 * copies);
  const QpResult result = solve_qp(p);
  ASSERT_EQ(result.status, QpStatus::kOptimal);
  EXPECT_LT(result.x.norm(), 1e-14);
  EXPECT_NEAR(result.multipliers.sum(), 9.81, 1e-13);
  EXPECT_LE(result.iterations, 10);
}

TEST(GoldfarbIdnani, WarmStartReachesTheSameMinimum) {
  int cold_changes = 0, warm_changes = 0;
  for (int seed = 0; seed < 500; ++seed) {
    RandomQp random(seed);
    const int n = random.integer(1, 30), m = random.integer(1, 80);
    QpProblem p = random.feasible(n, m, random.integer(0, n / 3));
    QpSolver solver(p.G, p.C, p.equality_count);
    ASSERT_EQ(solver.solve(p.a, p.b).status, QpStatus::kOptimal) << "seed " << seed;
    for (int k = 0; k < 5; ++k) {
      p.a += 0.1 * p.a.norm() * random.vector(n) / std::sqrt(n);
      const QpResult warm = solver.solve(p.a, p.b);
      const QpResult cold = solve_qp(p);
      ASSERT_EQ(warm.status, QpStatus::kOptimal) << "seed " << seed;
      EXPECT_LT(kkt_errors(p, warm).worst(), 1e-10) << "seed " << seed;
      EXPECT_LT((warm.x - cold.x).norm(), 1e-8 * (1 + cold.x.norm())) << "seed " << seed;
      warm_changes += warm.changes;
      cold_changes += cold.changes;
    }
  }
  EXPECT_LT(2 * warm_changes, cold_changes);
}

TEST(GoldfarbIdnani, FailuresAreStatuses) {
  QpProblem p;
  p.G = -MatX::Identity(2, 2);
  p.a = VecX::Zero(2);
  p.C = MatX::Identity(2, 2);
  p.b = VecX::Ones(2);
  EXPECT_EQ(solve_qp(p).status, QpStatus::kNotConvex);
  p.G = MatX::Identity(2, 2);
  QpOptions options;
  options.max_iterations = 1;
  EXPECT_EQ(solve_qp(p, options).status, QpStatus::kIterationLimit);
}

TEST(GoldfarbIdnani, AChangeCostsOrderNSquared) {
  for (const int n : {20, 40, 80, 160}) {
    RandomQp random(n);
    const QpProblem p = random.feasible(n, 2 * n, 0);
    const QpResult result = solve_qp(p);
    ASSERT_EQ(result.status, QpStatus::kOptimal);
    ASSERT_GT(result.changes, n / 4);
    EXPECT_LT(static_cast<double>(result.update_operations), 8.0 * n * n * (result.changes + 2)) << "n " << n;
  }
}

}  // namespace
}  // namespace stiction
