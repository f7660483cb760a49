// One solid of each kind, and random points, for tests.
#pragma once

#include <random>
#include <string_view>

#include "geometry/solids/solid_kind.h"

namespace stiction {

inline Pose turned(const Vec3& position) {
  return {position, Quat(Eigen::AngleAxisd(0.7, Vec3(1, 2, 3).normalized()))};
}

// The kind's defaults, but for some that are better told apart.
inline Solid simple(std::string_view kind) {
  Solid solid(kind);
  for (const SolidField& field : solid.kind().fields) {
    const std::string_view key = field.key;
    if (key == "length") solid.set(key, 1.4);
    if (key == "size") solid.set(key, Vec3(1, 0.7, 0.5));
    if (key == "thickness") solid.set(key, 0.2);
    if (key == "pitch") solid.set(key, 0.25);
    if (key == "leg") solid.set(key, 0.2);
    if (key == "board") solid.set(key, 0.15);
    if (key == "clearance") solid.set(key, 0.01);
  }
  return solid;
}

inline Solid combination(std::string_view kind, double blend) {
  Solid solid(kind);
  solid.set("blend", blend);
  solid.parts = {simple("box"), simple("sphere").set("radius", 0.35), simple("cylinder").set("radius", 0.2)};
  solid.parts[1].pose = turned({0.3, 0.2, 0.1});
  solid.parts[2].pose = turned({-0.1, 0.05, 0});
  return solid;
}

// Every kind, placed somewhere, with blended and sharp combinations.
inline std::vector<Solid> all_samples() {
  std::vector<Solid> list;
  for (const SolidKind& kind : solid_registry()) {
    if (kind.has_parts) {
      list.push_back(combination(kind.name, 0));
      list.push_back(combination(kind.name, 0.15));
    } else {
      list.push_back(simple(kind.name));
    }
    list.back().pose = turned({0.3, -0.2, 0.5});
  }
  list.push_back(simple("rock").set("roughness", 1));
  list.push_back(simple("log").set("roughness", 1));
  list.push_back(simple("box").set("rounding", 0.1));
  list.push_back(simple("bolt").set("pitch", 0.3).set("clearance", 0.03));  // the coarsest permitted
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
