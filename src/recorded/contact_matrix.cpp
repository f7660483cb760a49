#include "recorded/contact_matrix.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/simd.h"
#include "linalg/block_lu.h"
#include "recorded/contact_pattern.h"
#include "recorded/patch_system.h"

namespace stiction {
namespace {

constexpr int kRefinements = 3;
// Relative residual at which refinement ends: directions of Newton's methods need no more.
constexpr double kRefined = 1e-10;
constexpr double kWorthWhile = 0.5;
// Products over patches round a little more, and Newton's method then needs some systems more: for large gains only.
constexpr double kMuchCheaper = 0.1;

// sum of W_ij x_j over a row of blocks; x: three components per contact.
template <int kN>
STICTION_INLINE void row_times(int begin, int end, const int* column, const double* W, const double* x, double* out) {
  double sum[kN] = {};
  for (int k = begin; k < end; ++k) {
    const double* block = W + static_cast<std::size_t>(k) * kN * kN;
    const double* v = x + 3 * static_cast<std::size_t>(column[k]);
    for (int j = 0; j < kN; ++j)
      for (int i = 0; i < kN; ++i) sum[i] += block[i + kN * j] * v[j];
  }
  for (int i = 0; i < kN; ++i) out[i] = sum[i];
}

template <int kN>
STICTION_INLINE void rows_times(int rows, const int* row_begin, const int* column, const double* W, const double* x,
                                double* out) {
  for (int i = 0; i < rows; ++i, out += 3) {
    row_times<kN>(row_begin[i], row_begin[i + 1], column, W, x, out);
    for (int k = kN; k < 3; ++k) out[k] = 0;
  }
}

// target += D_i W_ij over a row of blocks.
template <int kN>
STICTION_INLINE void add_row(const double* D, int begin, int end, const double* W, double* const* target) {
  double d[kN][kN];
  for (int i = 0; i < kN; ++i)
    for (int j = 0; j < kN; ++j) d[j][i] = D[i + 3 * j];
  for (int k = begin; k < end; ++k) {
    const double* block = W + static_cast<std::size_t>(k) * kN * kN;
    double* out = target[k];
    for (int j = 0; j < kN; ++j) {
      double sum[kN];
      for (int i = 0; i < kN; ++i) sum[i] = out[i + kN * j];
      for (int m = 0; m < kN; ++m)
        for (int i = 0; i < kN; ++i) sum[i] += d[m][i] * block[m + kN * j];
      for (int i = 0; i < kN; ++i) out[i + kN * j] = sum[i];
    }
  }
}

// STICTION_SIMD goes with plain functions only.
STICTION_SIMD void rows_times_2(int rows, const int* row_begin, const int* column, const double* W, const double* x,
                                double* out) {
  rows_times<2>(rows, row_begin, column, W, x, out);
}
STICTION_SIMD void rows_times_3(int rows, const int* row_begin, const int* column, const double* W, const double* x,
                                double* out) {
  rows_times<3>(rows, row_begin, column, W, x, out);
}
STICTION_SIMD void add_rows_2(int rows, const double* D, const int* row_begin, const double* W, double* const* target) {
  for (int i = 0; i < rows; ++i, D += 9) add_row<2>(D, row_begin[i], row_begin[i + 1], W, target);
}
STICTION_SIMD void add_rows_3(int rows, const double* D, const int* row_begin, const double* W, double* const* target) {
  for (int i = 0; i < rows; ++i, D += 9) add_row<3>(D, row_begin[i], row_begin[i + 1], W, target);
}

template <int kN>
class BlockContactMatrix final : public ContactMatrix {
 public:
  BlockContactMatrix(const RecordedProblem& problem, const std::vector<int>& contacts, const std::vector<double>& scale)
      : count_(static_cast<int>(contacts.size())) {
    const GroupPlaces places(contacts);
    pattern_ = coupled_pattern(problem, contacts, places);
    fill(problem, contacts, places, scale);
  }

  void multiply(const double* x, double* out) const override {
    if (multiplies_by_patches_) return patches_.multiply(x, out);
    multiply_as_recorded(x, out);
  }

  void multiply_as_recorded(const double* x, double* out) const override {
    constexpr auto times = kN == 2 ? rows_times_2 : rows_times_3;
    times(count_, pattern_.row_begin.data(), pattern_.column.data(), W_.data(), x, out);
  }

  Vec3 row_product(int contact, const double* x) const override {
    Vec3 product = Vec3::Zero();
    const auto& begin = pattern_.row_begin;
    row_times<kN>(begin[contact], begin[contact + 1], pattern_.column.data(), W_.data(), x, product.data());
    return product;
  }

  Mat3 diagonal(int contact) const override { return stored_block(place(contact, contact)); }

  bool factorize(const std::vector<Mat3>& D) override {
    constexpr auto add = kN == 2 ? add_rows_2 : add_rows_3;
    connect();
    D_ = D;
    if (by_patches_) return patches_.factorize(D);
    lu_.set_identity();
    add(count_, D_.front().data(), pattern_.row_begin.data(), W_.data(), target_.data());
    return lu_.factorize();
  }

  void solve(double* x) override {
    const std::size_t size = right_side_.size();
    std::copy(x, x + size, right_side_.begin());
    const double enough = kRefined * Eigen::Map<const VecX>(x, static_cast<Eigen::Index>(size)).norm();
    solve_once(x);
    double left = residual(x);
    for (int round = 0; round < kRefinements && left > enough; ++round) {
      std::copy(x, x + size, best_.begin());
      solve_once(residual_.data());
      for (std::size_t i = 0; i < size; ++i) x[i] += residual_[i];
      const double before = left;
      left = residual(x);
      if (!(left < before)) std::copy(best_.begin(), best_.end(), x);
      if (!(left < kWorthWhile * before)) break;
    }
  }

  double product_cost() const override { return kN * kN * static_cast<double>(pattern_.column.size()); }
  double least_system_cost() const override { return (kN + 8) * product_cost(); }
  double system_cost() override {
    connect();
    return (by_patches_ ? patches_.cost() : lu_.cost()) + least_system_cost();
  }

 private:
  using Block = Eigen::Matrix<double, kN, kN>;

  std::size_t place(int row, int column) const {
    const auto begin = pattern_.column.begin();
    const auto row_end = begin + pattern_.row_begin[row + 1];
    return static_cast<std::size_t>(std::lower_bound(begin + pattern_.row_begin[row], row_end, column) - begin);
  }

  Mat3 stored_block(std::size_t k) const {
    Mat3 block = Mat3::Zero();
    block.topLeftCorner<kN, kN>() = Eigen::Map<const Block>(W_.data() + kN * kN * k);
    return block;
  }

  void solve_once(double* x) {
    if (by_patches_) {
      patches_.solve(x);
    } else {
      lu_.solve(x, 3);
    }
  }

  void fill(const RecordedProblem& problem, const std::vector<int>& contacts, const GroupPlaces& places,
            const std::vector<double>& scale) {
    W_.assign(kN * kN * pattern_.column.size(), 0.0);
    std::vector<int> cursor(pattern_.row_begin.begin(), pattern_.row_begin.end() - 1);  // at column j, or before
    for (int j = 0; j < count_; ++j) {
      for (int k = 0; k < kN; ++k) {
        for (SparseMatrix::InnerIterator it(problem.W, kN * contacts[j] + k); it; ++it) {
          const int row = static_cast<int>(it.row()), i = places.of(row / kN);
          while (pattern_.column[cursor[i]] < j) ++cursor[i];
          W_[static_cast<std::size_t>(kN) * kN * cursor[i] + row % kN + kN * k] = it.value() / (scale[i] * scale[j]);
        }
      }
    }
  }

  void connect() {
    if (connected_) return;
    connected_ = true;
    for (auto* v : {&right_side_, &residual_, &best_, &w_}) v->resize(3 * static_cast<std::size_t>(count_));
    by_patches_ = patches_.prepare(pattern_, kN, [this](int k) { return stored_block(static_cast<std::size_t>(k)); });
    if (by_patches_) {
      multiplies_by_patches_ = patches_.is_exact() && patches_.product_cost() < kMuchCheaper * product_cost();
      return;
    }
    std::vector<std::pair<int, int>> edges;
    for (int i = 0; i < count_; ++i)
      for (int k = pattern_.row_begin[i]; k < pattern_.row_begin[i + 1]; ++k)
        if (pattern_.column[k] < i) edges.emplace_back(i, pattern_.column[k]);
    lu_.analyze(count_, edges);
    for (int i = 0; i < count_; ++i)
      for (int k = pattern_.row_begin[i]; k < pattern_.row_begin[i + 1]; ++k)
        target_.push_back(lu_.block(i, pattern_.column[k]));
  }

  // Leaves right_side_ - (I + D W) x in residual_, returns its norm. A third component in the plane is set to what it
  // has to be.
  double residual(double* x) {
    multiply(x, w_.data());
    double sum = 0;
    for (int c = 0; c < count_; ++c) {
      const std::size_t at = 3 * static_cast<std::size_t>(c);
      const Vec3 moved = D_[c].leftCols<kN>() * Eigen::Map<const Eigen::Matrix<double, kN, 1>>(w_.data() + at);
      for (int k = kN; k < 3; ++k) x[at + k] = right_side_[at + k] - moved[k];
      for (int k = 0; k < 3; ++k) {
        residual_[at + k] = right_side_[at + k] - x[at + k] - moved[k];
        sum += residual_[at + k] * residual_[at + k];
      }
    }
    return std::sqrt(sum);
  }

  int count_;
  ContactPattern pattern_;
  std::vector<double> W_;        // blocks, column-major
  std::vector<double*> target_;  // their blocks of the linear system
  bool connected_ = false, by_patches_ = false, multiplies_by_patches_ = false;
  PatchSystem patches_;
  BasicBlockLu<kN> lu_;  // where patches do not pay
  std::vector<Mat3> D_;
  std::vector<double> right_side_, residual_, best_, w_;
};

}  // namespace

std::unique_ptr<ContactMatrix> make_contact_matrix(const RecordedProblem& problem, const std::vector<int>& contacts,
                                                   const std::vector<double>& scale) {
  if (problem.dimension == 2) return std::make_unique<BlockContactMatrix<2>>(problem, contacts, scale);
  return std::make_unique<BlockContactMatrix<3>>(problem, contacts, scale);
}

}  // namespace stiction
