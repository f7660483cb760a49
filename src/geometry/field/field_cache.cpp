#include "geometry/field/field_cache.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <system_error>
#include <thread>

#include "base/error.h"
#include "base/hash.h"
#include "geometry/field/mesh_fingerprint.h"
#include "geometry/field/mesh_geometry.h"

namespace stiction {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMagic = "stiction distance field";
constexpr std::uint32_t kFormat = 1;  // to be raised whenever fields are built or stored differently

std::uint64_t checksum(std::string_view bytes) {
  std::uint64_t sum = bytes.size();
  for (std::size_t i = 0; i < bytes.size(); i += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + i, std::min<std::size_t>(8, bytes.size() - i));
    sum = mix_hash(sum, word);
  }
  return sum;
}

// Magic, format, length and checksum of the rest, the rest.
std::string packed(const DistanceField& field) {
  ByteWriter body, file;
  field.save(body);
  file.put(kMagic);
  file.put(kFormat);
  file.put(checksum(body.bytes()));
  file.put(std::string_view(body.bytes()));
  return file.bytes();
}

std::optional<DistanceField> unpacked(std::string_view bytes, const TriangleMesh& mesh, const MeshTopology& topology,
                                      double cell, double band) {
  try {
    ByteReader file(bytes, "stored distance field");
    if (file.get_text() != kMagic || file.get<std::uint32_t>() != kFormat) return {};
    const auto expected = file.get<std::uint64_t>();
    const std::string body = file.get_text();
    if (file.remaining() > 0 || checksum(body) != expected) return {};
    ByteReader in(body, "stored distance field");
    DistanceField field = DistanceField::load(in, mesh, topology);
    if (in.remaining() > 0 || field.cell() != cell || field.band() != band) return {};
    return field;
  } catch (const InputError&) {
    return {};  // not a field of this mesh: to be built anew
  }
}

std::optional<std::string> file_bytes(const fs::path& path) {
  std::error_code error;
  if (!fs::is_regular_file(path, error)) return {};
  std::ifstream in(path, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(in), {}};
  if (!in.good() && !in.eof()) return {};
  return bytes;
}

bool write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(fd, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

// Writes a file of another name and renames it. Failing is no error: the field is built again next time.
void try_to_store(const fs::path& path, std::string_view bytes) {
  std::error_code error;
  fs::create_directories(path.parent_path(), error);
  fs::path temporary = path;
  temporary += fmt::format(".{}-{:x}.tmp", ::getpid(), std::hash<std::thread::id>()(std::this_thread::get_id()));
  const int fd = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (fd < 0) return;
  const bool written = write_all(fd, bytes);
  const bool closed = ::close(fd) == 0;
  if (!written || !closed || ::rename(temporary.c_str(), path.c_str()) != 0) ::unlink(temporary.c_str());
}

}  // namespace

fs::path field_cache_file(const TriangleMesh& mesh, double cell, double band, const fs::path& folder) {
  MeshFingerprint name = mesh_fingerprint(mesh);
  for (std::uint64_t word :
       {static_cast<std::uint64_t>(kFormat), std::bit_cast<std::uint64_t>(cell), std::bit_cast<std::uint64_t>(band)}) {
    name.first = mix_hash(name.first, word);
    name.second = mix_hash(name.second, ~word);
  }
  return folder / fmt::format("field-{:016x}{:016x}.bin", name.first, name.second);
}

DistanceField cached_field(const TriangleMesh& mesh, const MeshTopology& topology, double cell, double band,
                           const fs::path& folder) {
  if (folder.empty()) return {mesh, topology, cell, band};
  const fs::path path = field_cache_file(mesh, cell, band, folder);
  if (const auto bytes = file_bytes(path)) {
    if (auto field = unpacked(*bytes, mesh, topology, cell, band)) return *std::move(field);
  }
  DistanceField field(mesh, topology, cell, band);
  try_to_store(path, packed(field));
  return field;
}

fs::path default_cache_folder() {
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return fs::path(value ? value : "");
  };
  if (fs::path own = variable("STICTION_CACHE"); !own.empty()) return own;
  if (const fs::path shared = variable("XDG_CACHE_HOME"); !shared.empty()) return shared / "stiction";
  if (const fs::path home = variable("HOME"); !home.empty()) return home / ".cache" / "stiction";
  return {};
}

}  // namespace stiction
