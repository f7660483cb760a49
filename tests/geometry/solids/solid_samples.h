// One solid of each kind, and random points, for tests.
#pragma once

#include <random>

#include "geometry/solids/solid.h"

namespace stiction {

inline Pose turned(const Vec3& position) {
  return {position, Quat(Eigen::AngleAxisd(0.7, Vec3(1, 2, 3).normalized()))};
}

inline Solid simple(SolidKind kind) {
  Solid solid;
  solid.kind = kind;
  solid.length = 1.4;
  solid.size = {1, 0.7, 0.5};
  if (kind == SolidKind::kTorus) solid.thickness = 0.2;
  if (kind == SolidKind::kBolt || kind == SolidKind::kNut) solid.pitch = 0.25, solid.clearance = 0.01;
  return solid;
}

inline Solid combination(SolidKind kind, double blend) {
  Solid solid;
  solid.kind = kind;
  solid.blend = blend;
  solid.parts = {simple(SolidKind::kBox), simple(SolidKind::kSphere), simple(SolidKind::kCylinder)};
  solid.parts[1].radius = 0.35;
  solid.parts[1].pose = turned({0.3, 0.2, 0.1});
  solid.parts[2].radius = 0.2;
  solid.parts[2].pose = turned({-0.1, 0.05, 0});
  return solid;
}

// Every kind, placed somewhere, with blended and sharp combinations.
inline std::vector<Solid> all_samples() {
  std::vector<Solid> list;
  for (const SolidKind kind : solid_kinds()) {
    if (has_parts(kind)) {
      list.push_back(combination(kind, 0));
      list.push_back(combination(kind, 0.15));
    } else {
      list.push_back(simple(kind));
    }
    list.back().pose = turned({0.3, -0.2, 0.5});
  }
  list.push_back(simple(SolidKind::kRock));
  list.back().roughness = 1;
  list.push_back(simple(SolidKind::kLog));
  list.back().roughness = 1;
  list.push_back(simple(SolidKind::kBox));
  list.back().rounding = 0.1;
  list.push_back(simple(SolidKind::kBolt));
  list.back().pitch = 0.3;  // the coarsest permitted
  list.back().clearance = 0.03;
  return list;
}

class RandomPoints {
 public:
  RandomPoints(const Aabb& box, unsigned seed) : box_(box), engine_(seed) {}
  Vec3 next() {
    Vec3 p;
    for (int axis = 0; axis < 3; ++axis) p[axis] = box_.min[axis] + unit() * (box_.max[axis] - box_.min[axis]);
    return p;
  }
  Vec3 direction() {
    Vec3 d;
    do {
      d = Vec3(2 * unit() - 1, 2 * unit() - 1, 2 * unit() - 1);
    } while (d.norm() > 1 || d.norm() < 0.1);
    return d.normalized();
  }
  double unit() { return static_cast<double>(engine_()) / 4294967296.0; }

 private:
  Aabb box_;
  std::mt19937 engine_;
};

}  // namespace stiction
