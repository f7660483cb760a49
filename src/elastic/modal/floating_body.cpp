#include "elastic/modal/floating_body.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "model/model.h"
#include "model/state.h"

namespace stiction {
namespace {

constexpr double kFast = 2;  // a bound so large is worth its exact value [m/s]

}  // namespace

FloatingBody::FloatingBody(const QuadraticMesh& mesh, const ModalBasis& basis, const ModalOptions& options,
                           std::uint64_t fingerprint)
    : options_(options),
      integrals_(inertia_integrals(mesh, basis, options.material.density)),
      surface_(modal_surface(mesh)),
      basis_(surface_shapes(surface_, basis.shapes, 1 / std::sqrt(options.material.density))),
      rows_(basis_),
      reach_(VecX::Zero(basis.mode_count())),
      joint_reach_(0),
      radius_(0),
      fingerprint_(fingerprint) {
  for (std::size_t v = 0; v < surface_.nodes.size(); ++v) {
    const auto rows = basis_.middleRows<3>(3 * static_cast<Eigen::Index>(v));
    reach_ = reach_.cwiseMax(rows.colwise().norm().transpose());
    const Eigen::SelfAdjointEigenSolver<Mat3> squared(Mat3(rows * rows.transpose()), Eigen::EigenvaluesOnly);
    joint_reach_ = std::max(joint_reach_, std::sqrt(std::max(0.0, squared.eigenvalues()[2])));
    radius_ = std::max(radius_, (surface_.mesh.vertices[v] - integrals_.rigid.center).norm());
  }
}

void FloatingBody::set_start(VecX& deformation, VecX& rate) const {
  deformation = VecX::Zero(mode_count());
  rate = VecX::Zero(mode_count());
}

void FloatingBody::deformed_vertices(const Body&, const BodyState& state, std::vector<Vec3>& vertices) const {
  vertices = surface_.mesh.vertices;
  static_assert(sizeof(Vec3) == 3 * sizeof(double));
  Eigen::Map<VecX>(vertices.data()->data(), basis_.rows()).noalias() += basis_ * state.deformation;
}

// Each mode at its largest, or all of them where they move one vertex most. Both exceed the truth where light tips take
// part in every shape, and collision would look far around: what is fast is looked at vertex by vertex.
double FloatingBody::speed_bound(const Eigen::Ref<const VecX>& u) const {
  const double quick = std::min(reach_.dot(u.cwiseAbs()), joint_reach_ * u.norm());
  if (!(quick > kFast)) return quick;
  double squared = 0;
  for (Eigen::Index row = 0; row < rows_.rows(); row += 3) {
    const double x = rows_.row(row).dot(u), y = rows_.row(row + 1).dot(u), z = rows_.row(row + 2).dot(u);
    squared = std::max(squared, x * x + y * y + z * z);
  }
  return std::min(quick, std::sqrt(squared) * (1 + 1e-12));  // rounding
}

double FloatingBody::deformation_speed(const BodyState& state) const {
  return speed_bound(state.deformation_rate);
}

double FloatingBody::kinetic_energy(const Body&, const BodyState& state) const {
  const Vec3 w = state.rotation.conjugate() * state.angular_velocity;
  const VecX& u = state.deformation_rate;
  const Vec3 spin = integrals_.inertia(state.deformation) * w + 2 * integrals_.own_spin(state.deformation, u);
  return 0.5 * (integrals_.rigid.mass * state.velocity.squaredNorm() + w.dot(spin) + u.squaredNorm());
}

Vec3 FloatingBody::angular_momentum(const BodyState& state) const {
  const Vec3 w = state.rotation.conjugate() * state.angular_velocity;
  return state.rotation * Vec3(integrals_.inertia(state.deformation) * w +
                               integrals_.own_spin(state.deformation, state.deformation_rate));
}

VecX FloatingBody::amplitudes_of(const std::function<Vec3(const Vec3&)>& displacement) const {
  VecX wanted(basis_.rows());
  const std::vector<Vec3>& vertices = surface_.mesh.vertices;
  for (std::size_t v = 0; v < vertices.size(); ++v) {
    wanted.segment<3>(3 * static_cast<Eigen::Index>(v)) = displacement(vertices[v]);
  }
  return (basis_.transpose() * basis_).ldlt().solve(basis_.transpose() * wanted);
}

}  // namespace stiction
