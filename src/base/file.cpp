#include "base/file.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "base/error.h"

namespace stiction {

std::string read_whole_file(const std::string& path, std::uintmax_t max_size, std::string_view what) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status)) {
    const bool absent = status.type() == fs::file_type::not_found;
    throw InputError(fmt::format("{}: {}", path, absent ? "no such file" : error.message()));
  }
  if (fs::is_directory(status)) throw InputError(fmt::format("{}: is a folder, not a file", path));
  if (!fs::is_regular_file(status)) throw InputError(fmt::format("{}: is not a regular file", path));
  std::ifstream file(path, std::ios::binary);
  if (!file) throw InputError(fmt::format("{}: cannot be read: {}", path, std::strerror(errno)));
  const std::uintmax_t size = fs::file_size(path, error);
  if (error) throw InputError(fmt::format("{}: cannot be read: {}", path, error.message()));
  if (size > max_size) {
    throw InputError(fmt::format("{}: {} bytes are more than {} can have ({})", path, size, what, max_size));
  }
  std::string bytes(static_cast<std::size_t>(size), '\0');
  file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  if (static_cast<std::uintmax_t>(file.gcount()) != size) {
    throw InputError(fmt::format("{}: cannot be read to its end", path));
  }
  return bytes;
}

}  // namespace stiction
