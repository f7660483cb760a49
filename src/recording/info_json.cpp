#include "recording/info_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "recording/recorded_json.h"
#include "scenes/reader/json_cursor.h"
#include "scenes/reader/json_text.h"

namespace stiction {
namespace {

using recorded_json::Json;

constexpr int kMostItems = std::numeric_limits<int>::max();  // of a list, and vertices of a surface
constexpr double kUnitTolerance = 1e-6;                      // of a normal's length

// Far beyond what scenes may say. Sums, squares and products of these do not overflow.
constexpr double kHuge = 1e60;
constexpr NumberRule number(const char* unit) {
  return {.min = -kHuge, .max = kHuge, .unit = unit};
}
constexpr NumberRule not_below_zero(const char* unit) {
  return {.min = 0, .max = kHuge, .unit = unit};
}

int index_below(const JsonCursor& json, std::size_t count, int least = 0) {
  return static_cast<int>(json.whole(least, static_cast<std::int64_t>(count) - 1));
}

PlaneShape plane_from(const JsonCursor& json) {
  PlaneShape plane{json.at("normal").vector(number("")), json.at("offset").number(number("m"))};
  if (!(std::abs(plane.normal.norm() - 1) < kUnitTolerance)) json.at("normal").fail("must be of unit length");
  return plane;
}

std::uint32_t deforming_from(const JsonCursor& json, const RecordedBody& body,
                             const std::vector<ShownSurface>& surfaces) {
  const std::int64_t count = json.whole(0, kMostItems);
  if (count == 0) return 0;
  if (body.surface < 0) json.fail("must be 0: the body has no surface");
  if (body.plane) json.fail("must be 0: the body is a plane");
  const std::size_t vertices = surfaces[static_cast<std::size_t>(body.surface)].vertex_count();
  if (static_cast<std::size_t>(count) != vertices) {
    json.fail(fmt::format("must be 0 or {}, the vertices of the body's surface, got {}", vertices, count));
  }
  return static_cast<std::uint32_t>(count);
}

RecordedBody body_from(const JsonCursor& json, const RecordingInfo& info) {
  RecordedBody body;
  body.name = json.at("name").text();
  body.fixed = json.at("fixed").boolean();
  body.scripted = json.at("scripted").boolean();
  body.material = index_below(json.at("material"), info.materials.size());
  body.mass = json.at("mass").number(not_below_zero("kg"));
  body.center_of_mass = json.at("center_of_mass").vector(number("m"));
  body.surface = index_below(json.at("surface"), info.surfaces.size(), -1);
  if (json.has("plane")) body.plane = plane_from(json.at("plane"));
  body.deforming = deforming_from(json.at("deforming"), body, info.surfaces);
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

// Sizes only: the numbers come after the text. `room`: bytes that are left for this surface and those after it.
ShownSurface surface_from(const JsonCursor& json, std::size_t& room) {
  const auto vertices = static_cast<std::size_t>(json.at("vertices").whole(0, kMostItems));
  const auto triangles = static_cast<std::size_t>(json.at("triangles").whole(0, kMostItems));
  constexpr std::size_t kBytes = 3 * sizeof(float);
  if (kBytes * (vertices + triangles) > room) json.fail("has more vertices and triangles than the file can hold");
  room -= kBytes * (vertices + triangles);
  ShownSurface surface;
  surface.vertices.resize(3 * vertices);
  surface.triangles.resize(3 * triangles);
  surface.smooth = json.at("smooth").boolean();
  return surface;
}

RecordedMaterial material_from(const JsonCursor& json) {
  return {json.at("name").text(), json.at("density").number(not_below_zero("kg/m^3")),
          json.at("friction").number(not_below_zero(""))};
}

// Calls read(item) with every item of a list.
template <typename Read>
void for_each_item(const JsonCursor& list, const Read& read) {
  for (std::size_t i = 0; i < list.size(); ++i) read(list.item(i));
}

RecordingInfo info_from(const JsonCursor& json, std::size_t surface_bytes) {
  RecordingInfo info;
  info.program = json.at("program").text();
  info.name = json.at("name").text();
  info.description = json.at("description").text();
  info.step = json.at("step").number({.min = 1 / kHuge, .max = kHuge, .unit = "s", .positive = true});
  info.frame_interval = json.at("frame_interval").whole(1, kMostFrameInterval);
  info.gravity = json.at("gravity").vector(number("m/s^2"));
  info.solver = json.at("solver").at("name").text();
  info.tolerance = json.at("solver").at("tolerance").number(not_below_zero(""));
  for_each_item(json.at("materials"), [&](const JsonCursor& m) { info.materials.push_back(material_from(m)); });
  std::size_t room = surface_bytes;
  for_each_item(json.at("surfaces"), [&](const JsonCursor& s) { info.surfaces.push_back(surface_from(s, room)); });
  for_each_item(json.at("bodies"), [&](const JsonCursor& body) { info.bodies.push_back(body_from(body, info)); });
  for_each_item(json.at("hands"),
                [&](const JsonCursor& hand) { info.hands.push_back(index_below(hand, info.bodies.size())); });
  return info;
}

}  // namespace

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

RecordingInfo info_from_text(const std::string& text, std::size_t surface_bytes, const std::string& path) {
  const std::unique_ptr<Json> json = parse_json(text, path);
  const JsonCursor cursor(*json, path);
  RecordingInfo info = info_from(cursor, surface_bytes);
  if (!cursor.at("scene").is_object()) cursor.at("scene").fail("must be an object");
  info.scene = json->at("scene").dump();
  return info;
}

}  // namespace stiction
