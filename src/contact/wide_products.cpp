#include "contact/wide_products.h"

#include <algorithm>

#include "base/simd.h"

namespace stiction {
namespace {

// S is computed in tiles of so many rows and columns, which stay in registers,
constexpr int kTileRows = 8, kTileColumns = 4;
// from so many columns of A at a time, which stay in the cache.
constexpr int kDepth = 144;

STICTION_INLINE void add_tile(int depth, const double* left, const double* right, double* S, int stride) {
  double sum[kTileColumns][kTileRows];
  for (int j = 0; j < kTileColumns; ++j)
    for (int i = 0; i < kTileRows; ++i) sum[j][i] = S[static_cast<std::ptrdiff_t>(j) * stride + i];
  for (int k = 0; k < depth; ++k, left += kTileRows, right += kTileColumns)
    for (int j = 0; j < kTileColumns; ++j)
      for (int i = 0; i < kTileRows; ++i) sum[j][i] += left[i] * right[j];
  for (int j = 0; j < kTileColumns; ++j)
    for (int i = 0; i < kTileRows; ++i) S[static_cast<std::ptrdiff_t>(j) * stride + i] = sum[j][i];
}

// S += left right^T: strips of kTileRows or kTileColumns rows, in each kDepth columns one after the other.
STICTION_SIMD void add_tiles(int depth, int rows, bool lower, const double* left, const double* right, double* S) {
  for (int j = 0; j < rows; j += kTileColumns) {
    for (int i = lower ? j / kTileRows * kTileRows : 0; i < rows; i += kTileRows) {
      add_tile(depth, left + static_cast<std::ptrdiff_t>(i) * kDepth, right + static_cast<std::ptrdiff_t>(j) * kDepth,
               S + static_cast<std::ptrdiff_t>(j) * rows + i, rows);
    }
  }
}

// Column `column` of a matrix in strips of kStrip rows.
template <int kStrip>
STICTION_INLINE void set_column(int rows, int column, const double* values, double* strips) {
  double* strip = strips + static_cast<std::ptrdiff_t>(column) * kStrip;
  for (int i = 0; i < rows; i += kStrip, strip += static_cast<std::ptrdiff_t>(kDepth) * kStrip)
    for (int l = 0; l < kStrip; ++l) strip[l] = values[i + l];
}

// Columns of A_c and A_c P_c, rows numbers each.
template <int kCount>
STICTION_INLINE void pack_columns(int rows, int depth, const double* columns, const double* P, double* product,
                                  double* left, double* right) {
  for (int k = 0; k < kCount; ++k) {
    for (int i = 0; i < rows; ++i) product[i] = columns[i] * P[k * kCount];
    for (int l = 1; l < kCount; ++l)
      for (int i = 0; i < rows; ++i) product[i] += columns[l * rows + i] * P[k * kCount + l];
    set_column<kTileRows>(rows, depth + k, product, left);
    set_column<kTileColumns>(rows, depth + k, columns + static_cast<std::ptrdiff_t>(k) * rows, right);
  }
}

STICTION_SIMD void pack_1(int rows, int depth, const double* columns, const double* P, double* product, double* left,
                          double* right) {
  pack_columns<1>(rows, depth, columns, P, product, left, right);
}
STICTION_SIMD void pack_2(int rows, int depth, const double* columns, const double* P, double* product, double* left,
                          double* right) {
  pack_columns<2>(rows, depth, columns, P, product, left, right);
}
STICTION_SIMD void pack_3(int rows, int depth, const double* columns, const double* P, double* product, double* left,
                          double* right) {
  pack_columns<3>(rows, depth, columns, P, product, left, right);
}

bool is_active(int count, const double* P) {
  bool active = false;
  for (int k = 0; k < count; ++k) active = active || P[k * count + k] != 0;
  return active;
}

}  // namespace

void touched_blocks(const Island& island, const WideRun& run, std::vector<TouchedBlock>& touched) {
  touched.clear();
  for (const WideSegment& segment : island.segments(run)) {
    for (int k = 0; k < segment.blocks; ++k) touched.push_back({segment.block + k, true, segment.row + 6 * k});
  }
  const int a = island.side_a[run.begin], b = island.side_b[run.begin];
  if (a < island.block_count()) touched.push_back({a, false, run.rows});
  if (b < island.block_count()) touched.push_back({b, false, run.rows + 6});
}

// Adds a contact's columns to what is to be multiplied.
void WideProduct::pack(const Island& island, const WideRun& run, int contact, int first, int count, const double* P) {
  const double* from = island.column(run, contact, first);
  for (int k = 0; k < count; ++k, from += run.rows)
    std::copy(from, from + run.rows, columns_.begin() + static_cast<std::ptrdiff_t>(k) * stride_);
  if (island.has_rigid_side(run.begin)) {
    const double* A = &island.A[static_cast<std::size_t>(contact) * Island::kContact + first * Island::kColumn];
    for (int k = 0; k < count; ++k, A += Island::kColumn)
      std::copy(A, A + Island::kColumn, columns_.begin() + static_cast<std::ptrdiff_t>(k) * stride_ + run.rows);
  }
  (count == 1   ? pack_1
   : count == 2 ? pack_2
                : pack_3)(stride_, depth_, columns_.data(), P, products_.data(), left_.data(), right_.data());
  depth_ += count;
}

bool WideProduct::compute(const Island& island, const WideRun& run, int first, int count, const double* P, Half half) {
  const int rows = run.rows + (island.has_rigid_side(run.begin) ? Island::kColumn : 0);
  stride_ = (rows + kTileRows - 1) / kTileRows * kTileRows;
  const auto size = static_cast<std::size_t>(stride_);
  S_.assign(size * size, 0.0);
  left_.resize(size * kDepth);
  right_.resize(size * kDepth);
  columns_.assign(3 * size, 0.0);
  products_.resize(size);
  const auto multiply = [&] {
    add_tiles(depth_, stride_, half == Half::kLower, left_.data(), right_.data(), S_.data());
    depth_ = 0;
  };
  depth_ = 0;
  bool any = false;
  for (int c = run.begin; c < run.end; ++c) {
    const double* own = P + static_cast<std::size_t>(c) * count * count;
    if (!is_active(count, own)) continue;
    any = true;
    pack(island, run, c, first, count, own);
    if (depth_ + count > kDepth) multiply();
  }
  if (depth_ > 0) multiply();
  return any;
}

}  // namespace stiction
