// A run whose memory ends keeps what it has.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/program.h"
#include "recording/recording_reader.h"

#if !defined(STICTION_SANITIZERS)

namespace stiction {
namespace {

using Json = nlohmann::json;

class OutOfMemory : public ProgramTest {
 protected:
  // A box at rest; `balls` balls appear at one place at 0.1 s: contacts of all with all.
  std::string crowded_scene(int balls) const {
    Json scene = {{"stiction", 1}, {"name", "crowded"}, {"step", 0.01}, {"duration", 0.2}};
    scene["bodies"] = {{{"name", "floor"}, {"fixed", true}, {"shape", {{"type", "plane"}}}},
                       {{"name", "box"}, {"shape", {{"type", "box"}, {"size", {1, 1, 1}}}}, {"position", {3, 0, 0.5}}}};
    scene["events"] = Json::array();
    for (int i = 0; i < balls; ++i) {
      scene["events"].push_back({{"time", 0.1},
                                 {"add",
                                  {{"name", "b" + std::to_string(i)},
                                   {"shape", {{"type", "sphere"}, {"radius", 0.5}}},
                                   {"position", {0, 0, 0.5}}}}});
    }
    return file("crowded.json", scene.dump());
  }
};

TEST_F(OutOfMemory, TheRunEndsLikeOneThatFailsAndCanBeResumed) {
  crowded_scene(500);
  ASSERT_EQ(shell("ulimit -v 600000; $P run crowded.json --threads 1 --out d --quiet 2>err"), 1);
  const std::string err = text_of(path("err"));
  EXPECT_EQ(err.rfind("stiction: crowded: ", 0), 0U) << err;
  EXPECT_NE(err.find(" at t = 0.11 s (step 11"), std::string::npos) << err;
  EXPECT_EQ(std::count(err.begin(), err.end(), '\n'), 1) << err;
  const Json report = Json::parse(text_of(path("d/report.json")));
  EXPECT_EQ(report["status"], "failed");
  EXPECT_EQ(report["steps"], 10);
  EXPECT_EQ("stiction: crowded: " + report["error"].get<std::string>() + "\n", err);
  RecordingReader recording(path("d/recording.stic"));
  EXPECT_TRUE(recording.complete());
  EXPECT_EQ(recording.frame_count(), 11U);
  // Again, from the checkpoint: the same end.
  EXPECT_EQ(shell("ulimit -v 600000; $P run crowded.json --threads 1 --out d --resume --quiet 2>err2"), 1);
  EXPECT_EQ(text_of(path("err2")), err);
}

TEST_F(OutOfMemory, TheCheckpointGoesOnToTheBitsOfARunThatHadEnough) {
  crowded_scene(100);
  ASSERT_EQ(shell("$P run crowded.json --threads 1 --out whole --quiet"), 0);
  int status = 0;
  // The least of these that some step does not get along with.
  for (int megabytes = 100; megabytes <= 600 && status != 1; megabytes += 20) {
    status = shell("ulimit -v " + std::to_string(1000 * megabytes) +
                   "; $P run crowded.json --threads 1 --out d --quiet --no-replay 2>err");
    if (status == 1 && text_of(path("err")).find("(step 11, ") == std::string::npos) status = 0;
  }
  ASSERT_EQ(status, 1);
  ASSERT_EQ(shell("$P run crowded.json --threads 1 --out d --resume --quiet"), 0);
  const auto hash = [this](const char* folder) {
    return Json::parse(text_of(path(std::string(folder) + "/report.json")))["state_hash"];
  };
  EXPECT_EQ(hash("d"), hash("whole"));
}

}  // namespace
}  // namespace stiction

#endif
