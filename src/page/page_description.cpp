#include "page/page_description.h"

#include "base/base64.h"
#include "recording/recorded_json.h"
#include "stepping/simulation.h"

namespace stiction {
namespace {

using recorded_json::Json;

constexpr int kFormat = 1;

template <typename Number>
std::string base64_of_numbers(const std::vector<Number>& numbers) {
  return base64_of({reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(Number)});
}

Json to_json(const PageUnits& units) {
  return {{"position", units.position}, {"rotation", units.rotation},
          {"velocity", units.velocity}, {"angular_velocity", units.angular_velocity},
          {"force", units.force},       {"gap", units.gap},
          {"normal", units.normal}};
}

Json to_json(const ShownSurface& surface) {
  return {{"vertices", base64_of_numbers(surface.vertices)},
          {"triangles", base64_of_numbers(surface.triangles)},
          {"smooth", surface.smooth}};
}

Json to_json(const PageChunk& chunk) {
  return {{"first", chunk.first}, {"frames", chunk.frames}, {"begin", chunk.begin}, {"end", chunk.end}};
}

template <typename Item>
Json list_of(const std::vector<Item>& items) {
  Json list = Json::array();
  for (const Item& item : items) list.push_back(to_json(item));
  return list;
}

Json hands_of(const RecordingInfo& info) {
  Json hands = Json::array();
  for (const int body : info.hands) hands.push_back({{"body", body}});
  return hands;
}

Json stages() {
  Json names = Json::array();
  for (std::size_t i = 0; i < kStageCount; ++i) names.push_back(stage_name(static_cast<Stage>(i)));
  return names;
}

Json described(const PageScene& scene) {
  const RecordingInfo& info = scene.info;
  return {{"format", kFormat},
          {"program", info.program},
          {"name", info.name},
          {"description", info.description},
          {"step", info.step},
          {"gravity", recorded_json::of(info.gravity)},
          {"solver", {{"name", info.solver}, {"tolerance", info.tolerance}}},
          {"units", to_json(scene.units)},
          {"materials", recorded_json::list_of(info.materials)},
          {"surfaces", list_of(info.surfaces)},
          {"bodies", recorded_json::list_of(info.bodies)},
          {"hands", hands_of(info)},
          {"stages", stages()},
          {"extent", {{"min", recorded_json::of(scene.extent.min)}, {"max", recorded_json::of(scene.extent.max)}}},
          {"weight", scene.weight}};
}

std::string text_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

std::string page_description(const PageScene& scene) {
  return text_of(described(scene));
}

std::string page_description(const PageScene& scene, const std::vector<PageChunk>& chunks) {
  Json json = described(scene);
  std::uint64_t frames = 0;
  for (const PageChunk& chunk : chunks) frames += chunk.frames;
  json["chunks"] = list_of(chunks);
  json["frame_count"] = frames;
  return text_of(json);
}

std::string page_description(const PageScene& scene, const std::string& live) {
  std::string text = page_description(scene);
  text.pop_back();
  return text + ",\"live\":" + live + "}";
}

}  // namespace stiction
