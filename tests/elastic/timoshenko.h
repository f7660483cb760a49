// Frequencies of a free beam by Timoshenko's theory.
//
//   k G A (w'' - psi') + rho A omega^2 w = 0,    E I psi'' + k G A (w' - psi) + rho I omega^2 psi = 0
//   psi' = 0 and w' = psi at both ends
//
// With c = rho omega^2 / (k G), w = exp(kappa x) needs E I kappa^4 + rho I omega^2 (1 + E / (k G)) kappa^2 =
// rho A omega^2 - rho I omega^2 c: one positive root p^2 and one negative one -s^2 for kappa^2. Symmetric modes are
// cosh(p x) and cos(s x), the others sinh and sin; the ends make a 2 x 2 determinant of each.
#pragma once

#include <cmath>
#include <vector>

#include "base/types.h"
#include "elastic/fem/elastic_material.h"

namespace stiction::test {

// Determinant of the end conditions, divided by cosh(p l / 2).
inline double timoshenko_determinant(const Vec3& size, const ElasticMaterial& material, double omega, bool symmetric) {
  const double area = size[1] * size[2], I = size[1] * std::pow(size[2], 3) / 12, rho = material.density;
  const double shear = 10 * (1 + material.poisson) / (12 + 11 * material.poisson) * material.shear();  // k G (Cowper)
  const double c = rho * omega * omega / shear;
  const double linear = rho * omega * omega * (1 + material.young / shear) / material.young;
  const double constant = (rho * area - rho * I * c) * omega * omega / (material.young * I);
  const double root = std::sqrt(0.25 * linear * linear + constant);
  const double p = std::sqrt(root - 0.5 * linear), s = std::sqrt(root + 0.5 * linear);
  const double a = 0.5 * p * size[0], b = 0.5 * s * size[0];
  return symmetric ? (p * p + c) * std::sin(b) / s - (c - s * s) * std::cos(b) * std::tanh(a) / p
                   : (c - s * s) * std::sin(b) / p + (p * p + c) * std::cos(b) * std::tanh(a) / s;
}

// The first ones of bending in z of a bar along x [Hz].
inline std::vector<double> timoshenko_frequencies(const Vec3& size, const ElasticMaterial& material, int count) {
  const double scale = std::sqrt(material.young / material.density / 12) * size[2] / (size[0] * size[0]);
  std::vector<double> found;
  for (int mode = 0; mode < count; ++mode) {
    // Euler and Bernoulli: ((2 mode + 3) pi / 2)^2, roughly; shear and rotary inertia lower it, by less than a third.
    const double high = std::pow((2 * mode + 3.02) * M_PI / 2, 2) * scale;
    double low = 0.7 * high, up = high;
    const bool symmetric = mode % 2 == 0;
    const double sign = timoshenko_determinant(size, material, low, symmetric);
    for (int i = 0; i < 100; ++i) {
      const double middle = 0.5 * (low + up);
      (timoshenko_determinant(size, material, middle, symmetric) * sign > 0 ? low : up) = middle;
    }
    found.push_back(low / (2 * M_PI));
  }
  return found;
}

}  // namespace stiction::test
