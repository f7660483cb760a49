#include "contact/wide_kernels.h"

#include <algorithm>
#include <cstring>

#include "base/simd.h"

namespace stiction {
namespace {

constexpr int kLanes = 4;

// `count` columns of a run, `stride` numbers from one contact's to the next one's.
struct Columns {
  const double* values;
  int rows;
  std::ptrdiff_t stride;
};

Columns columns_of(const Island& island, const WideRun& run, int contact, int first) {
  return {island.column(run, contact, first), run.rows, 3 * static_cast<std::ptrdiff_t>(run.rows)};
}

// Columns of one segment times x. Lanes are written as one value: of arrays the compiler makes something slow here.
template <int kCount>
STICTION_INLINE void velocities_loop(Columns columns, int contacts, int size, const double* x, double* out) {
  using Lanes = double __attribute__((vector_size(kLanes * sizeof(double))));
  for (int c = 0; c < contacts; ++c, columns.values += columns.stride, out += kCount) {
    Lanes sum[kCount] = {};
    for (int i = 0; i < size; i += kLanes) {
      Lanes own, entries;
      std::memcpy(&own, x + i, sizeof own);
      for (int k = 0; k < kCount; ++k) {
        std::memcpy(&entries, columns.values + static_cast<std::ptrdiff_t>(k) * columns.rows + i, sizeof entries);
        sum[k] += entries * own;
      }
    }
    for (int k = 0; k < kCount; ++k) out[k] += (sum[k][0] + sum[k][1]) + (sum[k][2] + sum[k][3]);
  }
}

template <int kCount>
STICTION_INLINE bool is_zero(const double* z) {
  bool zero = true;
  for (int k = 0; k < kCount; ++k) zero = zero && z[k] == 0;
  return zero;
}

template <int kCount>
STICTION_INLINE void sums_loop(Columns columns, int contacts, int size, const double* z, double* x) {
  for (int c = 0; c < contacts; ++c, columns.values += columns.stride, z += kCount) {
    if (is_zero<kCount>(z)) continue;
    for (int i = 0; i < size; i += kLanes) {
      double sum[kLanes];
      for (int l = 0; l < kLanes; ++l) sum[l] = x[i + l];
      for (int k = 0; k < kCount; ++k)
        for (int l = 0; l < kLanes; ++l) sum[l] += columns.values[k * columns.rows + i + l] * z[k];
      for (int l = 0; l < kLanes; ++l) x[i + l] = sum[l];
    }
  }
}

STICTION_SIMD void velocities_1(Columns columns, int contacts, int size, const double* x, double* out) {
  velocities_loop<1>(columns, contacts, size, x, out);
}
STICTION_SIMD void velocities_2(Columns columns, int contacts, int size, const double* x, double* out) {
  velocities_loop<2>(columns, contacts, size, x, out);
}
STICTION_SIMD void velocities_3(Columns columns, int contacts, int size, const double* x, double* out) {
  velocities_loop<3>(columns, contacts, size, x, out);
}
STICTION_SIMD void sums_1(Columns columns, int contacts, int size, const double* z, double* x) {
  sums_loop<1>(columns, contacts, size, z, x);
}
STICTION_SIMD void sums_2(Columns columns, int contacts, int size, const double* z, double* x) {
  sums_loop<2>(columns, contacts, size, z, x);
}
STICTION_SIMD void sums_3(Columns columns, int contacts, int size, const double* z, double* x) {
  sums_loop<3>(columns, contacts, size, z, x);
}

}  // namespace

void add_wide_velocities(const Island& island, int first, int count, int begin, int end, const double* x, double* out) {
  const auto kernel = count == 1 ? velocities_1 : count == 2 ? velocities_2 : velocities_3;
  auto run = std::lower_bound(island.wide_runs.begin(), island.wide_runs.end(), begin,
                              [](const WideRun& one, int contact) { return one.end <= contact; });
  for (; run != island.wide_runs.end() && run->begin < end; ++run) {
    const int from = std::max(begin, run->begin), to = std::min(end, run->end);
    for (const WideSegment& segment : island.segments(*run)) {
      Columns columns = columns_of(island, *run, from, first);
      columns.values += segment.row;
      kernel(columns, to - from, segment.padded_rows(), x + 6 * segment.block,
             out + static_cast<std::ptrdiff_t>(from) * count);
    }
  }
}

void add_wide_sums(const Island& island, int first, int count, const double* z, double* x) {
  const auto kernel = count == 1 ? sums_1 : count == 2 ? sums_2 : sums_3;
  for (const WideRun& run : island.wide_runs) {
    for (const WideSegment& segment : island.segments(run)) {
      Columns columns = columns_of(island, run, run.begin, first);
      columns.values += segment.row;
      kernel(columns, run.end - run.begin, segment.padded_rows(), z + static_cast<std::ptrdiff_t>(run.begin) * count,
             x + 6 * segment.block);
    }
  }
}

void add_wide_velocity(const Island& island, const WideRun& run, int contact, const double* x, double* u) {
  Columns columns = columns_of(island, run, contact, 0);
  const double* first = columns.values;
  for (const WideSegment& segment : island.segments(run)) {
    columns.values = first + segment.row;
    velocities_3(columns, 1, segment.padded_rows(), x + 6 * segment.block, u);
  }
}

void add_wide_impulse(const Island& island, const WideRun& run, int contact, const double* z, double* x) {
  Columns columns = columns_of(island, run, contact, 0);
  const double* first = columns.values;
  for (const WideSegment& segment : island.segments(run)) {
    columns.values = first + segment.row;
    sums_3(columns, 1, segment.padded_rows(), z, x + 6 * segment.block);
  }
}

}  // namespace stiction
