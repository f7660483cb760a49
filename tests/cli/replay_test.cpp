// Replays from the command line: where they go, what they hold, and when there is none.
#include <algorithm>
#include <csignal>
#include <nlohmann/json.hpp>

#include "cli/program.h"
#include "page/decoding.h"
#include "page/embedded_page.h"

namespace stiction {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using Words = std::vector<std::string>;

class ReplayProgram : public ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    if (!has_embedded_page()) GTEST_SKIP() << "built without the viewer";
  }
  static std::string element(const std::string& text, const std::string& attribute) {
    const std::size_t tag = text.find(attribute + "\">");
    if (tag == std::string::npos) return "";
    const std::size_t begin = tag + attribute.size() + 2;
    return text.substr(begin, text.find("</script>", begin) - begin);
  }
  Json description(const std::string& name) const {
    return Json::parse(element(text_of(path(name)), "id=\"stiction-description"));
  }
  // The figures of all frames.
  test::DecodedChunk figures(const std::string& name) const {
    return test::DecodedChunk(test::from_base64(element(text_of(path(name)), "id=\"stiction-figures")));
  }
  std::vector<std::string> files() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder_)) names.push_back(entry.path().filename().string());
    std::ranges::sort(names);
    return names;
  }
  void expect_refused(const Words& words, const std::string& mention) const { expect_refusal(run(words), mention); }
};

TEST_F(ReplayProgram, WithoutAFolderTheReplayIsAllThatIsLeft) {
  const std::string scene = falling_scene();
  const std::vector<std::string> before = files();
  const Outcome outcome = run({"run", scene, "--replay", path("r.html")});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_NE(outcome.out.find("replay       " + path("r.html")), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("101 frames"), std::string::npos) << outcome.out;
  std::vector<std::string> after = files();
  std::erase_if(after, [&](const std::string& name) { return std::ranges::count(before, name) > 0; });
  std::erase_if(after, [](const std::string& name) { return name == "out" || name == "err"; });
  EXPECT_EQ(std::ranges::count(after, "r.html"), 1);
  EXPECT_FALSE(std::ranges::any_of(after, [](const std::string& name) { return name.ends_with(".tmp"); }));
  EXPECT_EQ(description("r.html")["frame_count"], 101);
}

// A second of free fall: the energies of every frame are those of the textbook (to the step's own error).
TEST_F(ReplayProgram, ShowsWhatHappened) {
  ASSERT_EQ(run({"run", falling_scene(), "--replay", path("r.html"), "--quiet"}).status, 0);
  const Json json = description("r.html");
  const double mass = json["bodies"][0]["mass"];
  const test::DecodedChunk found = figures("r.html");
  for (std::size_t f = 0; f < found.frames; ++f) {
    const double speed = 9.81 * found.time[f];
    EXPECT_NEAR(found.figures[2][f], 0.5 * mass * speed * speed, 1e-5 * mass * 96);
  }
  EXPECT_EQ(found.figures[7][0], -1);
  EXPECT_EQ(found.figures[7][1], 1);
  EXPECT_EQ(json["bodies"].size(), 1U);
  EXPECT_NEAR(json["weight"], mass * 9.81, 1e-9 * mass);
}

TEST_F(ReplayProgram, AFolderHasOneUnlessItIsNotWanted) {
  const std::string scene = falling_scene();
  ASSERT_EQ(run({"run", scene, "--out", path("a")}).status, 0);
  EXPECT_EQ(description("a/replay.html")["frame_count"], 101);
  ASSERT_EQ(run({"run", scene, "--out", path("a"), "--no-replay"}).status, 0);
  EXPECT_FALSE(fs::exists(path("a/replay.html")));  // an old one does not belong to the new run
  ASSERT_EQ(run({"run", scene, "--out", path("b"), "--no-record"}).status, 0);
  EXPECT_FALSE(fs::exists(path("b/replay.html")));
  ASSERT_EQ(run({"run", scene, "--out", path("c"), "--replay", path("c.html")}).status, 0);
  EXPECT_EQ(text_of(path("c.html")), text_of(path("c/replay.html")));
  ASSERT_EQ(run({"run", scene, "--out", path("c"), "--replay", path("c/replay.html")}).status, 0);
  EXPECT_EQ(description("c/replay.html")["frame_count"], 101);
}

TEST_F(ReplayProgram, OfAResumedRunShowsTheWholeRun) {
  const std::string scene = falling_scene();
  const Words first = {"run", scene, "--out", path("a"), "--quiet", "--duration", "0.3"};
  const Words second = {"run", scene, "--out", path("a"), "--quiet", "--duration", "0.5", "--resume"};
  ASSERT_EQ(run(first).status, 0);
  EXPECT_EQ(description("a/replay.html")["frame_count"], 31);
  ASSERT_EQ(run(second).status, 0);
  EXPECT_EQ(description("a/replay.html")["frame_count"], 51);
  fs::remove(path("a/replay.html"));
  ASSERT_EQ(run(second).status, 0);  // nothing is left to simulate, but there is something to show
  EXPECT_EQ(description("a/replay.html")["frame_count"], 51);
}

TEST_F(ReplayProgram, OfAnInterruptedRunShowsItSoFar) {
  Program program({"run", falling_scene(), "--duration", "1e5", "--replay", path("r.html"), "--quiet"}, folder_);
  program.wait_until([&] { return fs::exists(path("r.html.0.tmp")); });
  program.send(SIGINT);
  EXPECT_EQ(program.wait().status, 130);
  EXPECT_GE(description("r.html")["frame_count"], 1);
  EXPECT_FALSE(fs::exists(path("r.html.0.tmp")));
}

TEST_F(ReplayProgram, IsMadeFromRecordingsTooOfAllOrSomeSteps) {
  ASSERT_EQ(run({"run", falling_scene(), "--out", path("a"), "--quiet"}).status, 0);
  const Words words = {"export", path("a/recording.stic"), "--format", "html", "--out", path("r.html")};
  ASSERT_EQ(run(words).status, 0);
  EXPECT_EQ(text_of(path("r.html")), text_of(path("a/replay.html")));
  Words some = words;
  some.insert(some.end(), {"--steps", "10:20"});
  ASSERT_EQ(run(some).status, 0);
  EXPECT_EQ(description("r.html")["frame_count"], 11);
  some.back() = "500:";
  expect_refused(some, "no frame in these --steps");
  expect_refused({"export", "arch", "--format", "html", "--out", path("r.html")}, "is not a recording");
}

TEST_F(ReplayProgram, RecordEverySaysHowOften) {
  ASSERT_EQ(run({"run", falling_scene(), "--record-every", "0.1", "--replay", path("r.html"), "--quiet"}).status, 0);
  EXPECT_EQ(description("r.html")["frame_count"], 11);
}

TEST_F(ReplayProgram, ImpossibleWishesAreRefusedBeforeTheRun) {
  const std::string scene = falling_scene();
  expect_refused({"run", scene, "--replay", path("missing/r.html")}, "there is no folder");
  expect_refused({"run", scene, "--replay", scene}, "the scene itself");
  expect_refused({"run", scene, "--replay", path("x"), "--report", path("x")}, "the report");
  expect_refused({"run", scene, "--replay", path("a/recording.stic"), "--out", path("a")}, "recording.stic of --out");
  expect_refused({"run", scene, "--report", path("a/replay.html"), "--out", path("a")}, "replay.html of --out");
  expect_refused({"run", scene, "--no-replay"}, "--no-replay needs a folder");
  expect_refused({"run", scene, "--replay", path("r.html"), "--no-record", "--out", path("a")}, "contradict");
  EXPECT_FALSE(fs::exists(path("a")));
  ASSERT_EQ(run({"run", scene, "--out", path("b"), "--no-record", "--duration", "0.5", "--quiet"}).status, 0);
  expect_refused({"run", scene, "--out", path("b"), "--resume", "--replay", path("r.html")}, "is not being recorded");
  EXPECT_FALSE(fs::exists(path("r.html")));
}

TEST_F(ReplayProgram, APageOfSomeoneElseIsNotReplaced) {
  fs::create_directory(path("a"));
  file("a/replay.html", "<p>mine</p>");
  expect_refused({"run", falling_scene(), "--out", path("a")}, "is not from a run");
  EXPECT_EQ(text_of(path("a/replay.html")), "<p>mine</p>");
}

TEST_F(ReplayProgram, WhatAKilledRunLeftIsRemovedByTheNext) {
  for (const char* left : {"r.html.0.tmp", "r.html.123.tmp"}) file(left, "left by a run that was killed");
  for (const char* foreign : {"r.html.mine.tmp", "other.html.123.tmp"}) file(foreign, "mine");
  ASSERT_EQ(run({"run", falling_scene(), "--replay", path("r.html"), "--quiet"}).status, 0);
  EXPECT_FALSE(fs::exists(path("r.html.0.tmp")));
  EXPECT_FALSE(fs::exists(path("r.html.123.tmp")));
  EXPECT_TRUE(fs::exists(path("r.html.mine.tmp")));
  EXPECT_TRUE(fs::exists(path("other.html.123.tmp")));
}

class WithoutViewer : public ProgramTest {};

TEST_F(WithoutViewer, PagesAreRefusedWithARemedyBeforeAnythingIsDone) {
  if (has_embedded_page()) GTEST_SKIP() << "built with the viewer";
  const std::vector<std::vector<std::string>> wishes = {{"run", falling_scene(), "--replay", path("r.html")},
                                                        {"view", falling_scene()}};
  for (const std::vector<std::string>& words : wishes) {
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.status, 2);
    EXPECT_EQ(outcome.out, "");
    EXPECT_NE(outcome.err.find("built without the viewer"), std::string::npos) << outcome.err;
    EXPECT_NE(outcome.err.find("-DSTICTION_BUILD_VIEWER=ON"), std::string::npos) << outcome.err;
  }
  EXPECT_FALSE(fs::exists(path("r.html")));
  EXPECT_EQ(run({"run", falling_scene(), "--out", path("out"), "--quiet"}).status, 0);  // without a replay
}

}  // namespace
}  // namespace stiction
