// Ellipsoids: the bound on the distance against brute force, mass against closed forms.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "base/repetitions.h"
#include "geometry/mass_properties.h"
#include "geometry/solids/solid_samples.h"

namespace stiction {
namespace {

using std::numbers::pi;

// The least distance of p from points all over the surface.
double sampled_distance(const Vec3& semi_axes, const Vec3& p, int count) {
  double nearest = 1e9;
  for (int i = 0; i <= count; ++i) {
    for (int j = 0; j < 2 * count; ++j) {
      const double theta = pi * i / count, phi = pi * j / count;
      const Vec3 unit(std::sin(theta) * std::cos(phi), std::sin(theta) * std::sin(phi), std::cos(theta));
      nearest = std::min(nearest, (p - semi_axes.cwiseProduct(unit)).norm());
    }
  }
  return nearest;
}

TEST(Ellipsoid, distance_has_the_right_sign_and_never_exceeds_that_of_brute_force) {
  RandomPoints random({Vec3(-1.5, -1.5, -1.5), Vec3(1.5, 1.5, 1.5)}, 1);
  for (int shape = 0; shape < test::repetitions(20); ++shape) {
    const Vec3 semi_axes(0.2 + random.unit(), 0.2 + random.unit(), 0.2 + random.unit());
    const Solid ellipsoid = Solid("ellipsoid").set("size", 2 * semi_axes);
    for (int k = 0; k < 20; ++k) {
      const Vec3 p = random.next();
      const double d = solid_distance(ellipsoid, p), level = p.cwiseQuotient(semi_axes).norm();
      ASSERT_EQ(d < 0, level < 1);
      const double sampled = sampled_distance(semi_axes, p, 120);
      ASSERT_LE(std::abs(d), sampled + 1e-12) << p.transpose();
      // The bound gives away no more than the ratio of the axes.
      ASSERT_GE(std::abs(d), semi_axes.minCoeff() / semi_axes.maxCoeff() * (sampled - 0.05)) << p.transpose();
    }
  }
}

double mass_error(const Vec3& size, double cell) {
  const Shape shape = make_solid_shape(Solid("ellipsoid").set("size", size), cell, {});
  const MassProperties mass = mass_properties(shape, 1);
  const double exact = pi / 6 * size.prod();
  EXPECT_LT(mass.center.norm(), 1e-3 * size.minCoeff());
  double worst = std::abs(mass.mass / exact - 1);
  for (int axis = 0; axis < 3; ++axis) {
    const double inertia = exact / 20 * (size.squaredNorm() - size[axis] * size[axis]);
    worst = std::max(worst, std::abs(mass.inertia(axis, axis) / inertia - 1));
  }
  return worst;
}

TEST(Ellipsoid, mass_and_inertia_converge_to_the_closed_form_as_the_cell_shrinks) {
  for (const Vec3& size : {Vec3(1, 0.7, 0.5), Vec3(1, 1, 0.4)}) {
    const double coarse = mass_error(size, 0.08), fine = mass_error(size, 0.04);
    EXPECT_GT(coarse / fine, 3) << size.transpose();  // second order
    EXPECT_LT(fine, 0.015) << size.transpose();
  }
}

}  // namespace
}  // namespace stiction
