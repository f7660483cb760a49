#include "contact/wide_products.h"

namespace stiction {

void touched_blocks(const Island& island, int contact, std::vector<TouchedBlock>& touched) {
  touched.clear();
  const auto add = [&](int block, bool wide, const double* columns, int stride) {
    if (block < island.block_count()) {
      touched.push_back({block, wide, TouchedBlock::Columns(columns, Eigen::OuterStride<>(stride))});
    }
  };
  const double* A = island.A.data() + static_cast<std::size_t>(contact) * Island::kContact;
  add(island.side_a[contact], false, A, Island::kColumn);
  add(island.side_b[contact], false, A + 6, Island::kColumn);
  for (const WidePart& part : island.parts(contact)) add(part.block, true, part.columns[0].data(), 6);
}

}  // namespace stiction
