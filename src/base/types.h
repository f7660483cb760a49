// The vocabulary of vectors and poses that every room shares.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <limits>

#include "base/eigen_memory.h"

namespace stiction {

using Vec2 = Eigen::Vector2d;
using Vec3 = Eigen::Vector3d;
using Vec6 = Eigen::Matrix<double, 6, 1>;
using VecX = Eigen::VectorXd;
using Mat2 = Eigen::Matrix2d;
using Mat3 = Eigen::Matrix3d;
using Mat6 = Eigen::Matrix<double, 6, 6>;
using Mat36 = Eigen::Matrix<double, 3, 6>;
using MatX = Eigen::MatrixXd;
using Quat = Eigen::Quaterniond;

// A rigid placement: x_world = rotation * x_local + position.
struct Pose {
  Vec3 position = Vec3::Zero();      // [m]
  Quat rotation = Quat::Identity();  // unit quaternion

  Vec3 to_world(const Vec3& local) const { return rotation * local + position; }
  Vec3 to_local(const Vec3& world) const { return rotation.conjugate() * (world - position); }
};

// The placement of something at `inner` within a thing that is itself at `outer`.
inline Pose combined(const Pose& outer, const Pose& inner) {
  return {outer.to_world(inner.position), (outer.rotation * inner.rotation).normalized()};
}

// An axis-aligned bounding box [m].
struct Aabb {
  Vec3 min = Vec3::Constant(std::numeric_limits<double>::infinity());
  Vec3 max = Vec3::Constant(-std::numeric_limits<double>::infinity());

  void include(const Vec3& p) {
    min = min.cwiseMin(p);
    max = max.cwiseMax(p);
  }
  void include(const Aabb& other) {
    min = min.cwiseMin(other.min);
    max = max.cwiseMax(other.max);
  }
  Aabb grown(double by) const { return {min.array() - by, max.array() + by}; }
  bool overlaps(const Aabb& other) const {
    return (min.array() <= other.max.array()).all() && (other.min.array() <= max.array()).all();
  }
};

}  // namespace stiction
