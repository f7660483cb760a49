#include "linalg/fill_in.h"

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>
#include <limits>

namespace stiction {

std::vector<int> minimum_degree_order(int row_count, const std::vector<std::pair<int, int>>& edges) {
  std::vector<Eigen::Triplet<double>> triplets;
  triplets.reserve(row_count + 2 * edges.size());
  for (int i = 0; i < row_count; ++i) triplets.emplace_back(i, i, 1.0);
  for (const auto& [i, j] : edges) {
    triplets.emplace_back(i, j, 1.0);
    triplets.emplace_back(j, i, 1.0);
  }
  Eigen::SparseMatrix<double> graph(row_count, row_count);
  graph.setFromTriplets(triplets.begin(), triplets.end());
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> order;
  Eigen::AMDOrdering<int>()(graph, order);
  return {order.indices().data(), order.indices().data() + row_count};
}

namespace {

// The neighbours of every place that are eliminated before it.
std::vector<std::vector<int>> earlier_neighbours(int row_count, const std::vector<std::pair<int, int>>& edges) {
  const std::vector<int> order = minimum_degree_order(row_count, edges);
  std::vector<int> position(row_count);
  for (int k = 0; k < row_count; ++k) position[order[k]] = k;
  std::vector<std::vector<int>> earlier(row_count);
  for (const auto& [i, j] : edges) {
    const auto [low, high] = std::minmax(position[i], position[j]);
    earlier[high].push_back(low);
  }
  return earlier;
}

// Counts the entries of the factor below the diagonal, row by row, by their columns; goes_on(entries) is asked after
// each row. False if it said no.
template <class GoesOn>
bool count_columns(int row_count, const std::vector<std::pair<int, int>>& edges, std::vector<int>& column,
                   const GoesOn& goes_on) {
  const std::vector<std::vector<int>> earlier = earlier_neighbours(row_count, edges);
  // Row k of the factor has an entry in every column on the ways up the elimination tree from the earlier neighbours.
  std::vector<int> parent(row_count, -1), met_by(row_count, -1);
  column.assign(row_count, 0);
  double entries = 0;
  for (int k = 0; k < row_count; ++k) {
    met_by[k] = k;
    for (int j : earlier[k]) {
      for (; met_by[j] != k; j = parent[j]) {
        if (parent[j] < 0) parent[j] = k;
        met_by[j] = k;
        ++column[j];
        ++entries;
      }
    }
    if (!goes_on(entries)) return false;
  }
  return true;
}

}  // namespace

double factor_entries(int row_count, const std::vector<std::pair<int, int>>& edges, double most) {
  std::vector<int> column;
  double all = row_count;
  const bool counted = count_columns(row_count, edges, column, [&](double entries) {
    all = row_count + entries;
    return all <= most;
  });
  return counted ? all : std::numeric_limits<double>::infinity();
}

double factor_products(int row_count, const std::vector<std::pair<int, int>>& edges, double most) {
  std::vector<int> column;
  // With so many entries the columns' squares add up to no less than this, however they are distributed.
  const bool counted = count_columns(row_count, edges, column,
                                     [&](double entries) { return !(entries * entries / (2.0 * row_count) > most); });
  double products = counted ? 0 : std::numeric_limits<double>::infinity();
  for (const int below : column) products += 0.5 * below * (below + 1.0);
  return products > most ? std::numeric_limits<double>::infinity() : products;
}

}  // namespace stiction
