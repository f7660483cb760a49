// Files that can be made again at any time: kept in a cache folder, whole or not there at all.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

#include "base/cache_key.h"
#include "base/error.h"
#include "base/report_progress.h"

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
  std::string_view made;     // "computed": how it comes about
};

// The note about one that could not be written.
std::string not_kept(const std::filesystem::path& path, const CacheKind& kind);

// `content` with its kind, key and checksum in front.
std::string sealed(const CacheKind& kind, const CacheKey& key, std::string_view content);
// The content of a sealed file. Throws InputError with the reason if it is missing, damaged, cut off, of another format
// or sealed with another key.
std::string read_sealed_file(const std::filesystem::path& path, const CacheKind& kind, const CacheKey& key);

// What `read()` finds at `path`, else what `make()` returns, which is kept there as pack(made) says. What stands in the
// way of the file (damage, another key, a folder that cannot be written) is told through `progress`.
template <class Read, class Make, class Pack>
auto found_or_made(const std::filesystem::path& path, const CacheKind& kind, const CacheKey& key,
                   const ReportProgress& progress, const Read& read, const Make& make, const Pack& pack) {
  std::error_code error;
  if (std::filesystem::exists(path, error)) {
    try {
      return read();
    } catch (const InputError& refused) {
      if (progress) progress(std::string(refused.what()).append("; ").append(kind.made).append(" anew"), kProgressNote);
    }
  }
  auto made = make();
  if (!write_cache_file(path, sealed(kind, key, pack(made))) && progress) {
    progress(not_kept(path, kind), kProgressNote);
  }
  return made;
}

}  // namespace stiction
