// The factors of a symmetric positive definite matrix that grows and shrinks by rows and columns.
//
//   S = L D L^T      L unit lower triangular, D diagonal; the order is that in which rows came
//
// S is the part of a larger matrix that belongs to an index set. A new row and column v, s extend the factors by
//   l = D^-1 L^-1 v,   d = s - l^T D l     (d: Schur complement, "pivot")
// and taking out row p leaves the trailing part with  L3 D3 L3^T + d_p w w^T,  w the part of column p below it: a
// rank-one change with a positive weight, which is stable (Gill, Golub, Murray, Saunders, "Methods for modifying matrix
// factorizations", Math. Comp. 28 (1974) 505-535, method C1).
//
// Cost, multiply-adds, k = size(): border k^2/2, direction k^2/2, append k, remove (k - p)^2, solve k^2.
// Memory: one square matrix of the capacity.
#pragma once

#include <cstdint>

#include "base/types.h"

namespace stiction {

class SymmetricFactor {
 public:
  explicit SymmetricFactor(int capacity);

  int size() const { return size_; }
  void clear() { size_ = 0; }

  // Looks at a new row (v, s) of S without taking it in; returns its pivot. v has size() entries.
  double border(const VecX& v, double s);
  // S^-1 v of the last border.
  void border_solution(VecX& x);
  // Takes in the row of the last border. Its pivot must be positive.
  void append();
  void remove(int position);

  // x = S^-1 x.
  void solve(VecX& x);

  // Multiply-adds since construction.
  std::int64_t operations() const { return operations_; }

 private:
  void forward(Eigen::Ref<VecX> x) const;   // L^-1
  void backward(Eigen::Ref<VecX> x) const;  // L^-T
  void absorb(int first, double weight);    // L D L^T += weight w w^T from `first` on, w in work_

  MatX L_;        // strictly lower triangle of the leading size() rows
  VecX D_;        // size()
  VecX row_;      // l of the last border
  double pivot_;  // its d
  VecX work_;
  int size_ = 0;
  std::int64_t operations_ = 0;
};

}  // namespace stiction
