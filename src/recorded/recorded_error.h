// How far impulses are from solving a recorded problem.
//
//   F_c = r_c - P_K [ r_c - rho_c (u_N + mu |u_T|, u_T) ],   u = W r + q,   error = |F| / |q|                    (1)
//
// as in the reference collection (Acary, Bremond, Huber, INRIA report RR-9118, eq. 134) with rho_c = 1. That measure
// changes with units; the scaled one does not: rho_c = dimension / tr(W_cc), the sum of squares over rho_c, relative to
// the like norm of q. Where q = 0 the error is absolute: r = 0 is the solution then, and its error is 0.
#pragma once

#include "recorded/recorded_problem.h"

namespace stiction {

double recorded_error(const RecordedProblem& problem, const VecX& r);
double scaled_error(const RecordedProblem& problem, const VecX& r);

// rho_c of the scaled error: dimension / tr(W_cc); 1 where the trace is not positive.
double natural_step(const RecordedProblem& problem, int contact);

}  // namespace stiction
