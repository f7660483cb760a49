#include "linalg/block_schedule.h"

#include <algorithm>
#include <numeric>

namespace stiction {
namespace {

constexpr double kLeastCost = 3000;     // block products, some 0.1 ms: less is not worth tasks
constexpr double kLargestShare = 0.25;  // of the whole cost, in one task
constexpr double kLeastTask = 100;      // block products, some microseconds: less is joined with its neighbours

double cost_of(const std::vector<int>& rows) {
  const auto below = static_cast<double>(rows.size());
  return 1 + below * (below + 1);
}

int parent_of(const std::vector<int>& rows) {
  return rows.empty() ? -1 : rows.front();
}

}  // namespace

std::vector<int> postorder(const std::vector<std::vector<int>>& columns) {
  // Places count down from the roots, later children first: every subtree ends at its root.
  const int n = static_cast<int>(columns.size());
  std::vector<int> size(n, 1), place(n), next_end(n);
  int end = n;
  for (int k = 0; k < n; ++k)
    if (const int parent = parent_of(columns[k]); parent >= 0) size[parent] += size[k];
  for (int k = n - 1; k >= 0; --k) {
    const int parent = parent_of(columns[k]);
    int& last = parent >= 0 ? next_end[parent] : end;
    place[k] = last - 1;
    next_end[k] = last - 1;
    last -= size[k];
  }
  return place;
}

// Maximal subtrees of no more than a share of the whole cost, small neighbours joined.
void BlockSchedule::make_tasks(const std::vector<std::vector<int>>& columns) {
  const int n = static_cast<int>(columns.size());
  std::vector<double> cost(n, 0.0);  // of the subtree
  std::vector<int> size(n, 1);
  double total = 0;
  for (int k = 0; k < n; ++k) {
    cost[k] += cost_of(columns[k]);
    total += cost_of(columns[k]);
    if (const int parent = parent_of(columns[k]); parent >= 0) {
      cost[parent] += cost[k];
      size[parent] += size[k];
    }
  }
  tasks.clear();
  if (total < kLeastCost) return;
  const auto is_low = [&](int k) { return cost[k] <= kLargestShare * total; };
  for (int k = 0; k < n; ++k) {
    const int parent = parent_of(columns[k]);
    if (!is_low(k) || (parent >= 0 && is_low(parent))) continue;
    const int begin = k + 1 - size[k];
    if (!tasks.empty() && tasks.back().end == begin && tasks.back().cost < kLeastTask) {
      tasks.back().end = k + 1;
      tasks.back().cost += cost[k];
    } else {
      tasks.push_back({begin, k + 1, cost[k]});
    }
  }
  if (tasks.size() < 2) tasks.clear();
}

void BlockSchedule::defer(const std::vector<std::vector<int>>& columns) {
  const int n = static_cast<int>(columns.size());
  std::vector<int> index_in_top(n, -1);
  for (std::size_t i = 0; i < top.size(); ++i) index_in_top[top[i]] = static_cast<int>(i);
  const auto for_deferred = [&](const auto& visit) {
    for (int k = 0; k < n; ++k)
      for (int row = inner_rows[k]; row < static_cast<int>(columns[k].size()); ++row)
        visit(index_in_top[columns[k][row]], Deferred{k, row});
  };
  deferred_begin.assign(top.size() + 2, 0);
  for_deferred([&](int i, const Deferred&) { ++deferred_begin[i + 2]; });
  std::partial_sum(deferred_begin.begin(), deferred_begin.end(), deferred_begin.begin());
  deferred.resize(deferred_begin.back());
  for_deferred([&](int i, const Deferred& update) { deferred[deferred_begin[i + 1]++] = update; });
  deferred_begin.pop_back();
}

void BlockSchedule::build(const std::vector<std::vector<int>>& columns) {
  make_tasks(columns);
  const int n = static_cast<int>(columns.size());
  inner_rows.resize(n);
  for (int k = 0; k < n; ++k) inner_rows[k] = static_cast<int>(columns[k].size());
  top.clear();
  int next = 0;
  for (const Subtrees& task : tasks) {
    for (; next < task.begin; ++next) top.push_back(next);
    for (; next < task.end; ++next) {
      const auto& rows = columns[next];
      inner_rows[next] = static_cast<int>(std::lower_bound(rows.begin(), rows.end(), task.end) - rows.begin());
    }
  }
  for (; next < n; ++next) top.push_back(next);
  defer(columns);
  std::stable_sort(tasks.begin(), tasks.end(), [](const Subtrees& a, const Subtrees& b) { return a.cost > b.cost; });
}

}  // namespace stiction
