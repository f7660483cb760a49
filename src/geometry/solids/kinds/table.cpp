// A table that stands on z = 0: a board on four square legs. The distance is exact outside.
#include <fmt/format.h>

#include <algorithm>

#include "geometry/solids/primitives.h"
#include "geometry/solids/solid_kind.h"

namespace stiction::solid_kinds {
namespace {

// width along x, depth along y, height of the board's upper side, leg: thickness of the legs, board: of the board.
enum Field { kWidth, kDepth, kHeight, kLeg, kBoard };

double distance(const Solid& table, const Vec3& p) {
  const double height = table.number(kHeight), leg = table.number(kLeg), board = table.number(kBoard);
  const Vec3 half(table.number(kWidth) / 2, table.number(kDepth) / 2, board / 2);
  const Vec3 q(std::abs(p.x()), std::abs(p.y()), p.z());  // all four corners are the same
  const double top = box_distance(q - Vec3(0, 0, height - board / 2), half);
  const Vec3 middle(half.x() - leg / 2, half.y() - leg / 2, height / 2);
  return std::min(top, box_distance(q - middle, Vec3(leg, leg, height) / 2));
}

Aabb bounds(const Solid& table, double level) {
  const Vec3 half(table.number(kWidth) / 2, table.number(kDepth) / 2, 0);
  return Aabb{-half, half + Vec3(0, 0, table.number(kHeight))}.grown(level);
}

std::string complaint(const Solid& table) {
  const double narrow = std::min(table.number(kWidth), table.number(kDepth));
  if (!(2 * table.number(kLeg) < narrow)) {
    return fmt::format("\"leg\" is {} m; it must be less than half of width and depth, {} m", table.number(kLeg),
                       narrow / 2);
  }
  if (table.number(kBoard) < table.number(kHeight)) return "";
  return fmt::format("\"board\" is {} m; it must be thinner than the table is high, {} m", table.number(kBoard),
                     table.number(kHeight));
}

}  // namespace

SolidKind table() {
  return {.name = "table",
          .fields = {usual_field("width", 1.2), usual_field("depth", 0.7), usual_field("height", 0.72),
                     usual_field("leg", 0.07), usual_field("board", 0.05)},
          .distance = distance,
          .bounds = bounds,
          .complaint = complaint};
}

}  // namespace stiction::solid_kinds
