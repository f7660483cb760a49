// How a sparse matrix with a symmetric pattern is best eliminated, and what that would cost, before anything is stored.
#pragma once

#include <utility>
#include <vector>

namespace stiction {

// Approximate minimum degree: place -> row. edges: pairs of distinct rows with an entry, in any order, duplicates
// allowed.
std::vector<int> minimum_degree_order(int row_count, const std::vector<std::pair<int, int>>& edges);

// Entries of a Cholesky factor in that order, the diagonal included. Infinite if they are more than `most`, found
// without counting to the end. Time: about that of the entries counted; nothing of the factor is stored.
double factor_entries(int row_count, const std::vector<std::pair<int, int>>& edges, double most);

// Products of entries in a Cholesky factorisation in that order: half the sum of the squared columns. Infinite if that
// is more than `most`, found without counting to the end. Time and memory: at most those of the entries of the factor
// and of the edges; nothing of the factor is stored.
double factor_products(int row_count, const std::vector<std::pair<int, int>>& edges, double most);

}  // namespace stiction
