#include "recorded/patch_system.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>

#include "base/simd.h"

namespace stiction {
namespace {

constexpr double kSmaller = 0.75;  // rows of the systems, relative to those over contacts: with more they do not pay
constexpr int kTwoBodies = 6;      // components of the relative velocity of two rigid ones
// Pivot that counts as zero: diagonals of W are near 1, and its entries are no more exact.
constexpr double kRank = 1e-9;
constexpr double kLowRank = 1e-7;  // largest difference of an entry of (1): refinement makes up for it

int padded(int rank) {
  return (rank + 5) / 6 * 6;
}

std::uint64_t row_hash(const ContactPattern& pattern, int row) {
  std::uint64_t hash = 1469598103934665603U;
  for (int k = pattern.row_begin[row]; k < pattern.row_begin[row + 1]; ++k)
    hash = (hash ^ static_cast<std::uint64_t>(pattern.column[k])) * 1099511628211U;
  return hash;
}

bool same_row(const ContactPattern& pattern, int a, int b) {
  const auto begin = pattern.column.begin();
  return std::equal(begin + pattern.row_begin[a], begin + pattern.row_begin[a + 1], begin + pattern.row_begin[b],
                    begin + pattern.row_begin[b + 1]);
}

// Place of W_ij in the pattern.
int place(const ContactPattern& pattern, int i, int j) {
  const auto begin = pattern.column.begin();
  return static_cast<int>(std::lower_bound(begin + pattern.row_begin[i], begin + pattern.row_begin[i + 1], j) - begin);
}

// out += A x, column by column.
STICTION_SIMD void add_columns(int rows, int columns, const double* A, const double* x, double* out) {
  for (int j = 0; j < columns; ++j) {
    const double f = x[j];
    for (int i = 0; i < rows; ++i) out[i] += A[i] * f;
    A += rows;
  }
}

// out += sum over contacts of L_c^T D_c L_c; L: 3 x contacts rows.
STICTION_SIMD void add_reduced(int contacts, int size, const Mat3* const* D, const double* L, double* out) {
  const int rows = 3 * contacts;
  for (int c = 0; c < contacts; ++c) {
    const double* d = D[c]->data();
    for (int j = 0; j < size; ++j) {
      const double* l = L + static_cast<std::size_t>(rows) * j + 3 * c;
      const double t0 = d[0] * l[0] + d[3] * l[1] + d[6] * l[2], t1 = d[1] * l[0] + d[4] * l[1] + d[7] * l[2],
                   t2 = d[2] * l[0] + d[5] * l[1] + d[8] * l[2];
      for (int i = 0; i < size; ++i) {
        const double* m = L + static_cast<std::size_t>(rows) * i + 3 * c;
        out[i + size * j] += m[0] * t0 + m[1] * t1 + m[2] * t2;
      }
    }
  }
}

// targets += A B in blocks of 6 by 6; A: rows x inner, B: inner x columns, all multiples of 6.
STICTION_SIMD void add_product(int rows, int inner, int columns, const double* A, const double* B,
                               double* const* targets) {
  for (int j = 0; j < columns; ++j) {
    for (int a = 0; a < rows; a += 6) {
      double* out = targets[j / 6 * (rows / 6) + a / 6] + static_cast<std::ptrdiff_t>(j % 6) * 6;
      double sum[6];
      for (int i = 0; i < 6; ++i) sum[i] = out[i];
      for (int k = 0; k < inner; ++k) {
        const double f = B[k + inner * j];
        const double* column = A + a + static_cast<std::ptrdiff_t>(rows) * k;
        for (int i = 0; i < 6; ++i) sum[i] += column[i] * f;
      }
      for (int i = 0; i < 6; ++i) out[i] = sum[i];
    }
  }
}

}  // namespace

// Patches in the order of their first contacts. False if they cannot be worth while.
bool PatchSystem::find_patches(const ContactPattern& pattern, int rows) {
  const int count = static_cast<int>(pattern.row_begin.size()) - 1;
  std::vector<std::uint64_t> hash(count);
  for (int i = 0; i < count; ++i) hash[i] = row_hash(pattern, i);
  std::vector<int> order(count), leader(count);
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int a, int b) { return hash[a] != hash[b] ? hash[a] < hash[b] : a < b; });
  for (int k = 0; k < count; ++k) {
    const bool joins =
        k > 0 && hash[order[k]] == hash[order[k - 1]] && same_row(pattern, order[k], leader[order[k - 1]]);
    leader[order[k]] = joins ? leader[order[k - 1]] : order[k];
  }
  patches_.clear();
  patch_of_.assign(count, -1);
  index_in_patch_.assign(count, 0);
  for (int i = 0; i < count; ++i) {
    if (leader[i] == i) {
      patch_of_[i] = static_cast<int>(patches_.size());
      patches_.emplace_back();
    }
    patch_of_[i] = patch_of_[leader[i]];
    Patch& patch = patches_[patch_of_[i]];
    index_in_patch_[i] = static_cast<int>(patch.contacts.size());
    patch.contacts.push_back(i);
  }
  int least = 0;
  for (const Patch& patch : patches_)
    least += std::min(padded(rows * static_cast<int>(patch.contacts.size())), kTwoBodies);
  return least <= kSmaller * rows * count;
}

// W_gg = L L^T of every patch. False as soon as ranks turn out to be too large.
bool PatchSystem::factor_patches(const ContactPattern& pattern, int rows, const std::function<Mat3(int)>& block) {
  const double most = kSmaller * rows * static_cast<double>(patch_of_.size());
  int nodes = 0;
  for (Patch& patch : patches_) {
    const int size = 3 * static_cast<int>(patch.contacts.size());
    VecX left(size);
    for (int c = 0; 3 * c < size; ++c)
      left.segment<3>(3 * c) = block(place(pattern, patch.contacts[c], patch.contacts[c])).diagonal();
    MatX L(size, std::min(size, kTwoBodies));
    patch.pivots.clear();
    for (;;) {
      Eigen::Index pivot = 0;
      const double largest = left.maxCoeff(&pivot);
      const auto rank = static_cast<Eigen::Index>(patch.pivots.size());
      if (!(largest > kRank) || rank == size) break;
      if (rank == L.cols()) L.conservativeResize(size, std::min<Eigen::Index>(size, 2 * rank));
      for (int c = 0; 3 * c < size; ++c) {
        const int at = place(pattern, patch.contacts[c], patch.contacts[pivot / 3]);
        L.col(rank).segment<3>(3 * c) = block(at).col(pivot % 3);
      }
      L.col(rank) -= L.leftCols(rank) * L.row(pivot).head(rank).transpose();
      for (const int earlier : patch.pivots) L(earlier, rank) = 0;
      L.col(rank) /= std::sqrt(largest);
      left -= L.col(rank).cwiseAbs2();
      left[pivot] = 0;
      patch.pivots.push_back(static_cast<int>(pivot));
      if (6.0 * nodes + static_cast<double>(rank) > most) return false;
    }
    const int rank = static_cast<int>(patch.pivots.size());
    patch.size = padded(rank);
    patch.first = nodes;
    nodes += patch.nodes();
    patch.L = MatX::Zero(size, patch.size);
    patch.L.leftCols(rank) = L.leftCols(rank);
    patch.L_transposed = patch.L.transpose();
  }
  return 6.0 * nodes <= most;
}

// V_gh of all pairs of patches. False if W is not what they make.
bool PatchSystem::couple(const ContactPattern& pattern, const std::function<Mat3(int)>& block) {
  const auto at_pivots = [](const Patch& patch) {
    MatX P(patch.pivots.size(), patch.pivots.size());
    for (Eigen::Index i = 0; i < P.rows(); ++i) P.row(i) = patch.L.row(patch.pivots[i]).head(P.cols());
    return P;
  };
  couplings_.clear();
  assembly_cost_ = product_cost_ = difference_ = 0;
  for (int g = 0; g < static_cast<int>(patches_.size()); ++g) {
    const Patch& row = patches_[g];
    const MatX P_row = at_pivots(row);
    assembly_cost_ += static_cast<double>(row.size) * row.size * static_cast<double>(row.L.rows());
    product_cost_ += 2.0 * static_cast<double>(row.L.size());
    const int first = row.contacts.front();
    for (int k = pattern.row_begin[first]; k < pattern.row_begin[first + 1]; ++k) {
      const int j = pattern.column[k], h = patch_of_[j];
      if (index_in_patch_[j] != 0) continue;  // once per patch
      const Patch& column = patches_[h];
      MatX W(row.L.rows(), column.L.rows());
      for (std::size_t a = 0; a < row.contacts.size(); ++a)
        for (std::size_t b = 0; b < column.contacts.size(); ++b)
          W.block<3, 3>(3 * static_cast<Eigen::Index>(a), 3 * static_cast<Eigen::Index>(b)) =
              block(place(pattern, row.contacts[a], column.contacts[b]));
      MatX V(row.pivots.size(), column.pivots.size());
      for (Eigen::Index a = 0; a < V.rows(); ++a)
        for (Eigen::Index b = 0; b < V.cols(); ++b) V(a, b) = W(row.pivots[a], column.pivots[b]);
      if (V.size() > 0) {  // not so where a patch moves nothing
        P_row.triangularView<Eigen::Lower>().solveInPlace(V);
        at_pivots(column).transpose().triangularView<Eigen::Upper>().solveInPlace<Eigen::OnTheRight>(V);
      }
      if (g == h) V.setIdentity();
      const double off =
          (W - row.L.leftCols(V.rows()) * V * column.L.leftCols(V.cols()).transpose()).cwiseAbs().maxCoeff();
      if (!(off <= kLowRank)) return false;
      difference_ = std::max(difference_, off);
      if (V.size() == 0) continue;
      MatX whole = MatX::Zero(row.size, column.size);
      whole.topLeftCorner(V.rows(), V.cols()) = V;
      assembly_cost_ += static_cast<double>(row.size) * row.size * column.size;
      product_cost_ += static_cast<double>(whole.size());
      couplings_.push_back({g, h, std::move(whole), {}});
    }
  }
  return true;
}

void PatchSystem::connect() {
  std::vector<std::pair<int, int>> edges;
  const auto for_nodes = [this](const Coupling& coupling, const auto& use) {
    const Patch &row = patches_[coupling.row], &column = patches_[coupling.column];
    for (int b = 0; b < column.nodes(); ++b)
      for (int a = 0; a < row.nodes(); ++a) use(row.first + a, column.first + b);
  };
  int nodes = 0, largest = 0;
  std::size_t most_contacts = 0;
  for (const Patch& patch : patches_) {
    nodes += patch.nodes();
    largest = std::max(largest, patch.size);
    most_contacts = std::max(most_contacts, patch.contacts.size());
  }
  for (const Coupling& coupling : couplings_)
    for_nodes(coupling, [&](int i, int j) {
      if (i > j) edges.emplace_back(i, j);
    });
  lu_.analyze(nodes, edges);
  for (Coupling& coupling : couplings_)
    for_nodes(coupling, [&](int i, int j) { coupling.targets.push_back(lu_.block(i, j)); });
  x_.resize(6 * static_cast<Eigen::Index>(nodes));
  v_.resize(x_.size());
  reduced_.resize(largest, largest);
  of_patch_.resize(3 * static_cast<Eigen::Index>(most_contacts));
}

bool PatchSystem::prepare(const ContactPattern& pattern, int rows, const std::function<Mat3(int)>& block) {
  if (!find_patches(pattern, rows) || !factor_patches(pattern, rows, block) || !couple(pattern, block)) return false;
  connect();
  return true;
}

bool PatchSystem::factorize(const std::vector<Mat3>& D) {
  D_ = D;
  lu_.set_identity();
  int done = -1;
  for (const Coupling& coupling : couplings_) {
    const Patch& row = patches_[coupling.row];
    if (coupling.row != done) {
      done = coupling.row;
      D_of_patch_.clear();
      for (const int c : row.contacts) D_of_patch_.push_back(&D_[c]);
      std::fill(reduced_.data(), reduced_.data() + static_cast<std::ptrdiff_t>(row.size) * row.size, 0.0);
      add_reduced(static_cast<int>(row.contacts.size()), row.size, D_of_patch_.data(), row.L.data(), reduced_.data());
    }
    add_product(row.size, row.size, patches_[coupling.column].size, reduced_.data(), coupling.V.data(),
                coupling.targets.data());
  }
  return lu_.factorize();
}

void PatchSystem::reduce(const double* z) const {
  for (const Patch& patch : patches_) {
    double* x = x_.data() + 6 * static_cast<std::ptrdiff_t>(patch.first);
    std::fill(x, x + patch.size, 0.0);
    for (std::size_t c = 0; c < patch.contacts.size(); ++c)
      add_columns(patch.size, 3, patch.L_transposed.data() + 3 * c * static_cast<std::size_t>(patch.size),
                  z + 3 * static_cast<std::size_t>(patch.contacts[c]), x);
  }
}

void PatchSystem::couple_reduced() const {
  v_.setZero();
  for (const Coupling& coupling : couplings_) {
    const Patch &row = patches_[coupling.row], &column = patches_[coupling.column];
    add_columns(row.size, column.size, coupling.V.data(), x_.data() + 6 * static_cast<std::ptrdiff_t>(column.first),
                v_.data() + 6 * static_cast<std::ptrdiff_t>(row.first));
  }
}

const double* PatchSystem::velocity(const Patch& patch) const {
  std::fill(of_patch_.data(), of_patch_.data() + patch.L.rows(), 0.0);
  add_columns(static_cast<int>(patch.L.rows()), patch.size, patch.L.data(),
              v_.data() + 6 * static_cast<std::ptrdiff_t>(patch.first), of_patch_.data());
  return of_patch_.data();
}

void PatchSystem::multiply(const double* z, double* out) const {
  reduce(z);
  couple_reduced();
  for (const Patch& patch : patches_) {
    const double* u = velocity(patch);
    for (const int c : patch.contacts) {
      std::copy(u, u + 3, out + 3 * static_cast<std::size_t>(c));
      u += 3;
    }
  }
}

void PatchSystem::solve(double* z) {
  reduce(z);
  lu_.solve(x_.data());
  couple_reduced();
  for (const Patch& patch : patches_) {
    const double* u = velocity(patch);
    for (const int c : patch.contacts) {
      Eigen::Map<Vec3>(z + 3 * static_cast<std::size_t>(c)) -= D_[c] * Eigen::Map<const Vec3>(u);
      u += 3;
    }
  }
}

}  // namespace stiction
