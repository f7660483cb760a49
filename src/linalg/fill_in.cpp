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

}  // namespace

double factor_products(int row_count, const std::vector<std::pair<int, int>>& edges, double most) {
  const std::vector<std::vector<int>> earlier = earlier_neighbours(row_count, edges);
  // Row k of the factor has an entry in every column on the ways up the elimination tree from the earlier neighbours.
  std::vector<int> parent(row_count, -1), met_by(row_count, -1), column(row_count, 0);
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
    // With so many entries the columns' squares add up to no less than this, however they are distributed.
    if (entries * entries / (2.0 * row_count) > most) return std::numeric_limits<double>::infinity();
  }
  double products = 0;
  for (const int below : column) products += 0.5 * below * (below + 1.0);
  return products > most ? std::numeric_limits<double>::infinity() : products;
}

}  // namespace stiction
