// Strands woven over and under into a square piece. Internal to the gallery.
#pragma once

#include <memory>
#include <string>

#include "elastic/elastic_spec.h"
#include "scenes/scene.h"

namespace stiction::building {

// The strands are straight when nothing holds them: what presses them together at the crossings is that they are bent.
struct Weave {
  int strands = 4;           // in each direction
  double pitch = 0.02;       // between neighbours [m]
  double width = 0.01;       // of a strand [m]
  double thickness = 0.002;  // of a strand [m]
  double cell = 0.005;       // edge length of the tetrahedra [m]
  ModalOptions modal;

  double length() const { return (strands + 1) * pitch; }
};

// Adds the strands PREFIX-across0.. (along x, the highest first) and PREFIX-down0.. (along z) of a piece that hangs in
// the xz plane, its highest strand across at `top`.
void add_weave(Model& model, const std::string& prefix, int material, const Weave& weave, const Vec3& top);

// Two pegs along y right under the highest strand of the piece.
void add_pegs(Model& model, const std::string& prefix, int material, const Weave& weave, const Vec3& top,
              double radius);

}  // namespace stiction::building
