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

// (2) for one j and k. a: width zeros on entry.
STICTION_INLINE double add_rows(int rows, int width, const double* c, const double* x, const double* x_k, double* a) {
  double sum = 0;
  for (int i = 0; i < rows; ++i, c += width) {
    const double x_i = x[i];
    for (int t = 0; t < width; t += 4) four(a + t) += x_i * four(c + t);
  }
  for (int t = 0; t < width; ++t) sum += a[t] * x_k[t];
  return sum;
}

STICTION_SIMD double quartic_value(int n, const double* c, const double* x, double* a) {
  double value = 0;
  for (int j = 0; j < n; ++j) {
    for (int k = j; k < n; ++k) {
      const int width = padded(n - k);
      std::fill(a, a + width, 0.0);
      value += x[j] * x[k] * add_rows(j + 1, width, c, x, x + k, a);
      c += static_cast<std::ptrdiff_t>(j + 1) * width;
    }
  }
  return value;
}

// lanes: four zeros per variable on entry, whose sums are to be added to the gradient. What belongs to one row of
// coefficients is summed by lanes only once, at the end.
STICTION_SIMD void quartic_gradient(int n, const double* c, const double* x, double* a, double* gradient,
                                    double* lanes) {
  for (int j = 0; j < n; ++j) {
    for (int k = j; k < n; ++k) {
      const int width = padded(n - k);
      const double x_jk = x[j] * x[k];
      const double* x_k = x + k;
      std::fill(a, a + width, 0.0);
      int i = 0;
      for (; i + 3 <= j; i += 4, c += 4 * width) {
        const double *c1 = c + width, *c2 = c1 + width, *c3 = c2 + width;
        const double x0 = x[i], x1 = x[i + 1], x2 = x[i + 2], x3 = x[i + 3];
        Four d0 = {0, 0, 0, 0}, d1 = d0, d2 = d0, d3 = d0;
        for (int t = 0; t < width; t += 4) {
          const Four x_t = four(x_k + t), r0 = four(c + t), r1 = four(c1 + t), r2 = four(c2 + t), r3 = four(c3 + t);
          four(a + t) += (x0 * r0 + x1 * r1) + (x2 * r2 + x3 * r3);
          d0 += r0 * x_t;
          d1 += r1 * x_t;
          d2 += r2 * x_t;
          d3 += r3 * x_t;
        }
        four(lanes + 4 * i) += x_jk * d0;
        four(lanes + 4 * i + 4) += x_jk * d1;
        four(lanes + 4 * i + 8) += x_jk * d2;
        four(lanes + 4 * i + 12) += x_jk * d3;
      }
      for (; i <= j; ++i, c += width) {
        const double x_i = x[i];
        Four d = {0, 0, 0, 0};
        for (int t = 0; t < width; t += 4) {
          const Four c_t = four(c + t);
          four(a + t) += x_i * c_t;
          d += c_t * four(x_k + t);
        }
        four(lanes + 4 * i) += x_jk * d;
      }
      Four sums = {0, 0, 0, 0};
      for (int t = 0; t < width; t += 4) {
        const Four a_t = four(a + t);
        sums += a_t * four(x_k + t);
        four(gradient + k + t) += x_jk * a_t;
      }
      const double sum = (sums[0] + sums[1]) + (sums[2] + sums[3]);
      gradient[j] += x[k] * sum;
      gradient[k] += x[j] * sum;
    }
  }
  for (int i = 0; i < n; ++i) gradient[i] += (lanes[4 * i] + lanes[4 * i + 1]) + (lanes[4 * i + 2] + lanes[4 * i + 3]);
}

// half: n rows of `stride`; what pairs of factors have, the lower index first.
STICTION_SIMD void quartic_second(int n, int stride, const double* c, const double* x, double* a, double* half) {
  for (int j = 0; j < n; ++j) {
    double* half_j = half + static_cast<std::ptrdiff_t>(j) * stride;
    for (int k = j; k < n; ++k) {
      const int width = padded(n - k);
      const double x_j = x[j], x_kk = x[k], x_jk = x_j * x_kk;
      const double* x_k = x + k;
      std::fill(a, a + width, 0.0);
      double sum = 0;
      double* half_i = half;
      for (int i = 0; i <= j; ++i, c += width, half_i += stride) {
        const double x_i = x[i];
        Four d = {0, 0, 0, 0};
        for (int t = 0; t < width; t += 4) {
          const Four c_t = four(c + t);
          four(a + t) += x_i * c_t;
          four(half_i + k + t) += x_jk * c_t;
          d += c_t * four(x_k + t);
        }
        const double d_i = (d[0] + d[1]) + (d[2] + d[3]);
        half_i[j] += x_kk * d_i;
        half_i[k] += x_j * d_i;
        sum += x_i * d_i;
      }
      half_j[k] += sum;
      double* half_k = half + static_cast<std::ptrdiff_t>(k) * stride + k;
      for (int t = 0; t < width; t += 4) {
        const Four a_t = four(a + t);
        four(half_k + t) += x_j * a_t;
        four(half_j + k + t) += x_kk * a_t;
      }
    }
  }
}

}  // namespace

QuarticForm::QuarticForm(int coordinates) : coordinates_(coordinates) {
  const int n = variables();
  begin_.assign(static_cast<std::size_t>(n) * n, 0);
  std::size_t size = 0;
  for (int j = 0; j < n; ++j) {
    for (int k = j; k < n; ++k) {
      begin_[static_cast<std::size_t>(j) * n + k] = size;
      size += static_cast<std::size_t>(j + 1) * padded(n - k);
    }
  }
  coefficients_.assign(size, 0);
}

std::size_t QuarticForm::place(int i, int j, int k, int l) const {
  std::array<int, 4> at = {i, j, k, l};
  std::sort(at.begin(), at.end());
  const int n = variables();
  return begin_[static_cast<std::size_t>(at[1]) * n + at[2]] + static_cast<std::size_t>(at[0]) * padded(n - at[2]) +
         (at[3] - at[2]);
}

QuarticForm QuarticForm::scaled(double scale, double stretch) const {
  QuarticForm result = *this;
  const int n = variables();
  for (int j = 0; j < n; ++j) {
    for (int k = j; k < n; ++k) {
      double* c = result.coefficients_.data() + begin_[static_cast<std::size_t>(j) * n + k];
      const int width = padded(n - k);
      for (int i = 0; i <= j; ++i) {
        for (int t = 0; t < width; ++t, ++c) {
          const int degree = (i > 0) + (j > 0) + (k > 0) + (k + t > 0);
          *c *= scale * std::pow(stretch, -degree);
        }
      }
    }
  }
  return result;
}

void QuarticForm::set_point(const VecX& q, Work& work) const {
  work.x.assign(stride(), 0);
  work.x[0] = 1;
  std::copy(q.begin(), q.end(), work.x.begin() + 1);
  work.row.resize(stride());
}

double QuarticForm::value(const VecX& q, Work& work) const {
  set_point(q, work);
  return quartic_value(variables(), coefficients_.data(), work.x.data(), work.row.data());
}

void QuarticForm::gradient(const VecX& q, VecX& gradient, Work& work) const {
  set_point(q, work);
  work.second.assign(stride() + 4 * static_cast<std::size_t>(variables()), 0);
  quartic_gradient(variables(), coefficients_.data(), work.x.data(), work.row.data(), work.second.data(),
                   work.second.data() + stride());
  gradient = Eigen::Map<const VecX>(work.second.data() + 1, coordinates_);
}

double QuarticForm::second(const VecX& q, VecX& gradient, MatX& second, Work& work) const {
  set_point(q, work);
  const int n = variables(), width = stride();
  work.second.assign(static_cast<std::size_t>(n) * width, 0);
  quartic_second(n, width, coefficients_.data(), work.x.data(), work.row.data(), work.second.data());
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
