#include "scenes/gallery/building.h"

#include <fmt/format.h>

#include <limits>
#include <numbers>
#include <utility>

#include "scenes/monitors.h"

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

class FigureMonitor : public ExpectationMonitor {
 public:
  FigureMonitor(std::string name, const char* unit, std::function<double(const Moment&)> figure, double min, double max)
      : name_(std::move(name)), unit_(unit), figure_(std::move(figure)), min_(min), max_(max) {}
  void start(const Moment& moment) override { value_ = figure_(moment); }
  void observe(const Moment& moment) override { value_ = figure_(moment); }
  void save(ByteWriter& to) const override { put_each(to, value_); }
  void load(ByteReader& from) override { get_each(from, value_); }
  ExpectationResult result() const override {
    return {fmt::format("{} {} (measured {:.6g} {})", name_, range_text(min_, max_, unit_), value_, unit_), value_,
            value_ >= min_ && value_ <= max_};
  }

 private:
  std::string name_;
  const char* unit_;
  std::function<double(const Moment&)> figure_;
  double min_, max_;
  double value_ = 0;
};

Motion& add_motion(Model& model, MotionKind kind, int body) {
  model.bodies[body].fixed = model.bodies[body].scripted = true;
  Motion& motion = model.motions.emplace_back();
  motion.kind = kind;
  motion.body = body;
  motion.end = std::numeric_limits<double>::infinity();
  return motion;
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

Body& add_shape(Model& model, const std::string& name, int material, Shape shape, const Pose& start) {
  Body& body = add_body(model, name, material, std::move(shape));
  body.start = start;
  return body;
}

GalleryParameter mesh_parameter() {
  return {"mesh", 0, "", kChosen, "1: the blocks collide as triangle meshes instead of polyhedra", 0, 1, true};
}

void turn_into_mesh(Body& body) {
  const ConvexPolyhedron& polyhedron = *std::get<ConvexShape>(body.shape).polyhedron;
  TriangleMesh mesh;
  mesh.vertices = polyhedron.vertices;
  for (const auto& face : polyhedron.faces) {
    for (std::size_t i = 1; i + 1 < face.vertices.size(); ++i) {
      mesh.triangles.push_back({face.vertices[0], face.vertices[i], face.vertices[i + 1]});
    }
  }
  const Aabb box = mesh_bounds(mesh);
  MeshOptions options;
  options.spacing = (box.max - box.min).norm();  // no samples within faces: the corners of flat patches suffice
  body.shape = MeshShape{make_mesh_geometry(std::move(mesh), options, false), nullptr, 0};
}

Motion& add_velocity(Model& model, int body, const Vec3& velocity, const Vec3& angular_velocity) {
  Motion& motion = add_motion(model, MotionKind::kVelocity, body);
  motion.velocity = velocity;
  motion.angular_velocity = angular_velocity;
  return motion;
}

Motion& add_oscillation(Model& model, int body, const Vec3& direction, double amplitude, double frequency) {
  Motion& motion = add_motion(model, MotionKind::kOscillate, body);
  motion.direction = direction;
  motion.amplitude = amplitude;
  motion.frequency = frequency;
  return motion;
}

Motion& add_belt(Model& model, int body, const Vec3& surface_velocity) {
  Motion& motion = add_motion(model, MotionKind::kSurface, body);
  motion.velocity = surface_velocity;
  return motion;
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

Expectation expect_distance(const std::string& a, const std::string& b, double min, double max, double from) {
  Expectation expectation = expect_range(ExpectationKind::kDistance, a, min, max, from);
  expectation.other = b;
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

Expectation expect_penetration(double max, double from) {
  Expectation expectation = expect(ExpectationKind::kPenetration);
  expectation.from = from;
  expectation.max = max;
  return expectation;
}

Expectation expect_converged(double fraction) {
  Expectation expectation = expect(ExpectationKind::kConverged);
  expectation.fraction = fraction;
  return expectation;
}

Expectation expect_figure(const std::string& name, const char* unit, const std::function<double(const Moment&)>& figure,
                          double min, double max) {
  const std::string range = range_text(min, max, unit);
  return expect_custom(fmt::format("{} {}", name, range.substr(0, range.find_last_not_of(' ') + 1)),
                       [=](const Model&) { return std::make_unique<FigureMonitor>(name, unit, figure, min, max); });
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
