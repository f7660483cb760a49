// One contact in the scaled variables of an island. Internal to this room.
#pragma once

#include <span>

#include "contact/island.h"

namespace stiction {

// Blocks of six that a wide body is cut into.
int block_count_of(const WideBody& body);

// Fills the columns of A_c (Island::kContact numbers, and the wide parts, whose blocks are set already) and q_c;
// returns the scale s_c.
double scale_contact(const ContactProblem& problem, const ContactBlock& contact, double* A, std::span<WidePart> parts,
                     double* scaled_q);

}  // namespace stiction
