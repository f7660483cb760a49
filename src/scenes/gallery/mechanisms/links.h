// Parts of mechanisms in the xz plane. Internal to this room.
#pragma once

#include "scenes/gallery/building.h"

namespace stiction::building {

// A bar between two points, of square section; returns its index.
int add_bar(Model& model, const std::string& name, int material, const Vec3& from, const Vec3& to, double thickness);

// The index of the body that was added last.
int last_body(const Model& model);

// Moves in the xz plane alone.
void keep_in_plane(Body& body);

// About the y axis.
Joint& add_hinge(Model& model, int a, int b, const Vec3& anchor);
Joint& add_slider(Model& model, int a, int b, const Vec3& anchor, const Vec3& axis);

// No joint is ever farther apart than this [m], [rad].
Expectation expect_joints_held(double max);

// From that time [s] on the second body's middle stays where it is, seen from the first, but for this [m].
Expectation expect_no_slip(const std::string& body, const std::string& on, double max, double from);

// The angle of a body about the y axis since the start, from x towards z, within half a turn [rad].
double angle_in_plane(const Moment& moment, int body);

// Where circles about two centres in the xz plane meet: to the left of the way from the first to the second [m].
Vec3 circle_crossing(const Vec3& a, double radius_a, const Vec3& b, double radius_b);

}  // namespace stiction::building
