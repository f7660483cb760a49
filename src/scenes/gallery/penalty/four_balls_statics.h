// Statics of three equal balls on a ground, touching each other, and one on top of them. Internal to the gallery.
//
// theta: angle of the line between the centres of the top ball and a lower one against the vertical. The lower centres
// are 2 / sqrt(3) of their radius R from the axis, so that sin(theta) = 2 / sqrt(3) / (1 + ratio). Of a lower ball
//
//   about its centre     T R = T_g R              friction at the top ball and at the ground are equal
//   horizontally         N sin(theta) = T cos(theta) + T_g                     =>  T / N = tan(theta / 2)
//   of the top ball      N cos(theta) + T sin(theta) = W / 3                   =>  N = W / 3
//   vertically           N_g = w + W / 3                                       =>  T_g / N_g = T / (w + W / 3)
//
// with the weights w of a lower ball and W = ratio^3 w of the top one. The lower balls do not press on each other.
#pragma once

#include <cmath>
#include <numbers>

namespace stiction::building {

struct FourBallsStatics {
  double theta = 0;   // [rad]
  double balls = 0;   // least friction coefficient between the balls
  double ground = 0;  // and at the ground
};

// ratio: radius of the top ball over that of the others, of the same density; above 0.1547, else it falls through.
inline FourBallsStatics four_balls_statics(double ratio) {
  FourBallsStatics statics;
  statics.theta = std::asin(2 / std::numbers::sqrt3 / (1 + ratio));
  statics.balls = std::tan(statics.theta / 2);
  statics.ground = statics.balls / (1 + 3 / (ratio * ratio * ratio));
  return statics;
}

}  // namespace stiction::building
