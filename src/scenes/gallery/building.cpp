#include "scenes/gallery/building.h"

#include <numbers>
#include <utility>

namespace stiction::building {
namespace {

Body& add_body(Model& model, const std::string& name, int material, Shape shape) {
  Body& body = model.bodies.emplace_back();
  body.name = name;
  body.material = material;
  body.shape = std::move(shape);
  return body;
}

Expectation expect(ExpectationKind kind, const std::string& bodies = "") {
  Expectation expectation;
  expectation.kind = kind;
  expectation.bodies = bodies;
  return expectation;
}

Expectation expect_range(ExpectationKind kind, const std::string& bodies, double min, double max, double from) {
  Expectation expectation = expect(kind, bodies);
  expectation.min = min;
  expectation.max = max;
  expectation.from = from;
  return expectation;
}

}  // namespace

double radians(double degrees) {
  return degrees * std::numbers::pi / 180;
}

int add_material(Model& model, const std::string& name, double density, double friction, double restitution) {
  model.materials.push_back({name, density, friction, restitution});
  return static_cast<int>(model.materials.size()) - 1;
}

Body& add_plane(Model& model, const std::string& name, int material, const Vec3& normal, double offset) {
  Body& body = add_body(model, name, material, PlaneShape{normal, offset});
  body.fixed = true;
  return body;
}

Body& add_box(Model& model, const std::string& name, int material, const Vec3& size, const Vec3& position,
              const Quat& rotation) {
  Body& body = add_body(model, name, material, make_box_shape(size));
  body.start = {position, rotation};
  return body;
}

Body& add_sphere(Model& model, const std::string& name, int material, double radius, const Vec3& position) {
  Body& body = add_body(model, name, material, SphereShape{radius});
  body.start.position = position;
  return body;
}

Expectation expect_at_rest(const std::string& bodies, double max_displacement, double max_speed, double from) {
  Expectation expectation = expect(ExpectationKind::kAtRest, bodies);
  expectation.max_displacement = max_displacement;
  expectation.max_speed = max_speed;
  expectation.from = from;
  return expectation;
}

Expectation expect_moved(const std::string& bodies, double more_than) {
  Expectation expectation = expect(ExpectationKind::kMoved, bodies);
  expectation.more_than = more_than;
  return expectation;
}

Expectation expect_speed(const std::string& bodies, double min, double max, double from, double to) {
  Expectation expectation = expect_range(ExpectationKind::kSpeed, bodies, min, max, from);
  expectation.to = to;
  return expectation;
}

Expectation expect_position(const std::string& bodies, int axis, double min, double max, double from) {
  Expectation expectation = expect_range(ExpectationKind::kPosition, bodies, min, max, from);
  expectation.axis = axis;
  return expectation;
}

Expectation expect_penetration(double max) {
  Expectation expectation = expect(ExpectationKind::kPenetration);
  expectation.max = max;
  return expectation;
}

Expectation expect_converged(double fraction) {
  Expectation expectation = expect(ExpectationKind::kConverged);
  expectation.fraction = fraction;
  return expectation;
}

Expectation expect_custom(const std::string& name,
                          std::function<std::unique_ptr<ExpectationMonitor>(const Model&)> make) {
  Expectation expectation = expect(ExpectationKind::kCustom);
  expectation.custom = std::move(make);
  expectation.custom_name = name;
  return expectation;
}

void expect_standing(Scene& scene, const std::string& bodies, double displacement) {
  scene.expectations.push_back(expect_at_rest(bodies, displacement, Expectation::kUnlimited));
  scene.expectations.push_back(expect_penetration(1e-6));
  scene.expectations.push_back(expect_converged(0.999));
}

}  // namespace stiction::building
