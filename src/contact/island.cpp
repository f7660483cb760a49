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

void IslandBuilder::build(const ContactProblem& problem, bool decompose, std::vector<Island>& islands,
                          int& island_count) {
  const int body_count = problem.body_count();
  parent_.resize(body_count);
  std::iota(parent_.begin(), parent_.end(), 0);
  int anchor = -1;  // without decomposition all touched bodies are one island
  for (const ContactBlock& contact : problem.contacts) {
    const int a = contact.body_a >= 0 ? contact.body_a : contact.body_b;
    const int b = contact.body_b >= 0 ? contact.body_b : contact.body_a;
    parent_[find(a)] = find(b);
    if (!decompose) {
      if (anchor < 0) anchor = a;
      parent_[find(anchor)] = find(a);
    }
  }
  island_of_body_.assign(body_count, -1);
  local_of_body_.assign(body_count, -1);
  island_count = 0;
  const auto add_body = [&](int island, int body) {
    if (body < 0 || local_of_body_[body] >= 0) return;
    local_of_body_[body] = islands[island].body_count();
    islands[island].bodies.push_back(body);
  };
  for (int c = 0; c < problem.contact_count(); ++c) {
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
  for (int k = 0; k < island_count; ++k) fill(problem, islands[k]);
}

void IslandBuilder::fill(const ContactProblem& problem, Island& island) const {
  const int n = island.contact_count();
  island.friction_set = problem.friction_set;
  island.side_a.resize(n);
  island.side_b.resize(n);
  island.A.assign(static_cast<std::size_t>(n) * Island::kContact, 0.0);
  island.q.resize(3 * static_cast<std::size_t>(n));
  island.mu.resize(n);
  island.scale.resize(n);
  island.group_begin.clear();
  double q_squared = 0;
  for (int c = 0; c < n; ++c) {
    const ContactBlock& contact = problem.contacts[island.contacts[c]];
    double* A = island.A.data() + static_cast<std::size_t>(c) * Island::kContact;
    Vec3 q = contact.drive;
    q[0] -= contact.bound;
    const auto add_side = [&](int body, const Mat36& jacobian, double* out) {
      if (body < 0) return island.body_count();
      scaled_side(problem.bodies[body], jacobian, out);
      q.noalias() += jacobian * problem.free_velocity.segment<6>(6 * body);
      return local_of_body_[body];
    };
    island.side_a[c] = add_side(contact.body_a, contact.jacobian_a, A);
    island.side_b[c] = add_side(contact.body_b, contact.jacobian_b, A + 6);
    Eigen::Map<Eigen::Matrix<double, Island::kContact, 1>> columns(A);
    const double norm = std::sqrt(columns.squaredNorm() / 3);
    const double scale = norm > 0 ? norm : 1;  // zero: no body can react here
    columns /= scale;
    Eigen::Map<Vec3>(island.q.data() + 3 * c) = q / scale;
    q_squared += q.squaredNorm() / (scale * scale);
    island.mu[c] = contact.mu;
    island.scale[c] = scale;
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
