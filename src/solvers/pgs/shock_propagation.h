// Shock propagation (Guendelman, Bridson, Fedkiw 2003): a last pass through a pile from its foot upward, in which every
// body that has been passed counts as immovable.
//
// Layers: a body's layer is the least number of contacts between it and a body that is not free. The contact problem
// has no direction of gravity; from the ground this order leads upward as well. Contacts are solved layer by layer with
// sweeps of their own; a contact between two layers moves the upper body only.
//
// What it gets wrong: the impulse on the lower body is left out, so that momentum is not conserved (momentum_error in
// the report, which the residual does not show), and the weight above does not reach the ground. An iterate that
// already satisfies the friction law stays as it is.
#pragma once

#include <vector>

#include "contact/island.h"
#include "solvers/pgs/sweeps.h"

namespace stiction {

class ShockPropagation {
 public:
  // A contact with one body alone counts as one with the ground, and the wide bodies of a contact move together.
  // x: velocities (velocity_size), z: impulses (3 per contact), both scaled; improved in place. False if nothing is
  // connected with a body that is not free: then nothing was done.
  bool run(const Island& island, std::vector<double>& x, std::vector<double>& z);

  // The layer of every block of the last run, 1 on the ground; 0: not connected with anything fixed. One entry more, of
  // value 0, for all that is not free.
  const std::vector<int>& layers() const { return layers_; }

 private:
  void find_layers(const Island& island);
  bool is_reached(const Island& island, int contact, int layer) const;

  std::vector<int> layers_;
  std::vector<ContactRow> rows_;  // of the present layer
};

}  // namespace stiction
