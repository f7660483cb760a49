#include "scenes/gallery/elastic/soft_finger.h"

#include <cmath>

#include "geometry/tetra/structured_tets.h"

namespace stiction::building {
namespace {

constexpr double kWall = 0.008;       // thickness of the socket's walls [m]
constexpr double kNeckInside = 0.75;  // share of the neck that is in the socket

CompoundPart box_between(const Vec3& low, const Vec3& high) {
  return {make_box_shape(high - low), {0.5 * (low + high), Quat::Identity()}};
}

// From the tip. The last section stands on the last piece of the line, which is straight.
Vec3 to_inner_edge(const SoftFinger& finger) {
  const double direction = finger.turn * (1 - 0.5 / finger.cells);
  return 0.5 * finger.thickness * Vec3(std::cos(direction), 0, std::sin(direction));
}

// Sections of the straight part, two of them wide.
std::vector<double> root_sections(const SoftFinger& finger) {
  const double taper_end = finger.foot + finger.shoulder;
  return {0, finger.foot, taper_end, taper_end + 0.5 * finger.neck, finger.root()};
}

// Below the shoulder on one side (-1, 1), with its slope.
CompoundPart ledge(const SoftFinger& finger, double clearance, double lip, int side) {
  const double x = finger.thickness / 2 + clearance, outer = finger.foot_width / 2 + clearance + kWall;
  const double below = clearance + finger.foot, in = finger.width / 2 + clearance;
  std::vector<Vec3> corners;
  for (const double along : {-x, x}) {
    for (const auto& [y, z] : {std::pair(outer, below),
                               {finger.foot_width / 2 + clearance, below},
                               {in, below + finger.shoulder},
                               {in, lip},
                               {outer, lip}}) {
      corners.emplace_back(along, side * y, -z);
    }
  }
  return {make_convex_shape(corners), {}};
}

}  // namespace

Vec3 SoftFinger::tip() const {
  const double radius = length / turn;
  return {radius * (1 - std::cos(turn)), 0, -root() - radius * std::sin(turn)};
}

Vec3 SoftFinger::inner_edge() const {
  return tip() + to_inner_edge(*this);
}

Vec3 SoftFinger::outer_edge() const {
  return tip() - to_inner_edge(*this);
}

TetMesh finger_mesh(const SoftFinger& finger) {
  Strip strip;
  strip.width = finger.width;
  strip.thickness = finger.thickness;
  strip.across = 2;
  for (const double depth : root_sections(finger)) strip.line.emplace_back(0, 0, -depth);
  for (int i = 1; i <= finger.cells; ++i) {
    SoftFinger part = finger;
    part.length *= static_cast<double>(i) / finger.cells;
    part.turn *= static_cast<double>(i) / finger.cells;
    strip.line.push_back(part.tip());
  }
  TetMesh mesh = strip_tet_mesh(strip);
  for (Vec3& vertex : mesh.vertices) {
    if (vertex.z() > -finger.foot - 0.5 * finger.shoulder) vertex.y() *= finger.foot_width / finger.width;
  }
  return mesh;
}

Shape socket_shape(const SoftFinger& finger, double clearance) {
  const double c = clearance, x = finger.thickness / 2 + c, y = finger.foot_width / 2 + c, outer = y + kWall;
  const double lip = finger.foot + finger.shoulder + kNeckInside * finger.neck;
  std::vector<CompoundPart> parts = {box_between({-x - kWall, -outer, -lip}, {-x, outer, c + kWall}),
                                     box_between({x, -outer, -lip}, {x + kWall, outer, c + kWall}),
                                     box_between({-x, -outer, c}, {x, outer, c + kWall})};
  for (const int side : {-1, 1}) {
    const double from = side < 0 ? -outer : y;
    parts.push_back(box_between({-x, from, -finger.foot - c}, {x, from + kWall, c}));
    parts.push_back(ledge(finger, c, lip, side));
  }
  return make_compound_shape(std::move(parts));
}

}  // namespace stiction::building
