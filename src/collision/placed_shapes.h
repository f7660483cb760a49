// The bodies' shapes placed in the world for the current step: a list of primitive parts per body.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "collision/broad_phase.h"
#include "collision/convex/world_convex.h"
#include "collision/deforming/placed_surface.h"
#include "collision/mesh/feature_library.h"
#include "collision/round/primitives.h"
#include "model/deformable.h"
#include "model/model.h"
#include "model/state.h"

namespace stiction {

// Pairs are handled with the lower kind first.
enum class PartKind { kPlane, kSphere, kCapsule, kCylinder, kConvex, kMesh };

// One primitive of a body: a compound has several, every other shape is one. Only the members of its kind are filled.
struct PlacedPart {
  PartKind kind = PartKind::kSphere;
  const Shape* shape = nullptr;  // never a compound
  Pose local;                    // in the body's coordinates; compounds only
  Pose pose;                     // in the world
  Aabb box;                      // tight bounds in the world [m]; not filled for a plane
  WorldPlane plane{};
  WorldSphere sphere{};
  WorldCapsule capsule{};
  WorldCylinder cylinder{};
  std::optional<WorldConvex> convex;
  const MeshGeometry* mesh = nullptr;
  bool by_samples = false;                 // of a mesh: how it meets other meshes
  Aabb mesh_box;                           // of the mesh in its own coordinates [m]
  const FeatureShape* features = nullptr;  // where there are meshes in the model; planes and cylinders have none
};

// How a rigid body moves in a step.
struct RigidCourse {
  Vec3 center, velocity, angular_velocity;  // [m], [m/s], [rad/s]
  bool strays;                              // see BodyCourse
  double pulled;
};

struct PlacedBody {
  std::vector<PlacedPart> parts;
  bool is_plane = false;
  bool is_compound = false;
  double radius = 0;                 // about the centre of mass [m]; 0 for a plane
  double own_speed = 0;              // bound on the speed of its points within its frame: it deforms [m/s]
  double detour = 0;                 // what it may move beyond its velocity's share [m]
  double acceleration = 0;           // bound on what the body's own force and torque do to any of its points [m/s^2]
  Aabb box;                          // of all parts [m]
  TurnedBox own_box;                 // about all parts of a rigid body, in its coordinates [m]
  bool takes_part = false;           // present and finite in this step
  std::vector<RigidCourse> courses;  // of a rigid body; none: not known
  std::int64_t placings = 0;         // how often the parts have been placed; their world data belong to `placed_at`
  Pose placed_at;
  // Of a body that deforms, else null; its one part is a ball without radius to be put at the surface's vertices.
  const Deformable* deformable = nullptr;
  std::unique_ptr<PlacedSurface> surface;
};

class PlacedShapes {
 public:
  explicit PlacedShapes(const Model& model);  // the model must outlive this

  // World data of all present bodies. A body with a non-finite pose or velocity takes no part: the stepper reports it.
  // detour: see Collider; empty for none.
  void place(const State& state, double step, const std::vector<double>& detour, const Courses& courses);

  const std::vector<PlacedBody>& bodies() const { return bodies_; }
  // Boxes grown by the body's share of the margin and by its motion over the step, free or scripted.
  const std::vector<BroadBody>& broad_bodies() const { return broad_; }
  const std::vector<int>& planes() const { return planes_; }  // indices of plane bodies

 private:
  void add_part(const Shape& shape, const Pose& local, PlacedBody& body);
  void add_features();
  void add_deformable(const Body& body, PlacedBody& placed);
  void place_surface(const BodyState& state, const Pose& pose, int index);
  void place_body(const State& state, double step, const std::vector<double>& detour, int index);
  void follow(const State& state, double step, const Courses& courses, int index);

  const Model& model_;
  std::map<const ConvexPolyhedron*, ConvexTopology> topologies_;  // node-based: parts point into it
  std::map<const Deformable*, BoundedTree> trees_;                // the same; bodies share them
  FeatureLibrary features_;
  std::vector<PlacedBody> bodies_;
  std::vector<BroadBody> broad_;
  std::vector<int> planes_;
};

}  // namespace stiction
