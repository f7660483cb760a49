// Rows of a point-triangle contact against the constraint they come from (RG eqs. 1, 2, 5).
#include <gtest/gtest.h>

#include "regions/mass_points.h"

namespace stiction {
namespace {

using Points = std::array<Vec3, 4>;  // the point, then the triangle

// RG eq. (1): minus six times the volume of the four points' tetrahedron.
double printed_constraint(const Points& p) {
  return -(p[1] - p[0]).cross(p[2] - p[0]).dot(p[3] - p[0]);
}

double doubled_area(const Points& p) {
  return (p[2] - p[1]).cross(p[3] - p[1]).norm();
}

// Derivatives by all coordinates of all points.
template <class Function>
Eigen::Matrix<double, 1, 12> gradient(const Points& at, const Function& function) {
  Eigen::Matrix<double, 1, 12> result;
  const double h = 1e-5;  // [m]; the functions are polynomials of degree three
  for (int i = 0; i < 12; ++i) {
    Points forward = at, backward = at;
    forward[i / 3][i % 3] += h;
    backward[i / 3][i % 3] -= h;
    result[i] = (function(forward) - function(backward)) / (2 * h);
  }
  return result;
}

// A triangle, and a point on it.
Points touching(test::ProblemRandom& random) {
  Points p = {Vec3::Zero(), random.vector(), random.vector(), random.vector()};
  while (doubled_area(p) < 0.1) p[3] = random.vector();
  Vec3 w(random.uniform(0.05, 1), random.uniform(0.05, 1), random.uniform(0.05, 1));
  w /= w.sum();
  p[0] = w[0] * p[1] + w[1] * p[2] + w[2] * p[3];
  return p;
}

Eigen::Matrix<double, 3, 12> rows_of(const Points& p) {
  test::MassPoints world;
  for (const Vec3& position : p) world.add_point(1, position, Vec3::Zero());
  world.add_contact(0, 1, 2, 3, 0.5);
  const ContactProblem problem = world.finish();
  Eigen::Matrix<double, 3, 12> rows;
  for (const WideSide& side : problem.wide_sides) rows.middleCols<3>(3 * side.body) = problem.jacobian(side);
  return rows;
}

TEST(PointTriangle, NormalRowIsThePrintedConstraintsGradientOverTheDoubledArea) {
  test::ProblemRandom random(1);
  for (int i = 0; i < 200; ++i) {
    const Points p = touching(random);
    const auto expected = (gradient(p, printed_constraint) / doubled_area(p)).eval();
    EXPECT_LT((rows_of(p).row(0) - expected).norm(), 1e-8) << i;
  }
}

// As printed, the row's size is an area: its multiplier would be a force over an area, and mu times it no friction.
TEST(PointTriangle, PrintedConstraintScalesWithTheTriangleAndTheRowDoesNot) {
  test::ProblemRandom random(2);
  const Points p = touching(random);
  Points larger = p;
  for (Vec3& position : larger) position *= 10;
  EXPECT_NEAR(gradient(larger, printed_constraint).norm() / gradient(p, printed_constraint).norm(), 100, 1e-6);
  EXPECT_LT((rows_of(larger) - rows_of(p)).norm(), 1e-12);
  EXPECT_NEAR(rows_of(p).row(0).head<3>().norm(), 1, 1e-12);
}

TEST(PointTriangle, FrictionRowsAreTheSlipOfTheMaterialPoints) {
  test::ProblemRandom random(3);
  for (int i = 0; i < 200; ++i) {
    const Points p = touching(random);
    const Vec3 w = test::MassPoints::weights(p[0], p[1], p[2], p[3]);
    const Mat3 frame = tangent_frame((p[2] - p[1]).cross(p[3] - p[1]).normalized());
    for (int k = 1; k < 3; ++k) {
      const auto slip = [&](const Points& q) {  // weights and tangents as they were at the collision
        return frame.row(k).dot(q[0] - (w[0] * q[1] + w[1] * q[2] + w[2] * q[3]));
      };
      EXPECT_LT((rows_of(p).row(k) - gradient(p, slip)).norm(), 1e-8) << i;
    }
  }
}

TEST(PointTriangle, RowsDoNotSeeTranslations) {
  test::ProblemRandom random(4);
  for (int i = 0; i < 50; ++i) {
    const Eigen::Matrix<double, 3, 12> rows = rows_of(touching(random));
    Mat3 sum = Mat3::Zero();
    for (int k = 0; k < 4; ++k) sum += rows.middleCols<3>(3 * k);
    EXPECT_LT(sum.norm(), 1e-14);
  }
}

}  // namespace
}  // namespace stiction
