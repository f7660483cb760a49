// An island as methods in contact space see it: u = W z + q with W = A^T A dense, 3 rows per contact, scaled as the
// island is. Bodies with any number of degrees of freedom and rows without response are nothing special there.
#pragma once

#include "contact/island.h"
#include "lcp/pivoting/friction_pivoting.h"

namespace stiction {

// Replaces A, b and mu of `problem`, and clears its start.
void set_contact_space(const Island& island, FrictionProblem& problem);

// The natural map of impulses z; `u`: the velocities that they cause.
double natural_map(const Island& island, const FrictionProblem& problem, const VecX& z, VecX& u);

// Does no velocity satisfy all bounds? Proved by Dantzig's method on the normal rows alone (lcp/pivoting/dantzig.h):
// the weights that it gives contradict the bounds whatever friction does, since they cause no velocity.
bool bounds_contradict(const FrictionProblem& problem);

}  // namespace stiction
