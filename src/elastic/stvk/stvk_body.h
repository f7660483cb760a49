// A body that bends far, with few degrees of freedom: a floating frame and amplitudes q within it (floating_body.h) of
// its lowest modes and of components of their derivatives (modal_derivatives.h). Its material is St. Venant and
// Kirchhoff's, whose energy is a polynomial of degree four in q (stvk_energy.h): forces are cubic, the stiffness is
// quadratic, exact for the body of finite elements. How a step goes is told in stvk_step.h.
#pragma once

#include <filesystem>
#include <memory>

#include "elastic/modal/floating_body.h"
#include "elastic/stvk/stvk_cache.h"
#include "elastic/stvk/stvk_options.h"
#include "elastic/stvk/volume_samples.h"

namespace stiction {

class StvkBody final : public FloatingBody {
 public:
  // `reduced` is that of the mesh for the options' Poisson ratio, modes and shapes.
  StvkBody(const TetMesh& mesh, const QuadraticMesh& quadratic, const ReducedStvk& reduced, const StvkOptions& options);

  double elastic_energy(const BodyState& state) const override;
  std::unique_ptr<DeformableStep> make_step() const override;

  const QuarticForm& energy() const { return energy_; }  // of q [J]
  const VecX& stiffness() const { return stiffness_; }   // omega^2 of small vibrations [1/s^2]
  // Deformed to undeformed volume, smallest of some points (volume_samples.h); below zero: turned inside out.
  double smallest_volume_ratio(const BodyState& state) const;

 private:
  QuarticForm energy_;
  VecX stiffness_;
  VolumeSamples samples_;
};

// As make_modal_body(). Throws InputError if the mesh or an option is refused.
std::shared_ptr<const StvkBody> make_stvk_body(const TetMesh& mesh, const StvkOptions& options,
                                               const std::filesystem::path& cache = {},
                                               const ReportProgress& progress = {});

}  // namespace stiction
