// The separable convex sets of the projections: one small set per contact, on the columns [kFirst, kFirst + kCount)
// of (normal, tangent 1, tangent 2). Each has project(c, y, p) and derivative(c, y, d) (column-major kCount x kCount).
#pragma once

#include <algorithm>
#include <vector>

#include "contact/island.h"
#include "contact/projections.h"

namespace stiction {

// Contact projection: normal impulses r_n >= 0.
struct HalfLines {
  static constexpr int kFirst = 0, kCount = 1;
  void project(int, const double* y, double* p) const { p[0] = std::max(y[0], 0.0); }
  void derivative(int, const double* y, double* d) const { d[0] = y[0] > 0 ? 1 : 0; }
};

// Friction projection: disks (or polygons) of given radii.
struct FrictionDisks {
  static constexpr int kFirst = 1, kCount = 2;
  const std::vector<double>& radius;  // mu r_n, contact_count
  int samples;

  void project(int c, const double* y, double* p) const {
    if (samples == 0) {
      project_disk(radius[c], y, p);
    } else {
      project_polygon(samples, radius[c], y, p);
    }
  }
  void derivative(int c, const double* y, double* d) const {
    if (samples == 0) {
      disk_derivative(radius[c], y, d);
    } else {
      polygon_derivative(samples, radius[c], y, d);
    }
  }
};

// All impulses of a contact together: r in the friction cone.
struct FrictionCones {
  static constexpr int kFirst = 0, kCount = 3;
  const std::vector<double>& mu;
  int samples;

  void project(int c, const double* y, double* p) const { project_declared_cone(samples, mu[c], y, p); }
  void derivative(int c, const double* y, double* d) const {
    if (samples == 0) {
      cone_derivative(mu[c], y, d);
    } else {
      polygon_cone_derivative(samples, mu[c], y, d);
    }
  }
};

}  // namespace stiction
