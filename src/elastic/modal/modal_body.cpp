#include "elastic/modal/modal_body.h"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
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

std::uint64_t fingerprint_of(const TetMesh& mesh, const ModalOptions& options) {
  const CacheKey key = basis_key(mesh, basis_options(options));
  Hash64 hash;
  hash.add(key.first);
  hash.add(key.second);
  for (const double x : {options.material.young, options.material.density, options.mass_damping,
                         options.stiffness_damping, options.gamma, static_cast<double>(options.metric)}) {
    hash.add(x);
  }
  return hash.value();
}

void require_damping(const char* name, const char* unit, double value) {
  if (std::isfinite(value) && value >= 0) return;
  throw InputError(fmt::format("the {} damping is {} {}: it must be 0 or more", name, value, unit));
}

}  // namespace

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
    : options_(options),
      integrals_(inertia_integrals(quadratic, basis, options.material.density)),
      surface_(modal_surface(quadratic)),
      basis_(surface_shapes(surface_, basis.shapes, 1 / std::sqrt(options.material.density))),
      rows_(basis_),
      stiffness_(options.material.young / options.material.density * basis.eigenvalues),
      damping_(options.mass_damping + options.stiffness_damping * stiffness_.array()),
      reach_(VecX::Zero(basis.mode_count())),
      joint_reach_(0),
      radius_(0),
      fingerprint_(fingerprint_of(mesh, options)) {
  for (std::size_t v = 0; v < surface_.nodes.size(); ++v) {
    const auto rows = basis_.middleRows<3>(3 * static_cast<Eigen::Index>(v));
    reach_ = reach_.cwiseMax(rows.colwise().norm().transpose());
    const Eigen::SelfAdjointEigenSolver<Mat3> squared(Mat3(rows * rows.transpose()), Eigen::EigenvaluesOnly);
    joint_reach_ = std::max(joint_reach_, std::sqrt(std::max(0.0, squared.eigenvalues()[2])));
    radius_ = std::max(radius_, (surface_.mesh.vertices[v] - integrals_.rigid.center).norm());
  }
}

void ModalBody::set_start(VecX& deformation, VecX& rate) const {
  deformation = VecX::Zero(mode_count());
  rate = VecX::Zero(mode_count());
}

void ModalBody::deformed_vertices(const Body&, const BodyState& state, std::vector<Vec3>& vertices) const {
  vertices = surface_.mesh.vertices;
  static_assert(sizeof(Vec3) == 3 * sizeof(double));
  Eigen::Map<VecX>(vertices.data()->data(), basis_.rows()).noalias() += basis_ * state.deformation;
}

// Each mode at its largest, or all of them where they move one vertex most.
double ModalBody::speed_bound(const Eigen::Ref<const VecX>& u) const {
  return std::min(reach_.dot(u.cwiseAbs()), joint_reach_ * u.norm());
}

double ModalBody::deformation_speed(const BodyState& state) const {
  return speed_bound(state.deformation_rate);
}

double ModalBody::kinetic_energy(const Body&, const BodyState& state) const {
  const Vec3 w = state.rotation.conjugate() * state.angular_velocity;
  const VecX& u = state.deformation_rate;
  const Vec3 spin = integrals_.inertia(state.deformation) * w + 2 * integrals_.own_spin(state.deformation, u);
  return 0.5 * (integrals_.rigid.mass * state.velocity.squaredNorm() + w.dot(spin) + u.squaredNorm());
}

double ModalBody::elastic_energy(const BodyState& state) const {
  return 0.5 * stiffness_.dot(state.deformation.cwiseAbs2());
}

Vec3 ModalBody::angular_momentum(const BodyState& state) const {
  const Vec3 w = state.rotation.conjugate() * state.angular_velocity;
  return state.rotation * Vec3(integrals_.inertia(state.deformation) * w +
                               integrals_.own_spin(state.deformation, state.deformation_rate));
}

VecX ModalBody::amplitudes_of(const std::function<Vec3(const Vec3&)>& displacement) const {
  VecX wanted(basis_.rows());
  const std::vector<Vec3>& vertices = surface_.mesh.vertices;
  for (std::size_t v = 0; v < vertices.size(); ++v) {
    wanted.segment<3>(3 * static_cast<Eigen::Index>(v)) = displacement(vertices[v]);
  }
  return (basis_.transpose() * basis_).ldlt().solve(basis_.transpose() * wanted);
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
