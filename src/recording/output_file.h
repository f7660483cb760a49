// Files that appear whole or not at all.
#pragma once

#include <filesystem>
#include <string_view>

namespace stiction {

// Throws InputError, naming `path` and the reason, if a file could not be written there. Leaves nothing behind.
// Called before a run, so that hours of simulation are not lost to a mistyped folder.
void require_writable(const std::filesystem::path& path);

// Creates the folder and its parents. Throws InputError if that is impossible or if nothing can be written into it.
void prepare_folder(const std::filesystem::path& folder);

// Writes a temporary file beside `path` and renames it, so that readers see the old text or the new one.
// Devices and pipes are written directly. Throws SimulationError if the text does not reach the file.
void write_file(const std::filesystem::path& path, std::string_view text);

}  // namespace stiction
