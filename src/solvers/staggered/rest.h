// When impulses of a structure at rest are taken as they are.
//
// Every contact is measured by itself, by the velocity that is wrong relative to h |g|, what its bodies gain in a step
// by falling: a residual over the whole island would let light bodies among heavy ones tremble. Without gravity nothing
// is at rest.
#pragma once

#include "contact/contact_problem.h"
#include "contact/island.h"

namespace stiction {

// Is no body of the island faster than a tenth of h |g|, and does nothing that it touches move? Then it is about to
// come to rest, or ought to. False where that is not known, or degrees of freedom are held.
bool is_slow(const ContactProblem& problem, const Island& island);
// Impulses z with contact velocities u, both 3 per contact and scaled: is no contact's velocity wrong by more than
// next to nothing?
bool is_nearly_at_rest(const Island& island, const double* z, const double* u);

enum class Rest {
  kNone,
  kSlow,   // no contact's velocity is wrong by more than next to nothing, or else it does not change
  kStill,  // none changes, and before the step none was wrong by more than round-off: they had better stay as they are
  kUnmoved,  // is_unmoved
};
// The same, and forces are in balance: what is missing in one step is missing in the next one as well, and adds up. So
// where velocities are wrong by more than round-off they must not change. (A step that stops what has added up leaves
// forces that are not those of rest: they need one more look.)
Rest find_rest(const ContactProblem& problem, const Island& island, const double* z, const double* u);
// Is no body, with impulses that add up to x as in contact/island.h, set in motion either by more than what round-off
// at its contacts adds up to? A ball may roll and bodies may fall together without any change at their contacts. False
// where degrees of freedom are held.
bool bodies_rest(const ContactProblem& problem, const Island& island, const double* z, const double* x);
// Has no body of the island a velocity to speak of, and none that it touches one at all, do the impulses change it by
// next to nothing, and is no contact's velocity wrong by more than that if no body moves? Then none had better have
// any, and where nothing else happens the next step is this one, to the bit. Otherwise they would go on for ever: gaps
// at the many contacts of two faces differ by round-off, which no velocity closes, and what one face leaves in its
// place sways the column on top of it. x as above. False where degrees of freedom are held.
bool is_unmoved(const ContactProblem& problem, const Island& island, const double* z, const double* x);

}  // namespace stiction
