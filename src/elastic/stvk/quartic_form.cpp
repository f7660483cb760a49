#include "elastic/stvk/quartic_form.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/simd.h"

namespace stiction {
namespace {

// Four neighbours in memory, at any address.
using Four = double __attribute__((vector_size(32), aligned(8), may_alias));

STICTION_INLINE Four& four(double* p) {
  return *reinterpret_cast<Four*>(p);
}
STICTION_INLINE const Four& four(const double* p) {
  return *reinterpret_cast<const Four*>(p);
}

constexpr int padded(int count) {
  return (count + 3) / 4 * 4;
}

// Pairs of n variables, the lower first.
constexpr int pair_count(int n) {
  return n * (n + 1) / 2;
}

STICTION_INLINE double sum_of(const Four& v) {
  return (v[0] + v[1]) + (v[2] + v[3]);
}

// Rows of one block, `count` of them and `width` apart: d_i of (2).
template <int count>
STICTION_INLINE void dot_rows(int width, const double* c, const double* y, double* d) {
  Four sums[count] = {};
  for (int t = 0; t < width; t += 4) {
    const Four y_t = four(y + t);
#pragma GCC unroll 4
    for (int i = 0; i < count; ++i) sums[i] += four(c + i * width + t) * y_t;
  }
  for (int i = 0; i < count; ++i) d[i] = sum_of(sums[i]);
}

template <int count>
STICTION_INLINE void add_rows(const Four (&rows)[count], double* sum) {
  if constexpr (count == 4) {
    four(sum) += (rows[0] + rows[1]) + (rows[2] + rows[3]);
  } else {
    four(sum) += rows[0];
  }
}

// Besides, sum_i weights_i c_i is added to `sum`.
template <int count>
STICTION_INLINE void dot_and_add_rows(int width, const double* c, const double* y, const double* weights, double* d,
                                      double* sum) {
  Four sums[count] = {};
  for (int t = 0; t < width; t += 4) {
    const Four y_t = four(y + t);
    Four row[count];
#pragma GCC unroll 4
    for (int i = 0; i < count; ++i) {
      const Four c_t = four(c + i * width + t);
      sums[i] += c_t * y_t;
      row[i] = weights[i] * c_t;
    }
    add_rows(row, sum + t);
  }
  for (int i = 0; i < count; ++i) d[i] = sum_of(sums[i]);
}

// Besides, x_j c_i is added to z_i.
template <int count>
STICTION_INLINE void dot_and_spread_rows(int width, const double* c, const double* y, const double* x, double x_j,
                                         double* const* z, double* d, double* sum) {
  Four sums[count] = {};
  double* to[count];
  for (int i = 0; i < count; ++i) to[i] = z[i];
  for (int t = 0; t < width; t += 4) {
    const Four y_t = four(y + t);
    Four row[count];
#pragma GCC unroll 4
    for (int i = 0; i < count; ++i) {
      const Four c_t = four(c + i * width + t);
      sums[i] += c_t * y_t;
      row[i] = x[i] * c_t;
      four(to[i] + t) += x_j * c_t;
    }
    add_rows(row, sum + t);
  }
  for (int i = 0; i < count; ++i) d[i] = sum_of(sums[i]);
}

// With z over pairs (k, l) of variables `first` and on: z_kl x_l is added to `to` at k, z_kl x_k at l. Reads and writes
// up to three places beyond the last variable, where x is zero.
STICTION_INLINE void add_contracted(int n, int first, const double* z, const double* x, double* to) {
  for (int k = first; k < n; ++k) {
    const double x_k = x[k];
    Four sum = {0, 0, 0, 0};
    for (int l = k; l < n; l += 4) {
      const Four z_l = four(z + (l - k));
      sum += z_l * four(x + l);
      four(to + l) += x_k * z_l;
    }
    to[k] += sum_of(sum);
    z += n - k;
  }
}

STICTION_SIMD double quartic_value(int n, const double* c, const double* x, const double* y) {
  double value = 0;
  for (int j = 0; j < n; ++j) {
    const int width = padded(pair_count(n - j));
    double sum = 0, d[4];
    int i = 0;
    for (; i + 3 <= j; i += 4, c += 4 * width) {
      dot_rows<4>(width, c, y, d);
      sum += (x[i] * d[0] + x[i + 1] * d[1]) + (x[i + 2] * d[2] + x[i + 3] * d[3]);
    }
    for (; i <= j; ++i, c += width) {
      dot_rows<1>(width, c, y, d);
      sum += x[i] * d[0];
    }
    value += x[j] * sum;
    y += n - j;
  }
  return value;
}

// w: zeros on entry, over all pairs; gradient likewise.
STICTION_SIMD void quartic_gradient(int n, const double* c, const double* x, const double* y, double* w,
                                    double* gradient) {
  double* w_j = w;
  for (int j = 0; j < n; ++j) {
    const int width = padded(pair_count(n - j));
    const double x_j = x[j];
    double sum = 0, d[4], weights[4];
    int i = 0;
    for (; i + 3 <= j; i += 4, c += 4 * width) {
      for (int e = 0; e < 4; ++e) weights[e] = x_j * x[i + e];
      dot_and_add_rows<4>(width, c, y, weights, d, w_j);
      for (int e = 0; e < 4; ++e) gradient[i + e] += x_j * d[e];
      sum += (x[i] * d[0] + x[i + 1] * d[1]) + (x[i + 2] * d[2] + x[i + 3] * d[3]);
    }
    for (; i <= j; ++i, c += width) {
      weights[0] = x_j * x[i];
      dot_and_add_rows<1>(width, c, y, weights, d, w_j);
      gradient[i] += x_j * d[0];
      sum += x[i] * d[0];
    }
    gradient[j] += sum;
    y += n - j;
    w_j += n - j;
  }
  add_contracted(n, 0, w, x, gradient);
}

// Zeros on entry: half, n rows of `stride`, what pairs of factors have, the lower index first; w, over all pairs; p, as
// large; z, over pairs of 0 and on, then over pairs of 1 and on, and so forth.
STICTION_SIMD void quartic_second(int n, int stride, const double* c, const double* x, const double* y, double* w,
                                  double* p, double* z, double* half) {
  double* w_j = w;
  for (int j = 0; j < n; ++j) {
    const int pairs = pair_count(n - j), width = padded(pairs);
    const double x_j = x[j];
    double d[4];
    double* to[4];
    double *z_i = z, *half_j = half + j;  // of pairs j and on in the row of i; of (i, j)
    int skipped = pair_count(n) - pairs, i = 0;
    const auto next_row = [&](int e) {
      to[e] = z_i + skipped;
      z_i += pairs + skipped;
      skipped -= n - (i + e);
    };
    std::fill(p, p + width, 0.0);
    for (; i + 3 <= j; i += 4, c += 4 * width, half_j += 4 * stride) {
      for (int e = 0; e < 4; ++e) next_row(e);
      dot_and_spread_rows<4>(width, c, y, x + i, x_j, to, d, p);
      for (int e = 0; e < 4; ++e) half_j[e * stride] += d[e];
    }
    for (; i <= j; ++i, c += width, half_j += stride) {
      next_row(0);
      dot_and_spread_rows<1>(width, c, y, x + i, x_j, to, d, p);
      *half_j += d[0];
    }
    double* z_j = z_i - pairs;
    for (int t = 0; t < pairs; ++t) {
      w_j[t] += x_j * p[t];
      z_j[t] += p[t];
    }
    y += n - j;
    w_j += n - j;
  }
  for (int j = 0; j < n; ++j, half += stride) {
    add_contracted(n, j, z, x, half);
    z += pair_count(n - j);
    for (int l = j; l < n; ++l) half[l] += *w++;
  }
}

}  // namespace

QuarticForm::QuarticForm(int coordinates) : coordinates_(coordinates) {
  const int n = variables();
  std::size_t size = 0;
  for (int j = 0; j < n; ++j) {
    begin_.push_back(size);
    size += static_cast<std::size_t>(j + 1) * padded(pair_count(n - j));
  }
  coefficients_.assign(size, 0);
}

std::size_t QuarticForm::place(int i, int j, int k, int l) const {
  std::array<int, 4> at = {i, j, k, l};
  std::sort(at.begin(), at.end());
  const int n = variables(), of_j = pair_count(n - at[1]);
  return begin_[at[1]] + static_cast<std::size_t>(at[0]) * padded(of_j) + (of_j - pair_count(n - at[2])) +
         (at[3] - at[2]);
}

QuarticForm QuarticForm::scaled(double scale, double stretch) const {
  QuarticForm result = *this;
  const int n = variables();
  for (int i = 0; i < n; ++i) {
    for (int j = i; j < n; ++j) {
      for (int k = j; k < n; ++k) {
        for (int l = k; l < n; ++l) {
          const int degree = (i > 0) + (j > 0) + (k > 0) + (l > 0);
          result.coefficients_[place(i, j, k, l)] *= scale * std::pow(stretch, -degree);
        }
      }
    }
  }
  return result;
}

void QuarticForm::set_point(const VecX& q, Work& work) const {
  const int n = variables();
  work.x.assign(stride(), 0);
  work.x[0] = 1;
  std::copy(q.begin(), q.end(), work.x.begin() + 1);
  work.pairs.assign(pair_count(n) + 3, 0);
  double* y = work.pairs.data();
  for (int k = 0; k < n; ++k)
    for (int l = k; l < n; ++l) *y++ = work.x[k] * work.x[l];
}

double QuarticForm::value(const VecX& q, Work& work) const {
  set_point(q, work);
  return quartic_value(variables(), coefficients_.data(), work.x.data(), work.pairs.data());
}

void QuarticForm::gradient(const VecX& q, VecX& gradient, Work& work) const {
  set_point(q, work);
  work.second.assign(stride(), 0);
  work.weighted.assign(pair_count(variables()) + 3, 0);
  quartic_gradient(variables(), coefficients_.data(), work.x.data(), work.pairs.data(), work.weighted.data(),
                   work.second.data());
  gradient = Eigen::Map<const VecX>(work.second.data() + 1, coordinates_);
}

double QuarticForm::second(const VecX& q, VecX& gradient, MatX& second, Work& work) const {
  set_point(q, work);
  const int n = variables(), width = stride();
  work.second.assign(static_cast<std::size_t>(n) * width, 0);
  work.weighted.assign(pair_count(n) + 3, 0);
  work.row.resize(pair_count(n) + 3);
  work.spread.assign(static_cast<std::size_t>(n) * (n + 1) * (n + 2) / 6 + 3, 0);
  quartic_second(n, width, coefficients_.data(), work.x.data(), work.pairs.data(), work.weighted.data(),
                 work.row.data(), work.spread.data(), work.second.data());
  using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const Eigen::Map<const Rows> half(work.second.data(), n, width);
  const Eigen::Map<const VecX> x(work.x.data(), n);
  second.resize(coordinates_, coordinates_);
  gradient.resize(coordinates_);
  double value = 0;
  for (int a = 0; a < n; ++a) {
    double slope = 0;
    for (int b = 0; b < n; ++b) slope += (half(a, b) + half(b, a)) * x[b];
    value += slope * x[a] / 12;
    if (a == 0) continue;
    gradient[a - 1] = slope / 3;
    for (int b = 1; b < n; ++b) second(b - 1, a - 1) = half(a, b) + half(b, a);
  }
  return value;
}

}  // namespace stiction
