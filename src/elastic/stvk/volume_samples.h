// Points of a body at which its volume is watched.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>

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
  // Of the samples; below zero: turned inside out. Several watch a run and ask for the same coordinates after every
  // step: what was computed last is remembered, of many bodies.
  double smallest_ratio(const VecX& q) const;
  std::int64_t computed() const;  // how often, for tests

 private:
  double compute(const VecX& q) const;

  struct Remembered {
    VecX q;
    double ratio = 0;
  };
  struct Memory {
    std::mutex mutex;
    std::array<Remembered, 256> ratios;  // each where the bits of its q lead
    std::int64_t computed = 0;
  };

  MatX gradients_;  // rows 9 s .. 9 s + 8: G of each shape at sample s, column by column
  std::unique_ptr<Memory> memory_ = std::make_unique<Memory>();
};

// Over all corners of all elements: slow, for tests.
double smallest_volume_ratio(const QuadraticMesh& mesh, const VecX& displacement);

}  // namespace stiction
