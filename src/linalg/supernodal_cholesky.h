// Sparse Cholesky factorisation of large symmetric positive definite matrices of 3x3 blocks, such as those of nodes of
// a mesh, by dense panels.
//
// Columns of the factor with the same rows below them, or nearly, are one supernode: a dense panel. Everything costly
// is then a product of dense matrices. The order is approximate minimum degree. Analysis and numbers are apart: bodies
// with the same mesh share one pattern.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "base/types.h"

namespace stiction {

// Which blocks of a symmetric matrix there are, both triangles.
struct BlockGraph {
  std::vector<int> begin;      // of the neighbours of every row; one more at the end
  std::vector<int> neighbors;  // ascending, the row itself among them

  int row_count() const { return static_cast<int>(begin.size()) - 1; }
  int block_count() const { return static_cast<int>(neighbors.size()); }
  int slot(int row, int column) const;  // index in `neighbors`; the block must be there
};
// Of couples of rows, in any order, duplicates allowed.
BlockGraph block_graph(int row_count, std::vector<std::array<int, 2>> couples);

class SupernodalPattern {
 public:
  explicit SupernodalPattern(BlockGraph graph);

  const BlockGraph& graph() const { return graph_; }
  std::size_t value_count() const { return value_count_; }  // of a factor

 private:
  friend class SupernodalCholesky;
  struct Supernode {
    int begin = 0, end = 0;          // columns, in elimination order
    int row_begin = 0, row_end = 0;  // in rows_: its rows below, ascending
    std::size_t value_begin = 0;     // of its panel, column-major, (own + below) x own, three numbers a row
    int width() const { return 3 * (end - begin); }
    int below() const { return 3 * (row_end - row_begin); }
  };
  void find_order(std::vector<std::vector<int>>& columns);
  void find_supernodes(const std::vector<std::vector<int>>& columns);

  BlockGraph graph_;
  std::vector<int> place_, row_at_;  // row -> place in the elimination order, and back
  std::vector<Supernode> supernodes_;
  std::vector<int> supernode_of_;  // per place
  std::vector<int> rows_;
  std::size_t value_count_ = 0;
};

class SupernodalCholesky {
 public:
  explicit SupernodalCholesky(std::shared_ptr<const SupernodalPattern> pattern);

  // blocks: those of the pattern's graph, row-major 3x3 (row, neighbour) each. False if a pivot is not positive.
  bool factorize(const std::vector<double>& blocks);

  // x = A^-1 x, 3 numbers a row of blocks. Nothing is allocated once `work` has been used.
  void solve(Eigen::Ref<VecX> x, VecX& work) const;

 private:
  using Panel = Eigen::Map<const MatX>;
  Panel panel(const SupernodalPattern::Supernode& s) const {
    return {values_.data() + s.value_begin, s.width() + s.below(), s.width()};
  }
  void load(const std::vector<double>& blocks);
  void subtract_update(const SupernodalPattern::Supernode& from, int first, int last,
                       const SupernodalPattern::Supernode& to);

  std::shared_ptr<const SupernodalPattern> pattern_;
  std::vector<double> values_;
  MatX update_;                // work of factorize()
  std::vector<int> position_;  // of places within the panel at hand
};

}  // namespace stiction
