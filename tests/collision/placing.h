// Helpers of the collision tests: placed shapes, random placements, an oracle of distance.
#pragma once

#include <memory>
#include <random>
#include <vector>

#include "base/types.h"
#include "collision/convex/convex_convex.h"
#include "collision/convex/world_convex.h"
#include "geometry/shape.h"

namespace stiction {

// A polyhedron with its topology and world data in one place that does not move.
struct Placed {
  Placed(const ConvexShape& s, const Pose& p)
      : shape(s), topology(std::make_unique<ConvexTopology>(*s.polyhedron)), world(*topology) {
    move(p);
  }
  void move(const Pose& p) {
    pose = p;
    world.place(p);
  }
  ConvexShape shape;
  std::unique_ptr<ConvexTopology> topology;
  WorldConvex world;
  Pose pose;
};

inline Vec3 random_vector(std::mt19937& random) {
  std::normal_distribution<double> normal;
  const double x = normal(random), y = normal(random), z = normal(random);
  return {x, y, z};
}

inline double random_number(std::mt19937& random, double low, double high) {
  return std::uniform_real_distribution<double>(low, high)(random);
}

inline Quat random_rotation(std::mt19937& random) {
  const Vec3 axis = random_vector(random).normalized();
  return Quat(Eigen::AngleAxisd(random_number(random, 0, 6.28), axis));
}

inline ConvexShape random_shape(std::mt19937& random) {
  if (random() % 2) {
    const double x = random_number(random, 0.2, 1), y = random_number(random, 0.2, 1),
                 z = random_number(random, 0.05, 1);
    return make_box_shape({x, y, z});
  }
  std::vector<Vec3> points(6 + random() % 12);
  for (Vec3& p : points) p = 0.4 * random_vector(random);
  return make_convex_shape(points);
}

// A small rigid motion: up to `length` [m] of shift, and the turn that moves points at 1 m by as much.
inline Pose jittered(const Pose& pose, double length, std::mt19937& random) {
  Pose moved = pose;
  for (int k = 0; k < 3; ++k) moved.position[k] += random_number(random, -length, length);
  const Vec3 axis = random_vector(random).normalized();
  moved.rotation = (Quat(Eigen::AngleAxisd(random_number(random, -length, length), axis)) * pose.rotation).normalized();
  return moved;
}

inline Manifold collide(const Placed& a, const Placed& b, double margin, int samples = 0) {
  ConvexConvex narrow;
  Manifold manifold;
  narrow.collide(a.world, b.world, margin, samples, nullptr, manifold);
  return manifold;
}

}  // namespace stiction
