// The ratio of masses up to which two bodies in contact are solved exactly enough.
//
// The judge measures a step in kinetic energy (docs/notation.md): with the tolerance tol, a light body of mass m beside
// a heavy one of mass M may be wrong by tol sqrt(M / m) h g [m/s], and keep to its bounds by 1e-9 sqrt(M / m) h g. At a
// ratio of 1e18 this is 1 h g: bodies sink into each other, and the certificate cannot see it. Measured: cubes dropped
// on lighter ones stay within 0.4 mm at 1e9, and sink in by 5 cm at 1e10.
#pragma once

#include "model/model.h"

namespace stiction {

inline constexpr double kMostMassRatio = 1e9;

// Throws InputError if two free bodies that can touch have masses whose ratio is larger: names both and their masses.
// The masses must be known (compute_masses, and those of bodies that deform).
void require_mass_ratios(const Model& model);
// The same of one body against all others for which `counts` is true.
void require_mass_ratios_of(const Model& model, int body, const std::vector<char>& counts);

}  // namespace stiction
