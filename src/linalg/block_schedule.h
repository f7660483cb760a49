// In which order the columns of a sparse block factorisation are eliminated, and what may run at the same time.
//
// Subtrees of the elimination tree do not touch each other: each is a task. What they do to the columns above all of
// them, the top, is deferred and added to each of these columns by itself, in the order of columns; then the top is
// factored column by column, the updates of a wide column in parallel. The schedule depends on the pattern alone, and
// so do the order of all additions and the bits of the factor. A small matrix is all top.
#pragma once

#include <atomic>
#include <vector>

#include "base/parallel.h"

namespace stiction {

struct BlockSchedule {
  struct Subtrees {
    int begin, end;  // columns, whole subtrees
    double cost;     // block products
  };
  struct Deferred {
    int column, row;  // update of the top by the column's row-th row below the diagonal
  };
  static constexpr int kWide = 14;        // rows below the diagonal from which a column's updates run in parallel
  static constexpr int kRowsPerTask = 3;  // of such a column

  std::vector<Subtrees> tasks;  // the costly ones first
  std::vector<int> top;         // ascending columns that belong to no task
  std::vector<int> inner_rows;  // per column: the first rows below the diagonal that lie in the same task, or all
  std::vector<int> deferred_begin;
  std::vector<Deferred> deferred;  // of the top's i-th column [deferred_begin[i], deferred_begin[i + 1])

  // columns: rows below the diagonal of every column of the factor, ascending; subtrees are contiguous (postorder).
  void build(const std::vector<std::vector<int>>& columns);

  // pivot(k) factors column k, false if it is singular; update(k, first, last) subtracts the products of the column's
  // rows [first, last) below the diagonal with all rows from there on. Returns false if a pivot failed.
  template <class Pivot, class Update>
  bool run(const Pivot& pivot, const Update& update) const;

 private:
  void make_tasks(const std::vector<std::vector<int>>& columns);
  void defer(const std::vector<std::vector<int>>& columns);
};

// A place -> place map that makes subtrees of the elimination tree contiguous and keeps the fill.
std::vector<int> postorder(const std::vector<std::vector<int>>& columns);

template <class Pivot, class Update>
bool BlockSchedule::run(const Pivot& pivot, const Update& update) const {
  std::atomic<bool> regular = true;
  parallel_tasks(static_cast<int>(tasks.size()), [&](int t) {
    for (int k = tasks[t].begin; k < tasks[t].end; ++k) {
      if (!pivot(k)) {
        regular = false;
        return;
      }
      update(k, 0, inner_rows[k]);
    }
  });
  if (!regular) return false;
  if (!tasks.empty()) {
    parallel_ranges(static_cast<int>(top.size()), 1, [&](int begin, int end) {
      for (int d = deferred_begin[begin]; d < deferred_begin[end]; ++d) {
        update(deferred[d].column, deferred[d].row, deferred[d].row + 1);
      }
    });
  }
  for (const int k : top) {
    if (!pivot(k)) return false;
    const auto update_rows = [&](int begin, int end) { update(k, begin, end); };
    if (inner_rows[k] < kWide) {
      update_rows(0, inner_rows[k]);
    } else {
      parallel_ranges(inner_rows[k], kRowsPerTask, update_rows);
    }
  }
  return true;
}

}  // namespace stiction
