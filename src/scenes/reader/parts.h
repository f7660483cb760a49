// The parts of the scene reader. Internal to this room.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/report_progress.h"
#include "scenes/reader/json_cursor.h"
#include "scenes/scene.h"
#include "scenes/scene_keys.h"

namespace stiction {

// What the reader remembers from one body to the next.
struct ReaderMemory {
  // By what the file says of them: equal ones share one geometry.
  std::map<std::string, MeshShape> meshes;
  std::map<std::string, std::shared_ptr<const ElasticSpec>> elastic;
  std::set<int> common_materials;  // indices of materials that came from the table of common ones
};

// What is known while a scene is read.
struct ReaderContext {
  Scene& scene;
  std::filesystem::path folder;  // of the scene file; files it names stay below
  ReaderMemory& memory;
  int samples = 0;            // default of the bodies
  ReportProgress progress{};  // of meshes that are being prepared

  Model& model() const { return scene.model; }
  // Index of a body's material; "default" and the common ones come into being when they are first needed. An error if
  // it is unknown.
  int material(const JsonCursor& body) const;
  // Indices of all bodies whose names match; an error at `cursor` if there are none.
  std::vector<int> bodies(const JsonCursor& cursor) const;
  // Index of the one body of this name; an error at `cursor` if there is none.
  int body(const JsonCursor& cursor) const;
};

void read_materials(const JsonCursor& materials, Model& model);
void read_pairs(const JsonCursor& pairs, const ReaderContext& context);
// The known pairs of the common materials that the scene uses, where it has no entry of its own. After all bodies.
void add_common_pairs(const ReaderContext& context);
void read_solver(const JsonCursor& solver, SolverOptions& options);

// Where a shape stands in the file.
struct ShapePlace {
  double spacing = 0;            // of the samples of meshes that say nothing themselves [m]; 0: their default
  bool part = false;             // of a compound: it has a position and a rotation too
  bool* uses_spacing = nullptr;  // set if a mesh took `spacing`
};
Shape read_shape(const JsonCursor& shape, const ReaderContext& context, const ShapePlace& place);
Shape read_mesh(const JsonCursor& shape, const ReaderContext& context, const ShapePlace& place);
Shape read_solid_shape(const JsonCursor& shape, const ReaderContext& context, const ShapePlace& place);
// Refuses all keys but "type", these, and those of the place.
void require_shape_keys(const JsonCursor& shape, const ShapePlace& place, std::vector<std::string> keys);
// Runs `make`; an InputError that does not know its place in the scene yet is told at `place`.
template <class Make>
auto placed_errors(const JsonCursor& place, const Make& make) -> decltype(make());
// An error at `place` if the text has control characters or marks that turn its direction.
void require_no_hidden_character(const std::string& text, const JsonCursor& place);
// A path in the scene, made absolute; it must stay below the scene's folder.
std::filesystem::path path_below(const JsonCursor& file, const std::filesystem::path& folder);

Quat read_rotation(const JsonCursor& rotation);
// "position" and "rotation" of an object; what is missing keeps its value.
void read_pose(const JsonCursor& object, Pose& pose);
// Unit vectors keep their bits; others are scaled. `length` receives what was divided by.
Vec3 read_direction(const JsonCursor& cursor, double* length = nullptr);
// What a body that deforms is made of.
std::shared_ptr<const ElasticSpec> read_elastic_spec(const JsonCursor& body, const ReaderContext& context);
// Appends one body; its name must be new, and is "body<index>" if it has none.
void read_body(const JsonCursor& body, const ReaderContext& context, double appears_at);

// Added bodies must be read first, then the settings that name them.
void read_added_bodies(const JsonCursor& events, const ReaderContext& context);
// Of a list of key poses; the first one continues the body's start pose.
std::vector<MotionKey> read_keys(const JsonCursor& keyframes, const Pose& start);
void read_motions(const JsonCursor& motions, const ReaderContext& context);
// After the motions: a moved body cannot be held.
void read_hands(const JsonCursor& hands, const ReaderContext& context);
// After the motions.
void read_joints(const JsonCursor& joints, const ReaderContext& context);
// With the masses of bodies known: an error at a joint that contradicts others.
void check_joints(const JsonCursor& joints, const ReaderContext& context);
void read_velocity_events(const JsonCursor& events, const ReaderContext& context);
void read_ignored_pairs(const JsonCursor& ignore, const ReaderContext& context);
Expectation read_expectation(const JsonCursor& expectation, const ReaderContext& context);

template <class Make>
auto placed_errors(const JsonCursor& place, const Make& make) -> decltype(make()) {
  try {
    return make();
  } catch (const InputError& error) {
    const std::string message = error.what();
    if (message.rfind(place.origin() + ": ", 0) == 0) throw;
    place.fail(message);
  }
}

}  // namespace stiction
