// Screw threads: what a bolt and the nut that fits it share. Distances are 1-Lipschitz lower bounds.
//
// The profile is the metric one: flanks at 30 degrees to the radius, crest truncated to pitch / 8, root to pitch / 4.
// The crest of the basic profile has the bolt's radius and runs through (radius, 0, 0); it climbs `pitch` per turn
// (right-handed). A bolt's surface lies `clearance` inside the basic profile and a nut's `clearance` outside, measured
// along the surface normal, so that a nut at a multiple of the pitch along the bolt has the sum of both all around.
#pragma once

#include "geometry/solids/solid_kind.h"

namespace stiction {

constexpr double kThreadDepth = 0.54126587736527421;  // of the profile, in pitches: 5/8 of sqrt(3)/2
constexpr double kMaxPitch = 0.6;                     // in radii: keeps the core solid
constexpr double kMaxClearance = 0.1;                 // in pitches: keeps the crest flat
constexpr double kHexagonApothem = 1.55;              // of heads and nuts, in radii
constexpr double kHexagonBevel = 1.38;                // where their corners are turned off, at 30 degrees, in radii
constexpr double kHeadHeight = 1.2;                   // in radii

// The numbers of bolts and nuts, in the order of their fields.
struct ThreadNumbers {
  double radius, length, pitch, clearance;  // [m]

  explicit ThreadNumbers(const Solid& solid)
      : radius(solid.number(0)), length(solid.number(1)), pitch(solid.number(2)), clearance(solid.number(3)) {}
};
std::vector<SolidField> thread_fields();
std::string thread_complaint(const Solid& solid);

struct Thread {
  double radius, pitch, offset;  // offset > 0: outside the basic profile [m]
  double minor;                  // radius of the root [m]
  // Slope of the profile's distance function: radial 1, flank sqrt(3) along the axis and its share around it.
  double flank_slope;  // at the root
  double slope;        // wherever the thread, not the core, decides (beyond 0.3 radii)

  Thread(const ThreadNumbers& numbers, double offset);
  // Negative inside the threaded rod. Near the axis, where the angle changes quickly, the core is the smaller one.
  double rod(const Vec3& p) const;

 private:
  double surface(const Vec3& p) const;  // its radius at the angle and height of p [m]
};

}  // namespace stiction
