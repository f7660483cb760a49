// Parts of mechanisms in the xz plane. Internal to this room.
#pragma once

#include "scenes/gallery/building.h"

namespace stiction::building {

// A bar between two points, of square section; returns its index.
int add_bar(Model& model, const std::string& name, int material, const Vec3& from, const Vec3& to, double thickness);

// About the y axis.
Joint& add_hinge(Model& model, int a, int b, const Vec3& anchor);

// After the last step no joint is farther apart than this [m], [rad].
Expectation expect_joints_held(double max);

// The angle of a body about the y axis since the start, from x towards z, within half a turn [rad].
double angle_in_plane(const Moment& moment, int body);

// Where circles about two centres in the xz plane meet: to the left of the way from the first to the second [m].
Vec3 circle_crossing(const Vec3& a, double radius_a, const Vec3& b, double radius_b);

}  // namespace stiction::building
