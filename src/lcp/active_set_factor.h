// The factors of a dual active-set method, updated as constraints enter and leave.
//
//   G = L L^T                     Cholesky, once
//   L^-1 N = Q [R; 0]             N (n x q): normals of the active constraints
//   J = L^-T Q = [J1 J2]          J1: n x q, J2: n x (n - q), spans the directions that keep the constraints
//
// (the factors of Goldfarb and Idnani, see goldfarb_idnani.h). With d = J^T c for a normal c, z = J2 d2 is the primal
// step direction and r = R^-1 d1 the dual one. A change rotates pairs of columns of J and rows of R (Givens): O(n^2)
// work. Memory: four n x n matrices.
#pragma once

#include <cstdint>

#include "base/types.h"

namespace stiction {

class ActiveSetFactor {
 public:
  explicit ActiveSetFactor(const MatX& G);

  bool positive_definite() const { return positive_definite_; }
  int dimension() const { return static_cast<int>(J_.rows()); }
  int size() const { return size_; }  // q
  void clear();                       // q = 0

  // |v| in the metric of G, sqrt(v^T G v), and in that of its inverse.
  double norm(const VecX& v) const;
  double dual_norm(const VecX& v) const;
  // Round-off of one entry of J^T c relative to |c|.
  double noise() const { return noise_; }

  // J^T v.
  VecX transform(const VecX& v);
  // Appends the constraint whose normal c has d = J^T c; d is used up.
  void add(VecX& d);
  void remove(int index);

  // Views into the parts, q = size().
  VecX solve_R(const VecX& rhs);             // R^-1 rhs
  VecX solve_R_transposed(const VecX& rhs);  // R^-T rhs
  VecX span(const VecX& y1);                 // J1 y1
  VecX kernel(const VecX& d);                // J2 d2 of a full-length d

  double kernel_size() const { return J_.rightCols(n_ - size_).norm(); }  // |J2|, Frobenius

  // Multiply-adds spent since construction outside the Cholesky factorisation.
  std::int64_t operations() const { return operations_; }

 private:
  void rotate_columns(int i, int j, double c, double s);

  Eigen::Index n_ = 0;
  MatX L_;        // lower triangle
  MatX inverse_;  // L^-T, what J is without constraints
  MatX J_;
  MatX R_;  // upper triangle of the leading q x q block
  int size_ = 0;
  bool positive_definite_ = false;
  double noise_ = 0;
  std::int64_t operations_ = 0;
};

}  // namespace stiction
