#include "geometry/field/field_cache.h"

#include <fmt/format.h>

#include <bit>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <system_error>

#include "base/cache_file.h"
#include "base/error.h"
#include "base/hash.h"
#include "geometry/field/mesh_fingerprint.h"
#include "geometry/field/mesh_geometry.h"

namespace stiction {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMagic = "stiction distance field";
constexpr std::uint32_t kFormat = 1;  // to be raised whenever fields are built or stored differently

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
                           const fs::path& folder, const ReportProgress& progress) {
  if (folder.empty()) return {mesh, topology, cell, band, progress};
  const fs::path path = field_cache_file(mesh, cell, band, folder);
  if (const auto bytes = file_bytes(path)) {
    if (auto field = unpacked(*bytes, mesh, topology, cell, band)) return *std::move(field);
  }
  DistanceField field(mesh, topology, cell, band, progress);
  write_cache_file(path, packed(field));  // failing is no error: the field is built again next time
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
