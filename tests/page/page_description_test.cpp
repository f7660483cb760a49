#include "page/page_description.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "page/decoding.h"
#include "recording/frames.h"

namespace stiction {
namespace {

using Json = nlohmann::json;

PageScene scene_of(std::size_t bodies) {
  Frame start;
  start.bodies.resize(bodies);
  return page_scene(test::info_of(bodies), start);
}

template <typename Number>
std::vector<Number> numbers_of(const std::string& text) {
  const std::string bytes = test::from_base64(text);
  std::vector<Number> numbers(bytes.size() / sizeof(Number));
  std::memcpy(numbers.data(), bytes.data(), bytes.size());
  return numbers;
}

TEST(PageDescription, SaysWhatTheSceneIs) {
  const PageScene scene = scene_of(4);
  const Json json = Json::parse(page_description(scene));
  EXPECT_EQ(json["format"], 1);
  EXPECT_EQ(json["program"], "0.0.0");
  EXPECT_EQ(json["name"], scene.info.name);
  EXPECT_EQ(json["description"], "for tests");
  EXPECT_EQ(json["step"], scene.info.step);
  EXPECT_EQ(json["gravity"], Json({0, 0.5, -9.0}));
  EXPECT_EQ(json["solver"], Json({{"name", "staggered"}, {"tolerance", 1e-7}}));
  EXPECT_EQ(json["materials"], Json::parse(R"([{"name": "stone", "friction": 0.6, "density": 2400.0}])"));
  EXPECT_EQ(json["hands"], Json::parse(R"([{"body": 1}])"));
  EXPECT_EQ(json["stages"], Json({"predict", "collide", "assemble", "solve", "judge", "advance"}));
  EXPECT_EQ(json["weight"], scene.weight);
  EXPECT_EQ(json["units"]["position"], scene.units.position);
  EXPECT_EQ(json["units"].size(), 7U);
  EXPECT_EQ(json["extent"]["max"][2], scene.extent.max.z());
  EXPECT_FALSE(json.contains("chunks"));
  EXPECT_FALSE(json.contains("live"));
}

TEST(PageDescription, HasBodiesWithTheirSurfaces) {
  const PageScene scene = scene_of(4);
  const Json json = Json::parse(page_description(scene));
  ASSERT_EQ(json["bodies"].size(), 4U);
  const Json& plane = json["bodies"][0];
  EXPECT_EQ(plane["surface"], -1);
  EXPECT_EQ(plane["plane"], Json::parse(R"({"normal": [0.0, 1.0, 0.0], "offset": 0.25})"));
  EXPECT_EQ(plane["mass"], 0);
  const Json& body = json["bodies"][3];
  EXPECT_EQ(body["name"], "body 3");
  EXPECT_EQ(body["surface"], 1);
  EXPECT_EQ(body["mass"], 4.5);
  EXPECT_EQ(body["fixed"], false);
  EXPECT_EQ(body["scripted"], false);
  EXPECT_EQ(body["material"], 0);
  EXPECT_EQ(body["deforming"], 0);
  EXPECT_FALSE(body.contains("plane"));
  ASSERT_EQ(json["surfaces"].size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) {
    const ShownSurface& surface = scene.info.surfaces[i];
    EXPECT_EQ(numbers_of<float>(json["surfaces"][i]["vertices"]), surface.vertices);
    EXPECT_EQ(numbers_of<std::uint32_t>(json["surfaces"][i]["triangles"]), surface.triangles);
    EXPECT_EQ(json["surfaces"][i]["smooth"], surface.smooth);
  }
}

TEST(PageDescription, OfReplaysListsTheChunks) {
  const Json json =
      Json::parse(page_description(scene_of(1), std::vector<PageChunk>{{0, 50, 0, 0.5}, {50, 7, 0.51, 0.6}}));
  EXPECT_EQ(json["frame_count"], 57);
  EXPECT_EQ(json["chunks"][1], Json::parse(R"({"first": 50, "frames": 7, "begin": 0.51, "end": 0.6})"));
}

TEST(PageDescription, OfLiveViewsHasWhatTheSessionSays) {
  const Json json = Json::parse(page_description(scene_of(1), R"({"rate_hz": 100})"));
  EXPECT_EQ(json["live"]["rate_hz"], 100);
  EXPECT_EQ(json["name"], test::info_of(1).name);
}

}  // namespace
}  // namespace stiction
