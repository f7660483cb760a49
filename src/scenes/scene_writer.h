// Any scene as a scene file. Reading it again gives the same model, bit for bit.
#pragma once

#include <string>

#include "scenes/scene.h"

namespace stiction {

// Numbers are written with as many digits as they need to come back unchanged. Monitors written in code cannot be
// expressed in a file, and files may not expect anything after their duration: the description then names what was left
// out.
std::string write_scene(const Scene& scene);

// Could write_scene have written this text? Scenes that people write have other keys, spaces or line ends.
bool is_written_scene(const std::string& text);

}  // namespace stiction
