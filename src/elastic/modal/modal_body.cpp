#include "elastic/modal/modal_body.h"

#include <fmt/format.h>

#include <cmath>

#include "base/error.h"
#include "base/hash.h"
#include "elastic/modal/basis_cache.h"
#include "elastic/modal/modal_step.h"
#include "model/model.h"
#include "model/state.h"

namespace stiction {
namespace {

BasisOptions basis_options(const ModalOptions& options) {
  return {options.material.poisson, options.modes, options.strains};
}

void require_damping(const char* name, const char* unit, double value) {
  if (std::isfinite(value) && value >= 0) return;
  throw InputError(fmt::format("the {} damping is {} {}: it must be 0 or more", name, value, unit));
}

}  // namespace

std::uint64_t options_fingerprint(const CacheKey& shapes, const ModalOptions& options) {
  Hash64 hash;
  hash.add(shapes.first);
  hash.add(shapes.second);
  for (const double x : {options.material.young, options.material.density, options.mass_damping,
                         options.stiffness_damping, options.gamma, static_cast<double>(options.metric)}) {
    hash.add(x);
  }
  return hash.value();
}

const char* metric_name(ContactMetric metric) {
  return metric == ContactMetric::kEffective ? "effective" : "mass";
}

void require_modal(const ModalOptions& options) {
  require_elastic(options.material);
  require_damping("mass", "1/s", options.mass_damping);
  require_damping("stiffness", "s", options.stiffness_damping);
  if (!(options.gamma >= 0.5 && options.gamma <= 1.5)) {
    throw InputError(fmt::format("gamma is {}: it must be from 0.5 (no numerical damping) to 1.5", options.gamma));
  }
}

ModalBody::ModalBody(const TetMesh& mesh, const QuadraticMesh& quadratic, const ModalBasis& basis,
                     const ModalOptions& options)
    : FloatingBody(quadratic, basis, options, options_fingerprint(basis_key(mesh, basis_options(options)), options)),
      stiffness_(options.material.young / options.material.density * basis.eigenvalues),
      damping_(options.mass_damping + options.stiffness_damping * stiffness_.array()) {}

double ModalBody::elastic_energy(const BodyState& state) const {
  return 0.5 * stiffness_.dot(state.deformation.cwiseAbs2());
}

std::unique_ptr<DeformableStep> ModalBody::make_step() const {
  return std::make_unique<ModalStep>(*this);
}

std::shared_ptr<const ModalBody> make_modal_body(const TetMesh& mesh, const ModalOptions& options,
                                                 const std::filesystem::path& cache, const ReportProgress& progress) {
  require_modal(options);
  const QuadraticMesh quadratic = quadratic_mesh(mesh);
  const ModalBasis basis = cached_basis(mesh, quadratic, basis_options(options), cache, progress);
  return std::make_shared<ModalBody>(mesh, quadratic, basis, options);
}

}  // namespace stiction
