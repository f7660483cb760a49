// What a World holds. Internal to this room.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "scenes/scene.h"
#include "stepping/simulation.h"
#include "stiction/world.h"

namespace stiction {

struct World::Impl {
  Simulation simulation;
  double duration;  // [s]
  StepReading last_step;
  std::vector<ContactReading> contacts;  // of the last good step
  // A callback stays alive while it runs, even if it removes itself.
  std::vector<std::pair<int, std::shared_ptr<const Callback>>> callbacks;
  int next_callback = 0;
  bool in_callback = false;

  Impl(const Scene& scene, const WorldSettings& settings);
  Impl(Simulation s, double d) : simulation(std::move(s)), duration(d) {}

  int index_of(const BodyRef& body) const;
  int material(const std::string& name) const;
  void take_step();
  // Calls them in order; false if one of them wants to stop.
  bool call_back(World& world, const Callback& last);
};

Vector3 to_public(const Vec3& v);
Quaternion to_public(const Quat& q);
Vec3 to_internal(const Vector3& v);
Quat to_internal(const Quaternion& q);

}  // namespace stiction
