// From what the user typed to a scene that is ready to run.
#pragma once

#include <cstdint>
#include <string>

#include "cli/arguments/arguments.h"
#include "scenes/scene.h"

namespace stiction {

// A text with a / or ending in .json names a file, any other a gallery scene.
bool names_scene_file(const std::string& text);

// With notes on bodies that overlap at the start. Tells on standard error how bodies are made, if that takes long and
// it shall not be quiet. Throws InputError on an unknown name, a bad file, bad parameters, or
// parameters given for a file.
Scene load_scene(const std::string& text, const Settings& settings, bool quiet = false);

// The scene with solver, step and duration as the user wants them. Throws InputError on impossible wishes.
Scene scene_for_run(const RunArguments& arguments);

// Steps that cover the scene's duration. Throws InputError, which begins with `origin` (a file or an option), if there
// is not at least one, or absurdly many.
std::int64_t step_count(const Scene& scene, const std::string& origin = "scene");

}  // namespace stiction
