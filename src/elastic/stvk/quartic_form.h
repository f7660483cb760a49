// A polynomial of degree four in r coordinates q, with its gradient and second derivatives.
//
// With x = (1, q) it is homogeneous, so that terms of all degrees are of one kind, and each monomial is stored once:
//
//   U(q) = sum over i <= j <= k <= l of c_ijkl x_i x_j x_k x_l,      (r + 1)(r + 2)(r + 3)(r + 4) / 24 of them (1)
//
// For given j the c_ijkl are a dense matrix over i = 0 .. j and pairs (k, l) of j .. r, which are the last ones in the
// list of all pairs y_kl = x_k x_l, k <= l. Rows are long, so that vector units are busy; each is filled up with zeros
// to a multiple of four. With
//
//   d_ij = sum_kl c_ijkl y_kl,    p_kl = sum_i x_i c_ijkl of one j,    w = sum_j x_j p,    z^i_kl = sum_j x_j c_ijkl
//   (2)
//
// U is the sum of x_i x_j d_ij, and dU is made of d_ij x_i, d_ij x_j, w_kl x_k and w_kl x_l. Second derivatives in (i,
// j) and (k, l) are d and w; those in (j, k), (j, l), (i, k), (i, l) are p and z^i times x_l or x_k. So a coefficient
// is read once and takes one, two or three multiplications, and all else is of lower order. Gradient and energy follow
// from second derivatives H by Euler's theorem, dU = H x / 3 and U = x . H x / 12.
#pragma once

#include <vector>

#include "base/types.h"

namespace stiction {

class QuarticForm {
 public:
  QuarticForm() = default;
  explicit QuarticForm(int coordinates);  // all coefficients zero

  int coordinate_count() const { return coordinates_; }
  // Of the monomial x_i x_j x_k x_l, x_0 = 1, in any order of indices, 0 to r.
  double coefficient(int i, int j, int k, int l) const { return coefficients_[place(i, j, k, l)]; }
  void add(int i, int j, int k, int l, double value) { coefficients_[place(i, j, k, l)] += value; }
  // The form times `scale`, with q / stretch in place of q.
  QuarticForm scaled(double scale, double stretch) const;

  // Memory that evaluation takes, to be used again.
  struct Work {
    std::vector<double> x, pairs, weighted, row, spread, second;  // x, y, w, p, z and pairs of factors
  };
  double value(const VecX& q, Work& work) const;
  void gradient(const VecX& q, VecX& gradient, Work& work) const;
  // Second derivatives, r x r, and the gradient; returns the value.
  double second(const VecX& q, VecX& gradient, MatX& second, Work& work) const;

  // As they are stored, for files.
  const std::vector<double>& stored() const { return coefficients_; }
  std::vector<double>& stored() { return coefficients_; }

 private:
  std::size_t place(int i, int j, int k, int l) const;
  int variables() const { return coordinates_ + 1; }
  int stride() const { return variables() + 3; }
  void set_point(const VecX& q, Work& work) const;

  int coordinates_ = 0;
  std::vector<std::size_t> begin_;  // of the matrix for j
  std::vector<double> coefficients_;
};

}  // namespace stiction
