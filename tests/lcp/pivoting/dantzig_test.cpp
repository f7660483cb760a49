#include "lcp/pivoting/dantzig.h"

#include <gtest/gtest.h>

#include <limits>

#include "base/error.h"
#include "lcp/goldfarb_idnani.h"
#include "lcp/pivoting/lawson_hanson.h"
#include "lcp/random_qp.h"

namespace stiction {
namespace {

using test::RandomQp;

// Bodies (columns' space of G) and contacts: A = G^T G, b = G^T h in its column space.
struct Mechanics {
  MatX G;  // degrees of freedom x contacts
  VecX h;
  int bilateral_count = 0;

  DantzigProblem problem() const { return {G.transpose() * G, G.transpose() * h, bilateral_count}; }
  int size() const { return static_cast<int>(G.cols()); }
};

Mechanics random_mechanics(RandomQp& random, int n, int rank) {
  Mechanics m;
  m.G = random.matrix(rank, n);
  m.h = random.vector(rank);
  return m;
}

// Copies, sums and multiples among the contacts, and exact zeros in b: what regular arrangements look like.
Mechanics degenerate_mechanics(RandomQp& random, int n, int rank) {
  Mechanics m;
  m.G.resize(rank, n);
  for (int i = 0; i < rank; ++i) {
    for (int j = 0; j < n; ++j) m.G(i, j) = random.integer(-1, 1);
  }
  for (int j = 1; j < n; ++j) {
    if (random.integer(0, 2) == 0) m.G.col(j) = m.G.col(random.integer(0, j - 1));
  }
  m.h = VecX::NullaryExpr(rank, [&] { return static_cast<double>(random.integer(-1, 1)); });
  return m;
}

// Signs and complementarity, relative to b and to the forces.
double violation(const DantzigProblem& p, const DantzigResult& r) {
  const VecX a = p.A * r.f + p.b;
  const double a_size = std::max(p.b.lpNorm<Eigen::Infinity>(), 1e-300);
  double worst = (a - r.a).lpNorm<Eigen::Infinity>() / a_size;
  for (int i = 0; i < a.size(); ++i) {
    if (i < p.bilateral_count) {
      worst = std::max(worst, std::abs(a[i]) / a_size);
      continue;
    }
    if (r.f[i] < 0) return 1;
    worst = std::max(worst, -a[i] / a_size);
    if (r.f[i] > 0) worst = std::max(worst, std::abs(a[i]) / a_size);
  }
  return worst;
}

// The accelerations by a dual active-set method in the space of motions: a = G^T x, x nearest to h with G^T x >= 0.
VecX accelerations_by_qp(const Mechanics& m) {
  QpProblem qp;
  const int dofs = static_cast<int>(m.G.rows());
  qp.G = MatX::Identity(dofs, dofs);
  qp.a = -m.h;
  qp.C = m.G;
  qp.b = VecX::Zero(m.size());
  qp.equality_count = m.bilateral_count;
  const QpResult result = solve_qp(qp);
  EXPECT_EQ(result.status, QpStatus::kOptimal);
  return m.G.transpose() * result.x;
}

double difference(const VecX& a, const VecX& expected, const VecX& b) {
  return (a - expected).lpNorm<Eigen::Infinity>() / std::max(b.lpNorm<Eigen::Infinity>(), 1e-300);
}

TEST(Dantzig, OneContactCarriesTheBody) {
  DantzigProblem p;
  p.A = MatX::Constant(1, 1, 0.5);
  p.b = VecX::Constant(1, -9.81);
  const DantzigResult r = solve_dantzig(p);
  ASSERT_EQ(r.status, PivotingStatus::kSolved);
  EXPECT_NEAR(r.f[0], 19.62, 1e-12);
  EXPECT_NEAR(r.a[0], 0, 1e-12);
}

TEST(Dantzig, ContactsThatSeparateCarryNothing) {
  DantzigProblem p;
  p.A = MatX::Identity(3, 3);
  p.b = (VecX(3) << 1, -2, 0).finished();
  const DantzigResult r = solve_dantzig(p);
  ASSERT_EQ(r.status, PivotingStatus::kSolved);
  EXPECT_EQ(r.f[0], 0);
  EXPECT_NEAR(r.f[1], 2, 1e-15);
  EXPECT_EQ(r.f[2], 0);
  EXPECT_EQ(r.drives, 1);
}

// A table with four feet: rank 3. Its weight is all that the feet have to agree on.
TEST(Dantzig, FourFeetOfATableAreTheNormalCase) {
  MatX G(3, 4);
  G << 1, 1, 1, 1, 1, 1, -1, -1, 1, -1, 1, -1;
  const VecX h = (VecX(3) << -9.81, 0, 0).finished();
  const DantzigResult r = solve_dantzig({G.transpose() * G, G.transpose() * h, 0});
  ASSERT_EQ(r.status, PivotingStatus::kSolved);
  EXPECT_NEAR(r.f.sum(), 9.81, 1e-12);
  EXPECT_LT(r.a.lpNorm<Eigen::Infinity>(), 1e-12);
  EXPECT_FALSE(r.outside_column_space);
}

TEST(Dantzig, SameAccelerationsAsAnActiveSetQpOnThousandsOfProblems) {
  double worst = 0;
  for (int seed = 0; seed < 3000; ++seed) {
    RandomQp random(seed);
    const int n = random.integer(1, 60);
    const Mechanics m = random_mechanics(random, n, random.integer(1, 2 * n));
    const DantzigProblem p = m.problem();
    const DantzigResult r = solve_dantzig(p);
    ASSERT_EQ(r.status, PivotingStatus::kSolved) << "seed " << seed;
    EXPECT_FALSE(r.outside_column_space) << "seed " << seed;
    EXPECT_LE(r.drives, n) << "seed " << seed;
    const double error = std::max(violation(p, r), difference(r.a, accelerations_by_qp(m), p.b));
    ASSERT_LT(error, 1e-8) << "seed " << seed << " n " << n << " rank " << m.G.rows();
    worst = std::max(worst, error);
  }
  RecordProperty("worst", std::to_string(worst));
  std::printf("worst difference %.1e\n", worst);
}

TEST(Dantzig, SameAccelerationsAsNonnegativeLeastSquares) {
  double worst = 0;
  for (int seed = 0; seed < 1500; ++seed) {
    RandomQp random(20000 + seed);
    const int n = random.integer(1, 30);
    const Mechanics m = random_mechanics(random, n, random.integer(1, 2 * n));
    const DantzigProblem p = m.problem();
    const DantzigResult r = solve_dantzig(p);
    ASSERT_EQ(r.status, PivotingStatus::kSolved) << "seed " << seed;
    const VecX f = test::nonnegative_least_squares(m.G, m.h);
    const double error = difference(r.a, p.A * f + p.b, p.b);
    ASSERT_LT(error, 1e-8) << "seed " << seed;
    worst = std::max(worst, error);
  }
  std::printf("worst difference %.1e\n", worst);
}

TEST(Dantzig, DegenerateArrangementsDoNotCycle) {
  double worst = 0;
  int zero_steps = 0;
  for (int seed = 0; seed < 3000; ++seed) {
    RandomQp random(40000 + seed);
    const int n = random.integer(1, 50);
    const Mechanics m = degenerate_mechanics(random, n, random.integer(1, 20));
    const DantzigProblem p = m.problem();
    const DantzigResult r = solve_dantzig(p);
    ASSERT_EQ(r.status, PivotingStatus::kSolved) << "seed " << seed;
    zero_steps += r.zero_steps;
    const double error = std::max(violation(p, r), difference(r.a, accelerations_by_qp(m), p.b));
    ASSERT_LT(error, 1e-8) << "seed " << seed;
    worst = std::max(worst, error);
  }
  EXPECT_GT(zero_steps, 0) << "nothing was degenerate";
  std::printf("worst difference %.1e, steps of length zero %d\n", worst, zero_steps);
}

TEST(Dantzig, LargeProblemsOfEveryRank) {
  double worst = 0;
  for (const int n : {100, 200, 300}) {
    for (const int rank : {n / 10, n / 3, n / 2, n, 2 * n}) {
      for (int seed = 0; seed < 2; ++seed) {
        RandomQp random(1000 * n + 10 * rank + seed);
        const Mechanics m = random_mechanics(random, n, rank);
        const DantzigProblem p = m.problem();
        const DantzigResult r = solve_dantzig(p);
        ASSERT_EQ(r.status, PivotingStatus::kSolved) << n << " " << rank;
        EXPECT_LT(r.pivots, 5 * n);
        const double error = std::max(violation(p, r), difference(r.a, accelerations_by_qp(m), p.b));
        ASSERT_LT(error, 1e-8) << n << " " << rank;
        worst = std::max(worst, error);
      }
    }
  }
  std::printf("worst difference %.1e\n", worst);
}

TEST(Dantzig, BilateralConstraintsHoldAndRedundantOnesDoNoHarm) {
  double worst = 0;
  int redundant = 0;
  for (int seed = 0; seed < 1000; ++seed) {
    RandomQp random(60000 + seed);
    const int n = random.integer(2, 40);
    Mechanics m = random_mechanics(random, n, random.integer(2, 2 * n));
    m.bilateral_count = random.integer(1, n);
    for (int i = 1; i < m.bilateral_count; ++i) {
      if (random.integer(0, 2) == 0) m.G.col(i) = random.uniform(-2, 2) * m.G.col(random.integer(0, i - 1));
    }
    const DantzigProblem p = m.problem();
    const DantzigResult r = solve_dantzig(p);
    ASSERT_EQ(r.status, PivotingStatus::kSolved) << "seed " << seed;
    redundant += r.redundant_bilaterals;
    const double error = std::max(violation(p, r), difference(r.a, accelerations_by_qp(m), p.b));
    ASSERT_LT(error, 1e-8) << "seed " << seed;
    worst = std::max(worst, error);
  }
  EXPECT_GT(redundant, 100);
  std::printf("worst difference %.1e\n", worst);
}

TEST(Dantzig, UnitsDoNotMatter) {
  for (int seed = 0; seed < 200; ++seed) {
    RandomQp random(70000 + seed);
    const int n = random.integer(1, 30);
    const Mechanics m = random_mechanics(random, n, random.integer(1, 2 * n));
    const DantzigProblem p = m.problem();
    DantzigProblem scaled = p;
    const VecX s = VecX::NullaryExpr(n, [&] { return std::pow(10.0, random.uniform(-5, 5)); });
    scaled.A = 1e7 * (s.asDiagonal() * p.A * s.asDiagonal());
    scaled.b = 1e-4 * p.b.cwiseProduct(s);
    const DantzigResult r = solve_dantzig(p), t = solve_dantzig(scaled);
    ASSERT_EQ(t.status, PivotingStatus::kSolved);
    const VecX back = (1e4 * t.a.array() / s.array()).matrix();
    EXPECT_LT(difference(back, r.a, p.b), 1e-8) << "seed " << seed;
  }
}

// A y = 0, y >= 0 for contacts, b . y < 0: no f can make A f + b nonnegative.
void expect_certificate(const DantzigProblem& p, const VecX& y) {
  ASSERT_EQ(y.size(), p.b.size());
  const double size = y.lpNorm<1>();
  EXPECT_LT((p.A * y).lpNorm<Eigen::Infinity>(), 1e-9 * size * p.A.diagonal().maxCoeff());
  EXPECT_LT(p.b.dot(y), 0);
  for (int i = p.bilateral_count; i < y.size(); ++i) EXPECT_GE(y[i], -1e-10 * size);
}

// A plate squeezed between walls that close in: no acceleration satisfies both.
TEST(Dantzig, ContradictingContactsAreInfeasibleWithACertificate) {
  DantzigProblem p;
  p.A = (MatX(2, 2) << 1, -1, -1, 1).finished();
  p.b = (VecX(2) << -1, -1).finished();
  const DantzigResult r = solve_dantzig(p);
  EXPECT_EQ(r.status, PivotingStatus::kInfeasible);
  EXPECT_TRUE(r.outside_column_space);
  expect_certificate(p, r.certificate);
}

TEST(Dantzig, AContactThatNothingMovesIsInfeasibleIfItCloses) {
  DantzigProblem p;
  p.A = (MatX(2, 2) << 1, 0, 0, 0).finished();
  p.b = (VecX(2) << -1, -0.5).finished();
  const DantzigResult r = solve_dantzig(p);
  EXPECT_EQ(r.status, PivotingStatus::kInfeasible);
  expect_certificate(p, r.certificate);
  p.b[1] = 0.5;
  EXPECT_EQ(solve_dantzig(p).status, PivotingStatus::kSolved);
}

TEST(Dantzig, ContradictingBilateralConstraintsAreInfeasible) {
  DantzigProblem p;
  p.A = MatX::Ones(2, 2);
  p.b = (VecX(2) << 1, 2).finished();
  p.bilateral_count = 2;
  const DantzigResult r = solve_dantzig(p);
  EXPECT_EQ(r.status, PivotingStatus::kInfeasible);
  expect_certificate(p, r.certificate);
}

// Two contacts at one place, the second of which has to open faster: outside the column space, and solvable.
TEST(Dantzig, OutsideTheColumnSpaceIsSolvedWhereItCanBeAndReported) {
  DantzigProblem p;
  p.A = MatX::Ones(2, 2);
  p.b = (VecX(2) << -2, -1).finished();
  DantzigResult r = solve_dantzig(p);
  ASSERT_EQ(r.status, PivotingStatus::kSolved);
  EXPECT_NEAR(r.a[1], 1, 1e-14);
  p.b = (VecX(2) << -1, -2).finished();
  p.A = (MatX(2, 2) << 1, 1, 1, 1).finished();
  r = solve_dantzig(p);
  ASSERT_EQ(r.status, PivotingStatus::kSolved);
  EXPECT_NEAR(r.a[0], 1, 1e-14);
}

TEST(Dantzig, RandomRightHandSidesAreSolvedOrProvedInfeasible) {
  int infeasible = 0, outside = 0;
  for (int seed = 0; seed < 2000; ++seed) {
    RandomQp random(80000 + seed);
    const int n = random.integer(2, 40);
    const Mechanics m = random_mechanics(random, n, random.integer(1, n));
    DantzigProblem p = m.problem();
    p.b = random.vector(n) + VecX::Constant(n, random.uniform(-1, 1.5));
    const DantzigResult r = solve_dantzig(p);
    ASSERT_TRUE(r.status == PivotingStatus::kSolved || r.status == PivotingStatus::kInfeasible) << "seed " << seed;
    outside += r.outside_column_space ? 1 : 0;
    if (r.status == PivotingStatus::kSolved) {
      EXPECT_LT(violation(p, r), 1e-8) << "seed " << seed;
    } else {
      ++infeasible;
      EXPECT_TRUE(r.outside_column_space);
      expect_certificate(p, r.certificate);
    }
  }
  EXPECT_GT(infeasible, 200);
  EXPECT_GT(outside, infeasible) << "some were solved although b is outside";
}

TEST(Dantzig, AnIndefiniteMatrixIsRefused) {
  DantzigProblem p;
  p.A = (MatX(2, 2) << 1, -2, -2, 1).finished();
  p.b = (VecX(2) << -1, -1).finished();
  EXPECT_EQ(solve_dantzig(p).status, PivotingStatus::kNotSemidefinite);
}

TEST(Dantzig, NoContactNoForce) {
  const DantzigResult r = solve_dantzig({MatX(0, 0), VecX(0), 0});
  EXPECT_EQ(r.status, PivotingStatus::kSolved);
  EXPECT_EQ(r.f.size(), 0);
}

// In multiply-adds of one elimination of the same size, n^3 / 3.
double eliminations(const DantzigResult& r, int n) {
  return 3.0 * static_cast<double>(r.operations) / (1.0 * n * n * n);
}

// Forces and accelerations are chosen so that half of the contacts carry; b follows.
TEST(Dantzig, CostsAtMostThreeEliminationsAtHalfTheContactsActive) {
  for (const int n : {50, 100, 150}) {
    for (int seed = 0; seed < 10; ++seed) {
      RandomQp random(90000 + n + seed);
      DantzigProblem p = random_mechanics(random, n, 2 * n).problem();
      VecX f = random.vector(n).cwiseAbs(), a = random.vector(n).cwiseAbs();
      for (int i = 0; i < n; ++i) (i % 2 == 0 ? f : a)[i] = 0;
      p.b = a - p.A * f;
      const DantzigResult r = solve_dantzig(p);
      ASSERT_EQ(r.status, PivotingStatus::kSolved);
      EXPECT_EQ((r.f.array() > 0).count(), n / 2);
      EXPECT_LT(eliminations(r, n), 3) << n;
    }
  }
}

// As many degrees of freedom as half the contacts: forces go in and out before the last one is there.
TEST(Dantzig, CostsAtMostThreeEliminationsOnAverageWhereContactsAreRedundant) {
  for (const int n : {50, 100, 150}) {
    double sum = 0, active = 0;
    for (int seed = 0; seed < 10; ++seed) {
      RandomQp random(95000 + n + seed);
      const DantzigResult r = solve_dantzig(random_mechanics(random, n, n / 2).problem());
      ASSERT_EQ(r.status, PivotingStatus::kSolved);
      sum += eliminations(r, n);
      active += static_cast<double>((r.f.array() > 0).count()) / n;
    }
    EXPECT_NEAR(active / 10, 0.5, 0.06);
    EXPECT_LT(sum / 10, 3) << n;
    std::printf("n %d: %.2f eliminations\n", n, sum / 10);
  }
}

TEST(Dantzig, RefusesNumbersThatAreNotFinite) {
  DantzigProblem problem;
  problem.A = MatX::Identity(2, 2);
  problem.b = Vec2(1, std::numeric_limits<double>::quiet_NaN());
  EXPECT_THROW(solve_dantzig(problem, {}), InputError);
}

}  // namespace
}  // namespace stiction
