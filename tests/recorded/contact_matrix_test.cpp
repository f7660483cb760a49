// The matrix of a group of contacts in blocks, against the matrix as recorded.
#include "recorded/contact_matrix.h"

#include <gtest/gtest.h>

#include <random>

#include "recorded/contact_pattern.h"
#include "recorded/recorded_problems.h"

namespace stiction {
namespace {

// A group that is a part of its problem, with gaps, and entries on one side of the diagonal only.
struct Group {
  RecordedProblem problem;
  std::vector<int> contacts;
  std::vector<double> scale;
};

Group random_group(std::uint32_t seed, int dimension) {
  std::mt19937 rng(seed);
  std::uniform_real_distribution<double> uniform(-1, 1);
  Group group;
  const int all = 9;
  for (int c = 0; c < all; ++c)
    if (seed % 3 == 0 || c == 4 || uniform(rng) > 0) group.contacts.push_back(c);
  group.problem.dimension = dimension;
  group.problem.mu = VecX::Constant(all, 0.5);
  MatX W = MatX::Zero(dimension * all, dimension * all);
  for (const int i : group.contacts)
    for (const int j : group.contacts)
      if (i == j || uniform(rng) > 0.5) W(dimension * i + 1, dimension * j) = uniform(rng);
  group.problem.W = W.sparseView();
  for (std::size_t c = 0; c < group.contacts.size(); ++c) group.scale.push_back(1.5 + uniform(rng));
  return group;
}

Mat3 block(const Group& group, std::size_t i, std::size_t j) {
  Mat3 result = Mat3::Zero();
  const int d = group.problem.dimension;
  for (int k = 0; k < d; ++k)
    for (int l = 0; l < d; ++l)
      result(k, l) = group.problem.W.coeff(d * group.contacts[i] + k, d * group.contacts[j] + l) /
                     (group.scale[i] * group.scale[j]);
  return result;
}

TEST(ContactMatrix, MultipliesAsRecordedRowByRowAndAsAWhole) {
  for (const int dimension : {2, 3}) {
    for (std::uint32_t seed = 0; seed < 40; ++seed) {
      const Group group = random_group(seed, dimension);
      const auto matrix = make_contact_matrix(group.problem, group.contacts, group.scale);
      const auto count = static_cast<Eigen::Index>(group.contacts.size());
      const VecX x = VecX::Random(3 * count);
      VecX product(3 * count);
      matrix->multiply(x.data(), product.data());
      for (Eigen::Index i = 0; i < count; ++i) {
        Vec3 expected = Vec3::Zero();
        for (Eigen::Index j = 0; j < count; ++j) expected += block(group, i, j) * x.segment<3>(3 * j);
        EXPECT_LT((product.segment<3>(3 * i) - expected).norm(), 1e-14);
        EXPECT_EQ(matrix->row_product(static_cast<int>(i), x.data()), (Vec3(product.segment<3>(3 * i))));
        EXPECT_EQ(matrix->diagonal(static_cast<int>(i)), block(group, i, i));
      }
      EXPECT_GE(matrix->system_cost(), matrix->least_system_cost());
    }
  }
}

TEST(ContactPattern, IsSymmetricAndHoldsEveryEntryAndTheDiagonal) {
  for (std::uint32_t seed = 0; seed < 40; ++seed) {
    const Group group = random_group(seed, 2 + static_cast<int>(seed % 2));
    const ContactPattern pattern = coupled_pattern(group.problem, group.contacts, GroupPlaces(group.contacts));
    std::size_t expected = 0;
    for (std::size_t i = 0; i < group.contacts.size(); ++i) {
      std::vector<int> columns;
      for (std::size_t j = 0; j < group.contacts.size(); ++j)
        if (i == j || !block(group, i, j).isZero(0) || !block(group, j, i).isZero(0))
          columns.push_back(static_cast<int>(j));
      EXPECT_EQ(std::vector<int>(pattern.column.begin() + pattern.row_begin[i],
                                 pattern.column.begin() + pattern.row_begin[i + 1]),
                columns);
      expected += columns.size();
    }
    EXPECT_EQ(pattern.column.size(), expected);
  }
}

}  // namespace
}  // namespace stiction
