#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/program.h"
#include "scenes/gallery.h"

namespace stiction {
namespace {

using Json = nlohmann::json;

class Scenes : public ProgramTest {};

TEST_F(Scenes, TheTableNamesEveryScene) {
  const Outcome outcome = run({"scenes"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  for (const GalleryEntry& entry : gallery()) {
    EXPECT_NE(("\n" + outcome.out).find("\n" + entry.name + " "), std::string::npos) << entry.name;
  }
}

TEST_F(Scenes, JsonHasEverySceneWithItsParameters) {
  const Outcome outcome = run({"scenes", "--json"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const Json json = Json::parse(outcome.out);
  ASSERT_EQ(json.size(), gallery().size());
  for (std::size_t i = 0; i < json.size(); ++i) {
    EXPECT_EQ(json[i]["name"], gallery()[i].name);
    EXPECT_EQ(json[i]["parameters"].size(), gallery()[i].parameters.size());
    EXPECT_TRUE(json[i]["dofs"].is_null() || json[i]["dofs"] > 0);
    EXPECT_EQ(json[i]["expected"].size(), json[i]["expectations"]);
  }
}

TEST_F(Scenes, TheTableHasOneLineAScene) {
  const std::string table = run({"scenes"}).out;
  EXPECT_LE(std::count(table.begin(), table.end(), '\n'), static_cast<std::ptrdiff_t>(gallery().size()) + 3);
  EXPECT_GT(run({"scenes", "--long"}).out.size(), 3 * table.size());
}

TEST_F(Scenes, AWordFindsTheScenesThatMentionIt) {
  const Outcome named = run({"scenes", "arch"}), word = run({"scenes", "CARDS"});
  EXPECT_NE(named.out.find("\narch-keystone "), std::string::npos) << named.out;
  EXPECT_EQ(word.status, 0) << word.err;
  EXPECT_NE(("\n" + word.out).find("\ncard-house "), std::string::npos) << word.out;
  EXPECT_EQ(word.out.find("incline"), std::string::npos) << word.out;
}

TEST_F(Scenes, ExportTakesItsFormatFromTheEndingOfTheFile) {
  ASSERT_EQ(run({"export", "stack", "--out", path("s.obj")}).status, 0);
  EXPECT_NE(text_of(path("s.obj")).find("\nv "), std::string::npos);
  ASSERT_EQ(run({"export", "stack", "--out", path("s")}).status, 0);
  EXPECT_EQ(Json::parse(text_of(path("s")))["stiction"], 1);
  expect_refusal(run({"export", "stack", "--out", path("s.glb")}), "\".glb\" names no known format");
}

TEST_F(Scenes, ExportWritesToStandardOutput) {
  const Outcome outcome = run({"export", "stack", "--format", "json", "--out", "-"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(Json::parse(outcome.out)["stiction"], 1);
  expect_refusal(run({"export", "stack", "--out", "-"}), "--format");
}

TEST_F(Scenes, JsonStatesExpectationsInWordsAndNoUnknownSize) {
  const auto scene = [&](const std::string& name) { return Json::parse(run({"scenes", name, "--json"}).out); };
  const Json arch = scene("arch");
  EXPECT_EQ(arch["expected"][0], "block*: moves by at most 1e-05 m, ends no faster than 1e-06 m/s, from 1 s on");
  EXPECT_EQ(arch["expected"][1], "penetration at most 1e-06 m");
  EXPECT_EQ(arch["expected"][2], "at least 99.9 % of the steps converge");
  EXPECT_EQ(arch["dofs"], 162);
  EXPECT_TRUE(scene("walking-table")["dofs"].is_null());  // known when it is meshed
  EXPECT_EQ(scene("basket")["dofs"], 4050);               // meshes are part of the scene
}

TEST_F(Scenes, OneSceneIsShownInDetail) {
  const Outcome outcome = run({"scenes", "arch"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_NE(outcome.out.find("blocks"), std::string::npos);
  EXPECT_NE(outcome.out.find("degrees of freedom"), std::string::npos);
}

TEST_F(Scenes, EveryGallerySceneIsExportedAsASceneFileOfTheSameSize) {
  for (const GalleryEntry& entry : gallery()) {
    const std::string target = path(entry.name + ".json");
    const Outcome outcome = run({"export", entry.name, "--format", "json", "--out", target});
    ASSERT_EQ(outcome.status, 0) << entry.name << ": " << outcome.err;
    EXPECT_EQ(Json::parse(text_of(target))["stiction"], 1);
  }
}

TEST_F(Scenes, ExportOntoAFullDiskIsAFailure) {
  EXPECT_EQ(run({"export", "arch", "--out", "/dev/full"}).status, 1);
}

TEST_F(Scenes, HelpAndVersionGoToStandardOutput) {
  for (const std::vector<std::string>& words : {std::vector<std::string>{"--help"}, {"--version"}, {"run", "--help"}}) {
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.status, 0);
    EXPECT_EQ(outcome.err, "");
    EXPECT_NE(outcome.out, "");
  }
}

}  // namespace
}  // namespace stiction
