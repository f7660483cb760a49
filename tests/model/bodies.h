// Bodies with masses filled in by hand, so that these tests depend on nothing but the model.
#pragma once

#include <random>

#include "model/dynamics.h"

namespace stiction::test {

inline Body body_with_inertia(double mass, const Mat3& inertia, const DofLock& lock = {}) {
  Body body;
  body.lock = lock;
  MassProperties properties;
  properties.mass = mass;
  properties.inertia = inertia;
  set_mass(body, properties);
  return body;
}

inline Body box_body(const Vec3& size, double density = 1000, const DofLock& lock = {}) {
  const double mass = density * size.prod();
  const Vec3 squares = size.cwiseAbs2();
  const Vec3 moments = mass / 12 * (Vec3::Constant(squares.sum()) - squares);
  return body_with_inertia(mass, moments.asDiagonal(), lock);
}

class Random {
 public:
  explicit Random(std::uint32_t seed) : engine_(seed) {}
  double normal() { return normal_(engine_); }
  Vec3 vector() { return {normal(), normal(), normal()}; }
  Quat rotation() { return Quat(normal(), normal(), normal(), normal()).normalized(); }
  // Inertia of some solid: moments obey the triangle inequality, axes are anywhere.
  Mat3 inertia() {
    const Vec3 squares = vector().cwiseAbs2() + Vec3::Constant(1e-2);
    const Mat3 R = rotation().toRotationMatrix();
    const Mat3 I = R * Vec3(Vec3::Constant(squares.sum()) - squares).asDiagonal() * R.transpose();
    return 0.5 * (I + I.transpose());
  }

 private:
  std::mt19937 engine_;
  std::normal_distribution<double> normal_;
};

inline Mat3 world_inertia(const Body& body, const BodyState& state) {
  const Mat3 R = state.rotation.toRotationMatrix();
  return R * body.mass.inertia * R.transpose();
}

inline Vec3 angular_momentum(const Body& body, const BodyState& state) {
  return world_inertia(body, state) * state.angular_velocity;
}

// One step without contacts and forces.
inline void coast(const Body& body, BodyState& state, double step) {
  Vec6 velocity;
  velocity << state.velocity, state.angular_velocity;
  advance(body, state, velocity, step);
}

}  // namespace stiction::test
