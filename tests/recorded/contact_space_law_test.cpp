// The operator of a recorded problem and its linear systems, against dense matrices.
#include "recorded/contact_space_law.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <numeric>

#include "recorded/recorded_error.h"
#include "recorded/recorded_problems.h"

namespace stiction {
namespace {

std::vector<int> all_contacts(const RecordedProblem& problem) {
  std::vector<int> contacts(problem.mu.size());
  std::iota(contacts.begin(), contacts.end(), 0);
  return contacts;
}

// W with unit mean diagonals, contacts of the plane with a second tangent.
MatX scaled_dense(const RecordedProblem& problem, const ContactSpaceLaw& law) {
  const MatX W = problem.W;
  MatX scaled = MatX::Zero(law.velocity_size(), law.velocity_size());
  const int d = problem.dimension;
  for (int i = 0; i < W.rows(); ++i)
    for (int j = 0; j < W.cols(); ++j)
      scaled(i / d * 3 + i % d, j / d * 3 + j % d) = W(i, j) / (law.scale(i / d) * law.scale(j / d));
  return scaled;
}

TEST(ContactSpaceLaw, AppliesTheScaledMatrixAndSolvesItsSystems) {
  for (const int dimension : {2, 3}) {
    for (std::uint32_t seed = 0; seed < 30; ++seed) {
      RecordedProblem problem = test::random_recorded(seed, dimension, 8, 20);
      problem.W.coeffRef(0, 0) += 0.5;
      problem.W.coeffRef(1, problem.W.cols() - 1) += 0.2;  // no such entry on the other side of the diagonal
      ContactSpaceLaw law(problem, all_contacts(problem), 0);
      const MatX W = scaled_dense(problem, law);
      VecX x = VecX::Random(law.velocity_size()), u(law.velocity_size());
      law.apply_transposed(x.data(), u.data());
      EXPECT_LT((u - W * x).norm(), 1e-13 * u.norm());

      std::vector<Mat3> D(problem.mu.size());
      MatX system = MatX::Identity(W.rows(), W.cols());
      for (std::size_t c = 0; c < D.size(); ++c) {
        const Mat3 root = Mat3::Random();
        D[c] = root * root.transpose();
        system.middleRows<3>(3 * static_cast<Eigen::Index>(c)) +=
            D[c] * W.middleRows<3>(3 * static_cast<Eigen::Index>(c));
      }
      const VecX expected = system.partialPivLu().solve(x);
      ASSERT_TRUE(law.factorize(D));
      law.solve(x.data());
      EXPECT_LT((x - expected).norm(), 1e-10 * expected.norm());
    }
  }
}

TEST(ContactSpaceLaw, EveryContactHasAUnitMeanDiagonal) {
  for (const int dimension : {2, 3}) {
    const RecordedProblem problem = test::random_recorded(2, dimension, 8, 30);
    const ContactSpaceLaw law(problem, all_contacts(problem), 0);
    const MatX W = scaled_dense(problem, law);
    for (Eigen::Index c = 0; c < problem.mu.size(); ++c) {
      if (problem.W.coeff(dimension * c, dimension * c) > 0) {
        EXPECT_NEAR((W.block<3, 3>(3 * c, 3 * c).trace()), dimension, 1e-12);
      }
    }
  }
}

TEST(ContactSpaceLaw, MeasuresTheRecordedErrorInItsOwnVariables) {
  for (const int dimension : {2, 3}) {
    const RecordedProblem problem = test::random_recorded(4, dimension, 8, 12);
    const ContactSpaceLaw law(problem, all_contacts(problem), 0);
    const VecX r = VecX::Random(problem.q.size()), u = problem.W * r + problem.q;
    VecX z = VecX::Zero(law.velocity_size()), v = z;
    for (Eigen::Index i = 0; i < r.size(); ++i) {
      const int c = static_cast<int>(i) / dimension;
      z[3 * c + i % dimension] = r[i] * law.scale(c);
      v[3 * c + i % dimension] = u[i] / law.scale(c);
    }
    EXPECT_NEAR(law.recorded_map(z.data(), v.data()) / problem.q.norm(), recorded_error(problem, r), 1e-12);
    EXPECT_NEAR(law.natural_map(z.data(), v.data()), scaled_error(problem, r), 1e-12);
  }
}

}  // namespace
}  // namespace stiction
