#include "solvers/penalty/static_friction.h"

#include <cmath>

namespace stiction {
namespace {

constexpr double kLiteralTau = -0.1;                  // [s/m], PF section 5
constexpr double kLeastChange = 1e-12;                // of factor and velocity: smaller ones say nothing about a slope
constexpr double kMostSlope = 4, kLeastSlope = 0.25;  // of u / |u~| over the factor, downward

// Of a contact by itself u falls by |u~| when the factor rises by 1. What others do at the same time would make slopes
// of any size and sign: only those of a contact that is pushed by them within reason are believed.
double secant(const FrictionMemory& last, double factor, double u, double free_speed, double otherwise) {
  const double change = factor - last.last_factor;
  if (std::abs(change) < kLeastChange) return otherwise;
  const double slope = -(u - last.last_velocity) / (change * free_speed);
  if (!(slope > kLeastSlope && slope < kMostSlope)) return otherwise;
  return factor + u / (slope * free_speed);
}

}  // namespace

Vec2 next_factors(const FrictionMemory& last, const Vec2& factors, const Vec2& u, double free_speed,
                  const SolverOptions& options) {
  Vec2 alone = factors + u / free_speed;  // PF eq. 13
  if (last.steps == 0) return alone;
  Vec2 relaxed = factors - options.tau * u / free_speed;
  switch (options.friction) {
    case PenaltyFriction::kDynamic:
    case PenaltyFriction::kScaled:
      return alone;
    case PenaltyFriction::kFixedPoint:
      return relaxed;
    case PenaltyFriction::kLiteral:
      return {factors[0] - kLiteralTau * u[0], 0};
    case PenaltyFriction::kSecant:
      return {secant(last, factors[0], u[0], free_speed, relaxed[0]), relaxed[1]};
  }
  return alone;
}

}  // namespace stiction
