#include <algorithm>
#include <cmath>
#include <numeric>

#include "contact/island.h"
#include "contact/island_loops.h"
#include "contact/patch_builder.h"
#include "contact/scaled_contact.h"

namespace stiction {
namespace {

double body_mass(const BodyBlock& block) {
  const double factor = block.linear.maxCoeff();
  return factor > 0 ? 1 / (factor * factor) : 0.0;
}

constexpr int kMostLoneContacts = 256;  // of an island: tasks for several threads

int any_body(const ContactProblem& problem, const ContactBlock& contact) {
  int result = -1;
  problem.for_bodies(contact, [&](int body) { result = result < 0 ? body : result; });
  return result;
}

}  // namespace

int IslandBuilder::find(int body) {
  while (parent_[body] != body) body = parent_[body] = parent_[parent_[body]];
  return body;
}

void IslandBuilder::join(const ContactProblem& problem, bool decompose, const std::vector<char>& kept) {
  parent_.resize(problem.body_count() + problem.wide_bodies.size());
  std::iota(parent_.begin(), parent_.end(), 0);
  int anchor = -1;  // without decomposition all touched bodies are one island
  for (int c = 0; c < problem.contact_count(); ++c) {
    if (!kept.empty() && !kept[c]) continue;
    const ContactBlock& contact = problem.contacts[c];
    const int first = any_body(problem, contact);
    problem.for_bodies(contact, [&](int body) { parent_[find(first)] = find(body); });
    if (!decompose) {
      if (anchor < 0) anchor = first;
      parent_[find(anchor)] = find(first);
    }
  }
}

void IslandBuilder::find_lone(const ContactProblem& problem, const std::vector<char>& kept) {
  enum : char { kNone, kLone, kSeveral };
  lone_.assign(parent_.size(), kNone);
  for (int c = 0; c < problem.contact_count(); ++c) {
    if (!kept.empty() && !kept[c]) continue;
    char& own = lone_[find(any_body(problem, problem.contacts[c]))];
    own = own == kNone ? kLone : kSeveral;
  }
  for (char& own : lone_) own = own == kLone;
}

void IslandBuilder::build(const ContactProblem& problem, bool decompose, const std::vector<char>& kept,
                          std::vector<Island>& islands, int& island_count) {
  join(problem, decompose, kept);
  const bool gather = gather_ && decompose;
  if (gather) find_lone(problem, kept);
  island_of_body_.assign(parent_.size(), -1);
  local_of_body_.assign(parent_.size(), -1);
  island_count = 0;
  const auto add_island = [&](bool of_lone_contacts) {
    if (static_cast<int>(islands.size()) == island_count) islands.emplace_back();
    Island& island = islands[island_count];
    island.blocks.clear();
    island.contacts.clear();
    island.lone_contacts = of_lone_contacts;
    return island_count++;
  };
  int gathering = -1;  // the island that lone contacts go into
  const auto add_body = [&](int island, int body) {
    if (local_of_body_[body] >= 0) return;
    local_of_body_[body] = islands[island].block_count();
    const int wide = body - problem.body_count();
    const int parts = wide < 0 ? 1 : block_count_of(problem.wide_bodies[wide]);
    for (int part = 0; part < parts; ++part) islands[island].blocks.push_back({body, part});
  };
  for (int c = 0; c < problem.contact_count(); ++c) {
    if (!kept.empty() && !kept[c]) continue;
    const ContactBlock& contact = problem.contacts[c];
    const int root = find(any_body(problem, contact));
    if (gather && lone_[root]) {
      if (gathering < 0 || islands[gathering].contact_count() == kMostLoneContacts) gathering = add_island(true);
      island_of_body_[root] = gathering;
    }
    if (island_of_body_[root] < 0) island_of_body_[root] = add_island(false);
    const int island = island_of_body_[root];
    problem.for_bodies(contact, [&](int body) { add_body(island, body); });
    islands[island].contacts.push_back(c);
  }
  double total_mass = problem.left_out_mass;
  for (const BodyBlock& block : problem.bodies) total_mass += body_mass(block);
  for (const WideBody& body : problem.wide_bodies) total_mass += body.mass;
  gravity_per_root_mass_ = total_mass > 0 ? problem.gravity_scale / std::sqrt(total_mass) : 0;
  left_out_q_squared_.assign(island_count, 0.0);
  if (!kept.empty()) count_left_out(problem, kept);
  for (int k = 0; k < island_count; ++k) fill(problem, left_out_q_squared_[k], islands[k]);
}

void IslandBuilder::count_left_out(const ContactProblem& problem, const std::vector<char>& kept) {
  for (int c = 0; c < problem.contact_count(); ++c) {
    if (kept[c]) continue;
    const ContactBlock& contact = problem.contacts[c];
    if (contact.wide_begin < contact.wide_end) continue;  // costly, and without them the denominator is only stricter
    int island = -1;
    problem.for_bodies(contact, [&](int body) { island = island < 0 ? island_of_body_[find(body)] : island; });
    if (island < 0) continue;
    const double response = own_response(problem, contact).sum() / 3;
    Vec3 q = contact_velocity(problem, contact, problem.free_velocity);
    q[0] -= contact.bound;
    left_out_q_squared_[island] += q.squaredNorm() / (response > 0 ? response : 1);
  }
}

// One contact of an island whose sides and runs are set; returns |q|^2 as the judge counts it.
double IslandBuilder::fill_contact(const ContactProblem& problem, int c, Island& island) const {
  island.scale[c] = scale_contact(problem, c, island);
  island.mu[c] = problem.contacts[island.contacts[c]].mu;
  const double* q = &island.q[3 * static_cast<std::size_t>(c)];
  const double normal = problem.contacts[island.contacts[c]].pressed ? 0 : q[0];
  return normal * normal + q[1] * q[1] + q[2] * q[2];
}

void IslandBuilder::find_sides(const ContactProblem& problem, Island& island) const {
  const auto side = [&](int body) { return body < 0 ? island.block_count() : local_of_body_[body]; };
  for (int c = 0; c < island.contact_count(); ++c) {
    island.side_a[c] = side(problem.contacts[island.contacts[c]].body_a);
    island.side_b[c] = side(problem.contacts[island.contacts[c]].body_b);
  }
}

// Replaces segments_ by the contact's.
void IslandBuilder::find_segments(const ContactProblem& problem, int contact) {
  segments_.clear();
  int row = 0;
  for (int s = problem.contacts[contact].wide_begin; s < problem.contacts[contact].wide_end; ++s) {
    const int wide = problem.wide_sides[s].body;
    segments_.push_back({local_of_body_[problem.body_count() + wide], block_count_of(problem.wide_bodies[wide]), row});
    row += segments_.back().padded_rows();
  }
}

// Contacts of the same bodies: their wide parts are columns of one matrix.
void IslandBuilder::find_runs(const ContactProblem& problem, Island& island) {
  island.wide_runs.clear();
  island.wide_segments.clear();
  if (problem.wide_bodies.empty()) return;
  island.run_of_contact.assign(island.contact_count(), -1);
  std::size_t values = 0;
  for (int c = 0; c < island.contact_count(); ++c) {
    find_segments(problem, island.contacts[c]);
    if (segments_.empty()) continue;
    const WideRun* last = c > 0 ? island.run(c - 1) : nullptr;
    const bool goes_on = last != nullptr && island.side_a[c] == island.side_a[c - 1] &&
                         island.side_b[c] == island.side_b[c - 1] &&
                         std::ranges::equal(island.segments(*last), segments_);
    if (!goes_on) {
      const int first = static_cast<int>(island.wide_segments.size());
      island.wide_segments.insert(island.wide_segments.end(), segments_.begin(), segments_.end());
      const int rows = segments_.back().row + segments_.back().padded_rows();
      island.wide_runs.push_back({c, c, rows, first, static_cast<int>(island.wide_segments.size()), values});
    }
    WideRun& run = island.wide_runs.back();
    run.end = c + 1;
    values += 3 * static_cast<std::size_t>(run.rows);
    island.run_of_contact[c] = static_cast<int>(island.wide_runs.size()) - 1;
  }
  island.wide_values.resize(values);
}

// Runs of contacts with the same two sides, and where the blocks find them.
void IslandBuilder::find_groups(Island& island) {
  const int n = island.contact_count();
  island.group_begin.clear();
  for (int c = 0; c < n; ++c) {
    if (c == 0 || island.side_a[c] != island.side_a[c - 1] || island.side_b[c] != island.side_b[c - 1]) {
      island.group_begin.push_back(c);
    }
  }
  island.group_begin.push_back(n);
  island.group_sums.resize(static_cast<std::size_t>(island.group_count()) * Island::kColumn);

  const auto for_sides = [&](const auto& visit) {
    for (int g = 0; g < island.group_count(); ++g) {
      const int a = island.side_a[island.group_begin[g]], b = island.side_b[island.group_begin[g]];
      if (a < island.block_count()) visit(a, 2 * g);
      if (b < island.block_count()) visit(b, 2 * g + 1);
    }
  };
  std::vector<int>& begin = island.block_sides_begin;
  begin.assign(island.block_count() + 2, 0);
  for_sides([&](int body, int) { ++begin[body + 2]; });
  std::partial_sum(begin.begin(), begin.end(), begin.begin());
  island.block_sides.resize(begin.back());
  for_sides([&](int body, int side) { island.block_sides[begin[body + 1]++] = side; });
  begin.pop_back();

  last_met_by_.assign(island.block_count() + 1, -1);
  island.one_group_per_pair = true;
  for (int i = 0; i < island.block_count(); ++i) {
    for (int k = begin[i]; k < begin[i + 1]; ++k) {
      const int first = island.group_begin[island.block_sides[k] / 2];
      const int other = island.side_a[first] == i ? island.side_b[first] : island.side_a[first];
      if (other < island.block_count() && last_met_by_[other] == i) island.one_group_per_pair = false;
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
  find_sides(problem, island);
  find_runs(problem, island);
  const double q_squared = left_out_q_squared + sum_over_contacts(n, kHeavyContactsPerTask, [&](int c) {
                             return fill_contact(problem, c, island);
                           });
  find_groups(island);
  find_patches(problem, island);
  for_group_ranges(island, kHeavyContactsPerTask, [&](int begin, int end) {
    for (int g = begin; g < end; ++g) fill_patches(problem, g, island);
  });

  double mass = 0;
  for (const auto& [body, part] : island.blocks) {
    const int wide = body - problem.body_count();
    if (part == 0) mass += wide < 0 ? body_mass(problem.bodies[body]) : problem.wide_bodies[wide].mass;
  }
  island.gravity_speed = gravity_per_root_mass_;
  island.denominator = std::max(std::sqrt(q_squared), gravity_per_root_mass_ * std::sqrt(mass));
}

}  // namespace stiction
