#include "elastic/modal/inertia_integrals.h"

namespace stiction {
namespace {

using Places = Eigen::Matrix<double, Eigen::Dynamic, 3>;  // a vector at every node, a row each

// A nodal vector as it stands in a shape.
auto as_places(const MatX& shapes, Eigen::Index k) {
  return Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, 3, Eigen::RowMajor>>(shapes.col(k).data(),
                                                                                     shapes.rows() / 3, 3);
}

// With G the integral of a b^T: that of (a.b) 1 - (a b^T + b a^T) / 2.
Sym3 inertia_of(const Mat3& G) {
  return packed(G.trace() * Mat3::Identity() - 0.5 * (G + G.transpose()));
}

// The same for a x b.
Vec3 cross_of(const Mat3& G) {
  return {G(1, 2) - G(2, 1), G(2, 0) - G(0, 2), G(0, 1) - G(1, 0)};
}

Places centred_nodes(const QuadraticMesh& mesh, const SparseMatrix& nodal, MassProperties& rigid) {
  Places places(mesh.node_count(), 3);
  for (int i = 0; i < mesh.node_count(); ++i) places.row(i) = mesh.nodes[i];
  const VecX weights = nodal * VecX::Ones(mesh.node_count());
  rigid.mass = weights.sum();
  rigid.center = places.transpose() * weights / rigid.mass;
  places.rowwise() -= rigid.center.transpose();
  return places;
}

}  // namespace

Mat3 full(const Sym3& s) {
  Mat3 m;
  m << s[0], s[3], s[4], s[3], s[1], s[5], s[4], s[5], s[2];
  return m;
}

Sym3 packed(const Mat3& m) {
  Sym3 s;
  s << m(0, 0), m(1, 1), m(2, 2), 0.5 * (m(0, 1) + m(1, 0)), 0.5 * (m(0, 2) + m(2, 0)), 0.5 * (m(1, 2) + m(2, 1));
  return s;
}

InertiaIntegrals inertia_integrals(const QuadraticMesh& mesh, const ModalBasis& basis, double density) {
  const SparseMatrix nodal = density * nodal_mass(mesh);
  const double scale = 1 / std::sqrt(density);  // of shapes, from unit density
  const int modes = basis.mode_count();
  InertiaIntegrals result;
  const Places X = centred_nodes(mesh, nodal, result.rigid);
  result.rigid.inertia = full(inertia_of(X.transpose() * (nodal * X)));
  result.I1.resize(6, modes);
  result.I2.resize(6 * modes, modes);
  result.N.resize(3 * modes, modes);
  for (int l = 0; l < modes; ++l) {
    const Places carried = scale * (nodal * as_places(basis.shapes, l));
    result.I1.col(l) = 2 * inertia_of(X.transpose() * carried);
    for (int k = 0; k <= l; ++k) {
      const Mat3 G = scale * as_places(basis.shapes, k).transpose() * carried;  // integral of rho phi_k phi_l^T
      result.I2.block<6, 1>(6 * k, l) = result.I2.block<6, 1>(6 * l, k) = inertia_of(G);
      const Vec3 N_kl = k == l ? Vec3(Vec3::Zero()) : cross_of(G);
      result.N.block<3, 1>(3 * l, k) = N_kl;
      result.N.block<3, 1>(3 * k, l) = -N_kl;
    }
  }
  return result;
}

Mat3 InertiaIntegrals::inertia(const VecX& q) const {
  Sym3 sum = packed(rigid.inertia);
  for (int k = 0; k < mode_count(); ++k) {
    Sym3 of_mode = I1.col(k);
    for (int l = 0; l < mode_count(); ++l) of_mode += q[l] * I2.block<6, 1>(6 * k, l);
    sum += q[k] * of_mode;
  }
  return full(sum);
}

Vec3 InertiaIntegrals::own_spin(const VecX& q, const VecX& u) const {
  Vec3 spin = Vec3::Zero();
  for (int l = 0; l < mode_count(); ++l) {
    for (int k = 0; k < mode_count(); ++k) spin += q[l] * u[k] * N.block<3, 1>(3 * k, l);
  }
  return spin;
}

void InertiaAt::set(const InertiaIntegrals& body, const VecX& q) {
  const int modes = body.mode_count();
  H.resize(3, modes);
  dI.resize(6, modes);
  Eigen::Map<VecX>(H.data(), 3 * modes).noalias() = body.N * q;
  Eigen::Map<VecX> flat(dI.data(), 6 * modes);
  flat.noalias() = body.I2 * q;
  Sym3 sum = packed(body.rigid.inertia);
  for (int k = 0; k < modes; ++k) {
    sum += q[k] * (body.I1.col(k) + dI.col(k));
    dI.col(k) = body.I1.col(k) + 2 * dI.col(k);
  }
  I = full(sum);
}

}  // namespace stiction
