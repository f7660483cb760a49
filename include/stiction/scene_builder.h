// A scene built in code. SI units, right-handed world axes; the rules are those of scene files
// (docs/reference/scene-format.md).
#pragma once

#include <array>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>
#include "stiction/error.h"

namespace stiction {

struct Vector3 {
  double x = 0, y = 0, z = 0;
  bool operator==(const Vector3&) const = default;
};
// A unit quaternion that turns body axes into world axes.
struct Quaternion {
  double w = 1, x = 0, y = 0, z = 0;
  bool operator==(const Quaternion&) const = default;
};
// The rotation by an angle [degrees] about an axis (any length but zero). Throws InputError.
Quaternion rotation_about(const Vector3& axis, double degrees);

struct MeshSettings {
  Vector3 scale{1, 1, 1};  // multiplies the coordinates
  double spacing = 0;      // of the contact samples on the surface [m]; 0: bounding diagonal / 40
  bool samples = false;    // meets other meshes by these samples, quicker than exactly by vertices, edges and faces
  bool repair = false;     // mend small defects (holes, flipped triangles) instead of refusing the mesh
};

// The shape of a body, in the body's own coordinates. A cheap value: copies share what they hold.
class BodyShape {
 public:
  static BodyShape plane(const Vector3& normal = {0, 0, 1}, double offset = 0);  // solid below normal . x = offset [m]
  static BodyShape box(const Vector3& size);                      // full edge lengths [m], centred at the origin
  static BodyShape sphere(double radius);                         // [m]
  static BodyShape capsule(double radius, double length);         // [m]; length of the straight part, along z
  static BodyShape cylinder(double radius, double length);        // [m], along z
  static BodyShape convex(const std::vector<Vector3>& vertices);  // the hull of the points [m]
  static BodyShape convex_file(const std::string& path);  // the hull of the vertices of an OBJ, STL or PLY file [m]
  // A closed surface; triangles are vertex numbers from 0, counter-clockwise seen from outside.
  static BodyShape mesh(const std::vector<Vector3>& vertices, const std::vector<std::array<int, 3>>& triangles,
                        const MeshSettings& settings = {});
  static BodyShape mesh_file(const std::string& path, const MeshSettings& settings = {});  // OBJ, STL or PLY [m]
  struct Part;
  static BodyShape compound(const std::vector<Part>& parts);  // several shapes in one body
  static BodyShape from_json(const std::string& shape);       // any shape, as scene files write it

 private:
  friend class SceneBuilder;
  struct Impl;
  explicit BodyShape(std::shared_ptr<const Impl> impl);
  std::shared_ptr<const Impl> impl_;
};
struct BodyShape::Part {
  BodyShape shape;
  Vector3 position{};  // of the part in the body's coordinates [m]
  Quaternion rotation{};
};

struct MaterialSettings {
  double density = 1000;   // [kg/m^3]
  double friction = 0.5;   // Coulomb's coefficient; a pair has the geometric mean unless it has an entry of its own
  double restitution = 0;  // Newton's, 0..1; a pair has the larger one
};

// A body that deforms: in its lowest modes of vibration, for small deformations (docs/explanation/modal-bodies.md), or
// with what they become at large ones (docs/explanation/stvk-bodies.md), or in all nodes of its mesh
// (docs/explanation/points-bodies.md). Its shape is filled with tetrahedra.
struct ElasticSettings {
  double cell = 0;               // edge length of the tetrahedra [m]; must be given
  double young = 1e9;            // Young's modulus [Pa]
  double poisson = 0.3;          // above -1, below 0.5
  int modes = 20;                // how many of the lowest
  bool strains = false;          // six of them are uniform strains instead, for blocks that are pressed
  double mass_damping = 0;       // of deformation, Rayleigh's [1/s]
  double stiffness_damping = 0;  // likewise [s]
  bool stvk = false;             // bends far: St. Venant-Kirchhoff material, modes and their derivatives
  int dofs = 0;                  // of StVK bodies, shapes in all; 0: twice the modes
  bool points = false;           // mass points in place of modes: with it `stvk` is the law of its elements
  bool explicit_steps = false;   // of mass points: forward Euler, up to a longest step, in place of implicit steps
  double volume_stiffness = 0;   // of mass points, kappa of (kappa / 2) (det F - 1)^2 [Pa]
  bool self_contact = false;     // parts of its surface that come together touch; looking for them costs every step
};

struct BodySettings {
  std::string name{};  // unique
  BodyShape shape;
  std::string material = "default";
  bool fixed = false;  // it stays where it is
  Vector3 position{};  // of the body's origin [m]
  Quaternion rotation{};
  Vector3 velocity{};                        // of the centre of mass [m/s]
  Vector3 angular_velocity{};                // world axes [rad/s]
  Vector3 force{};                           // constant, at the centre of mass, world axes [N]
  Vector3 torque{};                          // constant, world axes [N m]
  std::string lock{};                        // held degrees of freedom out of "x y z rx ry rz", world axes
  int level = 0;                             // bodies on different levels do not collide
  int samples = 0;                           // extra contacts per side of a face patch
  double appears_at = 0;                     // the body exists from this time on [s]
  std::optional<ElasticSettings> elastic{};  // without it the body is rigid
};

// Two bodies held together, or one and the "world" (docs/reference/joints.md). Points and axes in world axes, with the
// bodies where they start.
struct JointSettings {
  std::string type{};              // ball, hinge, slider, fixed, planar, distance or universal
  std::string body_a{}, body_b{};  // names; one may be "world"
  Vector3 anchor{};                // [m]; of a distance the point of body_a,
  Vector3 anchor_b{};              // and that of body_b
  Vector3 axis{0, 0, 1};           // of a hinge, slider, planar or universal joint; of the last fixed in body_a,
  Vector3 axis_b{1, 0, 0};         // and this one in body_b
  std::optional<std::array<double, 2>> limits{};  // of a hinge [degrees], a slider or a distance [m]
  double start = 0;               // coordinate of a hinge [degrees] or a slider [m] where the bodies start
  std::optional<double> motor{};  // velocity of a hinge [rad/s] or a slider [m/s] that a motor aims at,
  double motor_max = std::numeric_limits<double>::infinity();  // with at most this torque [N m] or force [N]
  double friction = 0;                                         // dry, at most this torque [N m] or force [N]
  bool collide = false;                                        // the two bodies may touch each other
};

struct Keyframe {
  double time = 0;     // [s]
  Vector3 position{};  // of the body's origin [m]
  Quaternion rotation{};
};

// How a hand holds a body: springs and dampers in all six degrees of freedom between the body and the pose that a
// device gives. Implicit, hence stable for any stiffness and step. Critically damped at 2 sqrt(stiffness x mass).
struct HandSettings {
  double stiffness = 1000;                                      // [N/m]
  double damping = 20;                                          // [N s/m]
  double angular_stiffness = 2;                                 // [N m/rad]
  double angular_damping = 0.05;                                // [N m s/rad]
  double max_force = std::numeric_limits<double>::infinity();   // that the device can give [N]
  double max_torque = std::numeric_limits<double>::infinity();  // likewise [N m]
};

// Impossible values throw InputError, at the call or when a World is made of the scene. Bodies keep their order.
class SceneBuilder {
 public:
  static constexpr double kForever = std::numeric_limits<double>::infinity();  // [s]
  SceneBuilder();
  ~SceneBuilder();
  SceneBuilder(SceneBuilder&&) noexcept;
  SceneBuilder& operator=(SceneBuilder&&) noexcept;
  SceneBuilder& gravity(const Vector3& gravity);                          // [m/s^2], default (0, 0, -9.81)
  SceneBuilder& step(double seconds);                                     // [s], default 0.01
  SceneBuilder& setting(const std::string& key, double value);            // another number of scene files: "margin" ...
  SceneBuilder& solver(const std::string& key, const std::string& text);  // an option: ("tolerance", "1e-8")
  SceneBuilder& material(const std::string& name, const MaterialSettings& settings);  // bodies name it
  // Two materials get friction and restitution of their own.
  SceneBuilder& pair(const std::string& a, const std::string& b, double friction, double restitution = 0);
  int body(const BodySettings& settings);                            // returns its index
  int joint(const JointSettings& settings);                          // returns its index
  SceneBuilder& ignore(const std::string& a, const std::string& b);  // bodies that do not collide; * matches any text
  // At `time` [s] the body gets these velocities, linear and angular [m/s], [rad/s].
  SceneBuilder& velocity_at(double time, const std::string& body, const Vector3& linear, const Vector3& angular);

  // Scripted bodies: they move as told, whatever touches them. Velocities in world axes [m/s], [rad/s], times in [s].
  SceneBuilder& move(const std::string& body, const Vector3& linear, const Vector3& angular, double start = 0,
                     double end = kForever);
  // + amplitude [m] x sin(2 pi frequency [Hz] (t - start)) along the direction.
  SceneBuilder& oscillate(const std::string& body, const Vector3& direction, double amplitude, double frequency,
                          double start = 0, double end = kForever);
  SceneBuilder& keyframes(const std::string& body, const std::vector<Keyframe>& keys);  // straight lines between them
  // The body stays and its surface runs, like a conveyor belt; velocity in body axes [m/s].
  SceneBuilder& conveyor(const std::string& body, const Vector3& velocity, double start = 0, double end = kForever);

  // A hand holds a free body and moves it along the path, smoothly, with continuous velocity; without a path it stays
  // where the body starts until World::move_hand() moves it.
  SceneBuilder& hand(const std::string& body, const HandSettings& settings, const std::vector<Keyframe>& path = {});

  std::string json() const;  // the scene as the text of a scene file

 private:
  friend class World;
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace stiction
