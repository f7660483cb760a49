// When impulses of a structure at rest are taken as they are.
//
// Every contact is measured by itself, by the velocity that is wrong relative to h |g|, what its bodies gain in a step
// by falling: a residual over the whole island would let light bodies among heavy ones tremble. Without gravity nothing
// is at rest.
#pragma once

#include "contact/contact_problem.h"
#include "contact/island.h"

namespace stiction {

// Impulses z with contact velocities u, both 3 per contact and scaled: is no contact's velocity wrong by more than
// next to nothing?
bool is_nearly_at_rest(const Island& island, const double* z, const double* u);
// The same, and forces are in balance: what is missing in one step is missing in the next one as well, and adds up. So
// where velocities are wrong by more than round-off they must not change. (A step that stops what has added up leaves
// forces that are not those of rest: they need one more look.)
bool is_at_rest(const ContactProblem& problem, const Island& island, const double* z, const double* u);

}  // namespace stiction
