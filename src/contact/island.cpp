#include "contact/island.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/simd.h"
#include "contact/projections.h"

namespace stiction {
namespace {

constexpr int kColumn = Island::kColumn;

template <int kCount>
STICTION_INLINE void transposed_loop(const Island& island, int first, const double* x, double* out) {
  const int n = island.contact_count();
  for (int c = 0; c < n; ++c) {
    const double* a = island.A.data() + static_cast<std::size_t>(c) * Island::kContact + first * kColumn;
    const double* xa = x + 6 * island.side_a[c];
    const double* xb = x + 6 * island.side_b[c];
    for (int k = 0; k < kCount; ++k) {
      const double* column = a + k * kColumn;
      double p[6];
      for (int i = 0; i < 6; ++i) p[i] = column[i] * xa[i] + column[6 + i] * xb[i];
      out[c * kCount + k] = (p[0] + p[1]) + (p[2] + p[3]) + (p[4] + p[5]);
    }
  }
}

template <int kCount>
STICTION_INLINE void accumulate_loop(const Island& island, int first, const double* z, double* x) {
  const int groups = island.group_count();
  for (int g = 0; g < groups; ++g) {
    double sum[kColumn] = {};
    for (int c = island.group_begin[g]; c < island.group_begin[g + 1]; ++c) {
      const double* a = island.A.data() + static_cast<std::size_t>(c) * Island::kContact + first * kColumn;
      for (int k = 0; k < kCount; ++k) {
        const double f = z[c * kCount + k];
        for (int i = 0; i < kColumn; ++i) sum[i] += a[k * kColumn + i] * f;
      }
    }
    double* xa = x + 6 * island.side_a[island.group_begin[g]];
    double* xb = x + 6 * island.side_b[island.group_begin[g]];
    for (int i = 0; i < 6; ++i) xa[i] += sum[i];
    for (int i = 0; i < 6; ++i) xb[i] += sum[6 + i];
  }
}

STICTION_SIMD void transposed_1(const Island& island, int first, const double* x, double* out) {
  transposed_loop<1>(island, first, x, out);
}
STICTION_SIMD void transposed_2(const Island& island, int first, const double* x, double* out) {
  transposed_loop<2>(island, first, x, out);
}
STICTION_SIMD void transposed_3(const Island& island, int first, const double* x, double* out) {
  transposed_loop<3>(island, first, x, out);
}
STICTION_SIMD void accumulate_1(const Island& island, int first, const double* z, double* x) {
  accumulate_loop<1>(island, first, z, x);
}
STICTION_SIMD void accumulate_2(const Island& island, int first, const double* z, double* x) {
  accumulate_loop<2>(island, first, z, x);
}
STICTION_SIMD void accumulate_3(const Island& island, int first, const double* z, double* x) {
  accumulate_loop<3>(island, first, z, x);
}

double body_mass(const BodyBlock& block) {
  const double factor = block.linear.maxCoeff();
  return factor > 0 ? 1 / (factor * factor) : 0.0;
}

// Columns of L^T J^T of one side: 6 entries per row of J, written with stride kColumn.
void scaled_side(const BodyBlock& block, const Mat36& jacobian, double* out) {
  for (int k = 0; k < 3; ++k) {
    Eigen::Map<Vec3>(out + k * kColumn) = block.linear.cwiseProduct(jacobian.row(k).head<3>().transpose());
    Eigen::Map<Vec3>(out + k * kColumn + 3) = block.angular.transpose() * jacobian.row(k).tail<3>().transpose();
  }
}

// The columns of A_c and q_c of one contact; returns its scale s_c.
double scale_contact(const ContactProblem& problem, const ContactBlock& contact, double* A, double* scaled_q) {
  Vec3 q = contact.drive;
  q[0] -= contact.bound;
  const auto add_side = [&](int body, const Mat36& jacobian, double* out) {
    if (body < 0) return;
    scaled_side(problem.bodies[body], jacobian, out);
    q.noalias() += jacobian * problem.free_velocity.segment<6>(6 * body);
  };
  add_side(contact.body_a, contact.jacobian_a, A);
  add_side(contact.body_b, contact.jacobian_b, A + 6);
  Eigen::Map<Eigen::Matrix<double, Island::kContact, 1>> columns(A);
  const double norm = std::sqrt(columns.squaredNorm() / 3);
  const double scale = norm > 0 ? norm : 1;  // zero: no body can react here
  columns /= scale;
  Eigen::Map<Vec3> q_map(scaled_q);
  q_map = q / scale;
  return scale;
}

}  // namespace

void Island::apply_transposed(int first, int count, const double* x, double* out) const {
  (count == 1 ? transposed_1 : count == 2 ? transposed_2 : transposed_3)(*this, first, x, out);
}

void Island::accumulate(int first, int count, const double* z, double* x) const {
  (count == 1 ? accumulate_1 : count == 2 ? accumulate_2 : accumulate_3)(*this, first, z, x);
  std::fill(x + 6 * body_count(), x + velocity_size(), 0.0);
}

double Island::natural_map(const double* z, const double* u) const {
  double sum = 0;
  for (int c = 0; c < contact_count(); ++c) {
    sum += natural_map_squared(friction_set.samples, mu[c], 1, z + 3 * c, u + 3 * c);
  }
  return denominator > 0 ? std::sqrt(sum) / denominator : 0;
}

double Island::signorini(const double* z, const double* u) const {
  double worst = 0;
  for (int c = 0; c < contact_count(); ++c) worst = std::max(worst, std::abs(signorini_map(1, z[3 * c], u[3 * c])));
  return denominator > 0 ? worst / denominator : 0;
}

void Island::body_pairs(std::vector<std::pair<int, int>>& edges) const {
  edges.clear();
  for (int g = 0; g < group_count(); ++g) {
    const int a = side_a[group_begin[g]], b = side_b[group_begin[g]];
    if (a < body_count() && b < body_count()) edges.emplace_back(a, b);
  }
}

int IslandBuilder::find(int body) {
  while (parent_[body] != body) body = parent_[body] = parent_[parent_[body]];
  return body;
}

void IslandBuilder::join(const ContactProblem& problem, bool decompose, const std::vector<char>& kept) {
  parent_.resize(problem.body_count());
  std::iota(parent_.begin(), parent_.end(), 0);
  int anchor = -1;  // without decomposition all touched bodies are one island
  for (int c = 0; c < problem.contact_count(); ++c) {
    if (!kept.empty() && !kept[c]) continue;
    const ContactBlock& contact = problem.contacts[c];
    const int a = contact.body_a >= 0 ? contact.body_a : contact.body_b;
    const int b = contact.body_b >= 0 ? contact.body_b : contact.body_a;
    parent_[find(a)] = find(b);
    if (!decompose) {
      if (anchor < 0) anchor = a;
      parent_[find(anchor)] = find(a);
    }
  }
}

void IslandBuilder::build(const ContactProblem& problem, bool decompose, const std::vector<char>& kept,
                          std::vector<Island>& islands, int& island_count) {
  join(problem, decompose, kept);
  const int body_count = problem.body_count();
  island_of_body_.assign(body_count, -1);
  local_of_body_.assign(body_count, -1);
  island_count = 0;
  const auto add_body = [&](int island, int body) {
    if (body < 0 || local_of_body_[body] >= 0) return;
    local_of_body_[body] = islands[island].body_count();
    islands[island].bodies.push_back(body);
  };
  for (int c = 0; c < problem.contact_count(); ++c) {
    if (!kept.empty() && !kept[c]) continue;
    const ContactBlock& contact = problem.contacts[c];
    const int root = find(contact.body_a >= 0 ? contact.body_a : contact.body_b);
    if (island_of_body_[root] < 0) {
      island_of_body_[root] = island_count++;
      if (static_cast<int>(islands.size()) < island_count) islands.emplace_back();
      islands[island_count - 1].bodies.clear();
      islands[island_count - 1].contacts.clear();
    }
    const int island = island_of_body_[root];
    add_body(island, contact.body_a);
    add_body(island, contact.body_b);
    islands[island].contacts.push_back(c);
  }
  double total_mass = 0;
  for (const BodyBlock& block : problem.bodies) total_mass += body_mass(block);
  gravity_per_root_mass_ = total_mass > 0 ? problem.gravity_scale / std::sqrt(total_mass) : 0;
  left_out_q_squared_.assign(island_count, 0.0);
  if (!kept.empty()) count_left_out(problem, kept);
  for (int k = 0; k < island_count; ++k) fill(problem, left_out_q_squared_[k], islands[k]);
}

void IslandBuilder::count_left_out(const ContactProblem& problem, const std::vector<char>& kept) {
  for (int c = 0; c < problem.contact_count(); ++c) {
    if (kept[c]) continue;
    const ContactBlock& contact = problem.contacts[c];
    int island = contact.body_a >= 0 ? island_of_body_[find(contact.body_a)] : -1;
    if (island < 0 && contact.body_b >= 0) island = island_of_body_[find(contact.body_b)];
    if (island < 0) continue;
    double A[Island::kContact] = {}, q[3];
    scale_contact(problem, contact, A, q);
    left_out_q_squared_[island] += q[0] * q[0] + q[1] * q[1] + q[2] * q[2];
  }
}

void IslandBuilder::fill(const ContactProblem& problem, double left_out_q_squared, Island& island) const {
  const int n = island.contact_count();
  island.friction_set = problem.friction_set;
  island.side_a.resize(n);
  island.side_b.resize(n);
  island.A.assign(static_cast<std::size_t>(n) * Island::kContact, 0.0);
  island.q.resize(3 * static_cast<std::size_t>(n));
  island.mu.resize(n);
  island.scale.resize(n);
  island.group_begin.clear();
  double q_squared = left_out_q_squared;
  for (int c = 0; c < n; ++c) {
    const ContactBlock& contact = problem.contacts[island.contacts[c]];
    double* q = &island.q[3 * static_cast<std::size_t>(c)];
    island.scale[c] = scale_contact(problem, contact, &island.A[static_cast<std::size_t>(c) * Island::kContact], q);
    q_squared += q[0] * q[0] + q[1] * q[1] + q[2] * q[2];
    const auto side = [&](int body) { return body < 0 ? island.body_count() : local_of_body_[body]; };
    island.side_a[c] = side(contact.body_a);
    island.side_b[c] = side(contact.body_b);
    island.mu[c] = contact.mu;
    if (c == 0 || island.side_a[c] != island.side_a[c - 1] || island.side_b[c] != island.side_b[c - 1]) {
      island.group_begin.push_back(c);
    }
  }
  island.group_begin.push_back(n);

  double mass = 0;
  for (int body : island.bodies) mass += body_mass(problem.bodies[body]);
  island.denominator = std::max(std::sqrt(q_squared), gravity_per_root_mass_ * std::sqrt(mass));
}

}  // namespace stiction
