#include "solvers/pgs/shock_propagation.h"

#include <algorithm>

namespace stiction {
namespace {

constexpr int kSweepsPerLayer = 20;

}  // namespace

void ShockPropagation::find_layers(const Island& island) {
  const int fixed = island.body_count();
  layers_.assign(fixed + 1, 0);
  const auto reached = [&](int body, int layer) { return body == fixed ? layer == 1 : layers_[body] == layer - 1; };
  bool found = true;
  for (int layer = 1; found; ++layer) {
    found = false;
    for (int c = 0; c < island.contact_count(); ++c) {
      const int a = island.side_a[c], b = island.side_b[c];
      for (const auto& [from, to] : {std::pair(a, b), std::pair(b, a)}) {
        if (to == fixed || layers_[to] != 0 || !reached(from, layer)) continue;
        if (from != fixed && layers_[from] == 0) continue;
        layers_[to] = layer;
        found = true;
      }
    }
  }
}

bool ShockPropagation::run(const Island& island, std::vector<double>& x, std::vector<double>& z) {
  find_layers(island);
  const int top = *std::max_element(layers_.begin(), layers_.end());
  for (int layer = 1; layer <= top; ++layer) {
    rows_.clear();
    for (int c = 0; c < island.contact_count(); ++c) {
      const int a = layers_[island.side_a[c]], b = layers_[island.side_b[c]];
      if (std::max(a, b) != layer) continue;
      rows_.emplace_back();
      rows_.back().prepare(island, c, {.a = a == layer, .b = b == layer});
    }
    for (int sweep = 0; sweep < kSweepsPerLayer; ++sweep) {
      for (const ContactRow& row : rows_) row.visit(island, x.data(), z.data());
    }
  }
  return top > 0;
}

}  // namespace stiction
