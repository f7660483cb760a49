// Linear systems over patches of contacts, against dense ones.
#include "recorded/patch_system.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <random>

#include "recorded/contact_matrix.h"
#include "recorded/recorded_problems.h"

namespace stiction {
namespace {

// Bodies in a row with `contacts` contacts between neighbours, and between the first and the ground: W = A^T A with a
// random 3 x 6 Jacobian per contact, of one relative velocity.
RecordedProblem row_of_bodies(std::uint32_t seed, int bodies, int contacts) {
  std::mt19937 rng(seed);
  std::uniform_real_distribution<double> uniform(-1, 1);
  const int count = bodies * contacts;
  MatX A = MatX::Zero(6 * bodies, 3 * count);
  for (int c = 0; c < count; ++c) {
    const int body = c % bodies;  // contacts of a patch are not neighbours in the file
    const Eigen::Matrix<double, 6, 3> J = Eigen::Matrix<double, 6, 3>::NullaryExpr([&] { return uniform(rng); });
    A.block<6, 3>(6 * body, 3 * c) = J;
    if (body > 0) A.block<6, 3>(6 * (body - 1), 3 * c) = -J;
  }
  RecordedProblem problem;
  problem.W = MatX(A.transpose() * A).sparseView(1.0, 1e-300);
  problem.q = VecX::Random(3 * count);
  problem.mu = VecX::Constant(count, 0.5);
  return problem;
}

struct Prepared {
  ContactPattern pattern;
  PatchSystem system;
  bool used;
};

Prepared prepared(const RecordedProblem& problem) {
  std::vector<int> contacts(static_cast<std::size_t>(problem.mu.size()));
  for (std::size_t c = 0; c < contacts.size(); ++c) contacts[c] = static_cast<int>(c);
  Prepared result{coupled_pattern(problem, contacts, GroupPlaces(contacts)), {}, false};
  const ContactPattern& pattern = result.pattern;
  result.used = result.system.prepare(pattern, problem.dimension, [&](int k) {
    int row = 0;
    while (pattern.row_begin[row + 1] <= k) ++row;
    Mat3 block = Mat3::Zero();
    const int d = problem.dimension;
    for (int i = 0; i < d; ++i)
      for (int j = 0; j < d; ++j) block(i, j) = problem.W.coeff(d * row + i, d * pattern.column[k] + j);
    return block;
  });
  return result;
}

TEST(PatchSystem, SolvesAndMultipliesLikeTheDenseMatrix) {
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    const RecordedProblem problem = row_of_bodies(seed, 1 + static_cast<int>(seed % 6), 4 + static_cast<int>(seed % 5));
    Prepared patches = prepared(problem);
    ASSERT_TRUE(patches.used);
    const MatX W = problem.W;
    VecX z = VecX::Random(W.rows()), u(W.rows());
    patches.system.multiply(z.data(), u.data());
    EXPECT_LT((u - W * z).norm(), 1e-11 * u.norm());

    std::vector<Mat3> D(static_cast<std::size_t>(problem.mu.size()));
    MatX matrix = MatX::Identity(W.rows(), W.rows());
    for (std::size_t c = 0; c < D.size(); ++c) {
      const Mat3 root = Mat3::Random();
      D[c] = root * root.transpose() + 0.2 * Mat3::Random();
      const auto at = 3 * static_cast<Eigen::Index>(c);
      matrix.middleRows<3>(at) += D[c] * W.middleRows<3>(at);
    }
    const VecX right_side = z;
    ASSERT_TRUE(patches.system.factorize(D));
    patches.system.solve(z.data());
    EXPECT_LT((matrix * z - right_side).norm(), 1e-9 * right_side.norm()) << seed;
  }
}

TEST(PatchSystem, IsNotUsedWhereItDoesNotMakeSystemsSmaller) {
  EXPECT_FALSE(prepared(row_of_bodies(1, 5, 1)).used);
  EXPECT_FALSE(prepared(row_of_bodies(1, 5, 2)).used);
  EXPECT_TRUE(prepared(row_of_bodies(1, 5, 3)).used);
  EXPECT_LT(prepared(row_of_bodies(1, 5, 12)).system.cost(), 12 * prepared(row_of_bodies(1, 5, 4)).system.cost());
}

TEST(PatchSystem, IsNotUsedWhereTheMatrixIsUnsymmetricOrOfFullRank) {
  RecordedProblem problem = row_of_bodies(2, 4, 5);
  problem.W.coeffRef(0, 1) += 1e-3;
  EXPECT_FALSE(prepared(problem).used);
  problem = row_of_bodies(2, 4, 5);
  for (Eigen::Index i = 0; i < problem.W.rows(); ++i) problem.W.coeffRef(i, i) += 1e-3;
  EXPECT_FALSE(prepared(problem).used);
}

TEST(PatchSystem, ContactsThatNothingMovesAreLeftAlone) {
  RecordedProblem problem = row_of_bodies(3, 3, 6);
  for (const int c : {0, 3, 6, 9, 12, 15})  // the first body's on the ground
    for (int k = 0; k < 3; ++k)
      for (Eigen::Index i = 0; i < problem.W.rows(); ++i) {
        if (problem.W.coeff(3 * c + k, i) != 0) problem.W.coeffRef(3 * c + k, i) = 0;
        if (problem.W.coeff(i, 3 * c + k) != 0) problem.W.coeffRef(i, 3 * c + k) = 0;
      }
  Prepared patches = prepared(problem);
  ASSERT_TRUE(patches.used);
  ASSERT_TRUE(patches.system.factorize(std::vector<Mat3>(18, Mat3::Identity())));
  VecX z = VecX::Random(54);
  const VecX right_side = z;
  patches.system.solve(z.data());
  EXPECT_EQ(z.head<3>(), right_side.head<3>());
  EXPECT_LT((z + problem.W * z - right_side).norm(), 1e-9);
}

}  // namespace
}  // namespace stiction
