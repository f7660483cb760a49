// What all elastic bodies with a floating frame share: a frame at the centre of mass, which moves like a rigid body,
// and amplitudes q of shapes phi within it. A point X of the body is at X + sum_k q_k phi_k(X) in body axes; shapes are
// orthonormal in the mass and orthogonal to rigid motions, so that amplitudes have the unit [kg^1/2 m]. The inertia of
// the deformed body, its coupling with the amplitudes and the quadratic velocity terms are all there
// (inertia_integrals.h). What deformation costs is the business of each kind (modal_body.h, stvk/stvk_body.h).
#pragma once

#include <functional>

#include "elastic/modal/inertia_integrals.h"
#include "elastic/modal/modal_options.h"
#include "elastic/modal/modal_surface.h"
#include "model/deformable.h"

namespace stiction {

class FloatingBody : public Deformable {
 public:
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

  int mode_count() const { return integrals_.mode_count(); }  // shapes of any kind
  const ModalOptions& options() const { return options_; }
  const InertiaIntegrals& integrals() const { return integrals_; }
  // Rows of surface_basis() of one vertex: 3 x mode_count, row by row.
  const double* vertex_shapes(int vertex) const { return rows_.data() + 3 * rows_.cols() * vertex; }
  const std::vector<int>& surface_nodes() const { return surface_.nodes; }  // of the quadratic mesh, for every vertex
  // Bounds over the surface: on |sum_k u_k phi_k|, and on the distance from the centre of mass at q [m].
  double speed_bound(const Eigen::Ref<const VecX>& u) const;
  double radius_bound(const VecX& q) const { return radius_ + speed_bound(q); }
  // The amplitudes whose displacement of the surface comes nearest to a given one, in the mean of squares;
  // `displacement` is a function of the undeformed place, body coordinates [m].
  VecX amplitudes_of(const std::function<Vec3(const Vec3&)>& displacement) const;
  // Angular momentum about the centre of mass, world axes [kg m^2/s].
  Vec3 angular_momentum(const BodyState& state) const;

 protected:
  // `basis` is for density 1; fingerprint: that of all that the body is made of.
  FloatingBody(const QuadraticMesh& mesh, const ModalBasis& basis, const ModalOptions& options,
               std::uint64_t fingerprint);

 private:
  ModalOptions options_;
  InertiaIntegrals integrals_;
  ModalSurface surface_;
  MatX basis_;                                                                   // 3 vertices x shapes [kg^-1/2]
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> rows_;  // the same, vertex by vertex
  VecX reach_;          // per shape: largest |phi_k| on the surface [kg^-1/2]
  double joint_reach_;  // largest spectral norm of a vertex's rows
  double radius_;       // of the undeformed surface about the centre of mass [m]
  std::uint64_t fingerprint_;
};

}  // namespace stiction
