// The constant integrals of a floating frame, and what they say of the body's inertia.
//
// The frame's origin is the centre of mass; a point X of the body is at X + sum_k q_k phi_k(X) in body axes. The modes
// are orthogonal in the mass to rigid motions and to each other, so that the integrals of rho phi_k and of
// rho X x phi_k vanish, and the kinetic energy is (v velocity of the centre, w angular velocity, u = dq/dt, body axes)
//
//   T = m v.v / 2 + w . I(q) w / 2 + w . H(q) u + u.u / 2                                                          (1)
//   I(q) = I0 + sum_k q_k I1_k + sum_kl q_k q_l I2_kl                                                               (2)
//   H(q) e_k = sum_l q_l N_lk,      N_lk = integral of rho phi_l x phi_k = -N_kl (3)
//
// All are bilinear in nodal vectors and taken with the consistent mass: for the body of finite elements they are exact.
// A. A. Shabana, Dynamics of Multibody Systems, has them in general.
#pragma once

#include "elastic/modal/modal_basis.h"
#include "geometry/mass_properties.h"

namespace stiction {

// Entries xx, yy, zz, xy, xz, yz of a symmetric 3 x 3 matrix.
using Sym3 = Vec6;
Mat3 full(const Sym3& s);
Sym3 packed(const Mat3& m);  // of the symmetric part

struct InertiaIntegrals {
  MassProperties rigid;                         // of the undeformed body, in the coordinates of its mesh
  Eigen::Matrix<double, 6, Eigen::Dynamic> I1;  // 6 x modes [kg^1/2 m]
  MatX I2;  // 6 modes x modes: rows 6 k .. 6 k + 5 of column l are I2_kl, I2_kl = I2_lk [1]
  MatX N;   // 3 modes x modes: rows 3 k .. 3 k + 2 of column l are N_lk [1]

  int mode_count() const { return static_cast<int>(I1.cols()); }
  Mat3 inertia(const VecX& q) const;                  // (2) [kg m^2]
  Vec3 own_spin(const VecX& q, const VecX& u) const;  // H(q) u [kg m^2/s]
};

// The body with this density [kg/m^3]. Shapes of the basis are those of the unit density.
InertiaIntegrals inertia_integrals(const QuadraticMesh& mesh, const ModalBasis& basis, double density);

// I, H and the derivatives of I at some q. Memory is used again.
struct InertiaAt {
  Mat3 I = Mat3::Zero();                        // [kg m^2]
  Eigen::Matrix<double, 3, Eigen::Dynamic> H;   // 3 x modes [kg^1/2 m]
  Eigen::Matrix<double, 6, Eigen::Dynamic> dI;  // 6 x modes: dI/dq_k [kg^1/2 m]

  void set(const InertiaIntegrals& body, const VecX& q);
};

}  // namespace stiction
