// The factor xi of a contact's friction, from step to step (PF eqs. 14 to 19).
//
// Friction of a contact is f = xi u~ / W_tt against u~, its relative velocity without any friction: xi = 1 would stop
// it if it were alone, but contacts act on each other. Each step begins with the friction of the last one, as the same
// share of the limit, measures the relative velocity u that is left, contact by contact with those before already
// changed (eq. 18), and changes the factor so that u goes to zero.
//
//   fixed point    xi' = xi - tau u / |u~|       tau dimensionless. Eq. 17 has tau in units of 1 / velocity, and so
//   literal        xi' = xi + 0.1 s/m u          depends on step and load; as printed, tau = -0.1
//   secant         xi' = xi - (xi - xi_1) / (u - u_1) u                                                   eq. 19
//   scaled         xi' = xi + u / |u~|           from zero in every step: eq. 13 alone, nothing is remembered
#pragma once

#include "contact/contact_problem.h"
#include "solvers/solver_options.h"

namespace stiction {

// A factor for friction at right angles to u~ is ours. With friction along u~ alone a contact creeps where others push
// it sideways, until elastic forces have turned u~; the literal rule goes without.
//
// The factors, along and across, after these, which left u, along and across; free_speed = |u~| [m/s]. last.steps = 0:
// the contact did not stick.
Vec2 next_factors(const FrictionMemory& last, const Vec2& factors, const Vec2& u, double free_speed,
                  const SolverOptions& options);

}  // namespace stiction
