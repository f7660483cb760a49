#include "recording/recording_info.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/byte_stream.h"
#include "base/error.h"
#include "recording/deflate.h"
#include "recording/version.h"
#include "stepping/simulation.h"

namespace stiction {
namespace {

using Json = nlohmann::ordered_json;

Json to_json(const RecordedBody& body) {
  const Vec3& c = body.center_of_mass;
  return {{"name", body.name}, {"fixed", body.fixed}, {"center_of_mass", Json::array({c.x(), c.y(), c.z()})}};
}

RecordedBody body_from(const Json& json) {
  const auto center = json.at("center_of_mass").get<std::array<double, 3>>();
  return {json.at("name").get<std::string>(), json.at("fixed").get<bool>(), Vec3(center[0], center[1], center[2])};
}

RecordingInfo info_from(const Json& json) {
  RecordingInfo info;
  info.program = json.at("program").get<std::string>();
  info.name = json.at("name").get<std::string>();
  info.step = json.at("step").get<double>();
  info.frame_interval = json.at("frame_interval").get<std::int64_t>();
  for (const Json& body : json.at("bodies")) info.bodies.push_back(body_from(body));
  info.scene = json.at("scene").dump();
  return info;
}

[[noreturn]] void fail(const std::string& path, const char* what) {
  throw InputError(fmt::format("{}: {}", path, what));
}

}  // namespace

RecordingInfo recording_info(const Simulation& simulation, const std::string& name, std::int64_t frame_interval,
                             const std::string& scene) {
  RecordingInfo info;
  info.program = version();
  info.name = name;
  info.step = simulation.step_size();
  info.frame_interval = frame_interval;
  for (const Body& body : simulation.model().bodies) info.bodies.push_back({body.name, body.fixed, body.mass.center});
  info.scene = scene;
  return info;
}

std::string recording_preamble(const RecordingInfo& info) {
  Json json = {{"program", info.program},
               {"name", info.name},
               {"step", info.step},
               {"frame_interval", info.frame_interval},
               {"bodies", Json::array()}};
  for (const RecordedBody& body : info.bodies) json["bodies"].push_back(to_json(body));
  std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  text.pop_back();  // the scene is put in as it is: it may be long
  text += ",\"scene\":" + info.scene + "}";
  ByteWriter bytes;
  bytes.append(kRecordingMagic.data(), kRecordingMagic.size());
  put_each(bytes, kRecordingFormat, static_cast<std::uint32_t>(text.size()), crc32_of(text));
  return bytes.bytes() + text;
}

std::uint64_t preamble_size(std::string_view bytes, const std::string& path) {
  if (!bytes.starts_with(kRecordingMagic)) fail(path, "this is not a recording of stiction");
  ByteReader reader(bytes.substr(kRecordingMagic.size()), path);
  const auto format = reader.get<std::uint32_t>();
  if (format != kRecordingFormat) {
    throw InputError(
        fmt::format("{}: a recording of format {}, this program reads format {}", path, format, kRecordingFormat));
  }
  return kPreambleStart + reader.get<std::uint32_t>();
}

std::uint32_t preamble_crc(std::string_view preamble) {
  return crc32_of(preamble.substr(kPreambleStart));
}

RecordingInfo read_preamble(std::string_view preamble, const std::string& path) {
  if (preamble.size() < preamble_size(preamble, path)) fail(path, "the recording is cut off in its first lines");
  ByteReader reader(preamble.substr(kPreambleStart - sizeof(std::uint32_t)), path);
  if (reader.get<std::uint32_t>() != preamble_crc(preamble)) fail(path, "the recording is damaged in its first lines");
  try {
    return info_from(Json::parse(preamble.substr(kPreambleStart)));
  } catch (const Json::exception&) {
    fail(path, "the recording's first lines are not as they should be");
  }
}

}  // namespace stiction
