// The convex problem over all friction cones of an island at once, with a given shift of the normal velocities:
//
//   minimise 1/2 |A z|^2 + (q + shift n) . z  subject to z_c in the cone |z_t| <= mu z_n
//
// Its answer satisfies  z_c in K,  (u_n + shift, u_t) in the dual cone K*,  both complementary. With shift = mu |u_t|
// of the answer itself this is Coulomb's law (de Saxce); with no shift, Anitescu's relaxation. Where no velocity meets
// the dual cones, which can happen although some velocity meets all bounds, the least violation is returned.
#pragma once

#include <vector>

#include "contact/island.h"
#include "solvers/solver_options.h"
#include "solvers/staggered/projection_kernel.h"

namespace stiction {

class ConeProjection {
 public:
  void prepare(const Island& island, Form form);
  // shift: contact_count; z: 3 per contact, start and result. tolerance: relative to the island's denominator.
  KernelResult solve(const std::vector<double>& shift, double tolerance, std::vector<double>& z);
  // The law's own shift mu |u_t| at velocities u, 3 per contact (the polygon's support function for polygons).
  void shift_at(const std::vector<double>& u, std::vector<double>& shift) const;

  int newton_steps() const { return newton_steps_; }
  Form form() const { return contact_form_ ? Form::kContact : Form::kDof; }

 private:
  const Island* island_ = nullptr;
  ProjectionKernel kernel_;
  bool contact_form_ = false;
  int newton_steps_ = 0;
  std::vector<double> q_, x_;
};

}  // namespace stiction
