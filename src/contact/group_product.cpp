#include "contact/group_product.h"

#include <algorithm>

#include "base/simd.h"
#include "contact/patch_kernels.h"

namespace stiction {
namespace {

constexpr int kColumn = Island::kColumn;

// S = B T B^T.
STICTION_INLINE void from_twists(const double* B, const patch::TwistMatrix& T, double* S) {
  double BT[6][kColumn];  // column k of B T
  for (int k = 0; k < 6; ++k) {
    for (int i = 0; i < kColumn; ++i) BT[k][i] = B[i] * T.row[0][patch::TwistMatrix::column(k)];
    for (int j = 1; j < 6; ++j)
      for (int i = 0; i < kColumn; ++i) BT[k][i] += B[j * kColumn + i] * T.row[j][patch::TwistMatrix::column(k)];
  }
  for (int l = 0; l < kColumn; ++l) {
    double* column = S + l * kColumn;
    for (int i = 0; i < kColumn; ++i) column[i] = BT[0][i] * B[l];
    for (int k = 1; k < 6; ++k)
      for (int i = 0; i < kColumn; ++i) column[i] += BT[k][i] * B[k * kColumn + l];
  }
}

// From so many active contacts on B T B^T costs less than what patches save.
template <int kCount>
constexpr int kLeastPatched = kCount == 1   ? 9
                              : kCount == 2 ? 4
                                            : 3;

template <int kCount>
STICTION_INLINE bool is_active(const double* p) {
  bool active = false;
  for (int k = 0; k < kCount; ++k) active = active || p[k * kCount + k] != 0;
  return active;
}

// Are at least so many contacts active?
template <int kCount>
STICTION_INLINE bool has_contacts(const Island& island, int group, const double* P, int least) {
  int active = 0;
  for (int c = island.group_begin[group]; c < island.group_begin[group + 1] && active < least; ++c) {
    active += is_active<kCount>(P + static_cast<std::size_t>(c) * kCount * kCount) ? 1 : 0;
  }
  return active >= least;
}

// T = sum over the group's patches, in the group's frame.
template <int kCount>
STICTION_INLINE void twist_products(const Island& island, int group, const double* P, patch::TwistMatrix& T) {
  const int first = island.group_patches[group];
  patch::products<kCount>(island, island.patch_begin[first], island.patch_begin[first + 1], P, T);
  for (int k = first + 1; k < island.group_patches[group + 1]; ++k) {
    patch::TwistMatrix own;
    patch::products<kCount>(island, island.patch_begin[k], island.patch_begin[k + 1], P, own);
    patch::add_turned(island.frame(k), own, T);
  }
}

template <int kCount>
STICTION_INLINE void add_products(const Island& island, int group, int first, const double* P, double* S) {
  for (int c = island.group_begin[group]; c < island.group_begin[group + 1]; ++c) {
    const double* p = P + static_cast<std::size_t>(c) * kCount * kCount;
    if (!is_active<kCount>(p)) continue;
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

template <int kCount>
STICTION_INLINE void product(const Island& island, int group, int first, const double* P, double* S) {
  if (island.has_patches[group] && has_contacts<kCount>(island, group, P, kLeastPatched<kCount>)) {
    patch::TwistMatrix T;
    twist_products<kCount>(island, group, P, T);
    from_twists(island.B.data() + static_cast<std::size_t>(group) * Island::kTwist, T, S);
  } else {
    std::fill(S, S + kColumn * kColumn, 0.0);
    add_products<kCount>(island, group, first, P, S);
  }
}

STICTION_SIMD void group_product_1(const Island& island, int group, int first, const double* P, double* S) {
  product<1>(island, group, first, P, S);
}
STICTION_SIMD void group_product_2(const Island& island, int group, int first, const double* P, double* S) {
  product<2>(island, group, first, P, S);
}
STICTION_SIMD void group_product_3(const Island& island, int group, int first, const double* P, double* S) {
  product<3>(island, group, first, P, S);
}

}  // namespace

void group_product(const Island& island, int group, int first, int count, const double* P, double* S) {
  if (!island.is_rigid(group)) {
    std::fill(S, S + kColumn * kColumn, 0.0);
    return;
  }
  (count == 1 ? group_product_1 : count == 2 ? group_product_2 : group_product_3)(island, group, first, P, S);
}

}  // namespace stiction
