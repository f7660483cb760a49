#include "scenes/scene_reader.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "scenes/reader/json_text.h"
#include "scenes/reader/parts.h"

namespace stiction {
namespace {

void check_version(const JsonCursor& root) {
  if (!root.is_object()) root.fail("a scene is an object: {\"stiction\": 1, \"bodies\": [...]}");
  if (!root.has("stiction"))
    root.fail("the key \"stiction\" is missing; add \"stiction\": 1, the version of the format");
  const double version = root.at("stiction").number(any_number(""));
  if (version != 1) root.at("stiction").fail(fmt::format("this version reads format 1, got {:g}", version));
}

void read_settings(const JsonCursor& root, Scene& scene) {
  root.read_text("name", scene.name);
  root.read_text("description", scene.description);
  if (root.has("gravity") && root.at("gravity").is_number()) {
    root.at("gravity").fail(
        "must be a list of 3 numbers [m/s^2], got a number; write [0, 0, -9.81], or [0, 0, 0] for none");
  }
  root.read_vector("gravity", scene.model.gravity, {.min = -1e6, .max = 1e6, .unit = "m/s^2"});
  root.read_number("step", scene.step, positive_number("s"));
  root.read_number("duration", scene.duration, not_negative("s"));
  root.read_number("margin", scene.model.margin, not_negative("m"));
  root.read_number("restitution_threshold", scene.model.restitution_threshold, not_negative("m/s"));
  root.read_number("recovery", scene.model.recovery, {.min = 0, .max = 1});
  root.read_number("recovery_speed", scene.model.recovery_speed, not_negative("m/s"));
  root.read_number("sleep_after", scene.model.sleep_after, not_negative("s"));
  root.read_number("sleep_speed", scene.model.sleep_speed, not_negative("m/s"));
  if (root.has("solver")) read_solver(root.at("solver"), scene.solver);
}

void read_bodies(const JsonCursor& root, const ReaderContext& context) {
  if (!root.has("bodies")) root.fail("the key \"bodies\" is missing; a scene needs a list of bodies");
  const JsonCursor bodies = root.at("bodies");
  context.model().bodies.reserve(bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) read_body(bodies.item(i), context, 0);
  if (root.has("events")) read_added_bodies(root.at("events"), context);
  if (root.has("motions")) read_motions(root.at("motions"), context);
  if (root.has("joints")) read_joints(root.at("joints"), context);
  if (root.has("hands")) read_hands(root.at("hands"), context);
  if (root.has("events")) read_velocity_events(root.at("events"), context);
  if (context.model().bodies.empty()) bodies.fail("there is no body");
}

Scene read_scene(const JsonCursor& root, const std::filesystem::path& folder, const ReportProgress& progress) {
  check_version(root);
  root.require_keys(kSceneKeys);
  Scene scene;
  scene.name = std::filesystem::path(root.origin()).stem().string();
  scene.model.materials.clear();
  ReaderMemory memory;
  ReaderContext context{scene, folder, memory, 0, progress};
  root.read_whole("samples", context.samples, 0, 256);
  read_settings(root, scene);
  if (root.has("materials")) read_materials(root.at("materials"), scene.model);
  if (root.has("pairs")) read_pairs(root.at("pairs"), context);
  read_bodies(root, context);
  add_common_pairs(context);
  if (root.has("ignore")) read_ignored_pairs(root.at("ignore"), context);
  if (root.has("expect")) {
    const JsonCursor expect = root.at("expect");
    for (std::size_t i = 0; i < expect.size(); ++i) {
      scene.expectations.push_back(read_expectation(expect.item(i), context));
    }
  }
  compute_masses(scene.model);
  if (root.has("joints")) check_joints(root.at("joints"), context);
  return scene;
}

}  // namespace

Scene read_scene_text(const std::string& text, const std::string& origin, const std::filesystem::path& folder,
                      const ReportProgress& progress) {
  const auto document = parse_json(text, origin);
  Scene scene = read_scene(JsonCursor(*document, origin), folder, progress);
  try {
    prepare(scene, progress);
  } catch (const InputError& error) {
    JsonCursor(*document, origin).fail(error.what());
  }
  return scene;
}

Scene read_scene_text(const std::string& text, const std::string& origin) {
  return read_scene_text(text, origin, std::filesystem::path(origin).parent_path());
}

Scene read_scene_file(const std::string& path, const ReportProgress& progress) {
  return read_scene_text(read_text_file(path), path, std::filesystem::path(path).parent_path(), progress);
}

}  // namespace stiction
