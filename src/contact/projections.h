// Euclidean projections onto the sets of frictional contact, with their generalised derivatives.
// Components are (normal, tangent 1, tangent 2), or the two tangents alone. All sets are closed and convex.
#pragma once

#include <algorithm>
#include <cmath>

#include "contact/friction_set.h"

namespace stiction {

// A point of the tangent plane seen from the polygon's sector it lies in: `along` the outward normal of the
// sector's side, `across` it; (c, s) is that normal. Corners lie at multiples of 2 pi / samples; the square's sides at
// right angles to the tangents.
struct PolygonSector {
  double c, s, along, across;

  PolygonSector(int samples, double t1, double t2)
      : PolygonSector(samples == FrictionSet::kSquare ? side_of_square({t1, t2})
                                                      : PolygonSector(middle_angle(samples, t1, t2), {t1, t2})) {}
  void to_tangents(double a, double t, double out[2]) const {
    out[0] = a * c - t * s;
    out[1] = a * s + t * c;
  }

 private:
  struct Tangents {
    double t1, t2;
  };
  PolygonSector(double angle, Tangents t)
      : c(std::cos(angle)), s(std::sin(angle)), along(t.t1 * c + t.t2 * s), across(-t.t1 * s + t.t2 * c) {}
  PolygonSector(Tangents normal, Tangents t)
      : c(normal.t1), s(normal.t2), along(t.t1 * c + t.t2 * s), across(-t.t1 * s + t.t2 * c) {}
  static PolygonSector side_of_square(Tangents t) {
    const bool first = std::abs(t.t1) >= std::abs(t.t2);
    return {first ? Tangents{std::copysign(1.0, t.t1), 0} : Tangents{0, std::copysign(1.0, t.t2)}, t};
  }
  static double middle_angle(int samples, double t1, double t2) {
    const double width = 2 * M_PI / samples;
    return (std::floor(std::atan2(t2, t1) / width) + 0.5) * width;
  }
};

// Of the polygon for mu r_n = 1: how far its sides are from the middle, and half their length.
struct PolygonSide {
  double apothem, half_length;
  explicit PolygonSide(int samples)
      : apothem(samples == FrictionSet::kSquare ? 1 : std::cos(M_PI / samples)),
        half_length(samples == FrictionSet::kSquare ? 1 : std::sin(M_PI / samples)) {}
};

inline int corner_count(int samples) {
  return samples == FrictionSet::kSquare ? 4 : samples;
}
// One of the unit polygon's corners.
inline void polygon_corner(int samples, int index, double out[2]) {
  const bool square = samples == FrictionSet::kSquare;
  out[0] = square ? (index % 2 == 0 ? 1 : -1) : std::cos(2 * M_PI * index / samples);
  out[1] = square ? (index / 2 == 0 ? 1 : -1) : std::sin(2 * M_PI * index / samples);
}

// The corner of the unit polygon that is farthest along (d1, d2).
inline void farthest_corner(int samples, double d1, double d2, double out[2]) {
  if (samples == FrictionSet::kSquare) {
    out[0] = std::copysign(1.0, d1);
    out[1] = std::copysign(1.0, d2);
  } else {
    const double width = 2 * M_PI / samples, angle = std::round(std::atan2(d2, d1) / width) * width;
    out[0] = std::cos(angle);
    out[1] = std::sin(angle);
  }
}

// Largest value of t . (d1, d2) over the unit polygon; |d| for the disk (samples == 0).
inline double support_function(int samples, double d1, double d2) {
  if (samples == FrictionSet::kSquare) return std::abs(d1) + std::abs(d2);
  const double length = std::sqrt(d1 * d1 + d2 * d2);
  if (samples == 0 || length == 0) return length;
  const double width = 2 * M_PI / samples;
  const double angle = std::atan2(d2, d1);
  return length * std::cos(angle - std::round(angle / width) * width);
}

// The disk of the given radius.
inline void project_disk(double radius, const double y[2], double out[2]) {
  const double length = std::sqrt(y[0] * y[0] + y[1] * y[1]);
  const double f = length > radius ? radius / length : 1.0;
  out[0] = f * y[0];
  out[1] = f * y[1];
}

// Column-major 2x2.
inline void disk_derivative(double radius, const double y[2], double d[4]) {
  const double length = std::sqrt(y[0] * y[0] + y[1] * y[1]);
  if (length <= radius) {
    d[0] = d[3] = 1;
    d[1] = d[2] = 0;
    return;
  }
  const double f = radius / length, u1 = y[0] / length, u2 = y[1] / length;
  d[0] = f * (1 - u1 * u1);
  d[1] = d[2] = -f * u1 * u2;
  d[3] = f * (1 - u2 * u2);
}

// The regular polygon inscribed in the disk of the given radius (SP eq. 7), or the square around it.
inline void project_polygon(int samples, double radius, const double y[2], double out[2]) {
  const PolygonSector sector(samples, y[0], y[1]);
  const PolygonSide side(samples);
  const double apothem = radius * side.apothem, half_side = radius * side.half_length;
  if (sector.along <= apothem) {
    out[0] = y[0];
    out[1] = y[1];
  } else {
    sector.to_tangents(apothem, std::clamp(sector.across, -half_side, half_side), out);
  }
}

inline void polygon_derivative(int samples, double radius, const double y[2], double d[4]) {
  const PolygonSector sector(samples, y[0], y[1]);
  const PolygonSide side(samples);
  const double apothem = radius * side.apothem, half_side = radius * side.half_length;
  if (sector.along <= apothem) {
    d[0] = d[3] = 1;
    d[1] = d[2] = 0;
  } else if (std::abs(sector.across) < half_side) {
    d[0] = sector.s * sector.s;
    d[1] = d[2] = -sector.c * sector.s;
    d[3] = sector.c * sector.c;
  } else {
    d[0] = d[1] = d[2] = d[3] = 0;
  }
}

// The Coulomb cone |t| <= mu n.
inline void project_cone(double mu, const double y[3], double out[3]) {
  const double n = y[0], t = std::sqrt(y[1] * y[1] + y[2] * y[2]);
  if (n >= 0 && t <= mu * n) {
    out[0] = y[0], out[1] = y[1], out[2] = y[2];
  } else if (mu * t <= -n) {
    out[0] = out[1] = out[2] = 0;
  } else {
    const double pn = (n + mu * t) / (1 + mu * mu), f = mu * pn / t;
    out[0] = pn, out[1] = f * y[1], out[2] = f * y[2];
  }
}

// Column-major 3x3, symmetric.
inline void cone_derivative(double mu, const double y[3], double d[9]) {
  const double n = y[0], t = std::sqrt(y[1] * y[1] + y[2] * y[2]);
  std::fill(d, d + 9, 0.0);
  if (mu == 0) {  // the cone is a half-line
    d[0] = n > 0 ? 1 : 0;
  } else if (n >= 0 && t <= mu * n) {
    d[0] = d[4] = d[8] = 1;
  } else if (mu * t > -n) {
    const double k = 1 / (1 + mu * mu), u1 = y[1] / t, u2 = y[2] / t;
    const double f = mu * (n + mu * t) * k / t, g = mu * mu * k - f;
    d[0] = k;
    d[1] = d[3] = mu * k * u1;
    d[2] = d[6] = mu * k * u2;
    d[4] = f + g * u1 * u1;
    d[5] = d[7] = g * u1 * u2;
    d[8] = f + g * u2 * u2;
  }
}

// The polyhedral cone { t in mu n x unit polygon }. In the sector's frame its facet is `along` = k n and its two
// rays are (1, k, +-m); by symmetry the projection stays in the sector of y.
struct PolygonConeCase {
  enum Kind { kInside, kFacet, kRay, kZero } kind;
  PolygonSector sector;
  double k, m;      // mu times the side's distance and half its length
  double ray;       // |(1, k, m)|^2
  double multiple;  // of (1, k, 0) on the facet, of (1, k, +-m) on the ray

  PolygonConeCase(int samples, double mu, const double y[3])
      : kind(kZero),
        sector(samples, y[1], y[2]),
        k(mu * PolygonSide(samples).apothem),
        m(mu * PolygonSide(samples).half_length),
        ray(1 + (samples == FrictionSet::kSquare ? 2 * mu * mu : mu * mu)),
        multiple(0) {
    if (y[0] >= 0 && sector.along <= k * y[0]) {
      kind = kInside;
      return;
    }
    multiple = (y[0] + k * sector.along) / (1 + k * k);
    if (multiple > 0 && std::abs(sector.across) <= m * multiple) {
      kind = kFacet;
      return;
    }
    multiple = (y[0] + k * sector.along + m * std::abs(sector.across)) / ray;
    kind = multiple > 0 ? kRay : kZero;
  }
  double ray_across() const { return sector.across < 0 ? -m : m; }
};

inline void project_polygon_cone(int samples, double mu, const double y[3], double out[3]) {
  const PolygonConeCase c(samples, mu, y);
  switch (c.kind) {
    case PolygonConeCase::kInside:
      out[0] = y[0], out[1] = y[1], out[2] = y[2];
      return;
    case PolygonConeCase::kFacet:
      out[0] = c.multiple;
      c.sector.to_tangents(c.k * c.multiple, c.sector.across, out + 1);
      return;
    case PolygonConeCase::kRay:
      out[0] = c.multiple;
      c.sector.to_tangents(c.k * c.multiple, c.ray_across() * c.multiple, out + 1);
      return;
    case PolygonConeCase::kZero:
      out[0] = out[1] = out[2] = 0;
  }
}

inline void polygon_cone_derivative(int samples, double mu, const double y[3], double d[9]) {
  const PolygonConeCase c(samples, mu, y);
  std::fill(d, d + 9, 0.0);
  const auto add_outer = [d](double n, double t1, double t2, double weight) {
    const double e[3] = {n, t1, t2};
    for (int j = 0; j < 3; ++j)
      for (int i = 0; i < 3; ++i) d[i + 3 * j] += weight * e[i] * e[j];
  };
  double t[2];
  if (c.kind == PolygonConeCase::kInside) {
    d[0] = d[4] = d[8] = 1;
  } else if (c.kind == PolygonConeCase::kFacet) {
    c.sector.to_tangents(c.k, 0, t);
    add_outer(1, t[0], t[1], 1 / (1 + c.k * c.k));
    c.sector.to_tangents(0, 1, t);
    add_outer(0, t[0], t[1], 1);
  } else if (c.kind == PolygonConeCase::kRay) {
    c.sector.to_tangents(c.k, c.ray_across(), t);
    add_outer(1, t[0], t[1], 1 / c.ray);
  }
}

// The cone of the declared set: exact for samples == 0, polyhedral otherwise.
inline void project_declared_cone(int samples, double mu, const double y[3], double out[3]) {
  if (samples == 0) {
    project_cone(mu, y, out);
  } else {
    project_polygon_cone(samples, mu, y, out);
  }
}

// r_n - max(0, r_n - rho u_n), the violation of Signorini's condition at one contact, without cancellation.
inline double signorini_map(double rho, double r_n, double u_n) {
  return std::min(r_n, rho * u_n);
}

// |r - P(r - rho (u_n + mu s(u_t), u_t))|^2: the natural map of one contact, with s the support function of the
// friction set (|u_t| for the disk). u: velocity minus the bound.
inline double natural_map_squared(int samples, double mu, double rho, const double r[3], const double u[3]) {
  const double shift = mu * support_function(samples, -u[1], -u[2]);
  const double step[3] = {rho * (u[0] + shift), rho * u[1], rho * u[2]};
  const double y[3] = {r[0] - step[0], r[1] - step[1], r[2] - step[2]};
  double p[3];
  project_declared_cone(samples, mu, y, p);
  // r - p as step + (y - p): impulses that have run away must not swallow the velocity they fail to reach.
  double sum = 0;
  for (int k = 0; k < 3; ++k) sum += (step[k] + (y[k] - p[k])) * (step[k] + (y[k] - p[k]));
  return sum;
}

}  // namespace stiction
