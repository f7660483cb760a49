#include "scenes/gallery/penalty/growing_weight.h"

#include <algorithm>
#include <cmath>

#include "scenes/gallery/building.h"

namespace stiction::building {
namespace {

// Of the ground, at a share x of the time, in units of g T^2.
double height(double x) {
  return -(1 - x) / 2 + (1 - x * x) / 2 - (1 - std::pow(x, 4)) / 4 + (1 - std::pow(x, 5)) / 10;
}

}  // namespace

void let_weight_grow(Model& model, double time, double step) {
  const double gravity = model.gravity.norm();
  const Vec3 up = -model.gravity.normalized();
  const Vec3 unit = gravity * time * time * up;
  const int ground = model.body_index("ground");
  const Pose place = model.bodies[ground].start;  // where it comes to stand
  for (Body& body : model.bodies) {
    body.start.position += height(0) * unit;
    if (!body.fixed) body.start_velocity += gravity * time / 2 * up;
  }
  Motion& motion = add_velocity(model, ground, Vec3::Zero(), Vec3::Zero());
  motion.kind = MotionKind::kKeyframes;
  const int keys = std::max(1, static_cast<int>(std::ceil(time / step)));
  for (int k = 0; k <= keys; ++k) {
    const double x = static_cast<double>(k) / keys;
    motion.keys.push_back({x * time, {place.position + height(x) * unit, place.rotation}});
  }
}

}  // namespace stiction::building
