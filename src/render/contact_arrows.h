// The forces of a frame's contacts as arrows: one for every contact or, where those would hide the picture, one for
// every pair of bodies; and how long the arrows are.
#pragma once

#include <vector>

#include "base/types.h"
#include "recording/frame.h"

namespace stiction {

inline constexpr std::size_t kMostContactArrows = 300;  // of single contacts in a frame; beyond, of pairs

// Forces on body b.
struct ContactArrow {
  Vec3 point = Vec3::Zero();     // [m]; of a pair: the mean of its points, weighted by their forces
  Vec3 normal = Vec3::Zero();    // what presses [N]
  Vec3 friction = Vec3::Zero();  // [N]
};

// In the order of the contacts, or of the first contact of every pair. Contacts without a finite force are left out.
std::vector<ContactArrow> contact_arrows(const Frame& frame, bool by_pair);

// The same for all pictures of a call.
struct ForceStyle {
  double metres_per_newton = 0;  // 0: there are no forces
  bool by_pair = false;
};

// Finds the style from the frames of the pictures.
class ForceScale {
 public:
  void add(const Frame& frame);
  // The usual large force gets an arrow of 0.22 radii.
  ForceStyle style(double radius) const;

 private:
  std::vector<double> single_, paired_;  // magnitudes [N]
  bool many_ = false;                    // a frame has more than kMostContactArrows contacts
};

}  // namespace stiction
