// Energies, forces and stiffness of elements.
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <Eigen/SVD>

#include "elastic/points/nearest_rotation.h"
#include "elastic_points/points_bodies.h"

namespace stiction::test {
namespace {

struct Case {
  const char* name;
  PointsOptions options;
  bool sheet = false;
};

PointsOptions law(PointsLaw law, double volume_stiffness, double poisson = 0.3) {
  PointsOptions options = soft(1e5, poisson);
  options.law = law;
  options.volume_stiffness = volume_stiffness;
  return options;
}

std::vector<Case> cases() {
  PointsOptions sheet = soft(1e6, 0.3);
  sheet.thickness = 0.02;
  return {{"corotated", law(PointsLaw::kCorotated, 0)},
          {"corotated with volume term", law(PointsLaw::kCorotated, 3e5)},
          {"stvk", law(PointsLaw::kStvk, 0)},
          {"stvk with volume term", law(PointsLaw::kStvk, 3e5)},
          {"membrane", sheet, true}};
}

std::shared_ptr<const PointsBody> make(const Case& one) {
  if (!one.sheet) return make_points_body(box_tet_mesh({0.3, 0.2, 0.1}, {3, 2, 1}), one.options);
  TriangleMesh curved = rectangle_sheet({0.4, 0.3}, 4, 3);
  for (Vec3& v : curved.vertices) v[2] = 0.5 * v[0] * v[0] + 0.3 * v[0] * v[1];
  return make_points_body(curved, one.options);
}

VecX force_at(const PointsBody& body, const VecX& y) {
  InternalForces::Work work;
  VecX force;
  body.forces().set_force(y, {}, work, force);
  return force;
}

MatX dense(const BlockMatrix& K) {
  MatX matrix = MatX::Zero(3 * K.graph->row_count(), 3 * K.graph->row_count());
  for (int i = 0; i < K.graph->row_count(); ++i)
    for (int k = K.graph->begin[i]; k < K.graph->begin[i + 1]; ++k)
      for (int e = 0; e < 9; ++e) matrix(3 * i + e / 3, 3 * K.graph->neighbors[k] + e % 3) = K.values[9 * k + e];
  return matrix;
}

MatX stiffness_at(const PointsBody& body, const VecX& y) {
  BlockMatrix K(body.pattern()->graph());
  body.forces().add_stiffness(y, K);
  return dense(K);
}

// Bent and turned, no element flat.
VecX strained(const PointsBody& body, double amount, unsigned seed) {
  VecX y = body.rest() + random_vector(body.rest().size(), amount, seed);
  return turned(y, Quat(Eigen::AngleAxisd(2.1, Vec3(1, 2, -0.5).normalized())));
}

TEST(NearestRotation, IsThatOfThePolarDecompositionFromAnyPlace) {
  std::mt19937 engine(3);
  std::normal_distribution<double> normal;
  for (int trial = 0; trial < 2000; ++trial) {
    Mat3 F;
    for (double& x : F.reshaped()) x = normal(engine);
    const Eigen::JacobiSVD<Mat3> svd(F, Eigen::ComputeFullU | Eigen::ComputeFullV);
    Mat3 wanted = svd.matrixU() * svd.matrixV().transpose();
    if (wanted.determinant() < 0) {
      Mat3 U = svd.matrixU();
      U.col(2) = -U.col(2);
      wanted = U * svd.matrixV().transpose();
    }
    const Vec3 s = svd.singularValues();
    const double gap = F.determinant() > 0 ? s[1] + s[2] : s[1] - s[2];  // how well the rotation is defined
    const Mat3 R = nearest_rotation(F);
    EXPECT_LT((R.transpose() * R - Mat3::Identity()).norm(), 1e-14);
    EXPECT_GT(R.determinant(), 0);
    EXPECT_LT((R - wanted).norm(), 1e-13 * (1 + s[0] / gap)) << F;
  }
}

TEST(NearestRotation, HalfTurnsAndFlatMatricesHaveOne) {
  for (const Vec3& axis : {Vec3(1, 0, 0), Vec3(0, 0, 1), Vec3(Vec3(1, -2, 3).normalized())}) {
    const Mat3 half = Eigen::AngleAxisd(std::acos(-1.0), axis).toRotationMatrix();
    EXPECT_LT((nearest_rotation(half) - half).norm(), 1e-14);
    const Mat3 flat = half * Vec3(1, 1, 0).asDiagonal();
    EXPECT_LT((nearest_rotation(flat) - half).norm(), 1e-14);
    const Mat3 inside_out = half * Vec3(1, 1, -0.3).asDiagonal();
    EXPECT_LT((nearest_rotation(inside_out) - half).norm(), 1e-14);
  }
}

TEST(PointForces, AreDerivativesOfTheEnergy) {
  for (const Case& one : cases()) {
    const auto body = make(one);
    for (const double amount : {1e-3, 0.02}) {
      const VecX y = strained(*body, amount, 5);
      const VecX force = force_at(*body, y);
      const double h = 1e-6;
      for (Eigen::Index i = 0; i < y.size(); i += 2) {
        VecX more = y, less = y;
        more[i] += h;
        less[i] -= h;
        const double slope = (body->forces().energy(more) - body->forces().energy(less)) / (2 * h);
        EXPECT_NEAR(force[i], -slope, 1e-6 * force.lpNorm<Eigen::Infinity>()) << one.name << ", coordinate " << i;
      }
    }
  }
}

// Elements inside out too: the rotation goes on without a jump, and so does the force.
TEST(PointForces, OfInvertedElementsAreDerivativesOfTheEnergy) {
  const TetMesh one_tet{{{0, 0, 0}, {0.1, 0, 0}, {0, 0.1, 0}, {0, 0, 0.1}}, {{0, 1, 2, 3}}};
  for (const double kappa : {0.0, 1e5}) {
    const auto body = make_points_body(one_tet, law(PointsLaw::kCorotated, kappa));
    VecX y = body->rest() + random_vector(12, 0.01, 8);
    y[11] -= 0.15;  // the fourth corner through the other three
    ASSERT_LT(body->forces().smallest_volume_ratio(y), -0.2);
    const VecX force = force_at(*body, y);
    for (Eigen::Index i = 0; i < y.size(); ++i) {
      VecX more = y, less = y;
      more[i] += 1e-7;
      less[i] -= 1e-7;
      const double slope = (body->forces().energy(more) - body->forces().energy(less)) / 2e-7;
      EXPECT_NEAR(force[i], -slope, 1e-5 * force.lpNorm<Eigen::Infinity>());
    }
  }
}

TEST(PointForces, RigidMotionsGiveNone) {
  for (const Case& one : cases()) {
    const auto body = make(one);
    VecX y = turned(body->rest(), Quat(Eigen::AngleAxisd(2.9, Vec3(0.3, -1, 0.2).normalized())));
    for (Eigen::Index i = 0; i < y.size(); i += 3) y.segment<3>(i) += Vec3(3, -2, 7);
    const double scale = (stiffness_at(*body, body->rest()) * random_vector(y.size(), 0.01, 1)).norm();
    EXPECT_LT(force_at(*body, y).norm(), 1e-10 * scale) << one.name;
  }
}

TEST(PointForces, HaveNoSumAndNoMoment) {
  for (const Case& one : cases()) {
    const auto body = make(one);
    const VecX y = strained(*body, 0.02, 9), force = force_at(*body, y);
    Vec3 sum = Vec3::Zero(), moment = Vec3::Zero();
    for (Eigen::Index i = 0; i < y.size(); i += 3) {
      sum += force.segment<3>(i);
      moment += Vec3(y.segment<3>(i)).cross(Vec3(force.segment<3>(i)));
    }
    EXPECT_LT(sum.norm(), 1e-12 * force.norm()) << one.name;
    EXPECT_LT(moment.norm(), 1e-13 * force.norm()) << one.name;
  }
}

TEST(PointStiffness, IsThatOfTheForceAtRestAndAfterTurning) {
  for (const Case& one : cases()) {
    const auto body = make(one);
    const VecX y = turned(body->rest(), Quat(Eigen::AngleAxisd(1.2, Vec3(1, 1, 0).normalized())));
    const MatX K = stiffness_at(*body, y);
    const double h = 1e-7;
    for (Eigen::Index i = 0; i < y.size(); i += 5) {
      VecX more = y, less = y;
      more[i] += h;
      less[i] -= h;
      const VecX column = -(force_at(*body, more) - force_at(*body, less)) / (2 * h);
      EXPECT_LT((column - K.col(i)).norm(), 2e-6 * K.norm()) << one.name;
    }
  }
}

// In tension the geometric part is there in full; the membrane's hinges are left flat.
TEST(PointStiffness, OfStretchedStVKIsThatOfTheForce) {
  PointsOptions sheet = soft(1e6, 0.3);
  sheet.thickness = 0.02;
  for (const auto& body : {make_points_body(box_tet_mesh({0.3, 0.2, 0.1}, {3, 2, 1}), law(PointsLaw::kStvk, 0)),
                           make_points_body(rectangle_sheet({0.4, 0.3}, 3, 3), sheet)}) {
    VecX y = body->rest();
    for (Eigen::Index i = 0; i < y.size(); i += 3) y.segment<3>(i) = Vec3(1.2 * y[i], 1.1 * y[i + 1], 1.15 * y[i + 2]);
    const MatX K = stiffness_at(*body, y);
    for (Eigen::Index i = 0; i < y.size(); i += 4) {
      VecX more = y, less = y;
      more[i] += 1e-7;
      less[i] -= 1e-7;
      const VecX column = -(force_at(*body, more) - force_at(*body, less)) / 2e-7;
      EXPECT_LT((column - K.col(i)).norm(), 2e-6 * K.norm());
    }
  }
}

TEST(PointStiffness, IsSymmetricAndPositiveSemidefiniteWhereverNodesAre) {
  for (const Case& one : cases()) {
    const auto body = make(one);
    for (const double amount : {0.0, 0.02, 0.1}) {
      const MatX K = stiffness_at(*body, strained(*body, amount, 17));
      EXPECT_LT((K - K.transpose()).norm(), 1e-13 * K.norm()) << one.name;
      const Eigen::SelfAdjointEigenSolver<MatX> solver(K, Eigen::EigenvaluesOnly);
      EXPECT_GT(solver.eigenvalues()[0], -1e-12 * K.norm()) << one.name;
    }
  }
}

// Damping is that of the stiffness, and none of rigid motion at rest.
TEST(PointForces, DampingIsTheStiffnessTimesTheRates) {
  for (const Case& one : cases()) {
    const auto body = make(one);
    const VecX y = turned(body->rest(), Quat(Eigen::AngleAxisd(0.7, Vec3(0, 1, 1).normalized())));
    const VecX u = random_vector(y.size(), 0.1, 4);
    InternalForces::Work work;
    VecX damped;
    InternalForces::Extras extras;
    extras.rates = &u;
    extras.stiffness_damping = 0.01;
    body->forces().set_force(y, extras, work, damped);
    const VecX wanted = force_at(*body, y) - 0.01 * (stiffness_at(*body, y) * u);
    EXPECT_LT((damped - wanted).norm(), 1e-10 * wanted.norm()) << one.name;
  }
}

// A block pulled apart uniformly: every inner node is in balance, and the pull on an end is the closed form's.
TEST(PointForces, OfUniformStretchHaveTheirClosedForm) {
  const Vec3 size(0.3, 0.2, 0.1);
  const double s = 1.2, c = 0.95;
  for (const Case& one : cases()) {
    if (one.sheet) continue;
    const auto body = make_points_body(box_tet_mesh(size, {3, 2, 2}), one.options);
    VecX y = body->rest();
    for (Eigen::Index i = 0; i < y.size(); i += 3) y.segment<3>(i) = Vec3(s * y[i], c * y[i + 1], c * y[i + 2]);
    const VecX force = force_at(*body, y);
    const double mu = one.options.material.shear(), lambda = one.options.material.lame();
    double stress = one.options.volume_stiffness * (s * c * c - 1) * c * c;
    if (one.options.law == PointsLaw::kStvk) {
      const double E = 0.5 * (s * s - 1), e = 0.5 * (c * c - 1);
      stress += s * (2 * mu * E + lambda * (E + 2 * e));
    } else {
      stress += 2 * mu * (s - 1) + lambda * (s + 2 * c - 3);
    }
    double pull = 0;
    for (Eigen::Index i = 0; i < y.size(); i += 3) {
      if (body->rest()[i] > 0.49 * size[0]) pull += force[i];
    }
    EXPECT_NEAR(pull, -stress * size[1] * size[2], 1e-9 * std::abs(stress)) << one.name;
    for (Eigen::Index i = 0; i < y.size(); i += 3) {
      const Vec3 at = body->rest().segment<3>(i).cwiseAbs();
      if ((at.array() < 0.49 * size.array()).all()) {
        EXPECT_LT(force.segment<3>(i).norm(), 1e-9);
      }
    }
  }
}

// A flat strip rolled into an arc has the bending energy of a plate.
TEST(PointForces, BendingEnergyIsThatOfAPlate) {
  PointsOptions options = soft(1e7, 0.3);
  options.thickness = 0.005;
  const double curvature = 2, length = 0.6, width = 0.3;
  const auto body = make_points_body(rectangle_sheet({length, width}, 60, 35), options);
  VecX y = body->rest();
  for (Eigen::Index i = 0; i < y.size(); i += 3) {
    const double s = y[i];
    y[i] = std::sin(curvature * s) / curvature;
    y[i + 2] = (1 - std::cos(curvature * s)) / curvature;
  }
  const double D = 1e7 * std::pow(0.005, 3) / (12 * (1 - 0.09));
  EXPECT_NEAR(body->forces().energy(y), 0.5 * D * curvature * curvature * length * width, 0.02 * D);
}

}  // namespace
}  // namespace stiction::test
