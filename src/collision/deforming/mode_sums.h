// Sums over modes, four numbers at a time. Every number is summed in the order of the modes, so that the bits do not
// depend on how many are summed together.
#pragma once

namespace stiction {

constexpr int kModeLanes = 4;

// sum_l += sum_k q_k,l modes_k,l of two rows of `count` x 4 numbers, which lie one after the other; so do their sums.
void add_row_pair(const double* modes, const double* q, int count, double* sums);

// Three rows of four numbers += sum_k q_k (the three rows of mode k).
void add_block(const double* modes, const double* q, int count, double* rows);

}  // namespace stiction
