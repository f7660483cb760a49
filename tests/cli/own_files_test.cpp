#include "cli/files/own_files.h"

#include "base/error.h"
#include "cli/program.h"

namespace stiction {
namespace {

namespace fs = std::filesystem;

class OwnFiles : public ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    fs::create_directory(folder_ / "out");
  }
  Outcome run_into_out() const { return run({"run", falling_scene(), "--out", path("out"), "--quiet"}); }
};

constexpr const char* kNames[] = {"report.json", "scene.json", "recording.stic", "checkpoint"};

TEST_F(OwnFiles, OfOthersAreNotReplaced) {
  const std::string own_scene = "{\n  \"stiction\": 1,\n  \"name\": \"mine\",\n  \"bodies\": []\n}\n";
  for (const std::string name : kNames) {
    for (const std::string& text : {std::string("my notes"), std::string("{\"version\": 3}"), own_scene}) {
      file("out/" + name, text);
      const Outcome outcome = run_into_out();
      EXPECT_EQ(outcome.status, 2) << name;
      EXPECT_EQ(outcome.err, "stiction: " + path("out/" + name) +
                                 " is not from a run and would be replaced; name another folder for --out, or move "
                                 "it\n");
      EXPECT_EQ(text_of(path("out/" + name)), text);
      EXPECT_EQ(std::distance(fs::directory_iterator(path("out")), {}), 1) << "nothing else was written";
    }
    fs::remove(path("out/" + name));
  }
}

TEST_F(OwnFiles, OfAnEarlierRunAreReplaced) {
  for (int i = 0; i < 2; ++i) EXPECT_EQ(run_into_out().status, 0);
  EXPECT_EQ(run({"run", "stack", "--duration", "0.1", "--out", path("out"), "--quiet"}).status, 0) << "another scene";
  for (const std::string name : kNames) {  // a killed run leaves some of them only
    ASSERT_EQ(run_into_out().status, 0) << name;
    fs::create_directory(folder_ / "one");
    fs::copy_file(path("out/" + name), path("one/" + name));
    EXPECT_NO_THROW(require_own_files(path("one"))) << name;
    fs::remove_all(path("one"));
  }
}

TEST_F(OwnFiles, EmptyOnesAndOtherNamesAreNotInTheWay) {
  file("out/report.json", "");
  file("out/thesis.txt", "years of work");
  EXPECT_EQ(run_into_out().status, 0);
  EXPECT_EQ(text_of(path("out/thesis.txt")), "years of work");
}

TEST_F(OwnFiles, EveryGallerySceneIsKnownAsWritten) {
  for (const char* scene : {"wall", "conveyor", "shaker", "card-house-impact"}) {
    ASSERT_EQ(run({"export", scene, "--out", path("out/scene.json")}).status, 0);
    EXPECT_NO_THROW(require_own_files(path("out"))) << scene;
  }
}

}  // namespace
}  // namespace stiction
