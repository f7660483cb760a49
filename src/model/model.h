// The constant description of what is simulated: bodies, materials, forces, scheduled events.
// A Model never changes while it is simulated; everything that moves is in State.
#pragma once

#include <array>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "base/types.h"
#include "geometry/mass_properties.h"
#include "geometry/shape.h"
#include "model/hand.h"
#include "model/ignored_pairs.h"
#include "model/joint.h"
#include "model/motion.h"

namespace stiction {

class Deformable;    // model/deformable.h
struct ElasticSpec;  // elastic/elastic_spec.h

struct Material {
  std::string name = "default";
  double density = 1000;   // [kg/m^3]
  double friction = 0.5;   // Coulomb coefficient mu, 0..kMostFriction
  double restitution = 0;  // Newton's e, 0..1
};

// The largest coefficient of friction. It holds bodies on every slope up to 89.9 degrees. The residual of a step counts
// mu times the speed of sliding: round-off of it takes more and more of the tolerance beyond.
inline constexpr double kMostFriction = 1000;
std::string friction_fault(double friction);  // "" if it can be used, else what it must be

// Friction and restitution of a pair of materials that override the combination rule.
struct MaterialPair {
  int material_a = 0;
  int material_b = 0;
  double friction = 0.5;
  double restitution = 0;
};

// Held degrees of freedom in world axes: x y z rx ry rz.
using DofLock = std::array<bool, 6>;

struct Body {
  std::string name;
  Shape shape = SphereShape{};                   // of a body that deforms: undeformed, it does not collide by it
  std::shared_ptr<const ElasticSpec> elastic;    // how the next one is made, see elastic/elastic_spec.h
  std::shared_ptr<const Deformable> deformable;  // null: the body is rigid
  int material = 0;
  bool fixed = false;     // not free: it stays, or moves as the model's motions say
  bool scripted = false;  // named by a motion; always fixed as well
  DofLock lock = {};
  MassProperties mass;                         // zero for fixed bodies
  Mat3 inverse_inertia_factor = Mat3::Zero();  // F with mass.inertia^-1 = F F^T, body axes; see set_mass
  Pose start;                                  // placement of the body's own coordinates at the start
  Vec3 start_velocity = Vec3::Zero();          // of the centre of mass, world axes [m/s]
  Vec3 start_angular_velocity = Vec3::Zero();  // world axes [rad/s]
  VecX start_deformation;                      // of a body that deforms; empty: none
  Vec3 force = Vec3::Zero();                   // constant, world axes, at the centre of mass [N]
  Vec3 torque = Vec3::Zero();                  // constant, world axes [N m]
  int level = 0;                               // bodies on different levels do not collide
  int samples = 0;                             // extra contact samples per face patch side and per edge contact
  double appears_at = 0;                       // the body exists from this time on [s]
  bool self_contact = false;                   // of a body that deforms: its surface collides with itself

  bool locks_rotation() const { return lock[3] || lock[4] || lock[5]; }
  bool deforms() const { return deformable != nullptr; }
  bool is_prepared() const { return !elastic || deformable; }
};

// At `time` the named velocities are set (the others stay).
struct VelocityEvent {
  double time = 0;  // [s]
  int body = 0;
  bool sets_velocity = false;
  bool sets_angular_velocity = false;
  Vec3 velocity = Vec3::Zero();          // [m/s]
  Vec3 angular_velocity = Vec3::Zero();  // [rad/s]
};

struct Model {
  Vec3 gravity{0, 0, -9.81};            // [m/s^2]
  double margin = 1e-3;                 // contacts are found up to this gap plus h x approach speed [m]
  double restitution_threshold = 0.05;  // slower impacts do not bounce [m/s]
  double recovery = 0;                  // share of a penetration pushed out per step, 0..1
  double recovery_speed = 0.1;          // cap of the speed at which penetration is pushed out [m/s]
  double sleep_after = 0;               // bodies at rest for so long fall asleep, see stepping/sleep.h; 0: never [s]
  double sleep_speed = 1e-3;            // slower counts as at rest [m/s]
  std::vector<Material> materials = {Material{}};
  std::vector<MaterialPair> pairs;
  std::vector<Body> bodies;
  std::vector<VelocityEvent> events;  // sorted by time
  std::vector<Motion> motions;        // of bodies with `scripted`
  std::vector<Joint> joints;          // each has a body that is free
  std::vector<Hand> hands;            // at most one a body
  IgnoredPairs ignored_pairs;

  // Friction and restitution between two materials: the pair's own entry, else geometric mean and larger value.
  struct Surface {
    double friction;
    double restitution;
  };
  Surface surface(int material_a, int material_b) const;

  // False for two fixed bodies, for bodies on different levels, and for ignored pairs.
  bool may_touch(int body_a, int body_b) const;

  int body_index(const std::string& name) const;  // -1 if there is none
};

// Gives the body this mass and the factor of the inverse inertia that belongs to it. The inertia must be positive
// definite (programming error otherwise). A fixed body gets zeros.
void set_mass(Body& body, const MassProperties& mass);

// Fills `mass` (and its inverse factor) of every body that is not fixed from its shape and its material's density, or
// as a body that deforms has it itself.
void compute_masses(Model& model);

}  // namespace stiction
