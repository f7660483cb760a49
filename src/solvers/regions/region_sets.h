// Impulses of one contact with a normal impulse that is not negative and friction in a disk or square of given size:
// the projection of RG eqs. (6), (7) and (15), and the projected residual of eq. (19).
//
// The size is held, so that the set is convex; where it is mu times the normal impulse, a point with zero projected
// residual satisfies Coulomb's law. (Projecting friction with its size held is what (7) does: it scales friction and
// leaves the normal impulse. It is not the nearest point of the cone.)
#pragma once

#include <algorithm>
#include <cmath>

namespace stiction {

struct HeldSet {
  bool square = false;
  double size = 0;  // radius, or half side: mu r_n

  // The nearest point of the set, in place.
  void project(double* z) const {
    z[0] = std::max(z[0], 0.0);
    if (square) {
      z[1] = std::clamp(z[1], -size, size);
      z[2] = std::clamp(z[2], -size, size);
      return;
    }
    const double length = std::sqrt(z[1] * z[1] + z[2] * z[2]);
    if (!(length > size)) return;
    z[1] *= size / length;
    z[2] *= size / length;
  }

  // The part of -u that the set leaves room for at z, a point of the set. free: where z is inside, and along the rim of
  // a disk that holds friction back; kept apart are steps from the boundary inward. Returns by how much that rim bends
  // the energy for steps along it: |u_t| / size, zero elsewhere.
  double split_residual(const double* z, const double* u, double* free, double* at_boundary,
                        bool along_rim = false) const {
    for (int k = 0; k < 3; ++k) free[k] = at_boundary[k] = 0;
    (z[0] > 0 ? free[0] : at_boundary[0]) = z[0] > 0 ? -u[0] : std::max(-u[0], 0.0);
    if (!(size > 0)) return 0;
    if (square) {
      for (int k = 1; k < 3; ++k) {
        const bool inside = std::abs(z[k]) < size * kInside;
        const bool outward = z[k] * u[k] < 0;
        if (inside) free[k] = -u[k];
        if (!inside && !outward) at_boundary[k] = -u[k];
      }
      return 0;
    }
    const double length = std::sqrt(z[1] * z[1] + z[2] * z[2]);
    if (length < size * kInside) {
      free[1] = -u[1];
      free[2] = -u[2];
      return 0;
    }
    const double t1 = z[1] / length, t2 = z[2] / length;
    const double outward = std::max(-(u[1] * t1 + u[2] * t2), 0.0);
    const bool is_free = along_rim && outward > 0;
    double* part = is_free ? free : at_boundary;
    part[1] = -u[1] - outward * t1;
    part[2] = -u[2] - outward * t2;
    return is_free ? outward / size : 0;
  }

  bool at_rim(const double* z) const {
    const double reach = square ? std::max(std::abs(z[1]), std::abs(z[2])) : std::sqrt(z[1] * z[1] + z[2] * z[2]);
    return size > 0 && reach >= size * kInside;
  }

  static constexpr double kInside = 1 - 1e-12;
};

}  // namespace stiction
