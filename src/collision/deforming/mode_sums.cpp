#include "collision/deforming/mode_sums.h"

#include <cstring>

#include "base/simd.h"

namespace stiction {
namespace {

using Lanes = double __attribute__((vector_size(kModeLanes * sizeof(double))));

STICTION_INLINE void load(const double* from, Lanes& lanes) {
  std::memcpy(&lanes, from, sizeof lanes);
}
STICTION_INLINE void store(const Lanes& lanes, double* to) {
  std::memcpy(to, &lanes, sizeof lanes);
}

}  // namespace

STICTION_SIMD void add_row_pair(const double* modes, const double* q, int count, double* sums) {
  const double* others = modes + static_cast<std::ptrdiff_t>(count) * kModeLanes;
  Lanes one, two;
  load(sums, one);
  load(sums + kModeLanes, two);
  for (int k = 0; k < count; ++k) {
    Lanes factors, mode, other;
    load(q + k * kModeLanes, factors);
    load(modes + k * kModeLanes, mode);
    load(others + k * kModeLanes, other);
    one += factors * mode;
    two += factors * other;
  }
  store(one, sums);
  store(two, sums + kModeLanes);
}

STICTION_SIMD void add_block(const double* modes, const double* q, int count, double* rows) {
  Lanes x, y, z;
  load(rows, x);
  load(rows + kModeLanes, y);
  load(rows + 2 * kModeLanes, z);
  for (int k = 0; k < count; ++k, modes += 3 * kModeLanes) {
    Lanes mode_x, mode_y, mode_z;
    load(modes, mode_x);
    load(modes + kModeLanes, mode_y);
    load(modes + 2 * kModeLanes, mode_z);
    x += q[k] * mode_x;
    y += q[k] * mode_y;
    z += q[k] * mode_z;
  }
  store(x, rows);
  store(y, rows + kModeLanes);
  store(z, rows + 2 * kModeLanes);
}

}  // namespace stiction
