#include "linalg/block_pattern.h"

#include <algorithm>
#include <set>

#include "linalg/fill_in.h"

namespace stiction {
namespace {

// Row places of every column of the factor (below the diagonal), by the union rule of symbolic elimination.
std::vector<std::vector<int>> symbolic_columns(int row_count, const std::vector<std::pair<int, int>>& edges,
                                               const std::vector<int>& position) {
  std::vector<std::set<int>> below(row_count);
  for (const auto& [i, j] : edges) {
    const auto [low, high] = std::minmax(position[i], position[j]);
    below[low].insert(high);
  }
  std::vector<std::vector<int>> columns(row_count);
  for (int k = 0; k < row_count; ++k) {
    columns[k].assign(below[k].begin(), below[k].end());
    if (columns[k].empty()) continue;
    const int parent = columns[k].front();
    below[parent].insert(std::next(below[k].begin()), below[k].end());
  }
  return columns;
}

// The same columns in an order that keeps subtrees of the elimination tree together; renames places alike.
std::vector<std::vector<int>> in_postorder(std::vector<std::vector<int>> columns, std::vector<int>& position) {
  const std::vector<int> place = postorder(columns);
  std::vector<std::vector<int>> ordered(columns.size());
  for (std::size_t k = 0; k < columns.size(); ++k) {
    for (int& row : columns[k]) row = place[row];
    std::sort(columns[k].begin(), columns[k].end());
    ordered[place[k]] = std::move(columns[k]);
  }
  for (int& p : position) p = place[p];
  return ordered;
}

}  // namespace

bool BlockPattern::analyze(int row_count, const std::vector<std::pair<int, int>>& edges) {
  if (row_count == row_count_ && edges == edges_) return false;
  row_count_ = row_count;
  edges_ = edges;
  const std::vector<int> order = minimum_degree_order(row_count, edges);
  position_.assign(row_count, 0);
  for (int k = 0; k < row_count; ++k) position_[order[k]] = k;
  const auto columns = in_postorder(symbolic_columns(row_count, edges, position_), position_);
  row_at_.assign(row_count, 0);
  for (int row = 0; row < row_count; ++row) row_at_[position_[row]] = row;

  column_begin_.assign(row_count + 1, 0);
  slot_row_.clear();
  diagonal_slot_.assign(row_count, 0);
  for (int k = 0; k < row_count; ++k) {
    column_begin_[k] = static_cast<int>(slot_row_.size());
    diagonal_slot_[row_at_[k]] = column_begin_[k];
    slot_row_.push_back(k);
    slot_row_.insert(slot_row_.end(), columns[k].begin(), columns[k].end());
  }
  column_begin_[row_count] = static_cast<int>(slot_row_.size());

  update_target_.clear();
  target_begin_.assign(row_count, 0);
  for (int k = 0; k < row_count; ++k) {
    target_begin_[k] = static_cast<std::ptrdiff_t>(update_target_.size());
    for (std::size_t jj = 0; jj < columns[k].size(); ++jj) {
      const int j = columns[k][jj];
      auto cursor = slot_row_.begin() + column_begin_[j];
      for (std::size_t ii = jj; ii < columns[k].size(); ++ii) {
        cursor = std::lower_bound(cursor, slot_row_.begin() + column_begin_[j + 1], columns[k][ii]);
        update_target_.push_back(static_cast<std::int32_t>(cursor - slot_row_.begin()));
      }
    }
  }
  schedule_.build(columns);
  return true;
}

BlockPattern::Slot BlockPattern::slot(int row, int column) const {
  int i = position_[row], j = position_[column];
  const bool transposed = i < j;
  if (transposed) std::swap(i, j);
  const auto begin = slot_row_.begin() + column_begin_[j];
  const auto end = slot_row_.begin() + column_begin_[j + 1];
  return {static_cast<int>(std::lower_bound(begin, end, i) - slot_row_.begin()), transposed};
}

}  // namespace stiction
