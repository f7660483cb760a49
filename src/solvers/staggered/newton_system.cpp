#include "solvers/staggered/newton_system.h"

#include <algorithm>
#include <cmath>

#include "contact/group_product.h"
#include "contact/island_loops.h"

namespace stiction {
namespace {

constexpr int kColumn = Island::kColumn;

// B with B B^T = P (count x count, positive semidefinite), by pivoted Cholesky; returns the number of columns.
int semidefinite_factor(int count, const double* P, double* B) {
  double rest[9];
  std::copy(P, P + count * count, rest);
  int rank = 0;
  double largest = 0;
  for (int k = 0; k < count; ++k) largest = std::max(largest, P[k * count + k]);
  while (rank < count) {
    int pivot = 0;
    for (int k = 1; k < count; ++k)
      if (rest[k * count + k] > rest[pivot * count + pivot]) pivot = k;
    const double d = rest[pivot * count + pivot];
    if (d <= 1e-15 * largest || d <= 0) break;
    double* column = B + rank * count;
    for (int k = 0; k < count; ++k) column[k] = rest[pivot * count + k] / std::sqrt(d);
    for (int j = 0; j < count; ++j)
      for (int i = 0; i < count; ++i) rest[j * count + i] -= column[i] * column[j];
    ++rank;
  }
  return rank;
}

// What wide parts add to the two forms: entries of a column, in the mean, and multiply-adds of all products.
struct WideCost {
  double entries = 0, products = 0;
};
WideCost wide_cost(const Island& island) {
  WideCost cost;
  if (island.wide_begin.empty()) return cost;
  for (int c = 0; c < island.contact_count(); ++c) {
    const double rows = 6.0 * static_cast<double>(island.parts(c).size());
    cost.products += rows * (rows + 12) * 2;
  }
  cost.entries = 6.0 * static_cast<double>(island.wide_parts.size()) / island.contact_count();
  return cost;
}

}  // namespace

void NewtonSystem::prepare(const Island& island, Form form) {
  first_ = -1;
  const int blocks = island.block_count();
  island.block_pairs(edges_);
  const double columns = 2.0 * island.contact_count();
  const WideCost wide = wide_cost(island);
  const double contact_flops = columns * columns * columns / 6 + (12 + wide.entries) * columns * columns;
  if (form == Form::kAuto && contact_flops < 91.0 * blocks) {
    contact_form_ = true;  // cheaper than the diagonal blocks alone: no need to look at the fill
    return;
  }
  contact_form_ = form == Form::kContact;
  if (contact_form_) return;
  cholesky_.analyze(blocks, edges_);
  if (form == Form::kAuto && contact_flops < cholesky_.factor_flops() + wide.products) {
    contact_form_ = true;
    return;
  }
  targets_.resize(island.group_count());
  for (int g = 0; g < island.group_count(); ++g) {
    const int a = island.side_a[island.group_begin[g]], b = island.side_b[island.group_begin[g]];
    targets_[g] = {a < blocks ? cholesky_.diagonal(a) : nullptr, b < blocks ? cholesky_.diagonal(b) : nullptr, nullptr,
                   false};
    if (a < blocks && b < blocks) {
      const auto ref = cholesky_.block(b, a);
      targets_[g].ba = ref.values;
      targets_[g].transposed = ref.transposed;
    }
  }
}

bool NewtonSystem::factorize(const Island& island, int first, int count, double rho, const std::vector<double>& P) {
  if (first == first_ && count == count_ && rho == rho_ && P == P_) return true;
  first_ = first;
  count_ = count;
  rho_ = rho;
  P_ = P;
  const bool done = contact_form_ ? assemble_contacts(island, first, count, P.data())
                                  : assemble_blocks(island, first, count, rho, P.data());
  if (!done) first_ = -1;
  return done;
}

bool NewtonSystem::assemble_blocks(const Island& island, int first, int count, double rho, const double* P) {
  cholesky_.set_zero();
  for (int i = 0; i < island.block_count(); ++i) {
    double* diagonal = cholesky_.diagonal(i);
    for (int k = 0; k < 6; ++k) diagonal[7 * k] = 1;
  }
  if (island.one_group_per_pair && groups_in_parallel(island, kHeavyContactsPerTask)) {
    add_groups_in_parallel(island, first, count, rho, P);
  } else {
    add_groups(island, first, count, rho, P);
  }
  add_wide(island, first, count, rho, P);
  return cholesky_.factorize();
}

void NewtonSystem::add_groups(const Island& island, int first, int count, double rho, const double* P) {
  for (int g = 0; g < island.group_count(); ++g) {
    double S[kColumn * kColumn];
    group_product(island, g, first, count, P, S);
    const GroupTarget& target = targets_[g];
    for (int j = 0; j < 6; ++j) {
      for (int i = 0; i < 6; ++i) {
        if (target.aa != nullptr) target.aa[6 * j + i] += rho * S[kColumn * j + i];
        if (target.bb != nullptr) target.bb[6 * j + i] += rho * S[kColumn * (6 + j) + 6 + i];
        if (target.ba != nullptr) target.ba[target.transposed ? 6 * i + j : 6 * j + i] += rho * S[kColumn * j + 6 + i];
      }
    }
  }
}

void NewtonSystem::add_wide(const Island& island, int first, int count, double rho, const double* P) {
  wide_products_.for_each(island, first, count, P, WideProducts::Half::kLower, [&](int i, int j, const Mat6& product) {
    if (i == j) {
      Eigen::Map<Mat6>(cholesky_.diagonal(i)) += rho * product;
      return;
    }
    const BlockCholesky::BlockRef target = cholesky_.block(i, j);
    Eigen::Map<Mat6> block(target.values);
    if (target.transposed) {
      block += rho * product.transpose();
    } else {
      block += rho * product;
    }
  });
}

// The same sums: off-diagonal blocks belong to one group each, diagonal ones take those of their groups in order.
void NewtonSystem::add_groups_in_parallel(const Island& island, int first, int count, double rho, const double* P) {
  side_blocks_.resize(2 * static_cast<std::size_t>(island.group_count()));
  for_group_ranges(island, kHeavyContactsPerTask, [&](int begin, int end) {
    for (int g = begin; g < end; ++g) {
      double S[kColumn * kColumn];
      group_product(island, g, first, count, P, S);
      const Eigen::Map<const Eigen::Matrix<double, kColumn, kColumn>> product(S);
      side_blocks_[2 * g] = rho * product.topLeftCorner<6, 6>();
      side_blocks_[2 * g + 1] = rho * product.bottomRightCorner<6, 6>();
      if (targets_[g].ba == nullptr) continue;
      Eigen::Map<Mat6> block(targets_[g].ba);
      if (targets_[g].transposed) {
        block += rho * product.bottomLeftCorner<6, 6>().transpose();
      } else {
        block += rho * product.bottomLeftCorner<6, 6>();
      }
    }
  });
  add_side_blocks(island, side_blocks_, [&](int i) { return cholesky_.diagonal(i); });
}

void NewtonSystem::add_column(const Island& island, int contact, int first, int count, const double* weights) {
  const double* a = island.A.data() + static_cast<std::size_t>(contact) * Island::kContact + first * kColumn;
  Column column{contact, wide_entries_.size(), {}};
  for (int l = 0; l < count; ++l)
    for (int i = 0; i < kColumn; ++i) column.entries[i] += a[l * kColumn + i] * weights[l];
  columns_.push_back(column);
  for (const WidePart& part : island.parts(contact)) {
    for (int i = 0; i < 6; ++i) {
      double entry = 0;
      for (int l = 0; l < count; ++l) entry += part.columns[first + l][i] * weights[l];
      wide_entries_.push_back(entry);
    }
  }
}

// The product of two columns.
double NewtonSystem::overlap(const Island& island, const Column& p, const Column& r) const {
  double sum = 0;
  const int sides_p[2] = {island.side_a[p.contact], island.side_b[p.contact]};
  const int sides_r[2] = {island.side_a[r.contact], island.side_b[r.contact]};
  for (int s = 0; s < 2; ++s)
    for (int t = 0; t < 2; ++t)
      if (sides_p[s] == sides_r[t])
        for (int i = 0; i < 6; ++i) sum += p.entries[6 * s + i] * r.entries[6 * t + i];
  const auto parts_p = island.parts(p.contact), parts_r = island.parts(r.contact);
  const auto same_block = [&](std::size_t k) {  // the part of r that has the block of p's k-th: mostly the k-th as well
    if (k < parts_r.size() && parts_r[k].block == parts_p[k].block) return k;
    const auto found = std::ranges::find(parts_r, parts_p[k].block, &WidePart::block);
    return static_cast<std::size_t>(found - parts_r.begin());
  };
  for (std::size_t k = 0; k < parts_p.size(); ++k) {
    const std::size_t l = same_block(k);
    if (l == parts_r.size()) continue;
    const double *wide_p = &wide_entries_[p.wide + 6 * k], *wide_r = &wide_entries_[r.wide + 6 * l];
    for (int i = 0; i < 6; ++i) sum += wide_p[i] * wide_r[i];
  }
  return sum;
}

bool NewtonSystem::assemble_contacts(const Island& island, int first, int count, const double* P) {
  columns_.clear();
  wide_entries_.clear();
  for (int c = 0; c < island.contact_count(); ++c) {
    double B[9];
    const int rank = semidefinite_factor(count, P + static_cast<std::size_t>(c) * count * count, B);
    for (int k = 0; k < rank; ++k) add_column(island, c, first, count, B + k * count);
  }
  const auto n = static_cast<Eigen::Index>(columns_.size());
  gram_values_.assign(static_cast<std::size_t>(n * n), 0.0);
  Eigen::Map<MatX> gram(gram_values_.data(), n, n);
  for (Eigen::Index j = 0; j < n; ++j) {
    for (Eigen::Index i = j; i < n; ++i) gram(i, j) = overlap(island, columns_[i], columns_[j]);
    gram(j, j) += 1 / rho_;
  }
  if (n == 0) return true;
  Eigen::Ref<MatX> in_place(gram);
  return Eigen::LLT<Eigen::Ref<MatX>>(in_place).info() == Eigen::Success;
}

void NewtonSystem::solve(const Island& island, double* x) {
  if (!contact_form_) {
    cholesky_.solve(x);
    return;
  }
  const auto n = static_cast<Eigen::Index>(columns_.size());
  if (n == 0) return;
  projected_values_.resize(n);
  Eigen::Map<VecX> projected(projected_values_.data(), n);
  for (Eigen::Index k = 0; k < n; ++k) {
    const Column& column = columns_[k];
    const double* xa = x + 6 * island.side_a[column.contact];
    const double* xb = x + 6 * island.side_b[column.contact];
    double sum = 0;
    for (int i = 0; i < 6; ++i) sum += column.entries[i] * xa[i] + column.entries[6 + i] * xb[i];
    const double* wide = wide_entries_.data() + column.wide;
    for (const WidePart& part : island.parts(column.contact))
      for (int i = 0; i < 6; ++i) sum += *wide++ * x[6 * part.block + i];
    projected[k] = sum;
  }
  const Eigen::Map<const MatX> factor(gram_values_.data(), n, n);
  factor.triangularView<Eigen::Lower>().solveInPlace(projected);
  factor.triangularView<Eigen::Lower>().adjoint().solveInPlace(projected);
  for (Eigen::Index k = 0; k < n; ++k) {
    const Column& column = columns_[k];
    for (int i = 0; i < 6; ++i) x[6 * island.side_a[column.contact] + i] -= column.entries[i] * projected[k];
    for (int i = 0; i < 6; ++i) x[6 * island.side_b[column.contact] + i] -= column.entries[6 + i] * projected[k];
    const double* wide = wide_entries_.data() + column.wide;
    for (const WidePart& part : island.parts(column.contact))
      for (int i = 0; i < 6; ++i) x[6 * part.block + i] -= *wide++ * projected[k];
  }
  std::fill(x + 6 * island.block_count(), x + island.velocity_size(), 0.0);
}

}  // namespace stiction
