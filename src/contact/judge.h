// The judge: one measure of exactness for every solver. No solver grades itself.
//
//   rho_c = 3 / tr(W_cc)
//   F_c   = r_c - P_K(r_c - rho_c (u_n - b + mu s(u_t), u_t)),  s(u_t) = |u_t| for the disk,
//           the support function of the polygon or square at -u_t otherwise (de Saxce's change of variable)
//   residual = sqrt(sum |F_c|^2 / rho_c) / max( sqrt(sum rho_c |q_c|^2), h |g| sqrt(free mass) )
//
// computed once with the exact cone and once with the declared friction set.
#pragma once

#include "contact/contact_problem.h"

namespace stiction {

struct Certificate {
  double residual = 0;         // declared friction set
  double residual_cone = 0;    // exact Coulomb cone
  int worst_contact = -1;      // index of the largest |F_c| / sqrt(rho_c), -1 without contacts
  double signorini = 0;        // largest violation of u_n >= b, r_n >= 0 and complementarity, judge's scaling
  double cone_violation = 0;   // largest max(0, |r_t| - mu r_n) / sqrt(rho_c), judge's scaling
  double complementarity = 0;  // sum |r_n (u_n - b)| [J]
  double momentum_error = 0;   // |v - v_free - M^-1 J^T r| over max(|M^-1 J^T r|, floor), kinetic norm
  double contact_energy = 0;   // change of kinetic energy by the contact impulses [J]
};

// velocity: the solver's own v (dof_count); its agreement with the impulses is part of the certificate.
Certificate judge(const ContactProblem& problem, const VecX& impulse, const VecX& velocity);
// The same; `scratch` is overwritten and its memory reused.
Certificate judge(const ContactProblem& problem, const VecX& impulse, const VecX& velocity, VecX& scratch);

}  // namespace stiction
