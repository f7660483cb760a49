// Cones and truncated cones: distance against brute force, mass against closed forms.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "base/repetitions.h"
#include "geometry/mass_properties.h"
#include "geometry/solids/solid_samples.h"

namespace stiction {
namespace {

using std::numbers::pi;

struct Profile {
  double radius, length, top;  // [m]

  Solid solid() const { return Solid("cone").set("radius", radius).set("length", length).set("top", top); }
  bool contains(const Vec3& p) const {
    const double share = p.z() / length + 0.5;
    return share > 0 && share < 1 && std::hypot(p.x(), p.y()) < radius + share * (top - radius);
  }
  // The least distance of p from `count` points along each line of the profile; too large by at most half their step.
  double sampled_distance(const Vec3& p, int count) const {
    const Vec2 q(std::hypot(p.x(), p.y()), p.z());
    const Vec2 corners[] = {{0, -length / 2}, {radius, -length / 2}, {top, length / 2}, {0, length / 2}};
    double nearest = 1e9;
    for (int edge = 0; edge < 3; ++edge) {
      for (int i = 0; i <= count; ++i) {
        const Vec2 point = corners[edge] + static_cast<double>(i) / count * (corners[edge + 1] - corners[edge]);
        nearest = std::min(nearest, (q - point).norm());
      }
    }
    return nearest;
  }
};

TEST(Cone, distance_is_that_of_brute_force) {
  RandomPoints random({Vec3(-2, -2, -2), Vec3(2, 2, 2)}, 1);
  for (int shape = 0; shape < test::repetitions(40); ++shape) {
    const Profile profile = {0.1 + random.unit(), 0.1 + 2 * random.unit(), shape % 2 == 0 ? 0 : 1.2 * random.unit()};
    const Solid cone = profile.solid();
    for (int k = 0; k < 60; ++k) {
      const Vec3 p = random.next();
      const double d = solid_distance(cone, p);
      ASSERT_EQ(d < 0, profile.contains(p)) << p.transpose();
      ASSERT_NEAR(std::abs(d), profile.sampled_distance(p, 4000), 4e-4) << p.transpose();
    }
  }
}

// Of density 1, about the centre of mass.
struct ClosedForm {
  double mass, height, axial, across;  // height: of the centre above the middle [m]; moments of inertia
};

// R, r: radii at the ends. Integrals over z of the disks of radius R + (r - R) z / length.
ClosedForm closed_form(const Profile& p) {
  const double R = p.radius, r = p.top, l = p.length;
  const double mass = pi * l / 3 * (R * R + R * r + r * r);
  const double above_bottom = l / 4 * (R * R + 2 * R * r + 3 * r * r) / (R * R + R * r + r * r);
  const double axial = pi * l / 10 * (std::pow(R, 4) + R * R * R * r + R * R * r * r + R * r * r * r + std::pow(r, 4));
  const double second = pi * l * l * l / 30 * (R * R + 3 * R * r + 6 * r * r);  // of z squared about the bottom
  return {mass, above_bottom - l / 2, axial, axial / 2 + second - mass * above_bottom * above_bottom};
}

TEST(Cone, closed_form_agrees_with_the_textbook_for_a_pointed_one) {
  const ClosedForm exact = closed_form({0.5, 1.4, 0});
  EXPECT_NEAR(exact.height, 1.4 / 4 - 0.7, 1e-15);
  EXPECT_NEAR(exact.axial, 0.3 * exact.mass * 0.25, 1e-15);
  EXPECT_NEAR(exact.across, 3.0 / 80 * exact.mass * (4 * 0.25 + 1.4 * 1.4), 1e-15);
}

// Largest relative error of the mesh's mass properties.
double mass_error(const Profile& profile, double cell) {
  const MassProperties mass = mass_properties(make_solid_shape(profile.solid(), cell, {}), 1);
  const ClosedForm exact = closed_form(profile);
  EXPECT_LT(std::hypot(mass.center.x(), mass.center.y()), 0.02 * profile.radius);
  return std::max({std::abs(mass.mass / exact.mass - 1), std::abs(mass.center.z() - exact.height) / profile.length,
                   std::abs(mass.inertia(2, 2) / exact.axial - 1), std::abs(mass.inertia(0, 0) / exact.across - 1),
                   std::abs(mass.inertia(1, 1) / exact.across - 1)});
}

TEST(Cone, mass_and_inertia_converge_to_the_closed_form_as_the_cell_shrinks) {
  for (const Profile& profile : {Profile{0.5, 1, 0}, Profile{0.5, 0.6, 0.25}, Profile{0.3, 0.8, 0.5}}) {
    const double coarse = mass_error(profile, 0.1), fine = mass_error(profile, 0.05);
    EXPECT_GT(coarse / fine, 3) << profile.top;  // second order
    EXPECT_LT(fine, 0.012) << profile.top;
  }
}

}  // namespace
}  // namespace stiction
