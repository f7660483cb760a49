// Elimination order, fill and schedule of a sparse matrix of square blocks with a symmetric pattern.
//
// Rows of blocks are bodies or contacts, off-diagonal blocks are pairs that are coupled. The order is approximate
// minimum degree, subtrees together. The targets of all block products of a right-looking factorisation are listed, so
// that the numeric part neither searches nor allocates. Memory: 4 bytes per block product.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "linalg/block_schedule.h"

namespace stiction {

class BlockPattern {
 public:
  // edges: pairs of distinct rows with an off-diagonal block, in any order, duplicates allowed.
  // Returns false, and does nothing, if both arguments equal those of the last call.
  bool analyze(int row_count, const std::vector<std::pair<int, int>>& edges);

  int row_count() const { return row_count_; }
  int slot_count() const { return static_cast<int>(slot_row_.size()); }
  int row_at(int place) const { return row_at_[place]; }              // elimination order
  int column_begin(int place) const { return column_begin_[place]; }  // slots of a column, the diagonal block first
  int slot_row(int slot) const { return slot_row_[slot]; }            // place of the slot's row
  int diagonal_slot(int row) const { return diagonal_slot_[row]; }
  int rows_below(int place) const { return column_begin_[place + 1] - column_begin_[place] - 1; }
  // Slots of the products of column `place`: of its row-th row j below the diagonal with the rows i >= j. Those of the
  // next row follow.
  const std::int32_t* update_targets(int place, int row) const {
    return update_target_.data() + target_begin_[place] + static_cast<std::ptrdiff_t>(row) * rows_below(place) -
           static_cast<std::ptrdiff_t>(row) * (row - 1) / 2;
  }
  const BlockSchedule& schedule() const { return schedule_; }
  double product_count() const { return static_cast<double>(update_target_.size()); }

  struct Slot {
    int index;
    bool transposed;  // the slot holds (column, row), not (row, column)
  };
  Slot slot(int row, int column) const;

 private:
  int row_count_ = -1;
  std::vector<std::pair<int, int>> edges_;
  std::vector<int> position_, row_at_, diagonal_slot_, column_begin_, slot_row_;
  std::vector<std::int32_t> update_target_;
  std::vector<std::ptrdiff_t> target_begin_;  // per column
  BlockSchedule schedule_;
};

}  // namespace stiction
