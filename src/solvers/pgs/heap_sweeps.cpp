#include "solvers/pgs/heap_sweeps.h"

#include <algorithm>
#include <numeric>

#include "solvers/pgs/visit.h"

namespace stiction {
namespace {

constexpr int kPartners = 32;  // groups that are looked at for one that shares no body with another

using Columns = Eigen::Matrix<double, Island::kColumn, 3>;

}  // namespace

STICTION_SIMD void HeapSweeps::sweep_over(const int* begin, const int* end, Contact* contacts, double* x) {
  for (const int* place = begin; place != end; ++place) {
    Contact& c = contacts[*place];
    double* xa = x + 6 * static_cast<std::size_t>(c.side_a);
    double* xb = x + 6 * static_cast<std::size_t>(c.side_b);
    Vec3 q;
    velocity_without(c.A.data(), xa, xb, c.q.data(), c.W.data(), c.r.data(), q.data());
    const Vec3 next = c.law.follow(q, c.slowness);
    const double change[3] = {next[0] - c.r[0], next[1] - c.r[1], next[2] - c.r[2]};
    if (change[0] == 0 && change[1] == 0 && change[2] == 0) continue;
    add_impulse(c.A.data(), change, xa);
    add_impulse(c.A.data() + 6, change, xb);
    c.r = next;
  }
}

// Groups are contacts of the same two bodies. Two groups that share none take turns.
void HeapSweeps::make_order(const Island& island) {
  const int groups = island.group_count();
  taken_.assign(groups, 0);
  const auto apart = [&](int g, int h) {
    const int a = island.side_a[island.group_begin[g]], b = island.side_b[island.group_begin[g]];
    const int c = island.side_a[island.group_begin[h]], d = island.side_b[island.group_begin[h]];
    const int fixed = island.block_count();
    return (a == fixed || (a != c && a != d)) && (b == fixed || (b != c && b != d));
  };
  order_.clear();
  for (int g = 0; g < groups; ++g) {
    if (taken_[g]) continue;
    int partner = -1;
    for (int h = g + 1; h < std::min(groups, g + kPartners) && partner < 0; ++h) {
      if (!taken_[h] && apart(g, h)) partner = h;
    }
    int i = island.group_begin[g], j = partner < 0 ? 0 : island.group_begin[partner];
    const int i_end = island.group_begin[g + 1], j_end = partner < 0 ? 0 : island.group_begin[partner + 1];
    while (i < i_end || j < j_end) {
      if (i < i_end) order_.push_back(i++);
      if (j < j_end) order_.push_back(j++);
    }
    if (partner >= 0) taken_[partner] = 1;
  }
}

void HeapSweeps::pack(const Island& island, const std::vector<double>& z) {
  contacts_.resize(order_.size());
  for (std::size_t place = 0; place < order_.size(); ++place) {
    Contact& contact = contacts_[place];
    const auto c = static_cast<std::size_t>(order_[place]);
    const double* A = &island.A[c * Island::kContact];
    std::transform(A, A + Island::kContact, contact.A.begin(), [](double a) { return static_cast<float>(a); });
    const Eigen::Map<const Columns> columns(A);
    contact.W.noalias() = columns.transpose() * columns;
    contact.law.prepare(contact.W, island.mu[c]);
    contact.q = Eigen::Map<const Vec3>(&island.q[3 * c]);
    contact.r = Eigen::Map<const Vec3>(&z[3 * c]);
    contact.side_a = island.side_a[c];
    contact.side_b = island.side_b[c];
    contact.slowness = 0;
  }
}

void HeapSweeps::start(const Island& island, const std::vector<double>& z) {
  island_ = &island;
  make_order(island);
  pack(island, z);
  places_.resize(order_.size());
  std::iota(places_.begin(), places_.end(), 0);
  z_ = z;
  x_.assign(island.velocity_size(), 0.0);
  island.accumulate(0, 3, z_.data(), x_.data());
  anderson_.reset();
  x_before_.clear();
  carrying_.clear();
  is_carrying_.assign(order_.size(), 0);
  for (const int place : places_)
    if (contacts_[place].r != Vec3::Zero()) note_carrying(place);
}

void HeapSweeps::note_carrying(int place) {
  if (is_carrying_[place]) return;
  is_carrying_[place] = 1;
  carrying_.push_back(place);
}

// All impulses but those of carrying contacts have been zero since the start.
void HeapSweeps::mix() {
  carried_.resize(3 * carrying_.size());
  double* own = carried_.data();
  for (const int place : carrying_) own = std::copy_n(contacts_[place].r.data(), 3, own);
  anderson_.mix(x_before_, x_, carried_);
  own = carried_.data();
  for (const int place : carrying_) std::copy_n(own, 3, contacts_[place].r.data()), own += 3;
}

void HeapSweeps::sweep(bool all) {
  if (!x_before_.empty()) mix();
  x_before_ = x_;
  if (!all) return sweep_over(closed_.data(), closed_.data() + closed_.size(), contacts_.data(), x_.data());
  // Those count as closed that carried something before or do after.
  was_closed_.resize(places_.size());
  for (const int place : places_) was_closed_[place] = contacts_[place].r[0] > 0;
  sweep_over(places_.data(), places_.data() + places_.size(), contacts_.data(), x_.data());
  closed_.clear();
  for (const int place : places_) {
    if (!was_closed_[place] && contacts_[place].r[0] == 0) continue;
    closed_.push_back(place);
    note_carrying(place);
  }
}

double HeapSweeps::natural_map() {
  for (const int place : places_) {
    std::copy_n(contacts_[place].r.data(), 3, &z_[3 * static_cast<std::size_t>(order_[place])]);
  }
  u_.resize(island_->q.size());
  island_->apply_transposed(0, 3, x_.data(), u_.data());
  for (std::size_t i = 0; i < u_.size(); ++i) u_[i] += island_->q[i];
  return island_->natural_map(z_.data(), u_.data());
}

}  // namespace stiction
