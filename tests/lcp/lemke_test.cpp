#include "lcp/lemke.h"

#include <gtest/gtest.h>

#include <Eigen/LU>

#include "lcp/pivoting/box_stacks.h"
#include "lcp/pivoting/dantzig.h"
#include "lcp/random_qp.h"
#include "lcp/stewart_trinkle.h"

namespace stiction {
namespace {

using test::RandomQp;

double residual(const MatX& M, const VecX& q, const VecX& z) {
  return z.cwiseMin(M * z + q).lpNorm<Eigen::Infinity>() / std::max(1e-300, q.lpNorm<Eigen::Infinity>());
}

// Is there a solution? Every choice of which z may be positive.
bool has_solution(const MatX& M, const VecX& q) {
  const int n = static_cast<int>(q.size());
  for (int set = 0; set < 1 << n; ++set) {
    std::vector<int> in;
    for (int i = 0; i < n; ++i) {
      if (set >> i & 1) in.push_back(i);
    }
    MatX B(in.size(), in.size());
    VecX rhs(in.size());
    for (std::size_t i = 0; i < in.size(); ++i) {
      rhs[i] = -q[in[i]];
      for (std::size_t j = 0; j < in.size(); ++j) B(i, j) = M(in[i], in[j]);
    }
    VecX z = VecX::Zero(n);
    if (!in.empty()) {
      const VecX part = B.fullPivLu().solve(rhs);
      for (std::size_t i = 0; i < in.size(); ++i) z[in[i]] = part[i];
    }
    if (residual(M, q, z) < 1e-9) return true;
  }
  return false;
}

TEST(Lemke, NothingToDoIfNothingPushes) {
  const LemkeResult r = solve_lemke(MatX::Identity(3, 3), VecX::Ones(3));
  EXPECT_EQ(r.status, PivotingStatus::kSolved);
  EXPECT_EQ(r.pivots, 0);
  EXPECT_EQ(r.z.norm(), 0);
  EXPECT_EQ(solve_lemke(MatX(0, 0), VecX(0)).status, PivotingStatus::kSolved);
}

TEST(Lemke, SolvesEveryProblemWithPositivePrincipalMinors) {
  for (int seed = 0; seed < 500; ++seed) {
    RandomQp random(seed);
    const int n = random.integer(1, 6);
    const MatX S = random.matrix(n, n);
    const MatX M = random.definite(n) + S - S.transpose();
    const VecX q = random.vector(n);
    const LemkeResult r = solve_lemke(M, q);
    ASSERT_EQ(r.status, PivotingStatus::kSolved) << "seed " << seed;
    EXPECT_LT(residual(M, q, r.z), 1e-9) << "seed " << seed;
    EXPECT_LT((r.w - M * r.z - q).norm(), 1e-9 * (1 + r.w.norm()));
  }
}

// Semidefinite and unsymmetric: a ray proves that there is no solution. Entries are small integers: degenerate.
TEST(Lemke, OnSemidefiniteMatricesARayMeansThatThereIsNoSolution) {
  int rays = 0, ties = 0;
  for (int seed = 0; seed < 400; ++seed) {
    RandomQp random(1000 + seed);
    const int n = random.integer(1, 6), rank = random.integer(1, n);
    MatX G(rank, n), S(n, n);
    VecX q(n);
    for (int i = 0; i < n; ++i) {
      q[i] = random.integer(-2, 2);
      for (int k = 0; k < rank; ++k) G(k, i) = random.integer(-1, 1);
      for (int k = 0; k < n; ++k) S(i, k) = random.integer(-1, 1);
    }
    const MatX M = G.transpose() * G + S - S.transpose();
    const LemkeResult r = solve_lemke(M, q);
    ties += r.ties;
    ASSERT_NE(r.status, PivotingStatus::kPivotLimit) << "seed " << seed;
    if (r.status == PivotingStatus::kSolved) {
      EXPECT_LT(residual(M, q, r.z), 1e-9) << "seed " << seed;
    } else {
      ++rays;
      EXPECT_FALSE(has_solution(M, q)) << "seed " << seed;
    }
  }
  EXPECT_GT(rays, 20);
  EXPECT_GT(ties, 50) << "nothing was degenerate";
}

TEST(Lemke, SameAccelerationsAsDantzigWithoutFriction) {
  for (int seed = 0; seed < 60; ++seed) {
    RandomQp random(3000 + seed);
    const int n = random.integer(1, 40), rank = random.integer(1, 2 * n);
    const MatX G = random.matrix(rank, n);
    const DantzigProblem p{G.transpose() * G, G.transpose() * random.vector(rank), 0};
    const LemkeResult r = solve_lemke(p.A, p.b);
    ASSERT_EQ(r.status, PivotingStatus::kSolved) << "seed " << seed;
    EXPECT_LT((r.w - solve_dantzig(p).a).lpNorm<Eigen::Infinity>(), 1e-8 * p.b.lpNorm<Eigen::Infinity>());
  }
}

TEST(Lemke, UnitsDoNotMatter) {
  for (int seed = 0; seed < 100; ++seed) {
    RandomQp random(4000 + seed);
    const int n = random.integer(1, 12);
    const MatX M = random.definite(n);
    const VecX q = random.vector(n);
    const VecX s = VecX::NullaryExpr(n, [&] { return std::pow(10.0, random.uniform(-4, 4)); });
    const LemkeResult r = solve_lemke(M, q), t = solve_lemke(s.asDiagonal() * M * s.asDiagonal(), s.cwiseProduct(q));
    ASSERT_EQ(t.status, PivotingStatus::kSolved);
    EXPECT_LT((t.w.cwiseQuotient(s) - r.w).norm(), 1e-7 * (q.norm() + r.w.norm()));
  }
}

TEST(StewartTrinkle, PlanarStacksSatisfyCoulombsLaw) {
  double worst = 0;
  for (int seed = 0; seed < 60; ++seed) {
    RandomQp random(seed);
    test::StackOptions options;
    options.boxes = random.integer(1, 5);
    options.tangents = 1;
    const FrictionProblem p = box_stack(random, options).problem;
    const StewartTrinkleLcp lcp = stewart_trinkle(p, 2);
    const LemkeResult r = solve_lemke(lcp.M, lcp.q);
    ASSERT_EQ(r.status, PivotingStatus::kSolved) << "seed " << seed;
    worst = std::max(worst, test::friction_errors(p, impulses_of(p, lcp, r.z)).worst());
  }
  std::printf("worst condition %.1e\n", worst);
  EXPECT_LT(worst, 1e-8);
}

TEST(StewartTrinkle, SpatialStacksStayInsideThePolygon) {
  for (int seed = 0; seed < 20; ++seed) {
    RandomQp random(seed);
    test::StackOptions options;
    options.boxes = random.integer(1, 2);
    const FrictionProblem p = box_stack(random, options).problem;
    const StewartTrinkleLcp lcp = stewart_trinkle(p, 8);
    const LemkeResult r = solve_lemke(lcp.M, lcp.q);
    ASSERT_EQ(r.status, PivotingStatus::kSolved) << "seed " << seed;
    const test::FrictionErrors errors = test::friction_errors(p, impulses_of(p, lcp, r.z));
    EXPECT_LT(std::max({errors.signorini, errors.cone, errors.opposed}), 1e-8) << "seed " << seed;
  }
}

}  // namespace
}  // namespace stiction
