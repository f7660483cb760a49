#include "contact/island.h"

#include <algorithm>
#include <cmath>

#include "base/simd.h"
#include "contact/island_loops.h"
#include "contact/patch_kernels.h"
#include "contact/projections.h"
#include "contact/wide_kernels.h"

namespace stiction {
namespace {

constexpr int kColumn = Island::kColumn;

// Groups without patches.
template <int kCount>
STICTION_INLINE void transposed_columns(const Island& island, int first, int group, const double* x, double* out) {
  for (int c = island.group_begin[group]; c < island.group_begin[group + 1]; ++c) {
    const double* a = island.A.data() + static_cast<std::size_t>(c) * Island::kContact + first * kColumn;
    const double* xa = x + 6 * island.side_a[c];
    const double* xb = x + 6 * island.side_b[c];
    for (int k = 0; k < kCount; ++k) {
      const double* column = a + k * kColumn;
      double p[6];
      for (int i = 0; i < 6; ++i) p[i] = column[i] * xa[i] + column[6 + i] * xb[i];
      out[c * kCount + k] = (p[0] + p[1]) + (p[2] + p[3]) + (p[4] + p[5]);
    }
  }
}

template <int kCount>
STICTION_INLINE void transposed_patches(const Island& island, int group, const double* x, double* out) {
  const int begin = island.group_begin[group];
  const double* B = island.B.data() + static_cast<std::size_t>(group) * Island::kTwist;
  double y[kColumn];
  for (int i = 0; i < 6; ++i) y[i] = x[6 * island.side_a[begin] + i];
  for (int i = 0; i < 6; ++i) y[6 + i] = x[6 * island.side_b[begin] + i];
  double twist[6], turned[6];
  for (int j = 0; j < 6; ++j, B += kColumn) {
    double p[4];
    for (int i = 0; i < 4; ++i) p[i] = B[i] * y[i] + B[4 + i] * y[4 + i] + B[8 + i] * y[8 + i];
    twist[j] = patch::sum_of_lanes(p);
  }
  const int first = island.group_patches[group];
  for (int k = first; k < island.group_patches[group + 1]; ++k) {
    if (k > first) patch::to_patch(island.frame(k), twist, turned);
    patch::velocities<kCount>(island, island.patch_begin[k], island.patch_begin[k + 1], k > first ? turned : twist,
                              out);
  }
}

// Of the groups [begin, end).
template <int kCount>
STICTION_INLINE void transposed_loop(const Island& island, int first, int begin, int end, const double* x,
                                     double* out) {
  for (int g = begin; g < end; ++g) {
    if (island.has_patches[g]) {
      transposed_patches<kCount>(island, g, x, out);
    } else if (!island.is_rigid(g)) {
      std::fill(out + kCount * island.group_begin[g], out + kCount * island.group_begin[g + 1], 0.0);
    } else {
      transposed_columns<kCount>(island, first, g, x, out);
    }
  }
}

template <int kCount>
STICTION_INLINE void sum_patches(const Island& island, int group, const double* z, double* sum) {
  double momentum[6] = {};
  const int first = island.group_patches[group];
  for (int k = first; k < island.group_patches[group + 1]; ++k) {
    double own[6] = {}, turned[6];
    patch::add_momentum<kCount>(island, island.patch_begin[k], island.patch_begin[k + 1], z, own);
    if (k > first) patch::to_group(island.frame(k), own, turned);
    for (int i = 0; i < 6; ++i) momentum[i] += k > first ? turned[i] : own[i];
  }
  const double* B = island.B.data() + static_cast<std::size_t>(group) * Island::kTwist;
  for (int i = 0; i < kColumn; ++i) sum[i] = 0;
  for (int j = 0; j < 6; ++j, B += kColumn)
    for (int i = 0; i < kColumn; ++i) sum[i] += B[i] * momentum[j];
}

// sum: 12 entries, of body a and of body b.
template <int kCount>
STICTION_INLINE void sum_group(const Island& island, int first, int group, const double* z, double* sum) {
  if (island.has_patches[group]) {
    sum_patches<kCount>(island, group, z, sum);
    return;
  }
  for (int i = 0; i < kColumn; ++i) sum[i] = 0;
  for (int c = island.group_begin[group]; c < island.group_begin[group + 1]; ++c) {
    const double* a = island.A.data() + static_cast<std::size_t>(c) * Island::kContact + first * kColumn;
    for (int k = 0; k < kCount; ++k) {
      const double f = z[c * kCount + k];
      for (int i = 0; i < kColumn; ++i) sum[i] += a[k * kColumn + i] * f;
    }
  }
}

STICTION_INLINE void add_group_sum(const Island& island, int group, const double* sum, double* x) {
  double* xa = x + 6 * island.side_a[island.group_begin[group]];
  double* xb = x + 6 * island.side_b[island.group_begin[group]];
  for (int i = 0; i < 6; ++i) xa[i] += sum[i];
  for (int i = 0; i < 6; ++i) xb[i] += sum[6 + i];
}

template <int kCount>
STICTION_INLINE void accumulate_loop(const Island& island, int first, const double* z, double* x) {
  const int groups = island.group_count();
  for (int g = 0; g < groups; ++g) {
    if (!island.is_rigid(g)) continue;
    double sum[kColumn];
    sum_group<kCount>(island, first, g, z, sum);
    add_group_sum(island, g, sum, x);
  }
}

// The sums alone, of the groups [begin, end).
template <int kCount>
STICTION_INLINE void group_sums_loop(const Island& island, int first, int begin, int end, const double* z,
                                     double* sums) {
  for (int g = begin; g < end; ++g) {
    double sum[kColumn];
    sum_group<kCount>(island, first, g, z, sum);
    for (int i = 0; i < kColumn; ++i) sums[g * kColumn + i] = sum[i];
  }
}

STICTION_SIMD void transposed_1(const Island& island, int first, int begin, int end, const double* x, double* out) {
  transposed_loop<1>(island, first, begin, end, x, out);
}
STICTION_SIMD void transposed_2(const Island& island, int first, int begin, int end, const double* x, double* out) {
  transposed_loop<2>(island, first, begin, end, x, out);
}
STICTION_SIMD void transposed_3(const Island& island, int first, int begin, int end, const double* x, double* out) {
  transposed_loop<3>(island, first, begin, end, x, out);
}
STICTION_SIMD void accumulate_1(const Island& island, int first, const double* z, double* x) {
  accumulate_loop<1>(island, first, z, x);
}
STICTION_SIMD void accumulate_2(const Island& island, int first, const double* z, double* x) {
  accumulate_loop<2>(island, first, z, x);
}
STICTION_SIMD void accumulate_3(const Island& island, int first, const double* z, double* x) {
  accumulate_loop<3>(island, first, z, x);
}
STICTION_SIMD void group_sums_1(const Island& island, int first, int begin, int end, const double* z, double* sums) {
  group_sums_loop<1>(island, first, begin, end, z, sums);
}
STICTION_SIMD void group_sums_2(const Island& island, int first, int begin, int end, const double* z, double* sums) {
  group_sums_loop<2>(island, first, begin, end, z, sums);
}
STICTION_SIMD void group_sums_3(const Island& island, int first, int begin, int end, const double* z, double* sums) {
  group_sums_loop<3>(island, first, begin, end, z, sums);
}

}  // namespace

void Island::apply_transposed(int first, int count, const double* x, double* out) const {
  const auto sweep = count == 1 ? transposed_1 : count == 2 ? transposed_2 : transposed_3;
  for_group_ranges(*this, kContactsPerTask, [&](int begin, int end) { sweep(*this, first, begin, end, x, out); });
  for_run_ranges(*this, kContactsPerTask,
                 [&](int begin, int end) { add_wide_velocities(*this, first, count, begin, end, x, out); });
}

// Bodies receive the sums of their groups in the order of groups, one way or the other.
void Island::accumulate(int first, int count, const double* z, double* x) const {
  if (groups_in_parallel(*this, kContactsPerTask)) {
    const auto sums = count == 1 ? group_sums_1 : count == 2 ? group_sums_2 : group_sums_3;
    for_group_ranges(*this, kContactsPerTask,
                     [&](int begin, int end) { sums(*this, first, begin, end, z, group_sums.data()); });
    for (int g = 0; g < group_count(); ++g)
      add_group_sum(*this, g, &group_sums[static_cast<std::size_t>(g) * kColumn], x);
  } else {
    (count == 1 ? accumulate_1 : count == 2 ? accumulate_2 : accumulate_3)(*this, first, z, x);
  }
  add_wide_sums(*this, first, count, z, x);
  std::fill(x + 6 * block_count(), x + velocity_size(), 0.0);
}

double Island::natural_map(const double* z, const double* u) const {
  const double sum = sum_over_contacts(contact_count(), kHeavyContactsPerTask, [&](int c) {
    return natural_map_squared(friction_set.samples, mu[c], 1, z + 3 * c, u + 3 * c);
  });
  return denominator > 0 ? std::sqrt(sum) / denominator : 0;
}

double Island::signorini(const double* z, const double* u) const {
  const double worst = largest_over_contacts(contact_count(), kContactsPerTask, 0.0,
                                             [&](int c) { return std::abs(signorini_map(1, z[3 * c], u[3 * c])); });
  return denominator > 0 ? worst / denominator : 0;
}

void Island::block_pairs(std::vector<std::pair<int, int>>& edges) const {
  edges.clear();
  std::vector<int> touched;  // by one contact
  for (int g = 0; g < group_count(); ++g) {
    const int a = side_a[group_begin[g]], b = side_b[group_begin[g]];
    if (a < block_count() && b < block_count()) edges.emplace_back(a, b);
  }
  for (const WideRun& own : wide_runs) {
    touched.clear();
    for (const int side : {side_a[own.begin], side_b[own.begin]}) {
      if (side < block_count()) touched.push_back(side);
    }
    const std::size_t rigid = touched.size();
    for_parts(own.begin, [&](int block, const PartColumns&) { touched.push_back(block); });
    for (std::size_t i = rigid; i < touched.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) edges.emplace_back(touched[j], touched[i]);
  }
}

}  // namespace stiction
