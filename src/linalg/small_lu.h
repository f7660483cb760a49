// LU factors of a small dense matrix with row pivoting, in place; columns one after the other.
#pragma once

namespace stiction {

// matrix: size x size. False if a pivot is zero or not finite.
bool factorize_small_lu(int size, double* matrix, int* pivots);
void solve_small_lu(int size, const double* matrix, const int* pivots, double* right);

}  // namespace stiction
