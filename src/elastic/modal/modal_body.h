// A linear elastic body with few degrees of freedom: a floating frame and amplitudes q of its lowest free modes within
// it (floating_body.h).
//
// How a step goes is told in floating_step.h. Displacements are linear in q, and so are forces: they should stay small
// against the body, and its spin [rad/s] below its lowest frequency omega_1, beyond which a linear body flies apart.
#pragma once

#include <filesystem>
#include <memory>

#include "elastic/modal/floating_body.h"

namespace stiction {

class ModalBody final : public FloatingBody {
 public:
  // `basis` is that of the mesh for the options' Poisson ratio and number of modes.
  ModalBody(const TetMesh& mesh, const QuadraticMesh& quadratic, const ModalBasis& basis, const ModalOptions& options);

  double elastic_energy(const BodyState& state) const override;
  std::unique_ptr<DeformableStep> make_step() const override;

  const VecX& stiffness() const { return stiffness_; }  // omega^2 [1/s^2]
  const VecX& damping() const { return damping_; }      // d [1/s]

 private:
  VecX stiffness_, damping_;
};

// The body that the mesh and the options make, with its basis from `cache` or computed (basis_cache.h; empty: no
// cache). Throws InputError if the mesh or an option is refused.
std::shared_ptr<const ModalBody> make_modal_body(const TetMesh& mesh, const ModalOptions& options,
                                                 const std::filesystem::path& cache = {},
                                                 const ReportProgress& progress = {});

}  // namespace stiction
