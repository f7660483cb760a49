// Products with the Jacobian of one contact's wide side, row by row. Internal to this room.
#pragma once

#include "contact/contact_problem.h"

namespace stiction::wide_rows {

// The side's part of u = J v, of its normal component alone, and of J^T r.
void add_velocity(const ContactProblem& problem, const WideSide& side, const VecX& velocity, Vec3& u);
double normal_velocity(const ContactProblem& problem, const WideSide& side, const VecX& velocity);
void add_impulse(const ContactProblem& problem, const WideSide& side, const Vec3& r, VecX& result);

// J L: three rows of `dofs` entries, `stride` apart.
void scaled(const ContactProblem& problem, const WideSide& side, double* rows, int stride);
// The squares of these rows, added up.
void add_response(const ContactProblem& problem, const WideSide& side, Vec3& response);

}  // namespace stiction::wide_rows
