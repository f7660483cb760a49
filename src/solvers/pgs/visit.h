// What a visit of sweeps does to the velocities of a contact's two rigid sides. A: 3 columns of 12 (contact/island.h).
#pragma once

#include "base/simd.h"
#include "contact/island.h"

namespace stiction {

// u = A^T x + q - W r: the contact's velocity without its own impulse. Columns of a side that is not free are zero.
template <class Real>
STICTION_INLINE void velocity_without(const Real* A, const double* xa, const double* xb, const double* q,
                                      const double* W, const double* r, double* u) {
  double y[Island::kColumn];
  for (int i = 0; i < 6; ++i) y[i] = xa[i];
  for (int i = 0; i < 6; ++i) y[6 + i] = xb[i];
  for (int k = 0; k < 3; ++k, A += Island::kColumn) {
    double p[4];
    for (int i = 0; i < 4; ++i) {
      p[i] = static_cast<double>(A[i]) * y[i] + static_cast<double>(A[4 + i]) * y[4 + i] +
             static_cast<double>(A[8 + i]) * y[8 + i];
    }
    u[k] = q[k] - (W[k] * r[0] + W[3 + k] * r[1] + W[6 + k] * r[2]) + ((p[0] + p[1]) + (p[2] + p[3]));
  }
}

// x += A change of one side
template <class Real>
STICTION_INLINE void add_impulse(const Real* A, const double* change, double* x) {
  for (int i = 0; i < 6; ++i) {
    x[i] += static_cast<double>(A[i]) * change[0] + static_cast<double>(A[Island::kColumn + i]) * change[1] +
            static_cast<double>(A[2 * Island::kColumn + i]) * change[2];
  }
}

}  // namespace stiction
