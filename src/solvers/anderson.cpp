#include "solvers/anderson.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

#include "base/simd.h"
#include "base/types.h"

namespace stiction {
namespace {

STICTION_SIMD double dot(const std::vector<double>& a, const std::vector<double>& b) {
  constexpr int kLanes = 8;
  double sum[kLanes] = {};
  const std::size_t whole = a.size() / kLanes * kLanes;
  for (std::size_t i = 0; i < whole; i += kLanes) {
    for (int k = 0; k < kLanes; ++k) sum[k] += a[i + k] * b[i + k];
  }
  for (std::size_t i = whole; i < a.size(); ++i) sum[i - whole] += a[i] * b[i];
  return ((sum[0] + sum[1]) + (sum[2] + sum[3])) + ((sum[4] + sum[5]) + (sum[6] + sum[7]));
}

STICTION_SIMD void subtract(const std::vector<double>& a, const std::vector<double>& b, std::vector<double>& out) {
  out.resize(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) out[i] = a[i] - b[i];
}

STICTION_SIMD void scale(double share, std::vector<double>& out) {
  for (double& value : out) value *= share;
}

STICTION_SIMD void add_share(double share, const std::vector<double>& in, std::vector<double>& out) {
  for (std::size_t i = 0; i < in.size(); ++i) out[i] += share * in[i];
}

}  // namespace

// False if there is nothing to compare it with.
bool Anderson::remember(const std::vector<double>& f, const std::vector<double>& f_new,
                        const std::vector<double>& beta_new) {
  Entry& entry = history_[next_];
  next_ = (next_ + 1) % kKept;
  entry.f_new = f_new;
  entry.beta_new = beta_new;
  subtract(f_new, f, entry.residual);
  const double norm = std::sqrt(dot(entry.residual, entry.residual));
  if (count_ > 0 && norm > 2 * last_norm_) count_ = 0;
  last_norm_ = norm;
  count_ = std::min(count_ + 1, kKept);
  if (count_ == 1) return false;
  subtract(entry.residual, history_[place(1)].residual, entry.change);
  for (int age = 0; age < count_ - 1; ++age) {
    Entry& other = history_[place(age)];
    entry.products[place(age)] = other.products[place(0)] = dot(entry.change, other.change);
  }
  return true;
}

void Anderson::mix(const std::vector<double>& f, std::vector<double>& f_new, std::vector<double>& beta_new) {
  if (!remember(f, f_new, beta_new)) return;
  // Minimise |r - sum_j gamma_j (r_j - r_j+1)|, j the age; then subtract the same combination from the image.
  const int changes = count_ - 1;
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, kWindow, kWindow> gram(changes, changes);
  Eigen::Matrix<double, Eigen::Dynamic, 1, 0, kWindow, 1> gamma(changes);
  for (int i = 0; i < changes; ++i) {
    const Entry& entry = history_[place(i)];
    gamma[i] = dot(history_[place(0)].residual, entry.change);
    for (int j = 0; j < changes; ++j) gram(i, j) = entry.products[place(j)];
  }
  const double largest = gram.diagonal().maxCoeff();
  if (!(largest > 0)) return;
  gram.diagonal().array() += 1e-12 * largest;
  gram.ldlt().solveInPlace(gamma);
  if (!gamma.allFinite()) return;
  // The image less gamma_j times the steps between the images: a combination of them all.
  for (int age = 0; age <= changes; ++age) {
    const double share = (age == 0 ? 1 : gamma[age - 1]) - (age < changes ? gamma[age] : 0);
    if (age == 0) {
      scale(share, f_new);
      scale(share, beta_new);
    } else {
      add_share(share, history_[place(age)].f_new, f_new);
      add_share(share, history_[place(age)].beta_new, beta_new);
    }
  }
}

}  // namespace stiction
