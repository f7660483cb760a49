// Arithmetic of the second-order cone L = { a_0 >= |(a_1, a_2)| } for interior-point methods.
#pragma once

#include "base/types.h"

namespace stiction::lorentz {

// a_0^2 - |a_t|^2: positive inside the cone, zero on its boundary.
inline double determinant(const Vec3& a) {
  return a[0] * a[0] - a[1] * a[1] - a[2] * a[2];
}

// Jordan product a o b; its unit is (1, 0, 0).
inline Vec3 product(const Vec3& a, const Vec3& b) {
  return {a.dot(b), a[0] * b[1] + b[0] * a[1], a[0] * b[2] + b[0] * a[2]};
}

// y with a o y = b.
Vec3 quotient(const Vec3& a, const Vec3& b);

// The one pair of interior points with z - u = y and z o u = tau e.
struct CentralPair {
  Vec3 z, u;
  CentralPair(const Vec3& y, double tau);
};

// Nesterov and Todd's scaling of two interior points: W symmetric, W u = W^-1 z.
struct Scaling {
  Mat3 W, W_inverse;
  Scaling(const Vec3& z, const Vec3& u);
};

// Largest t with a + s d in the cone for all s <= t; infinity if it never leaves. a: interior.
double largest_step(const Vec3& a, const Vec3& d);

}  // namespace stiction::lorentz
