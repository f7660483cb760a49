// Files that can be made again at any time: kept in a cache folder, whole or not there at all.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "base/cache_key.h"

namespace stiction {

// Tells damaged bytes from sound ones.
std::uint64_t checksum(std::string_view bytes);

// Writes a file of another name and renames it; makes the folder if it is missing. Several processes and threads may
// write the same one. False if that fails, nothing is left behind then.
bool write_cache_file(const std::filesystem::path& path, std::string_view bytes);

// What a cache holds: in errors, and at the start of its files.
struct CacheKind {
  std::string_view name;     // "modal basis"
  std::uint32_t format = 1;  // to be raised whenever the content is computed or stored differently
  std::string_view of;       // "another mesh or number of modes": what another key means
};

// `content` with its kind, key and checksum in front.
std::string sealed(const CacheKind& kind, const CacheKey& key, std::string_view content);
// The content of a sealed file. Throws InputError with the reason if it is missing, damaged, cut off, of another format
// or sealed with another key.
std::string read_sealed_file(const std::filesystem::path& path, const CacheKind& kind, const CacheKey& key);

}  // namespace stiction
