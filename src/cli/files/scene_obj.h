// The bodies of a scene or of a moment of a recording as one OBJ file, for other programs and for pictures.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

#include "recording/recording_reader.h"
#include "scenes/scene.h"

namespace stiction {

// World coordinates [m], one object (`o`) per body with its name; planes have no end and are left out. Bodies are where
// the scene starts. Throws OutputLost.
void write_scene_obj(const Scene& scene, const std::filesystem::path& to);

// Bodies as in the last frame at or before `step`, or in the last frame that can be read. Returns the frame's step.
// Throws InputError if it is damaged or if there is none, OutputLost.
std::int64_t write_recording_obj(RecordingReader& recording, std::optional<std::int64_t> step,
                                 const std::string& origin, const std::filesystem::path& to);

}  // namespace stiction
