// Values that are computed when they are first asked for in a step, by any thread.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

namespace stiction {

// A cell's stamp says for which round its value holds; a new round makes all stale at once. Who finds a stale cell
// computes its value; whoever asks for it meanwhile waits, so that values may only ask for cells of other kinds. Values
// must not depend on who computes them. A reference holds until the next round.
template <class Value>
class LazyCells {
 public:
  explicit LazyCells(std::size_t count) : values_(count), stamps_(new std::atomic<std::uint64_t>[count]) {
    for (std::size_t i = 0; i < count; ++i) stamps_[i].store(0, std::memory_order_relaxed);
  }
  void new_round() { ++round_; }

  // compute(value): fills it.
  template <class Compute>
  const Value& get(int i, const Compute& compute) const {
    if (stamps_[i].load(std::memory_order_acquire) != 2 * round_) fill(i, compute);
    return values_[i];
  }
  // For tests: how many cells hold a value of this round.
  std::size_t computed() const {
    std::size_t count = 0;
    for (std::size_t i = 0; i < values_.size(); ++i) count += stamps_[i].load() == 2 * round_ ? 1 : 0;
    return count;
  }

 private:
  template <class Compute>
  void fill(int i, const Compute& compute) const {
    std::atomic<std::uint64_t>& stamp = stamps_[i];
    std::uint64_t found = stamp.load(std::memory_order_acquire);
    while (found != 2 * round_) {
      if (found == 2 * round_ - 1) {
        std::this_thread::yield();
        found = stamp.load(std::memory_order_acquire);
        continue;
      }
      if (!stamp.compare_exchange_weak(found, 2 * round_ - 1, std::memory_order_acquire)) continue;
      try {
        compute(values_[i]);
      } catch (...) {
        stamp.store(0, std::memory_order_release);
        throw;
      }
      stamp.store(2 * round_, std::memory_order_release);
      return;
    }
  }

  std::uint64_t round_ = 1;
  mutable std::vector<Value> values_;
  std::unique_ptr<std::atomic<std::uint64_t>[]> stamps_;  // 2 round: the value holds; 2 round - 1: being written
};

}  // namespace stiction
