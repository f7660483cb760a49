#include "elastic/stvk/stvk_body.h"

#include <fmt/format.h>

#include <cmath>

#include "base/error.h"
#include "base/hash.h"
#include "elastic/stvk/stvk_step.h"
#include "model/state.h"

namespace stiction {
namespace {

BasisOptions basis_options(const StvkOptions& options) {
  return {options.modal.material.poisson, options.modal.modes, options.modal.strains};
}

std::uint64_t fingerprint_of(const TetMesh& mesh, const StvkOptions& options) {
  return options_fingerprint(stvk_key(mesh, basis_options(options), options.shape_count()), options.modal);
}

void require_stvk(const StvkOptions& options) {
  require_modal(options.modal);
  if (options.shape_count() <= kMostStvkDofs) return;
  throw InputError(
      fmt::format("{} dofs are wanted, more than {}: the cost of a StVK body grows with their fourth power; "
                  "want fewer dofs or modes",
                  options.shape_count(), kMostStvkDofs));
}

}  // namespace

StvkBody::StvkBody(const TetMesh& mesh, const QuadraticMesh& quadratic, const ReducedStvk& reduced,
                   const StvkOptions& options)
    : FloatingBody(quadratic, reduced.basis, options.modal, fingerprint_of(mesh, options)),
      energy_(reduced.energy.scaled(options.modal.material.young, std::sqrt(options.modal.material.density))),
      stiffness_(options.modal.material.young / options.modal.material.density * reduced.basis.eigenvalues),
      samples_(quadratic, reduced.basis.shapes / std::sqrt(options.modal.material.density)) {}

double StvkBody::elastic_energy(const BodyState& state) const {
  thread_local QuarticForm::Work work;
  return energy_.value(state.deformation, work);
}

double StvkBody::smallest_volume_ratio(const BodyState& state) const {
  return samples_.smallest_ratio(state.deformation);
}

std::unique_ptr<DeformableStep> StvkBody::make_step() const {
  return std::make_unique<StvkStep>(*this);
}

std::shared_ptr<const StvkBody> make_stvk_body(const TetMesh& mesh, const StvkOptions& options,
                                               const std::filesystem::path& cache, const ReportProgress& progress) {
  require_stvk(options);
  const QuadraticMesh quadratic = quadratic_mesh(mesh);
  const ReducedStvk reduced =
      cached_stvk(mesh, quadratic, basis_options(options), options.shape_count(), cache, progress);
  return std::make_shared<StvkBody>(mesh, quadratic, reduced, options);
}

}  // namespace stiction
