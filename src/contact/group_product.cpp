#include "contact/group_product.h"

#include <algorithm>

#include "base/simd.h"

namespace stiction {
namespace {

constexpr int kColumn = Island::kColumn;

template <int kCount>
STICTION_INLINE void add_products(const Island& island, int group, int first, const double* P, double* S) {
  for (int c = island.group_begin[group]; c < island.group_begin[group + 1]; ++c) {
    const double* p = P + static_cast<std::size_t>(c) * kCount * kCount;
    bool active = false;
    for (int k = 0; k < kCount; ++k) active = active || p[k * kCount + k] != 0;
    if (!active) continue;
    const double* a = island.A.data() + static_cast<std::size_t>(c) * Island::kContact + first * kColumn;
    double b[kCount][kColumn];
    for (int k = 0; k < kCount; ++k) {
      for (int i = 0; i < kColumn; ++i) b[k][i] = a[i] * p[k * kCount];
      for (int l = 1; l < kCount; ++l)
        for (int i = 0; i < kColumn; ++i) b[k][i] += a[l * kColumn + i] * p[k * kCount + l];
    }
    for (int j = 0; j < kColumn; ++j) {
      double* column = S + j * kColumn;
      for (int k = 0; k < kCount; ++k) {
        const double f = a[k * kColumn + j];
        for (int i = 0; i < kColumn; ++i) column[i] += b[k][i] * f;
      }
    }
  }
}

STICTION_SIMD void group_product_1(const Island& island, int group, int first, const double* P, double* S) {
  add_products<1>(island, group, first, P, S);
}
STICTION_SIMD void group_product_2(const Island& island, int group, int first, const double* P, double* S) {
  add_products<2>(island, group, first, P, S);
}
STICTION_SIMD void group_product_3(const Island& island, int group, int first, const double* P, double* S) {
  add_products<3>(island, group, first, P, S);
}

}  // namespace

void group_product(const Island& island, int group, int first, int count, const double* P, double* S) {
  std::fill(S, S + kColumn * kColumn, 0.0);
  const auto product = count == 1 ? group_product_1 : count == 2 ? group_product_2 : group_product_3;
  product(island, group, first, P, S);
}

}  // namespace stiction
