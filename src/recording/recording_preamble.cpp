#include "recording/recording_preamble.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "base/byte_stream.h"
#include "base/error.h"
#include "recording/deflate.h"
#include "recording/recorded_json.h"

namespace stiction {
namespace {

using recorded_json::Json;

Vec3 vec3_from(const Json& json) {
  const auto numbers = json.get<std::array<double, 3>>();
  return {numbers[0], numbers[1], numbers[2]};
}

RecordedBody body_from(const Json& json) {
  RecordedBody body;
  json.at("name").get_to(body.name);
  json.at("fixed").get_to(body.fixed);
  json.at("scripted").get_to(body.scripted);
  json.at("material").get_to(body.material);
  json.at("mass").get_to(body.mass);
  body.center_of_mass = vec3_from(json.at("center_of_mass"));
  json.at("surface").get_to(body.surface);
  if (json.contains("plane")) {
    const Json& plane = json.at("plane");
    body.plane = PlaneShape{vec3_from(plane.at("normal")), plane.at("offset").get<double>()};
  }
  json.at("deforming").get_to(body.deforming);
  return body;
}

Json surface_sizes(const std::vector<ShownSurface>& surfaces) {
  Json list = Json::array();
  for (const ShownSurface& surface : surfaces) {
    list.push_back(
        {{"vertices", surface.vertex_count()}, {"triangles", surface.triangle_count()}, {"smooth", surface.smooth}});
  }
  return list;
}

// Sizes only: the numbers come after the text. `room`: bytes that can have been packed.
ShownSurface surface_from(const Json& json, std::size_t& room) {
  const auto vertices = json.at("vertices").get<std::size_t>(), triangles = json.at("triangles").get<std::size_t>();
  constexpr std::size_t kBytes = 3 * sizeof(float);
  if (std::max(vertices, triangles) > room / kBytes || kBytes * (vertices + triangles) > room) throw InputError("size");
  room -= kBytes * (vertices + triangles);
  ShownSurface surface;
  surface.vertices.resize(3 * vertices);
  surface.triangles.resize(3 * triangles);
  json.at("smooth").get_to(surface.smooth);
  return surface;
}

std::string info_text(const RecordingInfo& info) {
  const Json json = {{"program", info.program},
                     {"name", info.name},
                     {"description", info.description},
                     {"step", info.step},
                     {"frame_interval", info.frame_interval},
                     {"gravity", recorded_json::of(info.gravity)},
                     {"solver", {{"name", info.solver}, {"tolerance", info.tolerance}}},
                     {"materials", recorded_json::list_of(info.materials)},
                     {"bodies", recorded_json::list_of(info.bodies)},
                     {"hands", info.hands},
                     {"surfaces", surface_sizes(info.surfaces)}};
  std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  text.pop_back();  // the scene is put in as it is: it may be long
  return text + ",\"scene\":" + info.scene + "}";
}

void require_indices(const RecordingInfo& info) {
  const auto below = [](int index, std::size_t count) { return index < static_cast<int>(count); };
  for (const RecordedBody& body : info.bodies) {
    if (body.surface < -1 || !below(body.surface, info.surfaces.size())) throw InputError("surface");
    if (body.material < 0 || !below(body.material, info.materials.size())) throw InputError("material");
  }
  for (const int hand : info.hands) {
    if (hand < 0 || !below(hand, info.bodies.size())) throw InputError("hand");
  }
}

RecordingInfo info_from(const Json& json, std::size_t packed_surfaces) {
  RecordingInfo info;
  json.at("program").get_to(info.program);
  json.at("name").get_to(info.name);
  json.at("description").get_to(info.description);
  json.at("step").get_to(info.step);
  json.at("frame_interval").get_to(info.frame_interval);
  info.gravity = vec3_from(json.at("gravity"));
  json.at("solver").at("name").get_to(info.solver);
  json.at("solver").at("tolerance").get_to(info.tolerance);
  for (const Json& m : json.at("materials")) {
    info.materials.push_back(
        {m.at("name").get<std::string>(), m.at("density").get<double>(), m.at("friction").get<double>()});
  }
  for (const Json& body : json.at("bodies")) info.bodies.push_back(body_from(body));
  json.at("hands").get_to(info.hands);
  std::size_t room = most_inflated(packed_surfaces);
  for (const Json& surface : json.at("surfaces")) info.surfaces.push_back(surface_from(surface, room));
  info.scene = json.at("scene").dump();
  require_indices(info);
  return info;
}

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
    for (const std::uint32_t vertex : surface.triangles) {
      if (vertex >= surface.vertex_count()) return false;
    }
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
  constexpr const char* kWrong = "the recording's first lines are not as they should be";
  try {
    RecordingInfo info = info_from(Json::parse(preamble.substr(kPreambleStart, text_size)), packed_size);
    if (!fill_surfaces(preamble.substr(kPreambleStart + text_size), info.surfaces)) fail(path, kWrong);
    return info;
  } catch (const Json::exception&) {
    fail(path, kWrong);
  } catch (const InputError&) {
    fail(path, kWrong);
  }
}

}  // namespace stiction
