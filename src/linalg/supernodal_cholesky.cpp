#include "linalg/supernodal_cholesky.h"

#include <Eigen/Cholesky>
#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>
#include <algorithm>
#include <cassert>

#include "linalg/block_schedule.h"

namespace stiction {
namespace {

// Panels are joined while zeros take no larger share of what they make; narrow ones more readily.
constexpr double kZeroShare = 0.2, kNarrowZeroShare = 0.5;
constexpr int kNarrow = 8;  // columns of blocks

std::vector<int> minimum_degree_places(const BlockGraph& graph) {
  std::vector<Eigen::Triplet<double>> triplets;
  for (int i = 0; i < graph.row_count(); ++i) {
    for (int k = graph.begin[i]; k < graph.begin[i + 1]; ++k) triplets.emplace_back(i, graph.neighbors[k], 1.0);
  }
  Eigen::SparseMatrix<double> matrix(graph.row_count(), graph.row_count());
  matrix.setFromTriplets(triplets.begin(), triplets.end());
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> order;
  Eigen::AMDOrdering<int>()(matrix, order);
  std::vector<int> place(graph.row_count());
  for (int k = 0; k < graph.row_count(); ++k) place[order.indices()[k]] = k;
  return place;
}

// Rows of every column of the factor below the diagonal, ascending.
std::vector<std::vector<int>> symbolic_columns(const BlockGraph& graph, const std::vector<int>& place) {
  const int count = graph.row_count();
  std::vector<std::vector<int>> columns(count);
  for (int i = 0; i < count; ++i) {
    for (int k = graph.begin[i]; k < graph.begin[i + 1]; ++k) {
      const int row = place[graph.neighbors[k]];
      if (row > place[i]) columns[place[i]].push_back(row);
    }
  }
  for (int k = 0; k < count; ++k) {
    std::vector<int>& rows = columns[k];
    std::sort(rows.begin(), rows.end());
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    if (rows.size() > 1) columns[rows[0]].insert(columns[rows[0]].end(), rows.begin() + 1, rows.end());
  }
  return columns;
}

}  // namespace

int BlockGraph::slot(int row, int column) const {
  const auto first = neighbors.begin() + begin[row], last = neighbors.begin() + begin[row + 1];
  const auto found = std::lower_bound(first, last, column);
  assert(found != last && *found == column);
  return static_cast<int>(found - neighbors.begin());
}

BlockGraph block_graph(int row_count, std::vector<std::array<int, 2>> couples) {
  const std::size_t given = couples.size();
  for (std::size_t k = 0; k < given; ++k) couples.push_back({couples[k][1], couples[k][0]});
  for (int i = 0; i < row_count; ++i) couples.push_back({i, i});
  std::sort(couples.begin(), couples.end());
  couples.erase(std::unique(couples.begin(), couples.end()), couples.end());
  BlockGraph graph;
  graph.begin.assign(row_count + 1, 0);
  for (const auto& [row, column] : couples) {
    ++graph.begin[row + 1];
    graph.neighbors.push_back(column);
  }
  for (int i = 0; i < row_count; ++i) graph.begin[i + 1] += graph.begin[i];
  return graph;
}

SupernodalPattern::SupernodalPattern(BlockGraph graph) : graph_(std::move(graph)) {
  std::vector<std::vector<int>> columns;
  find_order(columns);
  find_supernodes(columns);
}

// Fills place_ and row_at_; subtrees of the elimination tree are together.
void SupernodalPattern::find_order(std::vector<std::vector<int>>& columns) {
  place_ = minimum_degree_places(graph_);
  const std::vector<int> later = postorder(symbolic_columns(graph_, place_));
  for (int& place : place_) place = later[place];
  columns = symbolic_columns(graph_, place_);
  row_at_.resize(place_.size());
  for (std::size_t row = 0; row < place_.size(); ++row) row_at_[place_[row]] = static_cast<int>(row);
}

// Each column is joined with what stands before it as long as that is cheap: what is joined has the rows of the last.
void SupernodalPattern::find_supernodes(const std::vector<std::vector<int>>& columns) {
  struct Range {
    int begin, end;
    double used;  // blocks that are not zero
  };
  const auto below = [&](const Range& r) { return static_cast<double>(columns[r.end - 1].size()); };
  const auto panel = [&](const Range& r) {
    const double width = r.end - r.begin;
    return width * (width + 1) / 2 + width * below(r);
  };
  std::vector<Range> found;
  for (int k = 0; k < static_cast<int>(columns.size()); ++k) {
    Range last{k, k + 1, 1.0 + static_cast<double>(columns[k].size())};
    while (!found.empty()) {
      const Range& before = found.back();
      const std::vector<int>& rows = columns[before.end - 1];
      if (rows.empty() || rows[0] >= last.end) break;
      const Range joined{before.begin, last.end, before.used + last.used};
      const double share = joined.end - joined.begin <= kNarrow ? kNarrowZeroShare : kZeroShare;
      if (panel(joined) - joined.used > share * panel(joined)) break;
      last = joined;
      found.pop_back();
    }
    found.push_back(last);
  }
  supernode_of_.resize(columns.size());
  for (const Range& range : found) {
    Supernode s;
    s.begin = range.begin;
    s.end = range.end;
    s.row_begin = static_cast<int>(rows_.size());
    rows_.insert(rows_.end(), columns[range.end - 1].begin(), columns[range.end - 1].end());
    s.row_end = static_cast<int>(rows_.size());
    s.value_begin = value_count_;
    value_count_ += static_cast<std::size_t>(s.width() + s.below()) * s.width();
    std::fill(supernode_of_.begin() + s.begin, supernode_of_.begin() + s.end, static_cast<int>(supernodes_.size()));
    supernodes_.push_back(s);
  }
}

SupernodalCholesky::SupernodalCholesky(std::shared_ptr<const SupernodalPattern> pattern)
    : pattern_(std::move(pattern)), values_(pattern_->value_count()), position_(pattern_->place_.size()) {}

void SupernodalCholesky::load(const std::vector<double>& blocks) {
  std::fill(values_.begin(), values_.end(), 0.0);
  const BlockGraph& graph = pattern_->graph_;
  for (const SupernodalPattern::Supernode& s : pattern_->supernodes_) {
    Eigen::Map<MatX> panel(values_.data() + s.value_begin, s.width() + s.below(), s.width());
    for (int k = s.begin; k < s.end; ++k) position_[k] = 3 * (k - s.begin);
    for (int k = s.row_begin; k < s.row_end; ++k) position_[pattern_->rows_[k]] = s.width() + 3 * (k - s.row_begin);
    for (int column = s.begin; column < s.end; ++column) {
      const int node = pattern_->row_at_[column];
      for (int k = graph.begin[node]; k < graph.begin[node + 1]; ++k) {
        const int row = pattern_->place_[graph.neighbors[k]];
        if (row < column) continue;
        // Stored is the block (node, neighbour), row-major; its transpose is wanted.
        panel.block<3, 3>(position_[row], 3 * (column - s.begin)) = Eigen::Map<const Mat3>(blocks.data() + 9 * k);
      }
    }
  }
}

// to -= what the rows [first, last) of `from`, which are columns of `to`, and all rows after them make.
void SupernodalCholesky::subtract_update(const SupernodalPattern::Supernode& from, int first, int last,
                                         const SupernodalPattern::Supernode& to) {
  const Panel source = panel(from);
  const int top = from.width() + 3 * first, height = from.below() - 3 * first, width = 3 * (last - first);
  auto update = update_.topLeftCorner(height, width);
  update.noalias() = source.middleRows(top, height) * source.middleRows(top, width).transpose();
  Eigen::Map<MatX> target(values_.data() + to.value_begin, to.width() + to.below(), to.width());
  const int* rows = pattern_->rows_.data() + from.row_begin + first;
  for (int j = 0; j < last - first; ++j) {
    const int column = 3 * (rows[j] - to.begin);
    for (int i = j; i < from.row_end - from.row_begin - first; ++i) {
      target.block<3, 3>(position_[rows[i]], column) -= update.block<3, 3>(3 * i, 3 * j);
    }
  }
}

bool SupernodalCholesky::factorize(const std::vector<double>& blocks) {
  load(blocks);
  const auto& supernodes = pattern_->supernodes_;
  int tallest = 0;
  for (const auto& s : supernodes) tallest = std::max(tallest, s.below());
  update_.resize(tallest, tallest);
  std::vector<std::vector<int>> waiting(supernodes.size());  // for a supernode: what updates it next
  std::vector<int> next(supernodes.size(), 0);               // the first row of each that has not been used yet
  for (std::size_t index = 0; index < supernodes.size(); ++index) {
    const auto& s = supernodes[index];
    Eigen::Map<MatX> own(values_.data() + s.value_begin, s.width() + s.below(), s.width());
    for (int k = s.begin; k < s.end; ++k) position_[k] = 3 * (k - s.begin);
    for (int k = s.row_begin; k < s.row_end; ++k) position_[pattern_->rows_[k]] = s.width() + 3 * (k - s.row_begin);
    const auto pass_on = [&](int from) {
      const auto& f = supernodes[from];
      if (next[from] < f.row_end - f.row_begin) {
        waiting[pattern_->supernode_of_[pattern_->rows_[f.row_begin + next[from]]]].push_back(from);
      }
    };
    for (const int from : waiting[index]) {
      const auto& f = supernodes[from];
      int last = next[from];
      while (last < f.row_end - f.row_begin && pattern_->rows_[f.row_begin + last] < s.end) ++last;
      subtract_update(f, next[from], last, s);
      next[from] = last;
      pass_on(from);
    }
    auto diagonal = own.topRows(s.width());
    Eigen::Ref<MatX> square = diagonal;
    if (Eigen::LLT<Eigen::Ref<MatX>>(square).info() != Eigen::Success) return false;
    if (s.below() > 0) {
      diagonal.triangularView<Eigen::Lower>().transpose().solveInPlace<Eigen::OnTheRight>(own.bottomRows(s.below()));
    }
    pass_on(static_cast<int>(index));
  }
  return true;
}

void SupernodalCholesky::solve(Eigen::Ref<VecX> x, VecX& work) const {
  const auto& places = pattern_->place_;
  work.resize(2 * x.size());
  auto y = work.head(x.size());
  auto gathered = work.tail(x.size());
  for (std::size_t row = 0; row < places.size(); ++row) y.segment<3>(3 * places[row]) = x.segment<3>(3 * row);
  for (const auto& s : pattern_->supernodes_) {
    const Panel l = panel(s);
    auto own = y.segment(3 * s.begin, s.width());
    l.topRows(s.width()).triangularView<Eigen::Lower>().solveInPlace(own);
    if (s.below() == 0) continue;
    auto change = gathered.head(s.below());
    change.noalias() = l.bottomRows(s.below()) * own;
    for (int k = s.row_begin; k < s.row_end; ++k) {
      y.segment<3>(3 * pattern_->rows_[k]) -= change.segment<3>(3 * (k - s.row_begin));
    }
  }
  for (auto s = pattern_->supernodes_.rbegin(); s != pattern_->supernodes_.rend(); ++s) {
    const Panel l = panel(*s);
    auto own = y.segment(3 * s->begin, s->width());
    if (s->below() > 0) {
      auto others = gathered.head(s->below());
      for (int k = s->row_begin; k < s->row_end; ++k) {
        others.segment<3>(3 * (k - s->row_begin)) = y.segment<3>(3 * pattern_->rows_[k]);
      }
      own.noalias() -= l.bottomRows(s->below()).transpose() * others;
    }
    l.topRows(s->width()).triangularView<Eigen::Lower>().transpose().solveInPlace(own);
  }
  for (std::size_t row = 0; row < places.size(); ++row) x.segment<3>(3 * row) = y.segment<3>(3 * places[row]);
}

}  // namespace stiction
