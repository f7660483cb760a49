// Scene files: strict JSON in, a scene ready to run out. The format is described in docs (scene files).
#pragma once

#include <filesystem>
#include <string>

#include "scenes/scene.h"

namespace stiction {

// Throws InputError with one line that names the file, the place in it and the remedy:
//   scene.json: bodies[3].shape.size[1]: must be positive, got -1 [m]
Scene read_scene_file(const std::string& path, const ReportProgress& progress = {});

// `origin` is what errors call the text; files that the scene names are looked for beside it, or in `folder`.
Scene read_scene_text(const std::string& text, const std::string& origin);
Scene read_scene_text(const std::string& text, const std::string& origin, const std::filesystem::path& folder,
                      const ReportProgress& progress = {});

}  // namespace stiction
