#include "solvers/staggered/large_islands.h"

#include <cmath>

#include "linalg/fill_in.h"

namespace stiction {
namespace {

// Blocks: the factors of such islands are small, whatever the graph; the second number is that of loose tolerances.
constexpr int kAlwaysDirect = 200, kLooseDirect = 60;
// Products of 6 x 6 blocks in one symmetric factorisation; of loose tolerances for every block, which chains and towers
// stay below, and altogether where things are slow.
constexpr double kMostProducts = 2e6, kLooseProducts = 4, kSlowProducts = 2e5;

}  // namespace

bool LargeIslands::include(const Island& island, bool slow) {
  if (island.block_count() <= (loose_ ? kLooseDirect : kAlwaysDirect) || !island.wide_runs.empty() ||
      island.friction_set.samples != 0) {
    return false;
  }
  island.block_pairs(edges_);
  const double most = !loose_ ? kMostProducts : slow ? kSlowProducts : kLooseProducts * island.block_count();
  if (island.block_count() == last_blocks_ && most == last_most_ && edges_ == last_edges_) return last_;
  last_ = std::isinf(factor_products(island.block_count(), edges_, most));
  last_blocks_ = island.block_count();
  last_most_ = most;
  last_edges_.swap(edges_);
  return last_;
}

}  // namespace stiction
