// St. Venant-Kirchhoff material: elements, modal derivatives, the reduced energy and its derivatives.
#include <gtest/gtest.h>

#include <filesystem>

#include "base/error.h"
#include "elastic/bodies.h"
#include "elastic/full_stvk.h"
#include "elastic/stvk/modal_derivatives.h"
#include "elastic/stvk/stvk_body.h"
#include "elastic/stvk/stvk_energy.h"

namespace stiction {
namespace {

const ElasticMaterial kRubber{1e6, 0.4, 1000};

test::FullStvk slab() {
  return {quadratic_mesh(test::brick_mesh({0.3, 0.1, 0.05}, {2, 1, 1})), kRubber};
}

struct Reduced {
  ModalBasis basis;    // for density 1
  QuarticForm energy;  // of kRubber
  MatX shapes;         // as they multiply its coordinates
};

Reduced reduced(const QuadraticMesh& mesh, int modes, int dofs) {
  Reduced result;
  const ModalBasis linear = modal_basis(mesh, {kRubber.poisson, modes});
  result.basis = derivative_basis(mesh, linear, kRubber.poisson, dofs);
  const double root = std::sqrt(kRubber.density);
  result.energy = stvk_energy(mesh, result.basis.shapes, kRubber.poisson).scaled(kRubber.young, root);
  result.shapes = result.basis.shapes / root;
  return result;
}

TEST(StvkElement, AtRestHasTheLinearStiffness) {
  const test::FullStvk full = slab();
  const VecX zero = VecX::Zero(3 * full.mesh().node_count());
  const MatX linear(elastic_stiffness(full.mesh(), kRubber));
  EXPECT_LT((full.stiffness(zero) - linear).norm(), 1e-13 * linear.norm());
  EXPECT_EQ(full.force(zero).norm(), 0);
}

TEST(StvkElement, ForceAndStiffnessAreDerivativesOfTheEnergy) {
  const test::FullStvk full = slab();
  std::mt19937 engine(3);
  const VecX u = test::random_vector(3 * full.mesh().node_count(), 0.02, engine);
  const VecX along = test::random_vector(u.size(), 1, engine);
  const double h = 1e-6;
  const double slope = (full.energy(u + h * along) - full.energy(u - h * along)) / (2 * h);
  const double work = full.force(u).dot(along);
  EXPECT_NEAR(slope, work, 1e-7 * std::abs(work));
  const VecX change = (full.force(u + h * along) - full.force(u - h * along)) / (2 * h), K = full.stiffness(u) * along;
  EXPECT_LT((change - K).norm(), 1e-7 * K.norm());
}

TEST(StvkElement, DoesNotSeeRotationsHoweverLarge) {
  const test::FullStvk full = slab();
  const Mat3 R = Eigen::AngleAxisd(2.1, Vec3(1, 2, -1).normalized()).toRotationMatrix();
  std::mt19937 engine(4);
  const VecX u = test::random_vector(3 * full.mesh().node_count(), 0.02, engine);
  VecX rigid(u.size()), turned(u.size());
  for (int i = 0; i < full.mesh().node_count(); ++i) {
    const Vec3 X = full.mesh().nodes[i];
    rigid.segment<3>(3 * i) = R * X - X;
    turned.segment<3>(3 * i) = R * (X + u.segment<3>(3 * i)) - X;
  }
  const double energy = full.energy(u);
  EXPECT_LT(full.energy(rigid), 1e-25 * energy);
  EXPECT_NEAR(full.energy(turned), energy, 1e-12 * energy);
}

// A bar that is stretched by s has E = s + s^2 / 2 along it.
TEST(StvkElement, UniformStretchHasTheClosedForm) {
  const test::FullStvk full{quadratic_mesh(test::brick_mesh({0.3, 0.1, 0.05}, {2, 1, 1})), {1e6, 0, 1000}};
  const double s = 0.7, E = s + 0.5 * s * s, volume = 0.3 * 0.1 * 0.05;
  VecX u = VecX::Zero(3 * full.mesh().node_count());
  for (int i = 0; i < full.mesh().node_count(); ++i) u[3 * i] = s * full.mesh().nodes[i].x();
  EXPECT_NEAR(full.energy(u), 0.5 * 1e6 * E * E * volume, 1e-11 * full.energy(u));
}

TEST(ModalDerivatives, AreHowAModeOfLargeAmplitudeGoesOn) {
  const test::FullStvk full = slab();
  const ModalBasis linear = modal_basis(full.mesh(), {kRubber.poisson, 3});
  const MatX derivatives = modal_derivatives(full.mesh(), linear, kRubber.poisson);
  ASSERT_EQ(derivatives.cols(), 6);
  const SparseMatrix nodal = nodal_mass(full.mesh()), mass = expanded_mass(nodal);
  const MatX mass_rigid = mass * rigid_motions(full.mesh(), nodal);
  EXPECT_LT((mass_rigid.transpose() * derivatives).norm(), 1e-12 * derivatives.norm());
  // The elastic force of t psi_i + t^2 Phi_ii / 2 less its linear part along the mode is of third order, apart from
  // what inertia relief takes.
  const VecX psi = linear.shapes.col(0), phi = derivatives.col(0),
             K_psi = elastic_stiffness(full.mesh(), kRubber) * psi;
  const auto rest = [&](double t) {
    VecX force = full.force(t * psi + 0.5 * t * t * phi) - t * K_psi;
    force -= mass_rigid * (rigid_motions(full.mesh(), nodal).transpose() * force).eval();
    return force.norm();
  };
  const double t = 1e-3 / psi.cwiseAbs().maxCoeff();
  EXPECT_GT(std::log2(rest(2 * t) / rest(t)), 2.9);
  EXPECT_LT(rest(t), 0.1 * (full.force(t * psi) - t * K_psi).norm());
}

TEST(DerivativeBasis, IsOrthonormalFreeOfRigidMotionAndKeepsTheModes) {
  const test::FullStvk full = slab();
  const ModalBasis linear = modal_basis(full.mesh(), {kRubber.poisson, 4});
  const ModalBasis basis = derivative_basis(full.mesh(), linear, kRubber.poisson, 9);
  const SparseMatrix nodal = nodal_mass(full.mesh()), mass = expanded_mass(nodal);
  const MatX gram = basis.shapes.transpose() * (mass * basis.shapes).eval();
  EXPECT_LT((gram - MatX::Identity(9, 9)).norm(), 1e-12);
  EXPECT_LT((rigid_motions(full.mesh(), nodal).transpose() * (mass * basis.shapes).eval()).norm(), 1e-12);
  const MatX within = basis.shapes * (basis.shapes.transpose() * (mass * linear.shapes).eval());
  EXPECT_LT((within - linear.shapes).norm(), 1e-10 * linear.shapes.norm());
  for (int k = 0; k < 4; ++k) {
    const VecX off = (basis.eigenvalues.array() / linear.eigenvalues[k] - 1).abs();
    EXPECT_LT(off.minCoeff(), 1e-9) << k;
  }
}

TEST(DerivativeBasis, RefusesDofsThatThereAreNot) {
  const test::FullStvk full = slab();
  const ModalBasis linear = modal_basis(full.mesh(), {kRubber.poisson, 3});
  const auto refusal = [&](int dofs) {
    try {
      derivative_basis(full.mesh(), linear, kRubber.poisson, dofs);
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_NE(refusal(2).find("2 dofs are wanted, fewer than the 3 modes"), std::string::npos);
  EXPECT_NE(refusal(10).find("10 dofs are wanted, but 3 modes and their derivatives make 9"), std::string::npos);
  EXPECT_EQ(refusal(3), "");
}

TEST(StvkEnergy, ForceAndStiffnessAreTheFullModelsProjectedOnes) {
  const test::FullStvk full = slab();
  const Reduced body = reduced(full.mesh(), 6, 15);
  QuarticForm::Work work;
  std::mt19937 engine(5);
  for (const double scale : {1e-6, 1e-3, 2e-2, 0.3}) {  // 0.3: metres, far beyond what holds
    const VecX q = test::random_vector(15, scale, engine), u = body.shapes * q;
    VecX force, gradient;
    MatX stiffness;
    const double energy = body.energy.second(q, force, stiffness, work);
    body.energy.gradient(q, gradient, work);
    const VecX full_force = body.shapes.transpose() * full.force(u);
    const MatX full_stiffness = body.shapes.transpose() * full.stiffness(u) * body.shapes;
    EXPECT_NEAR(energy, full.energy(u), 1e-9 * energy) << scale;
    EXPECT_NEAR(body.energy.value(q, work), energy, 1e-12 * energy) << scale;
    EXPECT_LT((force - full_force).norm(), 1e-9 * full_force.norm()) << scale;
    EXPECT_LT((gradient - force).norm(), 1e-12 * force.norm()) << scale;
    EXPECT_LT((stiffness - full_stiffness).norm(), 1e-9 * full_stiffness.norm()) << scale;
  }
}

TEST(StvkEnergy, ForceIsItsGradientAndStiffnessTheForces) {
  const Reduced body = reduced(slab().mesh(), 5, 12);
  QuarticForm::Work work;
  std::mt19937 engine(6);
  const VecX q = test::random_vector(12, 0.02, engine), along = test::random_vector(12, 1, engine);
  const double h = 1e-7;
  VecX force, ahead, behind;
  MatX stiffness;
  body.energy.second(q, force, stiffness, work);
  const double slope = (body.energy.value(q + h * along, work) - body.energy.value(q - h * along, work)) / (2 * h);
  EXPECT_NEAR(slope, force.dot(along), 1e-7 * force.norm() * along.norm());
  body.energy.gradient(q + h * along, ahead, work);
  body.energy.gradient(q - h * along, behind, work);
  const VecX K = stiffness * along;
  EXPECT_LT(((ahead - behind) / (2 * h) - K).norm(), 1e-7 * K.norm());
  EXPECT_LT((stiffness - stiffness.transpose()).norm(), 1e-15 * stiffness.norm());
}

TEST(StvkEnergy, StoresEachMonomialOnceAndIsZeroAtRest) {
  QuarticForm form(3);
  form.add(2, 1, 3, 0, 5);
  form.add(0, 3, 1, 2, 2);
  EXPECT_EQ(form.coefficient(3, 2, 1, 0), 7);
  QuarticForm::Work work;
  VecX q(3), force;
  q << 2, 3, 5;
  EXPECT_DOUBLE_EQ(form.value(q, work), 7 * 30);
  form.gradient(q, force, work);
  EXPECT_DOUBLE_EQ(force[2], 7 * 6);
  const Reduced body = reduced(slab().mesh(), 3, 6);
  MatX stiffness;
  EXPECT_EQ(body.energy.second(VecX::Zero(6), force, stiffness, work), 0);
  EXPECT_EQ(force.norm(), 0);
  const VecX expected = kRubber.young / kRubber.density * body.basis.eigenvalues;
  EXPECT_LT((stiffness - MatX(expected.asDiagonal())).norm(), 1e-9 * expected.norm());
}

// Three-point bending of a free beam: forces that keep their direction, in balance.
struct Bending {
  QuadraticMesh mesh = quadratic_mesh(test::brick_mesh({1, 0.06, 0.06}, {10, 1, 1}));
  VecX unit =
      VecX::Zero(3 * static_cast<Eigen::Index>(mesh.nodes.size()));  // 1 N down at the ends, 2 N up in the middle

  Bending() {
    for (const double x : {-0.5, 0.0, 0.5}) {
      std::vector<int> at;
      for (int i = 0; i < mesh.node_count(); ++i) {
        if (std::abs(mesh.nodes[i].x() - x) < 1e-9) at.push_back(i);
      }
      for (const int i : at) unit[3 * i + 2] += (x == 0 ? 2.0 : -1.0) / static_cast<double>(at.size());
    }
  }
  double deflection(const VecX& u) const { return unit.dot(u) / 2; }  // of the middle above the ends, in the mean [m]
};

TEST(StvkEnergy, BendsFarAsTheFullModelDoes) {
  const Bending bending;
  const ElasticMaterial material{1e6, 0.3, 1000};
  const test::FullStvk full{bending.mesh, material};
  const ModalBasis linear = modal_basis(bending.mesh, {material.poisson, 12});
  const double root = std::sqrt(material.density);
  const ModalBasis basis = derivative_basis(bending.mesh, linear, material.poisson, 40);
  const QuarticForm energy = stvk_energy(bending.mesh, basis.shapes, material.poisson).scaled(material.young, root);
  const MatX shapes = basis.shapes / root;
  const VecX unit = shapes.transpose() * bending.unit;
  QuarticForm::Work work;
  VecX u, q = VecX::Zero(40), force;
  MatX stiffness;
  const double linear_deflection =
      bending.deflection(shapes * (energy.second(q, force, stiffness, work), VecX(stiffness.ldlt().solve(unit))));
  for (const double load : {2.0, 6.0, 10.0, 14.0}) {  // [N]
    for (int i = 0; i < 100; ++i) {
      energy.second(q, force, stiffness, work);
      const VecX step = stiffness.ldlt().solve(load * unit - force);
      q += std::min(1.0, 0.05 / (shapes * step).cwiseAbs().maxCoeff()) * step;
      if (step.norm() < 1e-12 * q.norm()) break;
    }
    double left = 1;
    u = full.rest_under(load * bending.unit, shapes * q, left);
    EXPECT_LT(left, 1e-8);
    const double exact = bending.deflection(u), found = bending.deflection(shapes * q);
    std::printf("load %4.1f N: deflection %.4f m, reduced %.4f m (%+.2f %%), linear %.4f m\n", load, exact, found,
                100 * (found / exact - 1), load * linear_deflection);
    EXPECT_NEAR(found, exact, 0.02 * exact);
    EXPECT_GT(smallest_volume_ratio(bending.mesh, u), 0.5);
  }
  EXPECT_GT(14 * linear_deflection, 1.2 * bending.deflection(u));  // far beyond where a linear body is right
}

TEST(StvkCache, IsFoundAgainAndRefusedWhenDamaged) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::temp_directory_path() / "stiction-stvk-cache-test";
  fs::remove_all(folder);
  const TetMesh mesh = test::brick_mesh({0.3, 0.1, 0.05}, {2, 1, 1});
  const QuadraticMesh quadratic = quadratic_mesh(mesh);
  const BasisOptions options{0.4, 3};
  std::vector<std::string> notes;
  const ReportProgress progress = [&](const std::string& doing, double share) {
    if (share == kProgressNote) notes.push_back(doing);
  };
  const ReducedStvk made = cached_stvk(mesh, quadratic, options, 7, folder, progress);
  const fs::path file = stvk_cache_file(stvk_key(mesh, options, 7), folder);
  ASSERT_TRUE(fs::exists(file));
  const ReducedStvk found = cached_stvk(mesh, quadratic, options, 7, folder, progress);
  EXPECT_EQ(found.basis.shapes, made.basis.shapes);
  EXPECT_EQ(found.energy.stored(), made.energy.stored());
  EXPECT_TRUE(notes.empty());
  fs::resize_file(file, fs::file_size(file) - 8);
  EXPECT_EQ(cached_stvk(mesh, quadratic, options, 7, folder, progress).energy.stored(), made.energy.stored());
  EXPECT_EQ(notes.size(), 1U);
  EXPECT_FALSE(stvk_key(mesh, options, 7) == stvk_key(mesh, options, 6));
  EXPECT_FALSE(stvk_key(mesh, options, 7) == basis_key(mesh, options));
  fs::remove_all(folder);
}

}  // namespace
}  // namespace stiction
