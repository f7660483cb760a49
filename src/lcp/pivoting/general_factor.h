// The factors of a square matrix without symmetry that grows, shrinks and changes by rows and columns.
//
//   L B P = U      L dense, U upper triangular, P: the columns in the order in which they came
//
// the form that BA (section 4.5) uses: L, a product of row exchanges and eliminations, is kept as a matrix.
// Eliminations exchange rows whenever the other entry is larger (Bartels and Golub's rule for updates of LU), so that
// multipliers are at most one.
//   new column c     L c, appended to U; its row is eliminated against the diagonal of U
//   column p leaves  U without it is Hessenberg; eliminations make it triangular and leave a row l of L with l B' = 0
//   row r leaves     what column r of L holds is taken out with multiples of l, which changes nothing in U
// The last one divides by l_r, which is zero only if what remains is singular. Where it is small, L grows:
// `growth` watches that, and the owner factors afresh.
//
// Cost, multiply-adds, k = size(): append 2.5 k^2, remove up to 2.5 k^2, replace a column up to 2.5 k^2,
// solve 1.5 k^2. Memory: two square matrices of the capacity.
#pragma once

#include <cstdint>
#include <vector>

#include "base/types.h"

namespace stiction {

class GeneralFactor {
 public:
  explicit GeneralFactor(int capacity);

  int size() const { return size_; }
  void clear();

  // A new last row and column:  B <- [B, column; row, corner]. Both have size() entries.
  // Returns the pivot it leaves in U, relative to the size of the column: near zero, B is singular.
  double append(const VecX& column, const VecX& row, double corner);
  // Takes out row and column `index` of B; those behind move up.
  void remove(int index);
  // Replaces column `index` of B.
  void replace_column(int index, const VecX& column);

  // x = B^-1 x. B must not be singular.
  void solve(VecX& x);
  bool singular(double relative) const;  // is an entry of U's diagonal below that, relative to its column?
  double growth() const;                 // largest entry of L; infinite where a removal left nothing to go on

  std::int64_t operations() const { return operations_; }

 private:
  void take_column_out(int place);  // of U; ends with size_ rows and size_ - 1 columns
  void put_column_last(const VecX& column);
  void eliminate(int upper, int lower, int pivot_place);

  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  RowMajor L_, U_;
  std::vector<int> place_of_;  // of a column of B: its place in U
  VecX scale_;                 // of the columns of U: largest entry of the column of B
  VecX work_;
  int size_ = 0;         // rows of B
  int columns_ = 0;      // of U; differs from size_ only inside changes
  bool broken_ = false;  // a row could not be taken out
  std::int64_t operations_ = 0;
};

}  // namespace stiction
