// Small worlds built by hand.
#pragma once

#include <string>

#include "model/model.h"
#include "stepping/simulation.h"

namespace stiction::test {

inline Body plane_body(const Vec3& normal = Vec3::UnitZ(), double offset = 0) {
  Body body;
  body.name = "ground";
  body.fixed = true;
  body.shape = PlaneShape{normal, offset};
  return body;
}

inline Body box_body(const std::string& name, const Vec3& size, const Vec3& position) {
  Body body;
  body.name = name;
  body.shape = make_box_shape(size);
  body.start.position = position;
  return body;
}

inline Body sphere_body(const std::string& name, double radius, const Vec3& position) {
  Body body;
  body.name = name;
  body.shape = SphereShape{radius};
  body.start.position = position;
  return body;
}

// The ground, the given bodies, one material.
inline Model world(std::vector<Body> bodies, double friction = 0.5, double restitution = 0) {
  Model model;
  model.materials[0].friction = friction;
  model.materials[0].restitution = restitution;
  model.bodies.push_back(plane_body());
  for (Body& body : bodies) model.bodies.push_back(std::move(body));
  compute_masses(model);
  return model;
}

// Unit cubes on top of each other at (x, 0).
inline std::vector<Body> stack_bodies(int count, double x = 0, const std::string& prefix = "b") {
  std::vector<Body> bodies;
  bodies.reserve(count);
  for (int i = 0; i < count; ++i) {
    bodies.push_back(box_body(prefix + std::to_string(i), Vec3::Ones(), {x, 0, i + 0.5}));
  }
  return bodies;
}

inline void run(Simulation& simulation, int steps) {
  for (int i = 0; i < steps; ++i) simulation.step();
}

}  // namespace stiction::test
