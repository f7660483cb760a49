// The exact reference kernel: both projections as quadratic programs, solved by the dense dual active-set method of
// Goldfarb and Idnani (the method of SP's own implementation), DoF-sized or contact-sized. Friction must be a polygon.
// Cost: cubic in the size; for tests, comparisons and small problems.
#pragma once

#include <vector>

#include "contact/island.h"
#include "solvers/solver_options.h"
#include "solvers/staggered/projection_kernel.h"

namespace stiction {

class ActiveSetKernel {
 public:
  void prepare(const Island& island, Form form);
  bool contact_form() const { return contact_form_; }

  // Same meaning as ProjectionKernel::solve: q is the free velocity at the given alpha or beta, z start and result.
  KernelResult project_contact(const Island& island, const double* q, double* alpha, double* x);
  KernelResult project_friction(const Island& island, const std::vector<double>& radius, const double* q, double* beta,
                                double* x);

 private:
  bool contact_form_ = false;
  MatX normal_columns_;   // A_n, 6 body_count x contact_count
  MatX tangent_columns_;  // A_t D: one column per tangent sample, 6 body_count x (samples contact_count)
  MatX samples_;          // unit tangent samples, 2 x samples
};

}  // namespace stiction
