#include "solvers/staggered/large_islands.h"

#include <cmath>

#include "linalg/fill_in.h"

namespace stiction {
namespace {

constexpr int kAlwaysDirect = 200;  // blocks: their factors are small, whatever the graph
// Products of 6 x 6 blocks in one symmetric factorisation.
constexpr double kMostProducts = 2e6;

}  // namespace

bool LargeIslands::include(const Island& island) {
  if (island.block_count() <= kAlwaysDirect || !island.wide_runs.empty() || island.friction_set.samples != 0) {
    return false;
  }
  island.block_pairs(edges_);
  if (island.block_count() == last_blocks_ && edges_ == last_edges_) return last_;
  last_ = std::isinf(factor_products(island.block_count(), edges_, kMostProducts));
  last_blocks_ = island.block_count();
  last_edges_.swap(edges_);
  return last_;
}

}  // namespace stiction
