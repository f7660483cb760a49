// Parallel loops over the contacts of an island. See base/parallel.h for what makes results independent of threads.
#pragma once

#include <algorithm>

#include "base/parallel.h"
#include "contact/island.h"

namespace stiction {

// Contacts of one task, some microseconds of work: for loops of a few dozen operations per contact,
inline constexpr int kContactsPerTask = 256;
// and for loops with roots, small factorisations or products of blocks.
inline constexpr int kHeavyContactsPerTask = 64;

// body(c) for every contact, which touches nothing that belongs to others.
template <class Body>
void for_contacts(int contact_count, int per_task, const Body& body) {
  parallel_ranges(contact_count, per_task, [&](int begin, int end) {
    for (int c = begin; c < end; ++c) body(c);
  });
}

// The sum of term(c) over all contacts.
template <class Term>
double sum_over_contacts(int contact_count, int per_task, const Term& term) {
  return parallel_sum(contact_count, per_task, [&](int begin, int end) {
    double sum = 0;
    for (int c = begin; c < end; ++c) sum += term(c);
    return sum;
  });
}

// The least or largest of value(c) and the limit; a value that is not a number counts as the limit.
template <class Value>
double least_over_contacts(int contact_count, int per_task, double limit, const Value& value) {
  const auto least = [](double a, double b) { return b < a ? b : a; };
  const auto part = [&](int begin, int end) {
    double result = limit;
    for (int c = begin; c < end; ++c) result = least(result, value(c));
    return result;
  };
  return parallel_reduce(contact_count, per_task, part, least);
}
template <class Value>
double largest_over_contacts(int contact_count, int per_task, double limit, const Value& value) {
  return -least_over_contacts(contact_count, per_task, -limit, [&](int c) { return -value(c); });
}

// Is there enough to do, and someone to do it with?
inline bool groups_in_parallel(const Island& island, int contacts_per_task) {
  return Ranges(island.contact_count(), contacts_per_task).count > 1 && !on_one_thread();
}

// body(first, last) over ranges of groups with about the same number of contacts.
template <class Body>
void for_group_ranges(const Island& island, int contacts_per_task, const Body& body) {
  const Ranges ranges(island.contact_count(), contacts_per_task);
  const auto group_at = [&](int contact) {
    const auto begin = island.group_begin.begin();
    return static_cast<int>(std::lower_bound(begin, island.group_begin.end() - 1, contact) - begin);
  };
  parallel_tasks(ranges.count, [&](int r) { body(group_at(ranges.begin(r)), group_at(ranges.end(r))); });
}

// body(begin, end) over ranges of contacts, if there are runs among them.
template <class Body>
void for_run_ranges(const Island& island, int contacts_per_task, const Body& body) {
  if (!island.wide_runs.empty()) parallel_ranges(island.contact_count(), contacts_per_task, body);
}

// Adds to every diagonal block, diagonal(block), those of its sides of groups, in their order.
template <class Diagonal>
void add_side_blocks(const Island& island, const std::vector<Mat6>& side_blocks, const Diagonal& diagonal) {
  constexpr int kBlocksPerTask = 32;  // some 0.1 us each
  parallel_ranges(island.block_count(), kBlocksPerTask, [&](int begin, int end) {
    for (int i = begin; i < end; ++i) {
      Eigen::Map<Mat6> block(diagonal(i));
      for (int k = island.block_sides_begin[i]; k < island.block_sides_begin[i + 1]; ++k) {
        block += side_blocks[island.block_sides[k]];
      }
    }
  });
}

}  // namespace stiction
