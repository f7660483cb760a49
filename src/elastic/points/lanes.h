// Four elements at a time: 3x3 matrices of numbers or of lanes of numbers, in plain operations of which the order is
// the same in every lane and with every instruction set (base/simd.h).
#pragma once

#include "base/simd.h"

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wpsabi"  // lanes go by value to functions that are always inlined
#endif

namespace stiction::lanes {

constexpr int kLanes = 4;
// NOLINTNEXTLINE(modernize-use-using): attributes of alias declarations differ between compilers
typedef double Lanes __attribute__((vector_size(kLanes * sizeof(double))));

template <class T>
struct Matrix {
  T m[3][3];
};

template <class T>
STICTION_INLINE Matrix<T> product(const Matrix<T>& a, const Matrix<T>& b) {
  Matrix<T> c;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) c.m[i][j] = (a.m[i][0] * b.m[0][j] + a.m[i][1] * b.m[1][j]) + a.m[i][2] * b.m[2][j];
  return c;
}
// a^T b.
template <class T>
STICTION_INLINE Matrix<T> transposed_product(const Matrix<T>& a, const Matrix<T>& b) {
  Matrix<T> c;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) c.m[i][j] = (a.m[0][i] * b.m[0][j] + a.m[1][i] * b.m[1][j]) + a.m[2][i] * b.m[2][j];
  return c;
}
// a b^T.
template <class T>
STICTION_INLINE Matrix<T> product_transposed(const Matrix<T>& a, const Matrix<T>& b) {
  Matrix<T> c;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) c.m[i][j] = (a.m[i][0] * b.m[j][0] + a.m[i][1] * b.m[j][1]) + a.m[i][2] * b.m[j][2];
  return c;
}
template <class T>
STICTION_INLINE T trace(const Matrix<T>& a) {
  return (a.m[0][0] + a.m[1][1]) + a.m[2][2];
}
// a : b, the sum of products.
template <class T>
STICTION_INLINE T inner(const Matrix<T>& a, const Matrix<T>& b) {
  T sum = a.m[0][0] * b.m[0][0];
  for (int k = 1; k < 9; ++k) sum = sum + a.m[k / 3][k % 3] * b.m[k / 3][k % 3];
  return sum;
}
// The derivative of the determinant.
template <class T>
STICTION_INLINE Matrix<T> cofactors(const Matrix<T>& a) {
  Matrix<T> c;
  for (int i = 0; i < 3; ++i) {
    const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
    for (int j = 0; j < 3; ++j) {
      const int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
      c.m[i][j] = a.m[i1][j1] * a.m[i2][j2] - a.m[i1][j2] * a.m[i2][j1];
    }
  }
  return c;
}

// R <- R turn(b), the rotation of the quaternion (1, b) / |(1, b)|.
template <class T>
STICTION_INLINE void turn_by(Matrix<T>& R, const T (&b)[3]) {
  const T scale = 2.0 / (1.0 + ((b[0] * b[0] + b[1] * b[1]) + b[2] * b[2]));
  Matrix<T> Q;
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    Q.m[i][i] = 1.0 - scale * (b[j] * b[j] + b[k] * b[k]);
    Q.m[i][j] = scale * (b[i] * b[j] - b[k]);
    Q.m[i][k] = scale * (b[i] * b[k] + b[j]);
  }
  R = product(R, Q);
}

// One step of Newton's method towards the largest tr(R^T F): w = (tr S - sym S)^-1 axial(S), S = R^T F. Returns |w|^2,
// and in `curvature` something that is positive only if the function is curved downwards in all directions.
template <class T>
STICTION_INLINE T rotation_step(const Matrix<T>& F, Matrix<T>& R, T& curvature) {
  const Matrix<T> S = transposed_product(R, F);
  const T total = trace(S);
  const T a[3] = {S.m[2][1] - S.m[1][2], S.m[0][2] - S.m[2][0], S.m[1][0] - S.m[0][1]};
  Matrix<T> G;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const T mean = 0.5 * (S.m[i][j] + S.m[j][i]);
      G.m[i][j] = i == j ? total - mean : -mean;
    }
  const Matrix<T> C = cofactors(G);
  const T determinant = (G.m[0][0] * C.m[0][0] + G.m[0][1] * C.m[0][1]) + G.m[0][2] * C.m[0][2];
  for (int lane = 0; lane < static_cast<int>(sizeof(T) / sizeof(double)); ++lane) {
    const auto at = [lane](const T& x) { return reinterpret_cast<const double*>(&x)[lane]; };
    const double lowest = at(determinant) < at(C.m[2][2]) ? at(determinant) : at(C.m[2][2]);
    reinterpret_cast<double*>(&curvature)[lane] = lowest < at(G.m[0][0]) ? lowest : at(G.m[0][0]);
  }
  const T inverse = 1.0 / determinant;
  T b[3];
  for (int i = 0; i < 3; ++i) b[i] = 0.5 * inverse * ((C.m[i][0] * a[0] + C.m[i][1] * a[1]) + C.m[i][2] * a[2]);
  turn_by(R, b);
  return 4.0 * ((b[0] * b[0] + b[1] * b[1]) + b[2] * b[2]);
}

}  // namespace stiction::lanes
