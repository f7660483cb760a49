#include "base/cache_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <functional>
#include <system_error>
#include <thread>

#include "base/byte_stream.h"
#include "base/file.h"
#include "base/hash.h"

namespace stiction {
namespace {

constexpr std::uintmax_t kLargest = std::uintmax_t{4} << 30;  // of a file [bytes]
constexpr std::string_view kMark = "stiction ";

bool write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(fd, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

}  // namespace

std::uint64_t checksum(std::string_view bytes) {
  std::uint64_t sum = bytes.size();
  for (std::size_t i = 0; i < bytes.size(); i += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + i, std::min<std::size_t>(8, bytes.size() - i));
    sum = mix_hash(sum, word);
  }
  return sum;
}

bool write_cache_file(const std::filesystem::path& path, std::string_view bytes) {
  std::error_code error;
  std::filesystem::create_directories(path.parent_path(), error);
  std::filesystem::path temporary = path;
  temporary += fmt::format(".{}-{:x}.tmp", ::getpid(), std::hash<std::thread::id>()(std::this_thread::get_id()));
  const int fd = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (fd < 0) return false;
  const bool written = write_all(fd, bytes);
  const bool closed = ::close(fd) == 0;
  if (written && closed && ::rename(temporary.c_str(), path.c_str()) == 0) return true;
  ::unlink(temporary.c_str());
  return false;
}

std::string key_text(const CacheKey& key) {
  return fmt::format("{:016x}{:016x}", key.first, key.second);
}

std::string not_kept(const std::filesystem::path& path, const CacheKind& kind) {
  return fmt::format("the {} could not be kept in {}: it will be {} again next time", kind.name,
                     path.parent_path().string(), kind.made);
}

// Kind, format, key, checksum and length of the content, the content.
std::string sealed(const CacheKind& kind, const CacheKey& key, std::string_view content) {
  ByteWriter file;
  file.put(std::string_view(std::string(kMark).append(kind.name)));
  file.put(kind.format);
  file.put(key.first);
  file.put(key.second);
  file.put(checksum(content));
  file.put(content);
  return file.bytes();
}

std::string read_sealed_file(const std::filesystem::path& path, const CacheKind& kind, const CacheKey& key) {
  const std::string what = fmt::format("the {} {}", kind.name, path.string());
  const std::string bytes = read_whole_file(path.string(), kLargest, fmt::format("a {}", kind.name));
  const std::string mark = std::string(kMark).append(kind.name);
  ByteReader file(bytes, what);
  if (bytes.size() < 8 + mark.size() || bytes.compare(8, mark.size(), mark) != 0) {
    throw InputError(fmt::format("{} is no {}", what, kind.name));
  }
  file.get_text();
  if (file.get<std::uint32_t>() != kind.format) throw InputError(what + " has another format");
  CacheKey found;
  found.first = file.get<std::uint64_t>();
  found.second = file.get<std::uint64_t>();
  if (!(found == key)) throw InputError(fmt::format("{} belongs to {}", what, kind.of));
  const auto expected = file.get<std::uint64_t>();
  std::string content = file.get_text();
  if (file.remaining() > 0 || checksum(content) != expected) throw InputError(what + " is damaged");
  return content;
}

}  // namespace stiction
