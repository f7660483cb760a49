#include "lcp/convex_qp.h"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>

#include "lcp/random_qp.h"

namespace stiction {
namespace {

using test::kkt_errors;
using test::RandomQp;

// Bounded below: a lies in the range of G plus the cone of the normals.
QpProblem random_semidefinite(RandomQp& random, int n, int m) {
  QpProblem p = random.feasible(n, m, 0);
  p.G = random.semidefinite(n, random.integer(0, n));
  p.a = p.G * random.vector(n);
  p.a += p.C.col(0);  // not all zero
  for (int i = 0; i < m; ++i) p.a += random.integer(0, 1) * random.uniform(0, 1) * p.C.col(i);
  return p;
}

TEST(ConvexQp, KktConditionsOnRandomSemidefiniteProblems) {
  int rounds = 0;
  const int count = 1500;
  for (int seed = 0; seed < count; ++seed) {
    RandomQp random(seed);
    const QpProblem p = random_semidefinite(random, random.integer(1, 30), random.integer(1, 80));
    const ConvexQpResult result = solve_convex_qp(p);
    ASSERT_EQ(result.status, QpStatus::kOptimal) << "seed " << seed;
    EXPECT_LT(kkt_errors(p, result).worst(), 1e-8) << "seed " << seed;
    rounds += result.rounds;
  }
  EXPECT_LT(rounds, 5 * count);
}

TEST(ConvexQp, UnitsDoNotMatter) {
  for (int seed = 0; seed < 300; ++seed) {
    RandomQp random(seed);
    QpProblem p = random_semidefinite(random, random.integer(1, 20), random.integer(1, 50));
    random.rescale(p);
    const ConvexQpResult result = solve_convex_qp(p);
    ASSERT_EQ(result.status, QpStatus::kOptimal) << "seed " << seed;
    EXPECT_LT(kkt_errors(p, result).worst(), 1e-8) << "seed " << seed;
  }
}

// The Delassus form of redundant contacts: W = J M^-1 J^T singular, minimise 1/2 r W r + q r with r >= 0.
TEST(ConvexQp, RedundantContactsInLocalForm) {
  for (int seed = 0; seed < 300; ++seed) {
    RandomQp random(seed);
    const int bodies = random.integer(1, 3), contacts = random.integer(5, 60);
    const MatX jacobian = random.matrix(contacts, 6 * bodies);
    QpProblem p;
    p.G = jacobian * jacobian.transpose();
    p.a = jacobian * random.vector(6 * bodies);
    p.C = MatX::Identity(contacts, contacts);
    p.b = VecX::Zero(contacts);
    const ConvexQpResult result = solve_convex_qp(p);
    ASSERT_EQ(result.status, QpStatus::kOptimal) << "seed " << seed;
    EXPECT_LT(result.residual, 1e-11) << "seed " << seed;
    const VecX u = p.G * result.x + p.a;
    EXPECT_GT(u.minCoeff(), -1e-10 * p.a.norm()) << "seed " << seed;
    EXPECT_GE(result.x.minCoeff(), 0 - 1e-13 * result.x.norm()) << "seed " << seed;
    EXPECT_LT(std::abs(u.dot(result.x)), 1e-10 * (1 + p.a.norm() * result.x.norm())) << "seed " << seed;
  }
}

TEST(ConvexQp, OfAFaceOfSolutionsTakesTheOneNearestToTheStart) {
  QpProblem p;  // two equal contacts share a load of 1
  p.G = MatX::Ones(2, 2);
  p.a = VecX::Constant(2, -1);
  p.C = MatX::Identity(2, 2);
  p.b = VecX::Zero(2);
  ConvexQpOptions options;
  ConvexQpResult result = solve_convex_qp(p, options);
  EXPECT_NEAR(result.x[0], 0.5, 1e-6);
  EXPECT_NEAR(result.x[1], 0.5, 1e-6);
  options.start = (VecX(2) << 0.7, 0.1).finished();
  result = solve_convex_qp(p, options);
  EXPECT_NEAR(result.x[0], 0.8, 1e-6);
  EXPECT_NEAR(result.x[1], 0.2, 1e-6);
  EXPECT_NEAR(result.x.sum(), 1, 1e-12);
}

TEST(ConvexQp, UnboundedProblemsComeWithADirection) {
  for (int seed = 0; seed < 300; ++seed) {
    RandomQp random(seed);
    const int n = random.integer(2, 20), m = random.integer(0, 30);
    QpProblem p = random.feasible(n, m, 0);
    p.G = random.semidefinite(n, n - 1);
    const Eigen::SelfAdjointEigenSolver<MatX> eigen(p.G);
    const VecX kernel = eigen.eigenvectors().col(0);
    for (int i = 0; i < m; ++i) {
      if (p.C.col(i).dot(kernel) < 0) p.C.col(i) *= -1, p.b[i] -= 10;
    }
    p.b.array() -= 10;  // zero columns stay consistent
    p.a -= (p.a.dot(kernel) + 1) * kernel;
    const ConvexQpResult result = solve_convex_qp(p);
    ASSERT_EQ(result.status, QpStatus::kUnbounded) << "seed " << seed;
    const VecX v = result.certificate.normalized();
    EXPECT_LT((p.G * v).norm(), 1e-5 * p.G.norm()) << "seed " << seed;
    EXPECT_LT(p.a.dot(v), 0) << "seed " << seed;
    for (int i = 0; i < m; ++i) EXPECT_GT(p.C.col(i).dot(v), -1e-5 * p.C.norm()) << "seed " << seed;
  }
}

TEST(ConvexQp, InfeasibleIsReported) {
  QpProblem p;
  p.G = MatX::Zero(1, 1);
  p.a = VecX::Zero(1);
  p.C = (MatX(1, 2) << 1, -1).finished();
  p.b = (VecX(2) << 1, 1).finished();
  EXPECT_EQ(solve_convex_qp(p).status, QpStatus::kInfeasible);
}

TEST(ConvexQp, LinearProgram) {
  QpProblem p;  // maximise 3 x + 2 y, x + y <= 4, x + 3 y <= 6, x <= 3, x, y >= 0: (3, 1)
  p.G = MatX::Zero(2, 2);
  p.a = (VecX(2) << -3, -2).finished();
  p.C = (MatX(2, 5) << -1, -1, -1, 1, 0, -1, -3, 0, 0, 1).finished();
  p.b = (VecX(5) << -4, -6, -3, 0, 0).finished();
  const ConvexQpResult result = solve_convex_qp(p);
  ASSERT_EQ(result.status, QpStatus::kOptimal);
  EXPECT_NEAR(result.x[0], 3, 1e-8);
  EXPECT_NEAR(result.x[1], 1, 1e-8);
}

}  // namespace
}  // namespace stiction
