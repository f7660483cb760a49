// Loops whose results do not depend on the number of threads.
//
// A loop over `count` things is cut into ranges that depend on `count` and `grain` alone. Ranges run in any order, on
// the threads of the task arena that the caller is in (Simulation's, or all cores); one range runs as it is, on the
// calling thread. What a range computes is kept by itself and joined in the order of ranges, so that sums have the same
// bits for any number of threads. Nothing is allocated here. Loops may be nested: a waiting thread takes other work
// meanwhile.
#pragma once

#include <algorithm>
#include <array>

namespace stiction {

// The ranges of a loop: at least `grain` things each, of sizes that differ by one at most.
struct Ranges {
  static constexpr int kMost = 64;
  int things, count;
  Ranges(int n, int grain) : things(n), count(std::clamp(n / grain, 1, kMost)) {}
  int begin(int range) const { return static_cast<int>(static_cast<long long>(things) * range / count); }
  int end(int range) const { return begin(range + 1); }
};

// No other thread to share work with.
bool on_one_thread();

namespace detail {
using Call = void (*)(const void* task, int index);
void run_tasks(int count, Call call, const void* task);
}  // namespace detail

// task(i) for every i < count, each once, in any order. For tasks of microseconds or more.
template <class Task>
void parallel_tasks(int count, const Task& task) {
  if (count <= 1 || on_one_thread()) {
    for (int i = 0; i < count; ++i) task(i);
    return;
  }
  detail::run_tasks(
      count, [](const void* t, int i) { (*static_cast<const Task*>(t))(i); }, &task);
}

// body(begin, end) over ranges that make up [0, count): for things that do not touch each other. Which ranges it is
// called with must not matter.
template <class Body>
void parallel_ranges(int count, int grain, const Body& body) {
  const Ranges ranges(count, grain);
  if (ranges.count == 1 || on_one_thread()) {
    body(0, count);
  } else {
    parallel_tasks(ranges.count, [&](int r) { body(ranges.begin(r), ranges.end(r)); });
  }
}

// part(begin, end) of every range, joined from left to right by join(part, part).
template <class Part, class Join>
auto parallel_reduce(int count, int grain, const Part& part, const Join& join) {
  const Ranges ranges(count, grain);
  if (ranges.count == 1) return part(0, count);
  std::array<decltype(part(0, count)), Ranges::kMost> parts;
  parallel_tasks(ranges.count, [&](int r) { parts[r] = part(ranges.begin(r), ranges.end(r)); });
  for (int r = 1; r < ranges.count; ++r) parts[0] = join(parts[0], parts[r]);
  return parts[0];
}

// The sum of sum(begin, end) over the ranges.
template <class Sum>
double parallel_sum(int count, int grain, const Sum& sum) {
  return parallel_reduce(count, grain, sum, [](double a, double b) { return a + b; });
}

}  // namespace stiction
