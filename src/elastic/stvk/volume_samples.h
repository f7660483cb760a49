// Points of a body at which its volume is watched.
#pragma once

#include "elastic/modal/modal_basis.h"

namespace stiction {

// The ratio of volumes, deformed to undeformed, is det F. At corners of elements: for each shape those where it changes
// the volume most to either side, and some spread over the mesh; kVolumeSamples in all, or every corner if there are no
// more.
inline constexpr int kVolumeSamples = 128;

class VolumeSamples {
 public:
  // shapes: as they multiply the coordinates.
  VolumeSamples(const QuadraticMesh& mesh, const MatX& shapes);
  int count() const { return static_cast<int>(gradients_.rows() / 9); }
  double smallest_ratio(const VecX& q) const;  // of the samples; below zero: turned inside out

 private:
  MatX gradients_;  // rows 9 s .. 9 s + 8: G of each shape at sample s, column by column
};

// Over all corners of all elements: slow, for tests.
double smallest_volume_ratio(const QuadraticMesh& mesh, const VecX& displacement);

}  // namespace stiction
