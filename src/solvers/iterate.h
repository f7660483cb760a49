// An iterate on one island: impulses and their generalised forms, in the scaled variables of contact/island.h.
#pragma once

#include <vector>

#include "base/types.h"
#include "contact/island.h"

namespace stiction {

struct Iterate {
  std::vector<double> alpha;  // normal impulses, contact_count
  std::vector<double> beta;   // friction, 2 x contact_count
  std::vector<double> c;      // A_n alpha, velocity_size
  std::vector<double> f;      // A_t beta, velocity_size

  void set_zero(const Island& island);
  // From (normal, tangent, tangent) triples.
  void set_impulse(const Island& island, const std::vector<double>& z);
  void get_impulse(std::vector<double>& z) const;
  Vec3 impulse(int contact) const {
    const std::size_t k = contact;
    return {alpha[k], beta[2 * k], beta[2 * k + 1]};
  }
};

}  // namespace stiction
