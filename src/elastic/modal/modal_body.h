// A linear elastic body with few degrees of freedom: a floating frame at its centre of mass, which moves like a rigid
// body, and amplitudes q of its lowest free modes within that frame. A point X of the body is at X + sum_k q_k phi_k(X)
// in body axes; modes are mass-normalised, so that amplitudes have the unit [kg^1/2 m].
//
// The inertia of the deformed body, its coupling with the modes and the quadratic velocity terms are all there
// (inertia_integrals.h); how a step goes is told in modal_step.h. Displacements are linear in q: they should stay small
// against the body, and its spin [rad/s] below its lowest frequency omega_1, beyond which a linear body flies apart.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>

#include "elastic/modal/inertia_integrals.h"
#include "elastic/modal/modal_options.h"
#include "elastic/modal/modal_surface.h"
#include "model/deformable.h"

namespace stiction {

class ModalBody final : public Deformable {
 public:
  // `basis` is that of the mesh for the options' Poisson ratio and number of modes.
  ModalBody(const TetMesh& mesh, const QuadraticMesh& quadratic, const ModalBasis& basis, const ModalOptions& options);

  int dof_count() const override { return 6 + mode_count(); }
  int coordinate_count() const override { return mode_count(); }
  void set_start(VecX& deformation, VecX& rate) const override;  // undeformed, at rest
  const MassProperties* own_mass() const override { return &integrals_.rigid; }
  std::uint64_t fingerprint() const override { return fingerprint_; }
  const TriangleMesh& surface() const override { return surface_.mesh; }
  void deformed_vertices(const Body& body, const BodyState& state, std::vector<Vec3>& vertices) const override;
  const MatX* surface_basis() const override { return &basis_; }
  double deformation_speed(const BodyState& state) const override;
  double kinetic_energy(const Body& body, const BodyState& state) const override;
  double elastic_energy(const BodyState& state) const override;
  std::unique_ptr<DeformableStep> make_step() const override;

  int mode_count() const { return integrals_.mode_count(); }
  const ModalOptions& options() const { return options_; }
  const InertiaIntegrals& integrals() const { return integrals_; }
  // Rows of surface_basis() of one vertex: 3 x mode_count, row by row.
  const double* vertex_shapes(int vertex) const { return rows_.data() + 3 * rows_.cols() * vertex; }
  const std::vector<int>& surface_nodes() const { return surface_.nodes; }  // of the quadratic mesh, for every vertex
  const VecX& stiffness() const { return stiffness_; }                      // omega^2 [1/s^2]
  const VecX& damping() const { return damping_; }                          // d [1/s]
  // Bounds over the surface: on |sum_k u_k phi_k|, and on the distance from the centre of mass at q [m].
  double speed_bound(const Eigen::Ref<const VecX>& u) const;
  double radius_bound(const VecX& q) const { return radius_ + speed_bound(q); }
  // The amplitudes whose displacement of the surface comes nearest to a given one, in the mean of squares;
  // `displacement` is a function of the undeformed place, body coordinates [m].
  VecX amplitudes_of(const std::function<Vec3(const Vec3&)>& displacement) const;
  // Angular momentum about the centre of mass, world axes [kg m^2/s].
  Vec3 angular_momentum(const BodyState& state) const;

 private:
  ModalOptions options_;
  InertiaIntegrals integrals_;
  ModalSurface surface_;
  MatX basis_;                                                                   // 3 vertices x modes [kg^-1/2]
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> rows_;  // the same, vertex by vertex
  VecX stiffness_, damping_;
  VecX reach_;          // per mode: largest |phi_k| on the surface [kg^-1/2]
  double joint_reach_;  // largest spectral norm of a vertex's rows
  double radius_;       // of the undeformed surface about the centre of mass [m]
  std::uint64_t fingerprint_;
};

// The body that the mesh and the options make, with its basis from `cache` or computed (basis_cache.h; empty: no
// cache). Throws InputError if the mesh or an option is refused.
std::shared_ptr<const ModalBody> make_modal_body(const TetMesh& mesh, const ModalOptions& options,
                                                 const std::filesystem::path& cache = {},
                                                 const ReportProgress& progress = {});

}  // namespace stiction
