// Inclines for soft bodies. Internal to the gallery.
#pragma once

#include "elastic/points/points_options.h"
#include "model/model.h"

namespace stiction::building {

// A body "ground" whose upper side goes through the origin: a plane, or a slab of mass points that is held from below,
// so that its surface has vertices as that of what lies on it.
struct Slab {
  int material = 0;
  Quat rotation = Quat::Identity();
  bool soft = false;
  double length = 1, width = 1, height = 0.1;  // of a slab [m]
  double cell = 0.1;                           // edge length of its tetrahedra [m]
  double young = 1e6;                          // [Pa]
  double damping = 1e-4;                       // stiffness-proportional [s]
  PointsIntegrator integrator = PointsIntegrator::kExplicit;
};
void add_slab(Model& model, const Slab& slab);

}  // namespace stiction::building
