// Remarks to the user on standard error, beside the result.
#pragma once

#include <string>

#include "scenes/scene.h"

namespace stiction {

// "stiction: note: ..." on one line.
void print_note(const std::string& text);

// What the reader changed in the scene's files, and which bodies start inside others.
void print_notes(const Scene& scene);

}  // namespace stiction
