// What the contacts between two bodies add to the matrices of Newton's methods over the bodies of an island.
#pragma once

#include "contact/island.h"

namespace stiction {

// S = sum over the group's contacts of A_c P_c A_c^T, 12 x 12, column-major. P: count x count blocks, column-major, one
// for each contact of the island, for the columns [first, first + count) of A_c. A block whose diagonal is zero
// has to be zero.
void group_product(const Island& island, int group, int first, int count, const double* P, double* S);

}  // namespace stiction
