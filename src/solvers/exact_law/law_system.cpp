#include "solvers/exact_law/law_system.h"

#include "contact/group_product.h"

namespace stiction {
namespace {

constexpr int kColumn = Island::kColumn;

// block += the 6x6 part of S at (row, column)
void add_part(const double* S, int row, int column, double* block) {
  if (block == nullptr) return;
  for (int j = 0; j < 6; ++j)
    for (int i = 0; i < 6; ++i) block[6 * j + i] += S[kColumn * (column + j) + row + i];
}

}  // namespace

void LawSystem::prepare(const Island& island) {
  const int bodies = island.body_count();
  island.body_pairs(edges_);
  lu_.analyze(bodies, edges_);
  const auto block = [&](int row, int column) {
    return row < bodies && column < bodies ? lu_.block(row, column) : nullptr;
  };
  blocks_.resize(island.group_count());
  for (int g = 0; g < island.group_count(); ++g) {
    const int a = island.side_a[island.group_begin[g]], b = island.side_b[island.group_begin[g]];
    blocks_[g] = {block(a, a), block(a, b), block(b, a), block(b, b)};
  }
}

bool LawSystem::factorize(const Island& island, const std::vector<Mat3>& D) {
  lu_.set_identity();
  for (int g = 0; g < island.group_count(); ++g) {
    double S[kColumn * kColumn];
    group_product(island, g, 0, 3, D.front().data(), S);
    add_part(S, 0, 0, blocks_[g].aa);
    add_part(S, 0, 6, blocks_[g].ab);
    add_part(S, 6, 0, blocks_[g].ba);
    add_part(S, 6, 6, blocks_[g].bb);
  }
  return lu_.factorize();
}

}  // namespace stiction
