// Files that can be made again at any time: kept in a cache folder, whole or not there at all.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>

namespace stiction {

// Tells damaged bytes from sound ones.
std::uint64_t checksum(std::string_view bytes);

// Writes a file of another name and renames it; makes the folder if it is missing. Several processes and threads may
// write the same one. False if that fails, nothing is left behind then.
bool write_cache_file(const std::filesystem::path& path, std::string_view bytes);

}  // namespace stiction
