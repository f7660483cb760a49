// Exact mass, centre of mass and inertia of homogeneous solids.
#pragma once

#include "base/types.h"
#include "geometry/shape.h"

namespace stiction {

struct MassProperties {
  double mass = 0;              // [kg]
  Vec3 center = Vec3::Zero();   // centre of mass in body coordinates [m]
  Mat3 inertia = Mat3::Zero();  // about the centre of mass, body axes [kg m^2]
};

// density [kg/m^3], positive. A plane has no mass: programming error.
MassProperties mass_properties(const Shape& shape, double density);

}  // namespace stiction
