// What shapes and scenes in the making hold: the JSON tree that the scene reader will read. Internal to this room.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "solvers/solver_options.h"
#include "stiction/scene_builder.h"

namespace stiction {

using Json = nlohmann::ordered_json;

struct BodyShape::Impl {
  Json json;
};

struct SceneBuilder::Impl {
  Json root = {{"stiction", 1}, {"name", "scene"}, {"bodies", Json::array()}};
  SolverOptions solver;
  int body_count = 0, joint_count = 0;
  bool late_bodies = false;  // one appears later than at the start

  // Appends to the list `key` of the scene.
  void add(const char* key, Json entry);
  // The scene, with files named from the root of the file system, so that the reader finds them anywhere.
  std::string text_for_reader() const;
};

// JSON has no infinities: InputError, calling the number `what`, unless it is finite.
Json number_json(double value, const char* what);
Json vector_json(const Vector3& v, const char* what);
Json rotation_json(const Quaternion& q, const char* what);

}  // namespace stiction
