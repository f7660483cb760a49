#include <gtest/gtest.h>

#include <Eigen/LU>
#include <vector>

#include "lcp/pivoting/general_factor.h"
#include "lcp/pivoting/symmetric_factor.h"
#include "lcp/random_qp.h"

namespace stiction {
namespace {

using test::RandomQp;

MatX selected(const MatX& A, const std::vector<int>& rows, const std::vector<int>& columns) {
  MatX B(rows.size(), columns.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t j = 0; j < columns.size(); ++j) B(i, j) = A(rows[i], columns[j]);
  }
  return B;
}

MatX selected(const MatX& A, const std::vector<int>& indices) {
  return selected(A, indices, indices);
}

// A walk through index sets of A: mostly growing, then mostly shrinking, and again.
class SymmetricWalk {
 public:
  SymmetricWalk(RandomQp& random, const MatX& A) : random_(random), A_(A), factor_(static_cast<int>(A.rows())) {}

  void change(bool growing) {
    const int n = static_cast<int>(A_.rows());
    const bool enter =
        members_.empty() || (static_cast<int>(members_.size()) < n && random_.integer(0, 3) > 0) == growing;
    if (enter && static_cast<int>(members_.size()) < n) return take_in();
    const int position = random_.integer(0, static_cast<int>(members_.size()) - 1);
    factor_.remove(position);
    members_.erase(members_.begin() + position);
  }

  double residual() {
    const VecX rhs = random_.vector(static_cast<int>(members_.size()));
    VecX x = rhs;
    factor_.solve(x);
    const MatX S = selected(A_, members_);
    return (S * x - rhs).norm() / (S.norm() * x.norm() + rhs.norm() + 1e-300);
  }
  SymmetricFactor& factor() { return factor_; }
  const std::vector<int>& members() const { return members_; }

 private:
  void take_in() {
    int i = random_.integer(0, static_cast<int>(A_.rows()) - 1);
    while (std::find(members_.begin(), members_.end(), i) != members_.end()) i = (i + 1) % static_cast<int>(A_.rows());
    VecX column(members_.size());
    for (std::size_t c = 0; c < members_.size(); ++c) column[c] = A_(members_[c], i);
    factor_.border(column, A_(i, i));
    factor_.append();
    members_.push_back(i);
  }

  RandomQp& random_;
  const MatX& A_;
  SymmetricFactor factor_;
  std::vector<int> members_;
};

TEST(SymmetricFactor, SolvesAfterThousandsOfChangesAsIfFactoredAfresh) {
  double worst = 0;
  for (int seed = 0; seed < 20; ++seed) {
    RandomQp random(seed);
    const MatX A = random.definite(random.integer(1, 60));
    SymmetricWalk walk(random, A);
    for (int change = 0; change < 1000; ++change) {
      walk.change((change / 100) % 2 == 0);
      worst = std::max(worst, walk.residual());
    }
  }
  EXPECT_LT(worst, 1e-12);
}

TEST(SymmetricFactor, PivotIsTheSchurComplement) {
  RandomQp random(1);
  const MatX A = random.definite(12);
  SymmetricWalk walk(random, A);
  while (walk.factor().size() < 8) walk.change(true);
  const std::vector<int>& C = walk.members();
  int outside = 0;
  while (std::find(C.begin(), C.end(), outside) != C.end()) ++outside;
  VecX v(C.size());
  for (std::size_t c = 0; c < C.size(); ++c) v[c] = A(C[c], outside);
  const double pivot = walk.factor().border(v, A(outside, outside));
  VecX x;
  walk.factor().border_solution(x);
  const VecX expected = selected(A, C).partialPivLu().solve(v);
  EXPECT_NEAR(pivot, A(outside, outside) - v.dot(expected), 1e-10 * A(outside, outside));
  EXPECT_LT((x - expected).norm(), 1e-9 * expected.norm());
}

TEST(SymmetricFactor, AChangeCostsQuadraticallyManyOperations) {
  for (const int n : {50, 100, 200}) {
    RandomQp random(n);
    const MatX A = random.definite(n);
    SymmetricWalk walk(random, A);
    while (walk.factor().size() < n) walk.change(true);
    const std::int64_t before = walk.factor().operations();
    walk.factor().remove(0);
    EXPECT_LE(walk.factor().operations() - before, n * n + 4 * n);
    EXPECT_GE(walk.factor().operations() - before, (n - 1) * (n - 1));
  }
}

// B with rows and columns of a large matrix, chosen independently, and replaced columns.
class GeneralWalk {
 public:
  GeneralWalk(RandomQp& random, const MatX& A) : random_(random), A_(A), factor_(static_cast<int>(A.rows())) {}

  void change() {
    const int kind = random_.integer(0, 4);
    if (B_.rows() == 0 || (kind <= 2 && B_.rows() < A_.rows())) {
      append();
    } else if (kind == 3) {
      remove(random_.integer(0, static_cast<int>(B_.rows()) - 1));
    } else {
      replace(random_.integer(0, static_cast<int>(B_.rows()) - 1));
    }
  }
  void append() {
    const int k = static_cast<int>(B_.rows());
    const VecX column = random_.vector(k), row = random_.vector(k);
    const double corner = random_.uniform(-1, 1);
    pivot_ = factor_.append(column, row, corner);
    MatX larger(k + 1, k + 1);
    larger << B_, column, row.transpose(), corner;
    B_ = larger;
  }
  void remove(int index) {
    factor_.remove(index);
    std::vector<int> kept;
    for (int i = 0; i < B_.rows(); ++i) {
      if (i != index) kept.push_back(i);
    }
    B_ = selected(MatX(B_), kept);
  }
  void replace(int index) {
    const VecX column = random_.vector(static_cast<int>(B_.rows()));
    factor_.replace_column(index, column);
    B_.col(index) = column;
  }
  double residual() {
    const VecX rhs = random_.vector(static_cast<int>(B_.rows()));
    VecX x = rhs;
    factor_.solve(x);
    return (B_ * x - rhs).norm() / (B_.norm() * x.norm() + rhs.norm() + 1e-300);
  }
  GeneralFactor& factor() { return factor_; }
  const MatX& B() const { return B_; }
  double pivot() const { return pivot_; }

 private:
  RandomQp& random_;
  const MatX& A_;
  GeneralFactor factor_;
  MatX B_;
  double pivot_ = 0;
};

TEST(GeneralFactor, SolvesAfterManyChangesWhileGrowthIsSmall) {
  double worst = 0;
  int tame = 0, total = 0;
  for (int seed = 0; seed < 60; ++seed) {
    RandomQp random(seed);
    const MatX A = MatX::Zero(random.integer(1, 60), 1);
    GeneralWalk walk(random, A);
    for (int change = 0; change < 200; ++change) {
      walk.change();
      ++total;
      if (walk.B().rows() == 0 || walk.factor().growth() > 1e3) continue;
      ++tame;
      worst = std::max(worst, walk.residual());
    }
  }
  EXPECT_LT(worst, 1e-11);
  EXPECT_GT(tame, total / 4);
}

TEST(GeneralFactor, ReplacingColumnsNeverMakesItGrow) {
  RandomQp random(5);
  const MatX A = MatX::Zero(40, 1);
  GeneralWalk walk(random, A);
  for (int i = 0; i < 40; ++i) walk.append();
  double worst = 0;
  for (int change = 0; change < 500; ++change) {
    walk.replace(random.integer(0, 39));
    worst = std::max(worst, walk.residual());
  }
  EXPECT_LT(worst, 1e-12);
}

TEST(GeneralFactor, TellsThatANewRowDependsOnTheOthers) {
  RandomQp random(3);
  GeneralFactor factor(10);
  const MatX B = random.matrix(6, 6);
  MatX taken = B;
  taken.row(5) = B.row(0) - 2 * B.row(3);
  double pivot = 1;
  for (int k = 0; k < 6; ++k) {
    pivot = factor.append(taken.col(k).head(k), taken.row(k).head(k).transpose(), taken(k, k));
    EXPECT_TRUE(k == 5 || pivot > 1e-6);
  }
  EXPECT_LT(pivot, 1e-14);
  EXPECT_TRUE(factor.singular(1e-12));
  factor.replace_column(2, random.vector(6));
  EXPECT_FALSE(factor.singular(1e-12)) << "a column that breaks the dependence repairs it";
}

TEST(GeneralFactor, AChangeCostsQuadraticallyManyOperations) {
  for (const int n : {50, 100, 200}) {
    RandomQp random(n);
    const MatX A = MatX::Zero(n, 1);
    GeneralWalk walk(random, A);
    for (int i = 0; i < n - 1; ++i) walk.append();
    std::int64_t before = walk.factor().operations();
    walk.append();
    EXPECT_LE(walk.factor().operations() - before, 3 * n * n);
    before = walk.factor().operations();
    walk.replace(0);
    EXPECT_LE(walk.factor().operations() - before, 3 * n * n);
    before = walk.factor().operations();
    walk.remove(0);
    EXPECT_LE(walk.factor().operations() - before, 3 * n * n);
    EXPECT_GE(walk.factor().operations() - before, n * n / 2);
  }
}

}  // namespace
}  // namespace stiction
