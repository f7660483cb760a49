// A world: bodies that are stepped through time with exact friction.
// Worlds share nothing: they may live side by side, also in different threads, each in one thread at a time. One that
// was moved from may only be destroyed or assigned to.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "stiction/scene_builder.h"

namespace stiction {

const char* library_version();             // "0.2.0"
std::vector<std::string> gallery_names();  // of the scenes that World::from_gallery knows
struct WorldSettings {
  int threads = 1;                              // 0: all cores; the results do not depend on it
  double step = 0;                              // [s]; 0: as the scene says
  std::map<std::string, std::string> solver{};  // options by key: {{"tolerance", "1e-8"}}
};

struct BodyReading {
  Vector3 position;          // of the body's origin [m]
  Quaternion rotation;       // of the body's axes
  Vector3 center_of_mass;    // [m]
  Vector3 velocity;          // of the centre of mass [m/s]
  Vector3 angular_velocity;  // world axes [rad/s]
  Vector3 force;             // applied, without gravity and contacts [N]
  Vector3 torque;            // applied [N m]
  double mass = 0;           // [kg]; 0 unless it is free
  bool fixed = false;        // it stays, or moves as the scene's motions say
  bool present = true;       // false until the time it appears
};

// A point where two bodies touch or nearly touch, and the mean force there over the last step.
struct ContactReading {
  int body_a = 0, body_b = 0;  // indices
  Vector3 point;               // midway between the surfaces, at the start of the step [m]
  Vector3 normal_from_a_to_b;  // unit
  double gap = 0;              // between the surfaces at the start of the step, negative if they overlap [m]
  Vector3 force_on_b;          // what b feels from a, world axes [N]
  Vector3 force_on_a() const { return {-force_on_b.x, -force_on_b.y, -force_on_b.z}; }  // its opposite [N]
  double normal_force = 0;    // part along the normal, >= 0: it pushes the bodies apart [N]
  double friction_force = 0;  // magnitude of the part across the normal [N]
};

// What a hand felt over the last step.
struct HandReading {
  Vector3 force;            // on the hand, at the body's centre of mass: what the body meets pushes back [N]
  Vector3 torque;           // likewise, world axes [N m]
  Vector3 target_position;  // where the hand wanted the body's origin at the end of the step [m]
  Quaternion target_rotation;
};

enum class StepStatus {
  kConverged,       // solved
  kIterationLimit,  // the best found so far was taken
  kBudgetCut,       // the wall-clock budget (solver option budget_ms) was used up; the best found so far was taken
  kInfeasible,      // no motion satisfies the contacts (scripted bodies crush a free one) or no positions were found
                    // that satisfy the joints (scripted bodies pull them apart); least violation taken
};
const char* to_string(StepStatus status);  // "converged", ...

// What happened in a step, and how exact it was.
struct StepReading {
  double time = 0;        // at the end of the step [s]
  int contact_count = 0;  // that were found
  StepStatus status = StepStatus::kConverged;
  bool converged = true;       // residual <= the solver's tolerance, and joints are apart by at most 1e-6 m or rad
  double residual = 0;         // error of contact and friction laws, relative, dimensionless
  double residual_cone = 0;    // the same against the exact Coulomb cone
  double signorini = 0;        // error of non-penetration alone, relative, dimensionless
  double max_penetration = 0;  // at the start of the step [m], >= 0
  double joint_error = 0;      // largest of any joint's position, at the end of the step [m], [rad]
  int iterations = 0;          // of the solver
  double seconds = 0;          // wall time [s]
};

// A joint as it is now, and what it did in the last step: nothing before the first one, after restore() and while its
// bodies sleep. Its coordinate: the angle of a hinge [rad], the shift of a slider, a distance [m].
struct JointReading {
  double coordinate = 0;  // of a hinge within half a turn of its start, or of the middle of its limits
  double velocity = 0;    // of the coordinate [rad/s], [m/s]
  double effort = 0;      // of motor, friction and limits together along it: torque [N m] or force [N]
  Vector3 force{};        // on the second body, at its anchor, without that effort, world axes [N]
  Vector3 torque{};       // likewise [N m]
};

struct BodyRef {  // a body, by index or by name
  BodyRef(int i) : index(i) {}
  BodyRef(const char* n) : name(n) {}
  BodyRef(std::string_view n) : name(n) {}
  BodyRef(const std::string& n) : name(n) {}
  int index = -1;
  std::string_view name;  // used if index is -1
};

class World {
 public:
  // Called after every step; false stops run(). It may read and change the world, but not step it.
  using Callback = std::function<bool(World&)>;

  // All throw InputError if the scene is wrong, naming the place in it.
  explicit World(const SceneBuilder& scene, const WorldSettings& settings = {});
  static World from_file(const std::string& path, const WorldSettings& settings = {});  // a scene file
  // folder: where files that the scene names are looked for; "" is the current one.
  static World from_json(const std::string& text, const std::string& folder = "", const WorldSettings& settings = {});
  // parameters as `stiction scenes` lists them: {{"angle", "26.5"}}.
  static World from_gallery(const std::string& name, const std::map<std::string, std::string>& parameters = {},
                            const WorldSettings& settings = {});
  ~World();
  World(World&&) noexcept;
  World& operator=(World&&) noexcept;
  World copy() const;  // same state, without the callbacks; it goes on bit by bit as this one

  // One step, then the callbacks. Throws SimulationError if a body turns non-finite or memory ends; the world stays as
  // it was.
  const StepReading& step();
  // Steps until `seconds` [s] of simulated time have passed; false if a callback stopped it.
  bool run(double seconds, const Callback& after_step = nullptr);
  // Called in the order added, run()'s own last; exceptions pass through, the step stays taken. Returns a number.
  int add_callback(Callback callback);
  void remove_callback(int number);  // also from within a callback

  double time() const;                            // simulated so far [s]
  double step_size() const;                       // [s]
  double duration() const;                        // that the scene suggests [s]
  std::int64_t step_count() const;                // steps taken
  double energy() const;                          // kinetic and potential, of the free bodies [J]
  std::uint64_t state_hash() const;               // over the bits of all bodies
  int body_count() const;                         // free, fixed and scripted ones
  int body_index(std::string_view name) const;    // throws InputError if there is none
  const std::string& body_name(int index) const;  // throws InputError if there is none
  BodyReading body(const BodyRef& body) const;    // as it is now
  const StepReading& last_step() const;           // as if nothing had touched before the first step or after restore()
  const std::vector<ContactReading>& contacts() const;  // of the last step; empty before the first and after restore()
  Vector3 contact_force_on(const BodyRef& body) const;  // sum over its contacts in the last step [N]
  int joint_count() const;
  JointReading joint(int index) const;  // throws InputError if there is none
  Vector3 gravity() const;              // [m/s^2]
  double friction(const std::string& material_a, const std::string& material_b) const;     // between them
  double restitution(const std::string& material_a, const std::string& material_b) const;  // between them

  // Changes act from the next step on and are kept by save(). Throw InputError on impossible values.
  void set_gravity(const Vector3& gravity);                               // [m/s^2]
  void set_friction(const std::string& material, double friction);        // pairs with an entry of their own keep it
  void set_restitution(const std::string& material, double restitution);  // likewise, 0..1
  void set_friction(const std::string& material_a, const std::string& material_b, double friction);  // of the pair
  void set_restitution(const std::string& material_a, const std::string& material_b,
                       double restitution);                                               // of the pair
  void set_force(const BodyRef& body, const Vector3& force, const Vector3& torque = {});  // until changed [N], [N m]
  void set_velocity(const BodyRef& body, const Vector3& velocity, const Vector3& angular_velocity);  // [m/s], [rad/s]
  void set_pose(const BodyRef& body, const Vector3& position, const Quaternion& rotation);  // of the origin [m]

  // Of a joint with a motor of limited strength: velocity [rad/s], [m/s], and at most this torque [N m] or force [N].
  void set_motor(int joint, double velocity, double max_effort);

  // Hands, for haptic devices and for people who drag bodies about. One holds a free body where it is; a hand that
  // holds it already gets these settings. Once a step: move_hand() to where the device is, step(), hand() back to the
  // device.
  void take_hold(const BodyRef& body, const HandSettings& settings = {});
  void release(const BodyRef& body);
  // The pose for the body's origin at the end of the next step, and of those after it until it is moved again. The
  // hand's velocity follows from the way since the last step, or is given [m/s], [rad/s].
  void move_hand(const BodyRef& body, const Vector3& position, const Quaternion& rotation);
  void move_hand(const BodyRef& body, const Vector3& position, const Quaternion& rotation, const Vector3& velocity,
                 const Vector3& angular_velocity);
  HandReading hand(const BodyRef& body) const;  // zero forces before the first step; throws InputError if there is none

  // Everything that decides how the world goes on; a world of the same scene that restores it goes on bit by bit as
  // this.
  std::string save() const;
  void save_file(const std::string& path) const;  // appears whole or not at all; SimulationError if the disk fails
  // Throw InputError, changing nothing, if the bytes are damaged or belong to another scene, step or solver.
  void restore(std::string_view saved);
  void restore_file(const std::string& path);

 private:
  struct Impl;
  explicit World(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace stiction
