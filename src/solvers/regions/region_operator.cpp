#include "solvers/regions/region_operator.h"

#include <algorithm>

#include "base/simd.h"
#include "contact/island_loops.h"

namespace stiction {
namespace {

// block += a^T b, all 3 x 3, column by column.
STICTION_INLINE void add_product(const double* a, const double* b, double* block) {
  for (int j = 0; j < 3; ++j)
    for (int i = 0; i < 3; ++i)
      block[3 * j + i] += a[3 * i] * b[3 * j] + a[3 * i + 1] * b[3 * j + 1] + a[3 * i + 2] * b[3 * j + 2];
}

// sum += block z
STICTION_INLINE void add_block(const double* block, const double* z, double sum[3]) {
  for (int i = 0; i < 3; ++i) sum[i] += block[i] * z[0] + block[3 + i] * z[1] + block[6 + i] * z[2];
}

STICTION_SIMD void block_rows(const int* row_begin, const int* column, const double* blocks, int begin, int end,
                              const double* z, double* out) {
  for (int c = begin; c < end; ++c) {
    double sum[3] = {};
    for (int k = row_begin[c]; k < row_begin[c + 1]; ++k)
      add_block(blocks + 9 * static_cast<std::size_t>(k), z + 3 * static_cast<std::size_t>(column[k]), sum);
    for (int i = 0; i < 3; ++i) out[3 * static_cast<std::size_t>(c - begin) + i] = sum[i];
  }
}

}  // namespace

bool RegionOperator::set(const Island& island, Assembly assembly) {
  const bool kept = structure_.update(island);
  assembly_ = assembly;
  if (assembly == Assembly::kAuto) {
    const long factored = 2L * structure_.entry_count();
    assembly_ = structure_.block_count(factored + 1) <= factored ? Assembly::kSparse : Assembly::kFactored;
  }
  if (assembly_ == Assembly::kFactored) {
    find_own_blocks();
    x_.resize(3 * static_cast<std::size_t>(structure_.half_count()));
  } else {
    structure_.find_pattern();
    assemble();
    if (assembly_ == Assembly::kDense) assemble_dense();
  }
  return kept;
}

void RegionOperator::find_own_blocks() {
  own_.assign(contact_count(), Mat3::Zero());
  for (int c = 0; c < contact_count(); ++c) {
    for (int e = structure_.entry_begin[c]; e < structure_.entry_begin[c + 1]; ++e)
      add_product(structure_.part(e), structure_.part(e), own_[c].data());
  }
}

// Row by row the blocks right of the diagonal; the others are their transposes, which rows receive from left to right.
void RegionOperator::assemble() {
  const RegionStructure& s = structure_;
  blocks_.assign(9 * s.column.size(), 0.0);
  own_.resize(contact_count());
  position_.resize(contact_count());
  lower_.assign(s.row_begin.begin(), s.row_begin.end());
  for (int c = 0; c < contact_count(); ++c) {
    for (int k = s.row_begin[c]; k < s.row_begin[c + 1]; ++k) position_[s.column[k]] = k;
    for (int e = s.entry_begin[c]; e < s.entry_begin[c + 1]; ++e) {
      for (int k = s.half_begin[s.entry_half[e]]; k < s.half_begin[s.entry_half[e] + 1]; ++k) {
        const int other = s.half_entries[k], contact = s.entry_contact[other];
        if (contact < c) continue;
        add_product(s.part(e), s.part(other), &blocks_[9 * static_cast<std::size_t>(position_[contact])]);
      }
    }
    for (int k = position_[c] + 1; k < s.row_begin[c + 1]; ++k) {
      const Eigen::Map<const Mat3> upper(&blocks_[9 * static_cast<std::size_t>(k)]);
      Eigen::Map<Mat3> lower(&blocks_[9 * static_cast<std::size_t>(lower_[s.column[k]]++)]);
      lower = upper.transpose();
    }
    own_[c] = Eigen::Map<const Mat3>(&blocks_[9 * static_cast<std::size_t>(position_[c])]);
  }
}

void RegionOperator::assemble_dense() {
  dense_.setZero(3 * contact_count(), 3 * contact_count());
  for (int c = 0; c < contact_count(); ++c) {
    for (int k = structure_.row_begin[c]; k < structure_.row_begin[c + 1]; ++k)
      dense_.block<3, 3>(3 * c, 3 * structure_.column[k]) =
          Eigen::Map<const Mat3>(&blocks_[9 * static_cast<std::size_t>(k)]);
  }
}

Vec3 RegionOperator::sparse_row(int contact, const double* z) const {
  Vec3 sum;
  block_rows(structure_.row_begin.data(), structure_.column.data(), blocks_.data(), contact, contact + 1, z,
             sum.data());
  return sum;
}

Vec3 RegionOperator::factored_row(int contact) const {
  double sum[3] = {};
  for (int e = structure_.entry_begin[contact]; e < structure_.entry_begin[contact + 1]; ++e) {
    const double* part = structure_.part(e);
    const double* x = &x_[3 * static_cast<std::size_t>(structure_.entry_half[e])];
    for (int k = 0; k < 3; ++k) sum[k] += part[3 * k] * x[0] + part[3 * k + 1] * x[1] + part[3 * k + 2] * x[2];
  }
  return {sum[0], sum[1], sum[2]};
}

void RegionOperator::accumulate(const double* z) {
  parallel_ranges(structure_.half_count(), kContactsPerTask, [&](int begin, int end) {
    for (int half = begin; half < end; ++half) {
      double sum[3] = {};
      for (int k = structure_.half_begin[half]; k < structure_.half_begin[half + 1]; ++k) {
        const int entry = structure_.half_entries[k];
        add_block(structure_.part(entry), z + 3 * static_cast<std::size_t>(structure_.entry_contact[entry]), sum);
      }
      std::copy(sum, sum + 3, &x_[3 * static_cast<std::size_t>(half)]);
    }
  });
}

void RegionOperator::multiply(const double* z, double* out) {
  const Eigen::Index size = 3 * static_cast<Eigen::Index>(contact_count());
  if (assembly_ == Assembly::kDense) {
    Eigen::Map<VecX>(out, size).noalias() = dense_ * Eigen::Map<const VecX>(z, size);
    return;
  }
  if (assembly_ == Assembly::kFactored) accumulate(z);
  parallel_ranges(contact_count(), kContactsPerTask, [&](int begin, int end) {
    if (assembly_ == Assembly::kSparse) {
      block_rows(structure_.row_begin.data(), structure_.column.data(), blocks_.data(), begin, end, z,
                 out + 3 * static_cast<std::size_t>(begin));
      return;
    }
    for (int c = begin; c < end; ++c) Eigen::Map<Vec3>(out + 3 * static_cast<std::size_t>(c)) = factored_row(c);
  });
}

void RegionOperator::begin_rows(const double* z) {
  if (assembly_ == Assembly::kFactored) accumulate(z);
}

Vec3 RegionOperator::row(int contact, const double* z) const {
  if (assembly_ == Assembly::kSparse) return sparse_row(contact, z);
  if (assembly_ == Assembly::kFactored) return factored_row(contact);
  const Eigen::Map<const VecX> all(z, dense_.rows());
  return dense_.middleCols<3>(3 * static_cast<Eigen::Index>(contact)).transpose() * all;
}

void RegionOperator::changed(int contact, const Vec3& change) {
  if (assembly_ != Assembly::kFactored) return;
  for (int e = structure_.entry_begin[contact]; e < structure_.entry_begin[contact + 1]; ++e)
    add_block(structure_.part(e), change.data(), &x_[3 * static_cast<std::size_t>(structure_.entry_half[e])]);
}

}  // namespace stiction
