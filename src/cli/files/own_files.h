// The files of a run folder: does replacing them destroy someone else's?
#pragma once

#include <filesystem>

namespace stiction {

// Throws InputError, naming the file, if scene.json, recording.stic, checkpoint, report.json or replay.html in `folder`
// has contents that no run has written. Files that are missing or empty are no one's.
void require_own_files(const std::filesystem::path& folder);

}  // namespace stiction
