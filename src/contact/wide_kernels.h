// What contacts do to wide bodies and these to them: products with the dense columns of runs.
#pragma once

#include "contact/island.h"

namespace stiction {

// out[c * count + k] += wide rows of A_c[:, first + k] . x for the contacts [begin, end).
void add_wide_velocities(const Island& island, int first, int count, int begin, int end, const double* x, double* out);
// x += sum_c A_c[:, first + k] z[c * count + k], its wide rows, in the order of contacts.
void add_wide_sums(const Island& island, int first, int count, const double* z, double* x);

// The same of one contact of the run, all three columns.
void add_wide_velocity(const Island& island, const WideRun& run, int contact, const double* x, double* u);
void add_wide_impulse(const Island& island, const WideRun& run, int contact, const double* z, double* x);

}  // namespace stiction
