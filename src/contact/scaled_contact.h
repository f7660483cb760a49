// One contact in the scaled variables of an island. Internal to this room.
#pragma once

#include "contact/island.h"

namespace stiction {

// Blocks of six that a wide body is cut into.
int block_count_of(const WideBody& body);

// Fills the columns of A_c of the island's c-th contact, also in its run, which is set up already, and q_c; returns the
// scale s_c.
double scale_contact(const ContactProblem& problem, int c, Island& island);

}  // namespace stiction
