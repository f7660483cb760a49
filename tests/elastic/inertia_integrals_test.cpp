// The integrals of the floating frame against the body of finite elements itself.
#include "elastic/modal/inertia_integrals.h"

#include <gtest/gtest.h>

#include "elastic/bodies.h"

namespace stiction {
namespace {

constexpr int kModes = 12;
constexpr double kDensity = 1300;

struct Example {
  QuadraticMesh mesh;
  ModalBasis basis;
  InertiaIntegrals integrals;
};

Example example() {
  TetMesh box = test::brick_mesh({0.5, 0.3, 0.2}, {3, 2, 2});
  for (Vec3& v : box.vertices) v += Vec3(0.2 * v[1] * v[1] + 0.1, 0.3 * v[0] * v[2], 0.1 * v[0] - 0.4);  // no symmetry
  Example result;
  result.mesh = quadratic_mesh(box);
  result.basis = modal_basis(result.mesh, {0.35, kModes});
  result.integrals = inertia_integrals(result.mesh, result.basis, kDensity);
  return result;
}

TEST(InertiaIntegrals, GiveTheKineticEnergyOfTheNodes) {
  const Example body = example();
  const SparseMatrix mass = kDensity * expanded_mass(nodal_mass(body.mesh));
  const MatX shapes = body.basis.shapes / std::sqrt(kDensity);
  std::mt19937 engine(3);
  for (int i = 0; i < 50; ++i) {
    const VecX q = test::random_vector(kModes, 1, engine), u = test::random_vector(kModes, 10, engine);  // large
    const Vec3 v = test::random_vector(3, 5, engine), w = test::random_vector(3, 20, engine);
    VecX velocity = shapes * u;
    const VecX moved = shapes * q;
    for (int n = 0; n < body.mesh.node_count(); ++n) {
      const Vec3 place = body.mesh.nodes[n] - body.integrals.rigid.center + moved.segment<3>(3 * n);
      velocity.segment<3>(3 * n) += v + w.cross(place);
    }
    const double expected = 0.5 * velocity.dot(mass * velocity);
    InertiaAt at;
    at.set(body.integrals, q);
    const double energy = 0.5 * body.integrals.rigid.mass * v.squaredNorm() + 0.5 * w.dot(at.I * w) + w.dot(at.H * u) +
                          0.5 * u.squaredNorm();
    EXPECT_NEAR(energy, expected, 1e-12 * expected);
    EXPECT_LT((at.I - body.integrals.inertia(q)).norm(), 1e-13 * at.I.norm());
    EXPECT_LT((at.H * u - body.integrals.own_spin(q, u)).norm(), 1e-12 * (at.H * u).norm());
  }
}

TEST(InertiaIntegrals, GiveTheAngularMomentumOfTheNodes) {
  const Example body = example();
  const SparseMatrix mass = kDensity * expanded_mass(nodal_mass(body.mesh));
  const MatX shapes = body.basis.shapes / std::sqrt(kDensity);
  std::mt19937 engine(4);
  const VecX q = test::random_vector(kModes, 1, engine), u = test::random_vector(kModes, 10, engine);
  const Vec3 w = test::random_vector(3, 20, engine);
  VecX place = shapes * q, velocity = shapes * u;
  for (int n = 0; n < body.mesh.node_count(); ++n) {
    place.segment<3>(3 * n) += body.mesh.nodes[n] - body.integrals.rigid.center;
    velocity.segment<3>(3 * n) += w.cross(Vec3(place.segment<3>(3 * n)));
  }
  const VecX momentum = mass * velocity;
  Vec3 expected = Vec3::Zero();
  for (int n = 0; n < body.mesh.node_count(); ++n)
    expected += Vec3(place.segment<3>(3 * n)).cross(Vec3(momentum.segment<3>(3 * n)));
  const Vec3 found = body.integrals.inertia(q) * w + body.integrals.own_spin(q, u);
  EXPECT_LT((found - expected).norm(), 1e-12 * expected.norm());
}

TEST(InertiaIntegrals, HaveTheDerivativesOfTheInertia) {
  const Example body = example();
  std::mt19937 engine(5);
  const VecX q = test::random_vector(kModes, 1, engine);
  InertiaAt at;
  at.set(body.integrals, q);
  for (int k = 0; k < kModes; ++k) {
    VecX more = q, less = q;
    more[k] += 0.5;
    less[k] -= 0.5;  // the inertia is quadratic: the central difference is exact
    const Mat3 expected = body.integrals.inertia(more) - body.integrals.inertia(less);
    EXPECT_LT((full(at.dI.col(k)) - expected).norm(), 1e-13 * at.I.norm());
  }
}

TEST(InertiaIntegrals, OfABoxAreThoseOfTheRigidBox) {
  TetMesh box = test::brick_mesh({0.5, 0.3, 0.2}, {2, 2, 2});
  for (Vec3& v : box.vertices) v += Vec3(1, 2, 3);
  const QuadraticMesh mesh = quadratic_mesh(box);
  const InertiaIntegrals found = inertia_integrals(mesh, modal_basis(mesh, {0.3, 2}), kDensity);
  const MassProperties expected = mass_properties(make_box_shape({0.5, 0.3, 0.2}), kDensity);
  EXPECT_NEAR(found.rigid.mass, expected.mass, 1e-12 * expected.mass);
  EXPECT_LT((found.rigid.center - Vec3(1, 2, 3)).norm(), 1e-12);
  EXPECT_LT((found.rigid.inertia - expected.inertia).norm(), 1e-11 * expected.inertia.norm());
}

}  // namespace
}  // namespace stiction
