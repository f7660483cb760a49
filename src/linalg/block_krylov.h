// Large unsymmetric systems of 6x6 blocks with a symmetric pattern, solved by iteration: GMRES, preconditioned by an
// incomplete factorisation without fill.
//
// For matrices whose direct factor would fill up (fill_in.h). Memory and the cost of an iteration are linear in the
// blocks of the matrix. Made for Newton's methods, which want a direction and check their own progress: the relative
// residual is brought to a tolerance, or as far as the limit of iterations allows.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "base/types.h"

namespace stiction {

class BlockKrylov {
 public:
  static constexpr int kBlock = 6;
  static constexpr int kBlockSize = kBlock * kBlock;
  struct Limits {
    double tolerance = 1e-3;  // of the residual, relative to the right-hand side
    int iterations = 100;
  };

  // edges: pairs of distinct rows with off-diagonal blocks, in any order, duplicates allowed. Keeps everything if the
  // arguments equal those of the last call.
  void analyze(int row_count, const std::vector<std::pair<int, int>>& edges);
  void set_identity();
  double* block(int row, int column);  // column-major; in place until the next analyze
  // The preconditioner, of the values as they are now. False if a diagonal block turns singular.
  bool factorize();
  // x <- H^-1 x, kBlock components per row of blocks. Returns the iterations.
  int solve(double* x, const Limits& limits);

 private:
  // Products of the incomplete elimination: values[target] -= values[left] * values[right].
  struct Product {
    std::int32_t target, left, right;
  };
  void find_products();
  void multiply(const double* x, double* y) const;
  void precondition(const double* x, double* y) const;

  int row_count_ = -1;
  std::vector<std::pair<int, int>> edges_;
  std::vector<std::int32_t> row_begin_, column_, diagonal_;  // blocks of a row by ascending column
  std::vector<std::int32_t> product_begin_;                  // per block below the diagonal, in the order of rows
  std::vector<Product> products_;
  std::vector<double> values_, factor_;
  std::vector<Mat6> pivot_inverse_;
  std::vector<double> basis_, hessenberg_, work_, solution_;
};

}  // namespace stiction
