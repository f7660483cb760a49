#include "recording/recording_preamble.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/byte_stream.h"
#include "base/error.h"
#include "recording/deflate.h"
#include "recording/info_json.h"

namespace stiction {
namespace {

constexpr const char* kRemedy = "run the scene again";

// Vertices and triangles of all surfaces, one surface after the other.
std::string surface_bytes(const std::vector<ShownSurface>& surfaces) {
  ByteWriter bytes;
  for (const ShownSurface& surface : surfaces) {
    bytes.append(surface.vertices.data(), surface.vertices.size() * sizeof(float));
    bytes.append(surface.triangles.data(), surface.triangles.size() * sizeof(std::uint32_t));
  }
  return bytes.bytes();
}

std::size_t surface_size(const std::vector<ShownSurface>& surfaces) {
  std::size_t size = 0;
  for (const ShownSurface& s : surfaces) size += 4 * (s.vertices.size() + s.triangles.size());
  return size;
}

bool is_sound(const ShownSurface& surface) {
  const auto is_vertex = [&](std::uint32_t vertex) { return vertex < surface.vertex_count(); };
  return std::ranges::all_of(surface.vertices, [](float x) { return std::isfinite(x); }) &&
         std::ranges::all_of(surface.triangles, is_vertex);
}

// False if the bytes are not those of the surfaces, whose sizes are known already.
bool fill_surfaces(std::string_view packed, std::vector<ShownSurface>& surfaces) {
  std::string raw;
  if (!inflate_exactly(packed, surface_size(surfaces), raw)) return false;
  const char* at = raw.data();
  const auto copy = [&at](auto& numbers) {
    if (numbers.empty()) return;
    std::memcpy(numbers.data(), at, 4 * numbers.size());
    at += 4 * numbers.size();
  };
  for (ShownSurface& surface : surfaces) {
    copy(surface.vertices);
    copy(surface.triangles);
    if (!is_sound(surface)) return false;
  }
  return true;
}

[[noreturn]] void fail(const std::string& path, const char* what) {
  throw InputError(fmt::format("{}: {}", path, what));
}

}  // namespace

std::string recording_preamble(const RecordingInfo& info) {
  const std::string text = info_text(info);
  std::string rest = text;
  Deflater(DeflateEffort::kSmall).compress(surface_bytes(info.surfaces), rest);
  ByteWriter bytes;
  bytes.append(kRecordingMagic.data(), kRecordingMagic.size());
  put_each(bytes, kRecordingFormat, static_cast<std::uint32_t>(text.size()),
           static_cast<std::uint32_t>(rest.size() - text.size()), crc32_of(rest));
  return bytes.bytes() + rest;
}

std::uint64_t preamble_size(std::string_view bytes, const std::string& path) {
  if (!bytes.starts_with(kRecordingMagic))
    fail(path, "this is not a recording; the recording.stic in the folder of a run with --out is one");
  ByteReader reader(bytes.substr(kRecordingMagic.size()), path);
  const auto format = reader.get<std::uint32_t>();
  if (format != kRecordingFormat) {
    throw InputError(
        fmt::format("{}: a recording of format {}, this program reads format {}; run the scene again, or read it with "
                    "the version of the program that wrote it",
                    path, format, kRecordingFormat));
  }
  const std::uint64_t text = reader.get<std::uint32_t>();
  return kPreambleStart + text + reader.get<std::uint32_t>();
}

std::uint32_t preamble_crc(std::string_view preamble) {
  return crc32_of(preamble.substr(kPreambleStart));
}

RecordingInfo read_preamble(std::string_view preamble, const std::string& path) {
  if (preamble.size() < preamble_size(preamble, path)) fail(path, "the recording is cut off in its first lines");
  ByteReader reader(preamble.substr(kRecordingMagic.size() + sizeof kRecordingFormat), path);
  std::uint32_t text_size = 0, packed_size = 0, crc = 0;
  get_each(reader, text_size, packed_size, crc);
  if (crc != preamble_crc(preamble)) fail(path, "the recording is damaged in its first lines");
  try {
    const std::string text(preamble.substr(kPreambleStart, text_size));
    RecordingInfo info = info_from_text(text, most_inflated(packed_size), path);
    if (!fill_surfaces(preamble.substr(kPreambleStart + text_size), info.surfaces)) {
      fail(path, "the surfaces of its bodies are damaged or name vertices that they do not have");
    }
    return info;
  } catch (const InputError& error) {
    throw InputError(fmt::format("{}; {}", error.what(), kRemedy));
  }
}

}  // namespace stiction
