// Isotropic linear elasticity.
#pragma once

namespace stiction {

struct ElasticMaterial {
  double young = 1e9;     // E [Pa], positive
  double poisson = 0.3;   // nu, above -1 and below 0.5
  double density = 1000;  // rho [kg/m^3], positive

  double shear() const { return young / (2 * (1 + poisson)); }                           // Lame's mu [Pa]
  double lame() const { return young * poisson / ((1 + poisson) * (1 - 2 * poisson)); }  // Lame's lambda [Pa]
};

// Throws InputError if a number is not finite or out of its range.
void require_elastic(const ElasticMaterial& material);

}  // namespace stiction
