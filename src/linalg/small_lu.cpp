#include "linalg/small_lu.h"

#include <cmath>
#include <cstddef>
#include <utility>

#include "base/simd.h"

namespace stiction {
namespace {

STICTION_INLINE double* column(double* matrix, int size, int j) {
  return matrix + static_cast<std::ptrdiff_t>(j) * size;
}

// target[begin, end) -= factor * source[begin, end)
STICTION_INLINE void subtract(const double* __restrict source, double factor, int begin, int end,
                              double* __restrict target) {
  for (int i = begin; i < end; ++i) target[i] -= factor * source[i];
}

// What four columns of L, from j on, do to a column of which all before j is done.
STICTION_INLINE void subtract_four(const double* L, int size, int j, double* __restrict own) {
  const double* __restrict c0 = L + static_cast<std::ptrdiff_t>(j) * size, * __restrict c1 = c0 + size, * __restrict c2 = c1 + size, * __restrict c3 = c2 + size;
  const double f0 = own[j];
  const double f1 = own[j + 1] - f0 * c0[j + 1];
  const double f2 = (own[j + 2] - f0 * c0[j + 2]) - f1 * c1[j + 2];
  const double f3 = ((own[j + 3] - f0 * c0[j + 3]) - f1 * c1[j + 3]) - f2 * c2[j + 3];
  own[j + 1] = f1;
  own[j + 2] = f2;
  own[j + 3] = f3;
  for (int i = j + 4; i < size; ++i) own[i] -= (f0 * c0[i] + f1 * c1[i]) + (f2 * c2[i] + f3 * c3[i]);
}

STICTION_INLINE int largest(const double* entries, int begin, int end) {
  int best = begin;
  for (int i = begin + 1; i < end; ++i)
    if (std::abs(entries[i]) > std::abs(entries[best])) best = i;
  return best;
}

STICTION_SIMD bool factorize(int size, double* matrix, int* pivots) {
  for (int k = 0; k < size; ++k) {
    double* own = column(matrix, size, k);
    // What the columns before do to this one: it is complete when its turn comes.
    for (int j = 0; j < k; ++j) std::swap(own[j], own[pivots[j]]);
    int j = 0;
    for (; j + 4 <= k; j += 4) subtract_four(matrix, size, j, own);
    for (; j < k; ++j) subtract(column(matrix, size, j), own[j], j + 1, size, own);
    const int pivot = largest(own, k, size);
    pivots[k] = pivot;
    if (!(std::abs(own[pivot]) > 0) || !std::isfinite(own[pivot])) return false;
    const double inverse = 1 / own[pivot];
    std::swap(own[k], own[pivot]);
    for (int i = k + 1; i < size; ++i) own[i] *= inverse;
    if (pivot == k) continue;
    for (int i = 0; i < k; ++i) std::swap(column(matrix, size, i)[k], column(matrix, size, i)[pivot]);
  }
  return true;
}

STICTION_SIMD void solve(int size, const double* matrix, const int* pivots, double* right) {
  for (int k = 0; k < size; ++k) std::swap(right[k], right[pivots[k]]);
  int k = 0;
  for (; k + 4 <= size; k += 4) subtract_four(matrix, size, k, right);
  for (; k < size; ++k) subtract(matrix + static_cast<std::ptrdiff_t>(k) * size, right[k], k + 1, size, right);
  for (k = size - 1; k >= 0; --k) {
    const double* own = matrix + static_cast<std::ptrdiff_t>(k) * size;
    right[k] /= own[k];
    subtract(own, right[k], 0, k, right);
  }
}

}  // namespace

bool factorize_small_lu(int size, double* matrix, int* pivots) {
  return factorize(size, matrix, pivots);
}

void solve_small_lu(int size, const double* matrix, const int* pivots, double* right) {
  solve(size, matrix, pivots, right);
}

}  // namespace stiction
