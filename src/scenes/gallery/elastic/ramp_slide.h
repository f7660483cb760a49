// How far bodies slide down a ramp, by Coulomb's law. Internal to the gallery.
#pragma once

#include "scenes/expectation.h"

namespace stiction::building {

// A body that starts above a ramp with its velocity along it.
//
// By a time t after it has landed the ramp has pressed it with m g cos(slope) t in all, landing and bounces included.
// As long as it slides without a break its speed is therefore v + g (sin(slope) - mu cos(slope)) t; where that comes
// to zero it sticks.
struct RampSlide {
  double slope = 0;  // [rad]
  double mu = 0;     // of the pair of body and ramp
  double speed = 0;  // v, at the start, downhill [m/s]
  double drop = 0;   // height above the ramp at the start, along its normal [m]

  double way(double time) const;                  // down the ramp until then [m]
  double time_of(double way, double most) const;  // when it has got so far [s]; at most `most`
  Vec3 downhill() const;                          // of a ramp that goes down along x
};

// How far down the ramp the body's origin has got from where it started [m].
double way_down(const Moment& moment, int body, const RampSlide& slide);

// The mean way of the bodies that a pattern names is, at a time [s], that of the law to this share of it.
Expectation expect_way_by_law(const std::string& bodies, const RampSlide& slide, double time, double share);

}  // namespace stiction::building
