// The set friction impulses are declared to live in.
#pragma once

#include <string>

namespace stiction {

// samples == 0: the exact Coulomb disk of radius mu r_n. kSquare: the square around it, of half side mu r_n along the
// tangents (RG eq. 6), whose corners reach to 1.414 mu r_n. Otherwise the regular polygon with that many corners
// inscribed in the disk (SP eq. 7), an even number >= 4; corner 0 lies on the first tangent.
struct FrictionSet {
  static constexpr int kSquare = -4;
  int samples = 0;

  bool is_disk() const { return samples == 0; }
  bool is_square() const { return samples == kSquare; }
  bool operator==(const FrictionSet&) const = default;
};

// "disk", "square", or "polygon8" and the like. parse throws InputError on anything else.
std::string to_string(const FrictionSet& set);
FrictionSet parse_friction_set(const std::string& text);

}  // namespace stiction
