// A chair that stands on z = 0 and looks along x: four square legs, a seat, and a rest between the hind legs, which go
// on to the top. The distance is exact outside.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "geometry/solids/primitives.h"
#include "geometry/solids/solid_kind.h"

namespace stiction::solid_kinds {
namespace {

// width along y, depth along x, height of all, seat: height of its upper side, leg: thickness of legs and rest,
// board: of the seat.
enum Field { kWidth, kDepth, kHeight, kSeat, kLeg, kBoard };

constexpr double kRestBegins = 0.35;  // of the way from the seat to the top

// A box between two corners.
double block(const Vec3& p, const Vec3& low, const Vec3& high) {
  return box_distance(p - (low + high) / 2, (high - low) / 2);
}

double distance(const Solid& chair, const Vec3& p) {
  const double x = chair.number(kDepth) / 2, y = chair.number(kWidth) / 2, top = chair.number(kHeight);
  const double seat = chair.number(kSeat), leg = chair.number(kLeg), board = chair.number(kBoard);
  const Vec3 q(p.x(), std::abs(p.y()), p.z());  // both sides are the same
  const double fore = block(q, {x - leg, y - leg, 0}, {x, y, seat});
  const double hind = block(q, {-x, y - leg, 0}, {leg - x, y, top});
  const double sitting = block(q, {-x, -y, seat - board}, {x, y, seat});
  const double rest = block(q, {-x, -y, seat + kRestBegins * (top - seat)}, {leg - x, y, top});
  return std::min({fore, hind, sitting, rest});
}

Aabb bounds(const Solid& chair, double level) {
  const double x = chair.number(kDepth) / 2, y = chair.number(kWidth) / 2;
  return Aabb{Vec3(-x, -y, 0), Vec3(x, y, chair.number(kHeight))}.grown(level);
}

std::string complaint(const Solid& chair) {
  const double narrow = std::min(chair.number(kWidth), chair.number(kDepth));
  if (!(2 * chair.number(kLeg) < narrow)) {
    return fmt::format("\"leg\" is {} m; it must be less than half of width and depth, {} m", chair.number(kLeg),
                       narrow / 2);
  }
  if (!(chair.number(kSeat) < chair.number(kHeight))) {
    return fmt::format("\"seat\" is {} m; it must be below the top, {} m", chair.number(kSeat), chair.number(kHeight));
  }
  if (chair.number(kBoard) < chair.number(kSeat)) return "";
  return fmt::format("\"board\" is {} m; it must be thinner than the seat is high, {} m", chair.number(kBoard),
                     chair.number(kSeat));
}

}  // namespace

SolidKind chair() {
  return {.name = "chair",
          .fields = {usual_field("width", 0.45), usual_field("depth", 0.45), usual_field("height", 0.9),
                     usual_field("seat", 0.45), usual_field("leg", 0.05), usual_field("board", 0.04)},
          .distance = distance,
          .bounds = bounds,
          .complaint = complaint};
}

}  // namespace stiction::solid_kinds
