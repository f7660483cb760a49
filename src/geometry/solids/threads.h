// Screw threads: a bolt and the nut that fits it. 1-Lipschitz lower bounds of the distance.
//
// The profile is the metric one: flanks at 30 degrees to the radius, crest truncated to pitch / 8, root to pitch / 4.
// The crest of the basic profile has the bolt's radius and runs through (radius, 0, 0); it climbs `pitch` per turn
// (right-handed). A bolt's surface lies `clearance` inside the basic profile and a nut's `clearance` outside, measured
// along the surface normal, so that a nut at a multiple of the pitch along the bolt has the sum of both all around.
#pragma once

#include "geometry/solids/solid.h"

namespace stiction {

double bolt_distance(const Solid& bolt, const Vec3& p);
Aabb bolt_bounds(const Solid& bolt, double level);

double nut_distance(const Solid& nut, const Vec3& p);
Aabb nut_bounds(const Solid& nut, double level);

constexpr double kThreadDepth = 0.54126587736527421;  // of the profile, in pitches: 5/8 of sqrt(3)/2
constexpr double kMaxPitch = 0.6;                     // in radii: keeps the core solid
constexpr double kMaxClearance = 0.1;                 // in pitches: keeps the crest flat
constexpr double kHexagonApothem = 1.55;              // of heads and nuts, in radii
constexpr double kHeadHeight = 1.2;                   // in radii

}  // namespace stiction
