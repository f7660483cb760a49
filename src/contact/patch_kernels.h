// Arithmetic of patches: contacts of two bodies that share a frame. Internal to this room.
//
// With impulses z in the patch's frame and levers r, a contact gives the momentum (z / s, r x z / s); a relative twist
// (v, w) moves it by (v + w x r) / s. Four contacts are treated at once, lane by lane, with the same additions in the
// same order whatever the instruction set. Where fewer than three columns take part, the first of them is kFirst.
#pragma once

#include <algorithm>
#include <cstddef>

#include "base/simd.h"
#include "contact/island.h"

namespace stiction::patch {

inline constexpr int kLanes = 4;

template <int kCount>
inline constexpr int kFirst = kCount == 2 ? 1 : 0;

// Levers and scales of up to four contacts. Lanes without a contact have w = 0 and some lever or other; what they take
// from z or P is the last contact's, to be multiplied by zero.
struct Block {
  double r[3][kLanes], w[kLanes];  // w = 1 / s
};

inline constexpr double kTaken[kLanes + 1][kLanes] = {
    {0, 0, 0, 0}, {1, 0, 0, 0}, {1, 1, 0, 0}, {1, 1, 1, 0}, {1, 1, 1, 1}};

STICTION_INLINE void load(const Island& island, int contact, int count, Block& block) {
  for (int k = 0; k < 3; ++k) {
    const double* from = island.lever[k].data() + contact;
    for (int l = 0; l < kLanes; ++l) block.r[k][l] = from[l];
  }
  const double* from = island.inverse_scale.data() + contact;
  for (int l = 0; l < kLanes; ++l) block.w[l] = from[l] * kTaken[count][l];
}

STICTION_INLINE double sum_of_lanes(const double* p) {
  return (p[0] + p[1]) + (p[2] + p[3]);
}

// momentum += that of the impulses z of the contacts [begin, end); 3 linear numbers, 3 angular ones.
template <int kCount>
STICTION_INLINE void add_momentum(const Island& island, int begin, int end, const double* z, double* momentum) {
  double sum[6][kLanes] = {};
  for (int c = begin; c < end; c += kLanes) {
    const int count = std::min(kLanes, end - c);
    Block block;
    load(island, c, count, block);
    double p[3][kLanes] = {};
    for (int k = 0; k < kCount; ++k) {
      for (int l = 0; l < kLanes; ++l)
        p[kFirst<kCount> + k][l] = z[static_cast<std::size_t>(c + std::min(l, count - 1)) * kCount + k] * block.w[l];
    }
    for (int k = 0; k < 3; ++k) {
      const int i = (k + 1) % 3, j = (k + 2) % 3;
      for (int l = 0; l < kLanes; ++l) sum[k][l] += p[k][l];
      for (int l = 0; l < kLanes; ++l) sum[3 + k][l] += block.r[i][l] * p[j][l] - block.r[j][l] * p[i][l];
    }
  }
  for (int k = 0; k < 6; ++k) momentum[k] += sum_of_lanes(sum[k]);
}

// out: the velocities of the contacts [begin, end) under a relative twist.
template <int kCount>
STICTION_INLINE void velocities(const Island& island, int begin, int end, const double* twist, double* out) {
  for (int c = begin; c < end; c += kLanes) {
    const int count = std::min(kLanes, end - c);
    Block block;
    load(island, c, count, block);
    double u[kCount][kLanes];
    for (int m = 0; m < kCount; ++m) {
      const int k = kFirst<kCount> + m, i = (k + 1) % 3, j = (k + 2) % 3;
      for (int l = 0; l < kLanes; ++l)
        u[m][l] = (twist[k] + (twist[3 + i] * block.r[j][l] - twist[3 + j] * block.r[i][l])) * block.w[l];
    }
    for (int l = 0; l < count; ++l)
      for (int m = 0; m < kCount; ++m) out[static_cast<std::size_t>(c + l) * kCount + m] = u[m][l];
  }
}

// A 6 x 6 matrix, row by row; every half row is padded with a zero for the sake of vector registers.
struct TwistMatrix {
  double row[6][8];
  static constexpr int column(int j) { return j < 3 ? j : j + 1; }
};

// T = sum over the contacts [begin, end) of C P C^T, C = (1, [r])^T / s. P: count x count blocks, column-major, one for
// each contact of the island.
template <int kCount>
STICTION_INLINE void products(const Island& island, int begin, int end, const double* P, TwistMatrix& T) {
  constexpr int kOffset = kFirst<kCount>;
  double sum[6][6][kLanes] = {};
  for (int c = begin; c < end; c += kLanes) {
    const int count = std::min(kLanes, end - c);
    Block block;
    load(island, c, count, block);
    double p[3][3][kLanes] = {};  // row, column
    for (int l = 0; l < kLanes; ++l) {
      const double* from = P + static_cast<std::size_t>(c + std::min(l, count - 1)) * kCount * kCount;
      for (int j = 0; j < kCount; ++j)
        for (int i = 0; i < kCount; ++i) p[kOffset + i][kOffset + j][l] = from[j * kCount + i];
    }
    for (int l = 0; l < kLanes; ++l) block.w[l] *= block.w[l];
    for (int i = kOffset; i < kOffset + kCount; ++i)
      for (int j = kOffset; j < kOffset + kCount; ++j)
        for (int l = 0; l < kLanes; ++l) p[i][j][l] *= block.w[l];
    for (int k = 0; k < 3; ++k) {
      const int i = (k + 1) % 3, j = (k + 2) % 3;
      double q[3][kLanes];  // row k of [r] P
      for (int m = 0; m < 3; ++m) {
        for (int l = 0; l < kLanes; ++l) q[m][l] = block.r[i][l] * p[j][m][l] - block.r[j][l] * p[i][m][l];
        for (int l = 0; l < kLanes; ++l) sum[k][m][l] += p[k][m][l];
        for (int l = 0; l < kLanes; ++l) sum[3 + k][m][l] += q[m][l];
      }
      for (int m = 0; m < 3; ++m) {
        const int a = (m + 1) % 3, b = (m + 2) % 3;
        for (int l = 0; l < kLanes; ++l) sum[k][3 + m][l] += block.r[a][l] * p[k][b][l] - block.r[b][l] * p[k][a][l];
        for (int l = 0; l < kLanes; ++l) sum[3 + k][3 + m][l] += block.r[a][l] * q[b][l] - block.r[b][l] * q[a][l];
      }
    }
  }
  for (int i = 0; i < 6; ++i) {
    for (int j = 0; j < 6; ++j) T.row[i][TwistMatrix::column(j)] = sum_of_lanes(sum[i][j]);
    T.row[i][3] = T.row[i][7] = 0;
  }
}

// T += diag(R, R)^T own diag(R, R).
STICTION_INLINE void add_turned(const double* R, const TwistMatrix& own, TwistMatrix& T) {
  double half[6][8];  // own diag(R, R)
  for (int i = 0; i < 6; ++i) {
    for (int part = 0; part < 8; part += 4)
      for (int j = 0; j < 4; ++j)
        half[i][part + j] = own.row[i][part] * R[j] + own.row[i][part + 1] * R[4 + j] + own.row[i][part + 2] * R[8 + j];
  }
  for (int part = 0; part < 6; part += 3)
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 8; ++j)
        T.row[part + i][j] += R[i] * half[part][j] + R[4 + i] * half[part + 1][j] + R[8 + i] * half[part + 2][j];
}

// v (two vectors) from the frame of a patch to that of its group: the transpose of R for each.
STICTION_INLINE void to_group(const double* R, const double* v, double* out) {
  for (int part = 0; part < 6; part += 3)
    for (int i = 0; i < 3; ++i) out[part + i] = R[i] * v[part] + R[4 + i] * v[part + 1] + R[8 + i] * v[part + 2];
}
STICTION_INLINE void to_patch(const double* R, const double* v, double* out) {
  for (int part = 0; part < 6; part += 3)
    for (int i = 0; i < 3; ++i)
      out[part + i] = R[4 * i] * v[part] + R[4 * i + 1] * v[part + 1] + R[4 * i + 2] * v[part + 2];
}

}  // namespace stiction::patch
