// Strands woven over and under into a square piece. Internal to the gallery.
#pragma once

#include <string>

#include "elastic/elastic_spec.h"
#include "scenes/scene.h"

namespace stiction::building {

// The strands are straight when nothing holds them: what presses them together at the crossings is that they are bent.
struct Weave {
  int strands = 4;           // in each direction
  double pitch = 0.02;       // between neighbours [m]
  double width = 0.01;       // of a strand [m]
  double thickness = 0.001;  // of a strand [m]
  double cell =
      0.0037;  // edge length of the tetrahedra; the pitch is no multiple of it, so that facets do not meet in step [m]
  ModalOptions modal;

  double length() const { return (strands + 1) * pitch; }
  double half_span() const { return (strands - 1) / 2.0 * pitch; }  // from the middle to the outermost crossing [m]
};

// Where its strands are in the model: `strands` across, the highest first, and as many down.
struct WovenPiece {
  int first_body = 0;
  int strands = 0;
  double pitch = 0;  // [m]
};

// Adds the strands PREFIX-across0.. (along the piece's x axis) and PREFIX-down0.. (along its z axis). `place` is that
// of the middle of the piece, which lies in its own xz plane.
WovenPiece add_weave(Model& model, const std::string& prefix, int material, const Weave& weave, const Pose& place);

// Pegs along y through the outermost openings, under the highest `rows` strands of a piece that hangs in the xz plane.
struct Pegs {
  int rows = 1;
  double radius = 3e-3;  // [m]
};
void add_pegs(Model& model, const std::string& prefix, int material, const Weave& weave, const Vec3& middle,
              const Pegs& pegs);

// How far the two strands of a crossing have slid over each other since the start, along the face of the strand across;
// the largest of the piece's crossings [m].
double largest_slip(const Moment& moment, const WovenPiece& piece);

}  // namespace stiction::building
