// A flat strand along x, centred, that weaves up and down: its middle is the curve z = amplitude sin(2 pi x /
// wavelength), its cross-section, square to that curve, a rectangle of `width` (along y) and `thickness` with corners
// rounded by `rounding` (half the thickness: round sides). The ends are cut at x = +- length / 2.
// The distance is exact outside, away from the ends.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "geometry/solids/primitives.h"
#include "geometry/solids/solid_kind.h"

namespace stiction::solid_kinds {
namespace {

enum Field { kLength, kWidth, kThickness, kWavelength, kAmplitude, kRounding };

// The curve of the middle, without ends.
struct Wave {
  double amplitude, number;  // [m], [rad/m]

  explicit Wave(const Solid& strand)
      : amplitude(strand.number(kAmplitude)), number(2 * std::numbers::pi / strand.number(kWavelength)) {}

  double squared_distance(const Vec2& p, double s) const {
    return (Vec2(s, amplitude * std::sin(number * s)) - p).squaredNorm();
  }
  // Half the derivative of squared_distance by s, and its derivative.
  Vec2 slope(const Vec2& p, double s) const {
    const double sine = amplitude * std::sin(number * s), rise = amplitude * number * std::cos(number * s);
    return {s - p.x() + (sine - p.y()) * rise, 1 + rise * rise - (sine - p.y()) * number * number * sine};
  }

  // The least squared distance for s between low and high, where the slope rises through zero: Newton's method, halving
  // where it leaves the bracket.
  double local_minimum(const Vec2& p, double low, double high) const {
    double s = 0.5 * (low + high);
    for (int iteration = 0; iteration < 60; ++iteration) {
      const Vec2 g = slope(p, s);
      (g.x() > 0 ? high : low) = s;
      double next = s - g.x() / g.y();
      if (!(next > low && next < high)) next = 0.5 * (low + high);
      const double change = std::abs(next - s);
      s = next;
      if (change * number < 1e-12) break;
    }
    return squared_distance(p, s);
  }

  // The nearest point is at most as far along x as the curve is above or below, and at most half a wave.
  double distance(const Vec2& p) const {
    constexpr int kSamples = 24;
    const double above = std::abs(p.y() - amplitude * std::sin(number * p.x()));
    const double reach = std::min(above, std::numbers::pi / number) * (1 + 1e-9), step = 2 * reach / kSamples;
    double least = above * above;
    double slope_here = slope(p, p.x() - reach).x();
    for (int k = 0; k < kSamples; ++k) {
      const double s = p.x() - reach + k * step;
      const double slope_next = slope(p, s + step).x();
      if (slope_here <= 0 && slope_next > 0) least = std::min(least, local_minimum(p, s, s + step));
      slope_here = slope_next;
    }
    return std::sqrt(least);
  }
};

double distance(const Solid& strand, const Vec3& p) {
  const double from_middle = Wave(strand).distance({p.x(), p.z()});
  const double side = rectangle_distance(
      {p.y(), from_middle}, {strand.number(kWidth) / 2, strand.number(kThickness) / 2}, strand.number(kRounding));
  return std::max(side, std::abs(p.x()) - strand.number(kLength) / 2);
}

Aabb bounds(const Solid& strand, double level) {
  const double up = strand.number(kAmplitude) + strand.number(kThickness) / 2;
  return centred_box(Vec3(strand.number(kLength) / 2, strand.number(kWidth) / 2, up) + Vec3::Constant(level));
}

std::string complaint(const Solid& strand) {
  const double most = std::min(strand.number(kThickness), strand.number(kWidth)) / 2;
  if (!(strand.number(kRounding) <= most)) {
    return fmt::format("\"rounding\" is {} m; at most half the thickness and half the width, {} m",
                       strand.number(kRounding), most);
  }
  const Wave wave(strand);
  const double bend = wave.amplitude * wave.number * wave.number;  // at the crests [1/m]
  if (strand.number(kThickness) / 2 * bend < 1) return "";
  return fmt::format(
      "\"thickness\" is {} m, too thick to bend with a radius of {:.3g} m at the crests; make it thinner, the "
      "\"wavelength\" longer or the \"amplitude\" smaller",
      strand.number(kThickness), 1 / bend);
}

}  // namespace

SolidKind strand() {
  return {.name = "strand",
          .fields = {size_field("length", 1), size_field("width", 0.2), size_field("thickness", 0.1),
                     size_field("wavelength", 1), detail_field("amplitude", 0.1), detail_field("rounding")},
          .distance = distance,
          .bounds = bounds,
          .complaint = complaint};
}

}  // namespace stiction::solid_kinds
