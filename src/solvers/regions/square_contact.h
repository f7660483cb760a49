// The exact solution of a single contact with friction in the square |r_1|, |r_2| <= mu r_n (RG eq. 6): r with
// u = W r + q, Signorini's condition, and each tangent's friction against its own sliding.
#pragma once

#include "base/types.h"

namespace stiction {

class SquareContact {
 public:
  // W: symmetric positive semidefinite, rows (normal, tangent, tangent).
  void prepare(const Mat3& W, double mu);
  // Zero where the contact opens. Of several solutions one is returned, open first, then sticking; where round-off
  // leaves none, the case that misses by least.
  Vec3 solve(const Vec3& q) const;

 private:
  // Signs of friction at its limit for each tangent, 0: sticks.
  struct Sliding {
    int first, second;
  };
  double attempt(const Vec3& q, Sliding sliding, Vec3& r) const;  // by how much it misses, relative

  Mat3 W_ = Mat3::Zero();
  double mu_ = 0;
};

}  // namespace stiction
