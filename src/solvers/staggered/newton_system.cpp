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
  for (const WideRun& run : island.wide_runs) {
    const double contacts = run.end - run.begin, rows = run.rows;
    cost.products += contacts * rows * (rows + 12);  // two columns, one half of the symmetric product
    cost.entries += contacts * rows / island.contact_count();
  }
  return cost;
}

}  // namespace

void NewtonSystem::prepare(const Island& island, Form form) {
  first_ = -1;
  P_.reserve(9 * static_cast<std::size_t>(island.contact_count()));  // the most that factorize() keeps
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
  find_wide_targets(island);
}

void NewtonSystem::find_wide_targets(const Island& island) {
  wide_targets_.clear();
  wide_targets_begin_.assign(1, 0);
  for (const WideRun& run : island.wide_runs) {
    touched_blocks(island, run, touched_);
    for (std::size_t i = 0; i < touched_.size(); ++i) {
      for (std::size_t j = 0; j <= i && touched_[j].wide; ++j) {  // products of rigid sides belong to groups
        const BlockCholesky::BlockRef ref = cholesky_.block(touched_[i].block, touched_[j].block);
        wide_targets_.push_back({ref.values, touched_[i].row, touched_[j].row, ref.transposed});
      }
    }
    wide_targets_begin_.push_back(static_cast<int>(wide_targets_.size()));
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
  using Part = Eigen::Map<const Mat6, 0, Eigen::OuterStride<>>;
  for (std::size_t r = 0; r < island.wide_runs.size(); ++r) {
    if (!wide_product_.compute(island, island.wide_runs[r], first, count, P, WideProduct::Half::kLower)) continue;
    for (int t = wide_targets_begin_[r]; t < wide_targets_begin_[r + 1]; ++t) {
      const WideTarget& target = wide_targets_[t];
      const Part part(wide_product_.at(target.row, target.column), Eigen::OuterStride<>(wide_product_.stride()));
      Eigen::Map<Mat6> block(target.values);
      if (target.transposed) {
        block += rho * part.transpose();
      } else {
        block += rho * part;
      }
    }
  }
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
  const WideRun* run = island.run(contact);
  if (run == nullptr) return;
  wide_entries_.resize(column.wide + run->rows, 0.0);
  for (int l = 0; l < count; ++l) {
    const double* wide = island.column(*run, contact, first + l);
    for (int i = 0; i < run->rows; ++i) wide_entries_[column.wide + i] += wide[i] * weights[l];
  }
}

// The part of wide bodies in the product of two columns.
double NewtonSystem::wide_overlap(const Island& island, const Column& p, const Column& r) const {
  const WideRun *run_p = island.run(p.contact), *run_r = island.run(r.contact);
  if (run_p == nullptr || run_r == nullptr) return 0;
  const auto dot = [&](int row_p, int row_r, int size) {
    return Eigen::Map<const VecX>(&wide_entries_[p.wide + row_p], size)
        .dot(Eigen::Map<const VecX>(&wide_entries_[r.wide + row_r], size));
  };
  if (run_p == run_r) return dot(0, 0, run_p->rows);
  double sum = 0;
  for (const WideSegment& own : island.segments(*run_p)) {
    for (const WideSegment& other : island.segments(*run_r)) {
      if (own.block == other.block) sum += dot(own.row, other.row, 6 * own.blocks);
    }
  }
  return sum;
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
  return sum + wide_overlap(island, p, r);
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

// visit(entry, its place in a velocity vector)
template <class Visit>
void NewtonSystem::for_wide_entries(const Island& island, const Column& column, const Visit& visit) const {
  const WideRun* run = island.run(column.contact);
  if (run == nullptr) return;
  for (const WideSegment& segment : island.segments(*run)) {
    for (int i = 0; i < 6 * segment.blocks; ++i)
      visit(wide_entries_[column.wide + segment.row + i], 6 * segment.block + i);
  }
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
    for_wide_entries(island, column, [&](double entry, int i) { sum += entry * x[i]; });
    projected[k] = sum;
  }
  const Eigen::Map<const MatX> factor(gram_values_.data(), n, n);
  factor.triangularView<Eigen::Lower>().solveInPlace(projected);
  factor.triangularView<Eigen::Lower>().adjoint().solveInPlace(projected);
  for (Eigen::Index k = 0; k < n; ++k) {
    const Column& column = columns_[k];
    for (int i = 0; i < 6; ++i) x[6 * island.side_a[column.contact] + i] -= column.entries[i] * projected[k];
    for (int i = 0; i < 6; ++i) x[6 * island.side_b[column.contact] + i] -= column.entries[6 + i] * projected[k];
    for_wide_entries(island, column, [&](double entry, int i) { x[i] -= entry * projected[k]; });
  }
  std::fill(x + 6 * island.block_count(), x + island.velocity_size(), 0.0);
}

}  // namespace stiction
