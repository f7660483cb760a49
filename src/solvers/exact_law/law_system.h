// The linear systems of Newton's methods on the exact friction law: I + sum_c A_c D_c A_c^T over the blocks of an
// island, with an unsymmetric 3x3 block D_c per contact.
#pragma once

#include <utility>
#include <vector>

#include "base/types.h"
#include "contact/island.h"
#include "contact/wide_products.h"
#include "linalg/block_krylov.h"
#include "linalg/block_lu.h"

namespace stiction {

class LawSystem {
 public:
  // by_iteration: for islands whose factors would fill up.
  void prepare(const Island& island, bool by_iteration = false);
  // D: one block per contact. False if a pivot turns singular.
  bool factorize(const Island& island, const std::vector<Mat3>& D);
  void solve(double* x);
  // By iteration: residual of solutions, relative to the right-hand side.
  void set_precision(double precision) { precision_ = precision; }
  double cost(const Island& island) const;  // multiplications of factorize() and two calls of solve(), roughly

 private:
  struct GroupBlocks {
    double *aa, *ab, *ba, *bb;  // null where a body is not free
  };
  void assemble(const Island& island, const std::vector<Mat3>& D);
  void assemble_in_parallel(const Island& island, const std::vector<Mat3>& D);
  void find_wide_targets(const Island& island);
  void add_wide(const Island& island, const std::vector<Mat3>& D);

  double* block(int row, int column) { return by_iteration_ ? krylov_.block(row, column) : lu_.block(row, column); }

  bool by_iteration_ = false;
  double precision_ = 1e-8;
  BlockLu lu_;
  BlockKrylov krylov_;
  std::vector<std::pair<int, int>> edges_;
  std::vector<GroupBlocks> blocks_;  // of every group
  WideProduct wide_product_;
  // What runs add to: the pairs of blocks they touch, at least one of them of a wide body, run by run.
  struct WideTarget {
    double* values;
    int row, column;  // in the run's product
  };
  std::vector<WideTarget> wide_targets_;
  std::vector<int> wide_targets_begin_;  // of every run, and the end
  std::vector<TouchedBlock> touched_;
  std::vector<Mat6> side_blocks_;  // aa and bb of every group, before they are added up
};

}  // namespace stiction
