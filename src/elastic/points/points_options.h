// What a body of mass points is made of, and how it is integrated.
#pragma once

#include <vector>

#include "base/types.h"
#include "elastic/fem/elastic_material.h"

namespace stiction {

// How elements of a solid answer to strain.
enum class PointsLaw {
  kCorotated,  // linear about each element's own rotation
  kStvk,       // St. Venant-Kirchhoff: linear in Green's strain
};
const char* law_name(PointsLaw law);  // "corotated", "stvk"

enum class PointsIntegrator {
  kImplicit,  // linearly implicit Euler: any step
  kExplicit,  // v' = v + h M^-1 f, then x' = x + h v': steps up to a limit; contacts meet bare mass points
};
const char* integrator_name(PointsIntegrator integrator);  // "implicit", "explicit"

struct PointsOptions {
  ElasticMaterial material;
  PointsLaw law = PointsLaw::kCorotated;  // of solids; membranes are St. Venant-Kirchhoff's
  double volume_stiffness = 0;            // kappa of (kappa / 2) (det F - 1)^2, beside the law, 0 or more [Pa]
  PointsIntegrator integrator = PointsIntegrator::kImplicit;
  double mass_damping = 0;       // a of Rayleigh's damping a + b omega^2, of deformation alone [1/s], 0 or more
  double stiffness_damping = 0;  // b [s], 0 or more
  double thickness = 0;          // of a membrane [m]; 0: a solid
  std::vector<Aabb> held;        // nodes within these stay where they are; body coordinates [m]
};

// Throws InputError if a number is out of its range.
void require_points(const PointsOptions& options);

}  // namespace stiction
