#include "solvers/regions/region_structure.h"

#include <algorithm>
#include <numeric>

namespace stiction {
namespace {

// visit(half, first of three columns of three numbers, stride between the columns) for every half that is not zero.
template <class Visit>
void for_halves(const Island& island, int contact, const Visit& visit) {
  const auto visit_block = [&](int block, const double* columns, int stride) {
    for (int part = 0; part < 2; ++part) {
      const double* first = columns + 3 * part;
      bool zero = true;
      for (int k = 0; k < 3; ++k)
        for (int i = 0; i < 3; ++i) zero = zero && first[k * stride + i] == 0;
      if (!zero) visit(2 * block + part, first, stride);
    }
  };
  const double* A = &island.A[static_cast<std::size_t>(contact) * Island::kContact];
  if (island.side_a[contact] < island.block_count()) visit_block(island.side_a[contact], A, Island::kColumn);
  if (island.side_b[contact] < island.block_count()) visit_block(island.side_b[contact], A + 6, Island::kColumn);
  island.for_parts(contact, [&](int block, const PartColumns& part) {
    visit_block(block, part.data(), static_cast<int>(part.outerStride()));
  });
}

}  // namespace

void RegionStructure::collect(const Island& island) {
  new_begin_.assign(1, 0);
  new_half_.clear();
  parts.clear();
  for (int c = 0; c < island.contact_count(); ++c) {
    for_halves(island, c, [&](int half, const double* columns, int stride) {
      new_half_.push_back(half);
      for (int k = 0; k < 3; ++k) parts.insert(parts.end(), columns + k * stride, columns + k * stride + 3);
    });
    new_begin_.push_back(static_cast<int>(new_half_.size()));
  }
  // Numbers of halves without gaps, in the order in which contacts meet them.
  half_number_.assign(2 * static_cast<std::size_t>(island.block_count()), -1);
  int count = 0;
  for (int& half : new_half_) {
    if (half_number_[half] < 0) half_number_[half] = count++;
    half = half_number_[half];
  }
}

bool RegionStructure::update(const Island& island) {
  collect(island);
  if (new_begin_ == entry_begin && new_half_ == entry_half) return true;
  std::swap(entry_begin, new_begin_);
  std::swap(entry_half, new_half_);
  row_begin.clear();
  column.clear();
  find_halves(entry_half.empty() ? 0 : *std::max_element(entry_half.begin(), entry_half.end()) + 1);
  return false;
}

void RegionStructure::find_halves(int half_count) {
  entry_contact.resize(entry_half.size());
  for (int c = 0; c < contact_count(); ++c)
    std::fill(entry_contact.begin() + entry_begin[c], entry_contact.begin() + entry_begin[c + 1], c);
  half_begin.assign(half_count + 2, 0);
  for (const int half : entry_half) ++half_begin[half + 2];
  std::partial_sum(half_begin.begin(), half_begin.end(), half_begin.begin());
  half_entries.resize(entry_half.size());
  for (int e = 0; e < entry_count(); ++e) half_entries[half_begin[entry_half[e] + 1]++] = e;
  half_begin.pop_back();
}

long RegionStructure::block_count(long limit) const {
  if (has_pattern()) return static_cast<long>(column.size());
  std::vector<int> marked_by(contact_count(), -1);
  long count = 0;
  for (int c = 0; c < contact_count() && count < limit; ++c) {
    for (int e = entry_begin[c]; e < entry_begin[c + 1]; ++e) {
      for (int k = half_begin[entry_half[e]]; k < half_begin[entry_half[e] + 1]; ++k) {
        const int other = entry_contact[half_entries[k]];
        count += marked_by[other] != c ? 1 : 0;
        marked_by[other] = c;
      }
    }
  }
  return std::min(count, limit);
}

void RegionStructure::find_pattern() {
  if (has_pattern()) return;
  marked_by_.assign(contact_count(), -1);
  row_begin.assign(1, 0);
  for (int c = 0; c < contact_count(); ++c) {
    const auto first = static_cast<std::ptrdiff_t>(column.size());
    marked_by_[c] = c;
    column.push_back(c);
    for (int e = entry_begin[c]; e < entry_begin[c + 1]; ++e) {
      for (int k = half_begin[entry_half[e]]; k < half_begin[entry_half[e] + 1]; ++k) {
        const int other = entry_contact[half_entries[k]];
        if (marked_by_[other] == c) continue;
        marked_by_[other] = c;
        column.push_back(other);
      }
    }
    std::sort(column.begin() + first, column.end());
    row_begin.push_back(static_cast<int>(column.size()));
  }
}

}  // namespace stiction
