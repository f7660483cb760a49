#include "lcp/active_set_factor.h"

#include <Eigen/Cholesky>
#include <cmath>
#include <limits>

namespace stiction {
namespace {

struct Givens {
  double c, s, norm;
};

// (c s; -s c) (a; b) = (norm; 0), without overflow.
Givens givens(double a, double b) {
  const double norm = std::hypot(a, b);
  if (norm == 0) return {1, 0, 0};
  return {a / norm, b / norm, norm};
}

}  // namespace

ActiveSetFactor::ActiveSetFactor(const MatX& G) : n_(G.rows()) {
  const Eigen::LLT<MatX> cholesky(G);
  positive_definite_ = cholesky.info() == Eigen::Success && G.allFinite();
  if (!positive_definite_) return;
  L_ = cholesky.matrixL();
  inverse_ = L_.triangularView<Eigen::Lower>().transpose().solve(MatX::Identity(n_, n_));
  R_ = MatX::Zero(n_, n_);
  noise_ = 4 * std::numeric_limits<double>::epsilon() * inverse_.norm();
  clear();
}

void ActiveSetFactor::clear() {
  J_ = inverse_;
  size_ = 0;
}

double ActiveSetFactor::norm(const VecX& v) const {
  return (L_.triangularView<Eigen::Lower>().transpose() * v).norm();
}

double ActiveSetFactor::dual_norm(const VecX& v) const {
  return L_.triangularView<Eigen::Lower>().solve(v).norm();
}

VecX ActiveSetFactor::transform(const VecX& v) {
  operations_ += n_ * n_;
  return J_.transpose() * v;
}

void ActiveSetFactor::rotate_columns(int i, int j, double c, double s) {
  operations_ += 4 * n_;
  double* a = J_.col(i).data();
  double* b = J_.col(j).data();
  for (Eigen::Index k = 0; k < n_; ++k) {
    const double x = a[k];
    const double y = b[k];
    a[k] = c * x + s * y;
    b[k] = c * y - s * x;
  }
}

void ActiveSetFactor::add(VecX& d) {
  // d2 is rotated into its first entry, from the end.
  for (int i = static_cast<int>(n_) - 1; i > size_; --i) {
    if (d[i] == 0) continue;
    const Givens g = givens(d[i - 1], d[i]);
    d[i - 1] = g.norm;
    d[i] = 0;
    rotate_columns(i - 1, i, g.c, g.s);
  }
  R_.col(size_).head(size_ + 1) = d.head(size_ + 1);
  ++size_;
}

void ActiveSetFactor::remove(int index) {
  for (int j = index; j + 1 < size_; ++j) R_.col(j).head(j + 2) = R_.col(j + 1).head(j + 2);
  --size_;
  // What is left is upper Hessenberg from `index` on.
  for (int j = index; j < size_; ++j) {
    const Givens g = givens(R_(j, j), R_(j + 1, j));
    R_(j, j) = g.norm;
    R_(j + 1, j) = 0;
    for (int k = j + 1; k < size_; ++k) {
      const double x = R_(j, k);
      const double y = R_(j + 1, k);
      R_(j, k) = g.c * x + g.s * y;
      R_(j + 1, k) = g.c * y - g.s * x;
    }
    operations_ += 4 * (size_ - j);
    rotate_columns(j, j + 1, g.c, g.s);
  }
}

VecX ActiveSetFactor::solve_R(const VecX& rhs) {
  operations_ += size_ * size_ / 2;
  return R_.topLeftCorner(size_, size_).triangularView<Eigen::Upper>().solve(rhs);
}

VecX ActiveSetFactor::solve_R_transposed(const VecX& rhs) {
  operations_ += size_ * size_ / 2;
  return R_.topLeftCorner(size_, size_).triangularView<Eigen::Upper>().transpose().solve(rhs);
}

VecX ActiveSetFactor::span(const VecX& y1) {
  operations_ += n_ * size_;
  return J_.leftCols(size_) * y1;
}

VecX ActiveSetFactor::kernel(const VecX& d) {
  operations_ += n_ * (n_ - size_);
  return J_.rightCols(n_ - size_) * d.tail(n_ - size_);
}

}  // namespace stiction
