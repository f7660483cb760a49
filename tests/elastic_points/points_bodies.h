// Bodies of mass points, small ones.
#pragma once

#include <memory>
#include <random>

#include "elastic/points/points_body.h"
#include "elastic/points/sheet_surface.h"
#include "geometry/tetra/structured_tets.h"
#include "model/model.h"
#include "model/state.h"

namespace stiction::test {

inline PointsOptions soft(double young = 1e5, double poisson = 0.3, double density = 1000) {
  PointsOptions options;
  options.material = {young, poisson, density};
  return options;
}

inline PointsOptions explicit_one(PointsOptions options) {
  options.integrator = PointsIntegrator::kExplicit;
  return options;
}

inline Body points_body(const std::string& name, std::shared_ptr<const PointsBody> deformable,
                        const Vec3& position = Vec3::Zero()) {
  Body body;
  body.name = name;
  body.deformable = std::move(deformable);
  body.start.position = position;
  return body;
}

inline VecX random_vector(Eigen::Index size, double scale, unsigned seed) {
  std::mt19937 engine(seed);
  std::uniform_real_distribution<double> uniform(-scale, scale);
  VecX result(size);
  for (double& x : result) x = uniform(engine);
  return result;
}

// y turned as a whole.
inline VecX turned(const VecX& y, const Quat& rotation) {
  VecX result(y.size());
  for (Eigen::Index i = 0; i < y.size(); i += 3) result.segment<3>(i) = rotation * Vec3(y.segment<3>(i));
  return result;
}

// A body on its own, step by step.
class Flight {
 public:
  Flight(std::shared_ptr<const PointsBody> body, double step, const Vec3& gravity = Vec3::Zero())
      : points(std::move(body)), step_(step), motion_(points->make_step()) {
    model.gravity = gravity;
    model.bodies = {points_body("body", points)};
    compute_masses(model);
    state = initial_state(model).bodies[0];
  }
  void run(int steps) {
    for (int i = 0; i < steps; ++i) {
      motion_->predict(model, model.bodies[0], state, step_);
      motion_->meet({});
      motion_->advance(motion_->free_velocity, VecX::Zero(0), state);
    }
  }
  VecX places() const { return state.deformation.head(3 * points->node_count()); }
  void set_places(const VecX& y) { state.deformation.head(y.size()) = y; }
  void set_rates(const VecX& u) { state.deformation_rate.head(u.size()) = u; }
  double energy() const { return total_energy(model, model.bodies[0], state); }
  Vec3 momentum() const { return points->own_mass()->mass * state.velocity; }
  Vec3 angular_momentum() const {  // about the centre of mass
    const VecX y = places();
    const Vec3 own = points->angular_momentum_of(y, state.deformation_rate.head(y.size()));
    return state.rotation * (points->inertia_of(y) * (state.rotation.conjugate() * state.angular_velocity) + own);
  }

  std::shared_ptr<const PointsBody> points;
  Model model;
  BodyState state;

 private:
  double step_;
  std::unique_ptr<DeformableStep> motion_;
};

}  // namespace stiction::test
