// The parts of the scene reader. Internal to this room.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "scenes/reader/json_cursor.h"
#include "scenes/scene.h"

namespace stiction {

// What is known while a scene is read.
struct ReaderContext {
  Scene& scene;
  std::filesystem::path folder;  // of the scene file; files it names stay below
  int samples = 0;               // default of the bodies

  Model& model() const { return scene.model; }
  // Index of a body's material; "default" comes into being when it is first needed. An error if it is unknown.
  int material(const JsonCursor& body) const;
  // Indices of all bodies whose names match; an error at `cursor` if there are none.
  std::vector<int> bodies(const JsonCursor& cursor) const;
  // Index of the one body of this name; an error at `cursor` if there is none.
  int body(const JsonCursor& cursor) const;
};

inline const std::vector<std::string> kMaterialKeys = {"density", "friction", "restitution"};

void read_materials(const JsonCursor& materials, Model& model);
void read_pairs(const JsonCursor& pairs, const ReaderContext& context);
void read_solver(const JsonCursor& solver, SolverOptions& options);

Shape read_shape(const JsonCursor& shape, const ReaderContext& context);
Quat read_rotation(const JsonCursor& rotation);
// Appends one body; its name must be new, and is "body<index>" if it has none.
void read_body(const JsonCursor& body, const ReaderContext& context, double appears_at);

// Added bodies must be read first, then the settings that name them.
void read_added_bodies(const JsonCursor& events, const ReaderContext& context);
void read_velocity_events(const JsonCursor& events, const ReaderContext& context);
void read_ignored_pairs(const JsonCursor& ignore, const ReaderContext& context);
Expectation read_expectation(const JsonCursor& expectation, const ReaderContext& context);

}  // namespace stiction
