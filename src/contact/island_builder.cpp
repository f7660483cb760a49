#include <algorithm>
#include <cmath>
#include <numeric>

#include "contact/island.h"
#include "contact/island_loops.h"
#include "contact/patch_builder.h"

namespace stiction {
namespace {

constexpr int kColumn = Island::kColumn;

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
  Eigen::Map<Eigen::Matrix<double, Island::kContact, 1>> columns(A);
  columns.setZero();
  add_side(contact.body_a, contact.jacobian_a, A);
  add_side(contact.body_b, contact.jacobian_b, A + 6);
  const double norm = std::sqrt(columns.squaredNorm() / 3);
  const double scale = norm > 0 ? norm : 1;  // zero: no body can react here
  columns /= scale;
  Eigen::Map<Vec3> q_map(scaled_q);
  q_map = q / scale;
  return scale;
}

}  // namespace

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
    double A[Island::kContact], q[3];
    scale_contact(problem, contact, A, q);
    left_out_q_squared_[island] += q[0] * q[0] + q[1] * q[1] + q[2] * q[2];
  }
}

// One contact of an island; returns |q|^2.
double IslandBuilder::fill_contact(const ContactProblem& problem, int c, Island& island) const {
  const ContactBlock& contact = problem.contacts[island.contacts[c]];
  double* q = &island.q[3 * static_cast<std::size_t>(c)];
  island.scale[c] = scale_contact(problem, contact, &island.A[static_cast<std::size_t>(c) * Island::kContact], q);
  const auto side = [&](int body) { return body < 0 ? island.body_count() : local_of_body_[body]; };
  island.side_a[c] = side(contact.body_a);
  island.side_b[c] = side(contact.body_b);
  island.mu[c] = contact.mu;
  return q[0] * q[0] + q[1] * q[1] + q[2] * q[2];
}

// Runs of contacts with the same two sides, and where the bodies find them.
void IslandBuilder::find_groups(Island& island) {
  const int n = island.contact_count();
  island.group_begin.clear();
  for (int c = 0; c < n; ++c) {
    if (c == 0 || island.side_a[c] != island.side_a[c - 1] || island.side_b[c] != island.side_b[c - 1]) {
      island.group_begin.push_back(c);
    }
  }
  island.group_begin.push_back(n);
  island.group_sums.resize(static_cast<std::size_t>(island.group_count()) * kColumn);

  const auto for_sides = [&](const auto& visit) {
    for (int g = 0; g < island.group_count(); ++g) {
      const int a = island.side_a[island.group_begin[g]], b = island.side_b[island.group_begin[g]];
      if (a < island.body_count()) visit(a, 2 * g);
      if (b < island.body_count()) visit(b, 2 * g + 1);
    }
  };
  std::vector<int>& begin = island.body_sides_begin;
  begin.assign(island.body_count() + 2, 0);
  for_sides([&](int body, int) { ++begin[body + 2]; });
  std::partial_sum(begin.begin(), begin.end(), begin.begin());
  island.body_sides.resize(begin.back());
  for_sides([&](int body, int side) { island.body_sides[begin[body + 1]++] = side; });
  begin.pop_back();

  last_met_by_.assign(island.body_count() + 1, -1);
  island.one_group_per_pair = true;
  for (int i = 0; i < island.body_count(); ++i) {
    for (int k = begin[i]; k < begin[i + 1]; ++k) {
      const int first = island.group_begin[island.body_sides[k] / 2];
      const int other = island.side_a[first] == i ? island.side_b[first] : island.side_a[first];
      if (other < island.body_count() && last_met_by_[other] == i) island.one_group_per_pair = false;
      last_met_by_[other] = i;
    }
  }
}

void IslandBuilder::fill(const ContactProblem& problem, double left_out_q_squared, Island& island) {
  const int n = island.contact_count();
  island.friction_set = problem.friction_set;
  island.side_a.resize(n);
  island.side_b.resize(n);
  island.A.resize(static_cast<std::size_t>(n) * Island::kContact);
  island.q.resize(3 * static_cast<std::size_t>(n));
  island.mu.resize(n);
  island.scale.resize(n);
  const double q_squared = left_out_q_squared + sum_over_contacts(n, kHeavyContactsPerTask, [&](int c) {
                             return fill_contact(problem, c, island);
                           });
  find_groups(island);
  find_patches(problem, island);
  for_group_ranges(island, kHeavyContactsPerTask, [&](int begin, int end) {
    for (int g = begin; g < end; ++g) fill_patches(problem, g, island);
  });

  double mass = 0;
  for (int body : island.bodies) mass += body_mass(problem.bodies[body]);
  island.denominator = std::max(std::sqrt(q_squared), gravity_per_root_mass_ * std::sqrt(mass));
}

}  // namespace stiction
