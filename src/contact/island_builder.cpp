#include <algorithm>
#include <cmath>
#include <numeric>

#include "contact/island.h"
#include "contact/island_loops.h"

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

// Fewer contacts between two bodies are cheaper to treat by themselves.
constexpr int kLeastTwists = 3;

// From the centre of body a to that of b, both free: J_a = -[F, (r + d) x F], J_b = [F, r x F] for frame rows F.
Vec3 center_distance(const ContactBlock& contact) {
  Vec3 twice = Vec3::Zero();
  for (int k = 0; k < 3; ++k) {
    const Vec3 direction = contact.jacobian_b.row(k).head<3>();
    const Vec3 difference = -(contact.jacobian_a.row(k) + contact.jacobian_b.row(k)).tail<3>();  // d x F_k
    twice += direction.cross(difference);
  }
  return twice / 2;
}

// Rows [first, first + 6) of B: the effect on a body of a momentum given at the distance d from its centre, times sign.
void twist_rows(const BodyBlock& block, const Vec3& d, double sign, int first, double* B) {
  Eigen::Map<Eigen::Matrix<double, kColumn, 6>> matrix(B);
  Mat3 cross;
  cross << 0, -d[2], d[1], d[2], 0, -d[0], -d[1], d[0], 0;
  matrix.block<3, 3>(first, 0) = (sign * block.linear).asDiagonal();
  matrix.block<3, 3>(first + 3, 0) = sign * block.angular.transpose() * cross;
  matrix.block<3, 3>(first + 3, 3) = sign * block.angular.transpose();
}

// Do impulses act on both bodies at one point, with their centres at the distance d?
bool act_at_one_point(const ContactBlock& contact, const Vec3& d) {
  constexpr double kRoundOff = 1e-10;
  double error = 0, size = 0;
  for (int k = 0; k < 3; ++k) {
    const Vec3 direction = contact.jacobian_b.row(k).head<3>();
    const auto sum = contact.jacobian_a.row(k) + contact.jacobian_b.row(k);
    error += sum.head<3>().squaredNorm() + (sum.tail<3>().transpose() + d.cross(direction)).squaredNorm();
    size += contact.jacobian_a.row(k).squaredNorm() + contact.jacobian_b.row(k).squaredNorm();
  }
  return error <= kRoundOff * kRoundOff * size;
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

void IslandBuilder::fill_twists(const ContactProblem& problem, int group, Island& island) const {
  const int begin = island.group_begin[group], end = island.group_begin[group + 1];
  island.has_twists[group] = false;
  if (end - begin < kLeastTwists) return;
  const ContactBlock& first = problem.contacts[island.contacts[begin]];
  const bool a_free = first.body_a >= 0, b_free = first.body_b >= 0;
  // Twists are measured at the centre of b, or of a where b is not free.
  const Vec3 d = a_free && b_free ? center_distance(first) : Vec3::Zero();
  double* B = &island.B[static_cast<std::size_t>(group) * 6 * kColumn];
  std::fill(B, B + 6 * kColumn, 0.0);
  if (a_free) twist_rows(problem.bodies[first.body_a], d, -1, 0, B);
  if (b_free) twist_rows(problem.bodies[first.body_b], Vec3::Zero(), 1, 6, B);
  for (int c = begin; c < end; ++c) {
    const ContactBlock& contact = problem.contacts[island.contacts[c]];
    if (a_free && b_free && !act_at_one_point(contact, d)) return;
    double* G = &island.G[static_cast<std::size_t>(c) * Island::kTwistContact];
    const Mat36& jacobian = b_free ? contact.jacobian_b : contact.jacobian_a;
    const double factor = (b_free ? 1 : -1) / island.scale[c];
    for (int k = 0; k < 3; ++k) {
      for (int i = 0; i < 6; ++i) G[k * Island::kTwist + i] = factor * jacobian(k, i);
      for (int i = 6; i < Island::kTwist; ++i) G[k * Island::kTwist + i] = 0;
    }
  }
  island.has_twists[group] = true;
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
  island.has_twists.resize(island.group_count());
  island.G.resize(static_cast<std::size_t>(n) * Island::kTwistContact);
  island.B.resize(static_cast<std::size_t>(island.group_count()) * 6 * kColumn);
  for_group_ranges(island, kHeavyContactsPerTask, [&](int begin, int end) {
    for (int g = begin; g < end; ++g) fill_twists(problem, g, island);
  });

  double mass = 0;
  for (int body : island.bodies) mass += body_mass(problem.bodies[body]);
  island.denominator = std::max(std::sqrt(q_squared), gravity_per_root_mass_ * std::sqrt(mass));
}

}  // namespace stiction
