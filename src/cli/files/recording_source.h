// Recordings as people name them: the file itself, or the folder of the run.
#pragma once

#include <string>

namespace stiction {

// The recording.stic of the folder `text`; any other text as it is. Throws InputError if the folder has none.
std::string recording_in(const std::string& text);

// The same where a scene may be meant too: a name of the gallery stays one, even if a folder has it.
std::string recording_or_scene(const std::string& text);

}  // namespace stiction
