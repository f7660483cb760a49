// Small worlds of mesh bodies.
#pragma once

#include "collision/mesh/meshes.h"
#include "stepping/worlds.h"

namespace stiction::test {

inline MeshShape mesh_shape(const TriangleMesh& mesh) {
  return {std::make_shared<const MeshGeometry>(mesh, MeshOptions{}), nullptr, 0};
}

inline Body mesh_body(const std::string& name, const MeshShape& shape, const Vec3& position,
                      const Quat& rotation = Quat::Identity()) {
  Body body;
  body.name = name;
  body.shape = shape;
  body.start.position = position;
  body.start.rotation = rotation;
  return body;
}

inline Body fixed_body(Body body) {
  body.fixed = true;
  return body;
}

inline Simulation simulate(Model model, double tolerance = 1e-9) {
  compute_masses(model);
  SolverOptions options;
  options.tolerance = tolerance;
  return Simulation(std::move(model), 0.01, options);
}

// Largest distance of any free body from its start [m].
inline double displacement(const Simulation& simulation, const State& start) {
  double largest = 0;
  for (std::size_t i = 0; i < start.bodies.size(); ++i) {
    largest = std::max(largest, (simulation.state().bodies[i].center - start.bodies[i].center).norm());
  }
  return largest;
}

}  // namespace stiction::test
