#include "solvers/pgs/shock_propagation.h"

#include <algorithm>

namespace stiction {
namespace {

constexpr int kSweepsPerLayer = 20;

template <class Visit>
void for_blocks(const Island& island, int contact, const Visit& visit) {
  for (const int side : {island.side_a[contact], island.side_b[contact]}) {
    if (side < island.block_count()) visit(side);
  }
  island.for_parts(contact, [&](int block, const PartColumns&) { visit(block); });
}

}  // namespace

void ShockPropagation::find_layers(const Island& island) {
  const int fixed = island.block_count();
  layers_.assign(fixed + 1, 0);
  bool found = true;
  for (int layer = 1; found; ++layer) {
    found = false;
    for (int c = 0; c < island.contact_count(); ++c) {
      if (!is_reached(island, c, layer)) continue;
      for_blocks(island, c, [&](int block) {
        if (layers_[block] != 0) return;
        layers_[block] = layer;
        found = true;
      });
    }
  }
}

// Does the contact lead from the layer below to others: from what is not free, or from a body of that layer?
bool ShockPropagation::is_reached(const Island& island, int contact, int layer) const {
  int bodies = 0;
  bool below = false;
  for_blocks(island, contact, [&](int block) {
    bodies += island.blocks[block].part == 0 ? 1 : 0;
    below = below || layers_[block] == layer - 1;
  });
  return layer == 1 ? bodies < 2 : below;
}

bool ShockPropagation::run(const Island& island, std::vector<double>& x, std::vector<double>& z) {
  find_layers(island);
  const int top = *std::max_element(layers_.begin(), layers_.end());
  for (int layer = 1; layer <= top; ++layer) {
    rows_.clear();
    for (int c = 0; c < island.contact_count(); ++c) {
      const int a = layers_[island.side_a[c]], b = layers_[island.side_b[c]];
      int wide = 0;
      island.for_parts(c, [&](int block, const PartColumns&) { wide = std::max(wide, layers_[block]); });
      if (std::max({a, b, wide}) != layer) continue;
      rows_.emplace_back();
      rows_.back().prepare(island, c, {.a = a == layer, .b = b == layer, .wide = wide == layer});
    }
    for (int sweep = 0; sweep < kSweepsPerLayer; ++sweep) {
      for (ContactRow& row : rows_) row.visit(island, x.data(), z.data());
    }
  }
  return top > 0;
}

}  // namespace stiction
