#include "solvers/anderson.h"

#include <Eigen/Cholesky>
#include <cmath>

#include "base/simd.h"
#include "base/types.h"

namespace stiction {
namespace {

STICTION_SIMD double difference_dot(const std::vector<double>& a, const std::vector<double>& b,
                                    const std::vector<double>& c, const std::vector<double>& d) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - b[i]) * (c[i] - d[i]);
  return sum;
}

// out = sum_k share_k vector_k
STICTION_SIMD void combine(int count, const double* share, const double* const* vectors, std::size_t size,
                           double* out) {
  for (std::size_t i = 0; i < size; ++i) out[i] = share[0] * vectors[0][i];
  for (int k = 1; k < count; ++k) {
    const double own = share[k];
    const double* vector = vectors[k];
    for (std::size_t i = 0; i < size; ++i) out[i] += own * vector[i];
  }
}

}  // namespace

void Anderson::mix(const std::vector<double>& f, const std::vector<double>& beta, std::vector<double>& f_new,
                   std::vector<double>& beta_new) {
  Entry& entry = history_[next_];
  entry.f_new = f_new;
  entry.beta_new = beta_new;
  entry.residual.resize(f.size());
  double squared = 0;
  for (std::size_t i = 0; i < f.size(); ++i) {
    entry.residual[i] = f_new[i] - f[i];
    squared += entry.residual[i] * entry.residual[i];
  }
  const double norm = std::sqrt(squared);
  if (count_ > 0 && norm > 2 * last_norm_) count_ = 0;
  last_norm_ = norm;
  const int newest = next_;
  next_ = (next_ + 1) % static_cast<int>(history_.size());
  count_ = std::min(count_ + 1, static_cast<int>(history_.size()));
  const int differences = count_ - 1;
  if (differences == 0) return;

  // Minimise |r - sum_j gamma_j (r_j+1 - r_j)|; then subtract the same combination from the image.
  const auto older = [&](int age) -> const Entry& {
    const int size = static_cast<int>(history_.size());
    return history_[(newest - age + size) % size];
  };
  using Small = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, kWindow, kWindow>;
  using SmallVector = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, kWindow, 1>;
  Small gram(differences, differences);
  SmallVector right(differences);
  for (int i = 0; i < differences; ++i) {
    right[i] = 0;
    for (std::size_t k = 0; k < f.size(); ++k) {
      right[i] += entry.residual[k] * (older(i).residual[k] - older(i + 1).residual[k]);
    }
    for (int j = 0; j <= i; ++j) {
      gram(i, j) = gram(j, i) =
          difference_dot(older(i).residual, older(i + 1).residual, older(j).residual, older(j + 1).residual);
    }
  }
  const double largest = gram.diagonal().maxCoeff();
  if (!(largest > 0)) return;
  gram.diagonal().array() += 1e-12 * largest;
  const SmallVector gamma = gram.ldlt().solve(right);
  if (!gamma.allFinite()) return;
  // The image less gamma_j times the steps between the images: a combination of them all.
  std::array<const double*, kWindow + 1> f_images{}, beta_images{};
  std::array<double, kWindow + 1> share{};
  for (int age = 0; age <= differences; ++age) {
    f_images[age] = older(age).f_new.data();
    beta_images[age] = older(age).beta_new.data();
    share[age] = (age == 0 ? 1 : gamma[age - 1]) - (age < differences ? gamma[age] : 0);
  }
  combine(count_, share.data(), f_images.data(), f_new.size(), f_new.data());
  combine(count_, share.data(), beta_images.data(), beta_new.size(), beta_new.data());
}

}  // namespace stiction
