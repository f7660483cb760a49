// What a body of St. Venant-Kirchhoff material is made of.
#pragma once

#include "elastic/modal/modal_options.h"

namespace stiction {

// The energy of r shapes has about r^4 / 24 coefficients, computed once per mesh and read in every step: 72 MB here.
inline constexpr int kMostStvkDofs = 120;

struct StvkOptions {
  ModalOptions modal;  // material, modes whose derivatives are taken, damping, metric, gamma
  int dofs = 0;        // shapes in all: the modes, and components of their derivatives; 0: twice the modes

  int shape_count() const { return dofs > 0 ? dofs : default_dofs(modal.modes); }
  // One mode has one derivative.
  static int default_dofs(int modes) { return 2 * modes; }
};

}  // namespace stiction
