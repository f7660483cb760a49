// What a run leaves behind, and what it does when it cannot.
#include <sys/resource.h>
#include <sys/stat.h>

#include <algorithm>
#include <csignal>
#include <nlohmann/json.hpp>
#include <thread>

#include "cli/program.h"
#include "page/embedded_page.h"
#include "recording/recording_reader.h"

namespace stiction {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

class Output : public ProgramTest {
 protected:
  std::vector<std::string> names(const std::string& folder) const {
    std::vector<std::string> found;
    for (const auto& entry : fs::directory_iterator(folder_ / folder))
      found.push_back(entry.path().filename().string());
    std::sort(found.begin(), found.end());
    return found;
  }
  static void wait_for(Program& program, const fs::path& file) {
    while (program.running() && !fs::exists(file)) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
};

TEST_F(Output, AFolderHoldsSceneRecordingCheckpointReportAndReplay) {
  const Outcome outcome = run({"run", falling_scene(), "--out", path("out")});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  std::vector<std::string> expected = {"checkpoint", "recording.stic", "replay.html", "report.json", "scene.json"};
  if (!has_embedded_page()) std::erase(expected, "replay.html");
  EXPECT_EQ(names("out"), expected);
  EXPECT_NE(outcome.out.find("recording    " + path("out/recording.stic") + " ("), std::string::npos) << outcome.out;
  RecordingReader recording(path("out/recording.stic"));
  EXPECT_EQ(recording.frame_count(), 101U);
  EXPECT_FALSE(recording.frame(0).judged);
  EXPECT_TRUE(recording.frame(100).judged);
  EXPECT_DOUBLE_EQ(recording.frame(100).time, 1);
  EXPECT_NEAR(recording.frame(100).bodies[0].velocity.z(), -9.81, 1e-9);
  EXPECT_EQ(Json::parse(recording.info().scene), Json::parse(text_of(path("out/scene.json"))));
}

TEST_F(Output, TheSceneOfAShortenedRunCanBeReadAgain) {
  const std::string scene = falling_scene(R"(, "description": "Falls.", "expect": [{"penetration": {"max": 1}},
    {"moved": {"bodies": "ball", "more_than": 1.0, "from": 0.6}}])");
  ASSERT_EQ(run({"run", scene, "--duration", "0.2", "--out", path("out"), "--quiet"}).status, 0);
  const Outcome again = run({"run", path("out/scene.json"), "--quiet"});
  EXPECT_EQ(again.status, 0) << again.err;
  const Json json = Json::parse(text_of(path("out/scene.json")));
  EXPECT_EQ(json["expect"].size(), 1U);
  EXPECT_EQ(json["description"], "Falls. Left out, because the scene ends before: moved from 0.6 s.");
  const Outcome longer = run({"run", scene, "--out", path("out"), "--quiet", "--resume"});
  EXPECT_EQ(longer.status, 0) << longer.err;
  EXPECT_EQ(Json::parse(text_of(path("out/scene.json")))["expect"].size(), 2U);
  EXPECT_EQ(Json::parse(text_of(path("out/report.json")))["expectations"][1]["passed"], true);
}

TEST_F(Output, ContactForcesCarryTheWeight) {
  ASSERT_EQ(run({"run", "stack", "--set", "count=3", "--duration", "0.1", "--out", path("out"), "--quiet"}).status, 0);
  RecordingReader recording(path("out/recording.stic"));
  const Frame& frame = recording.frame(recording.frame_count() - 1);
  double ground = 0;
  for (const FrameContact& contact : frame.contacts) {
    if (recording.info().bodies[contact.body_a].fixed) ground += contact.force_on_b[2];
  }
  const Json scene = Json::parse(recording.info().scene);
  EXPECT_GT(ground, 0);
  EXPECT_GE(frame.contacts.size(), 12U);
  double above = 0;
  for (const FrameContact& contact : frame.contacts) {
    if (!recording.info().bodies[contact.body_a].fixed) above += contact.force_on_b[2];
  }
  EXPECT_NEAR(above / ground, 1, 1e-5);  // 2/3 and 1/3 of the weight
}

TEST_F(Output, FramesComeAsOftenAsAsked) {
  const auto frames = [this](const std::vector<std::string>& more) {
    std::vector<std::string> words = {"run", falling_scene(), "--duration", "0.1", "--out", path("out"), "--quiet"};
    words.insert(words.end(), more.begin(), more.end());
    EXPECT_EQ(run(words).status, 0);
    return RecordingReader(path("out/recording.stic")).frame_count();
  };
  EXPECT_EQ(frames({}), 11U);
  EXPECT_EQ(frames({"--step", "0.001"}), 11U);
  EXPECT_EQ(frames({"--step", "0.001", "--record-every", "0.001"}), 101U);
  EXPECT_EQ(frames({"--record-every", "0.03"}), 5U);  // 0, 0.03, 0.06, 0.09 and the end
  EXPECT_EQ(frames({"--record-every", "7"}), 2U);
  EXPECT_EQ(frames({"--step", "0.02"}), 6U);
}

TEST_F(Output, AFreshRunLeavesNothingOfTheOldOne) {
  ASSERT_EQ(run({"run", falling_scene(), "--out", path("out"), "--quiet"}).status, 0);
  file("out/checkpoint.123.tmp", "left by a killed run");
  file("out/mine.txt", "not ours");
  Program program({"run", falling_scene(), "--duration", "1e6", "--out", path("out"), "--no-record", "--quiet"},
                  folder_);
  while (program.running() && fs::exists(path("out/recording.stic"))) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  while (program.running() && text_of(path("out/scene.json")).find("1000000") == std::string::npos) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  program.send(SIGKILL);
  program.wait();
  EXPECT_EQ(names("out"), (std::vector<std::string>{"mine.txt", "scene.json"}));
}

TEST_F(Output, TwoRunsDoNotWriteIntoOneFolder) {
  Program program({"run", falling_scene(), "--duration", "1e6", "--out", path("out"), "--quiet"}, folder_);
  wait_for(program, path("out/recording.stic"));
  fs::create_directory(folder_ / "second");
  const Outcome second = Program({"run", falling_scene(), "--out", path("out"), "--quiet"}, folder_ / "second").wait();
  EXPECT_EQ(second.status, 2);
  EXPECT_NE(second.err.find("another run is writing into"), std::string::npos) << second.err;
  EXPECT_TRUE(program.running());
  program.send(SIGINT);
  EXPECT_EQ(program.wait().status, 130);
  EXPECT_TRUE(RecordingReader(path("out/recording.stic")).complete());
}

TEST_F(Output, AFolderThatIsRemovedEndsTheRun) {
  Program program({"run", falling_scene(), "--duration", "1e6", "--out", path("out"), "--quiet"}, folder_);
  wait_for(program, path("out/recording.stic"));
  fs::remove_all(folder_ / "out");
  const Outcome outcome = program.wait();
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.err.rfind("stiction: output lost: ", 0), 0U) << outcome.err;
  EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
}

TEST_F(Output, AFullDiskEndsTheRunAndLeavesWhatWasWritten) {
  // No file may grow beyond 300 kB: to the program that is a disk that is full.
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  rlimit small = before;
  small.rlim_cur = 300000;
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  const Outcome outcome = run({"run", "stack", "--set", "count=20", "--duration", "1e5", "--out", path("out"),
                               "--checkpoint-every", "0.05", "--quiet"});
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.err.rfind("stiction: output lost: ", 0), 0U) << outcome.err;
  EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
  EXPECT_EQ(Json::parse(text_of(path("out/report.json")))["status"], "failed");
  for (const std::string& name : names("out")) EXPECT_EQ(name.find(".tmp"), std::string::npos) << name;
  RecordingReader recording(path("out/recording.stic"));
  EXPECT_EQ(recording.trouble().find("damaged"), std::string::npos) << recording.trouble();
  EXPECT_GT(recording.frame_count(), 0U);
  for (std::uint64_t i = 0; i < recording.frame_count(); ++i) ASSERT_NO_THROW(recording.frame(i));
  if (!fs::exists(path("out/checkpoint"))) return;
  // With room again the run goes on.
  const double reached = recording.frame(recording.frame_count() - 1).time;
  const Outcome more = run({"run", "stack", "--set", "count=20", "--duration", std::to_string(reached + 1), "--out",
                            path("out"), "--resume", "--quiet"});
  EXPECT_EQ(more.status, 0) << more.err;
}

TEST_F(Output, AFolderThatCannotBeWrittenIsRefusedBeforeTheRun) {
  file("plain", "text");
  const auto refused = [this](const std::string& out) {
    const Outcome outcome = run({"run", falling_scene(), "--duration", "1e6", "--out", out, "--quiet"});
    EXPECT_EQ(outcome.status, 2) << out;
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
  };
  refused(path("plain"));
  refused(path("plain/out"));
  refused("/proc/stiction");
  fs::create_directories(folder_ / "taken" / "recording.stic" / "x");
  refused(path("taken"));
  fs::create_directories(folder_ / "taken2" / "checkpoint");
  refused(path("taken2"));
  EXPECT_TRUE(fs::exists(folder_ / "taken" / "recording.stic" / "x"));
}

class ExportRecording : public Output {
 protected:
  void SetUp() override {
    Output::SetUp();
    ASSERT_EQ(run({"run", "stack", "--set", "count=2", "--duration", "0.1", "--out", path("out"), "--quiet"}).status,
              0);
  }
  std::vector<std::string> lines(const std::string& name) const {
    std::vector<std::string> all;
    std::istringstream text(text_of(path(name)));
    for (std::string line; std::getline(text, line);) all.push_back(line);
    return all;
  }
};

TEST_F(ExportRecording, AsTablesOfBodiesAndContacts) {
  const std::string recording = path("out/recording.stic");
  ASSERT_EQ(run({"export", recording, "--format", "csv", "--out", path("b.csv")}).status, 0);
  const std::vector<std::string> bodies = lines("b.csv");
  EXPECT_EQ(bodies.at(0), "step,time,body,px,py,pz,qw,qx,qy,qz,vx,vy,vz,wx,wy,wz");
  const std::size_t body_count = RecordingReader(recording).info().bodies.size();
  EXPECT_EQ(bodies.size(), 1 + 11 * body_count);
  EXPECT_EQ(std::count(bodies.at(1).begin(), bodies.at(1).end(), ','), 15);
  ASSERT_EQ(run({"export", recording, "--format", "csv", "--steps", "3:5", "--out", path("some.csv")}).status, 0);
  const std::vector<std::string> some = lines("some.csv");
  EXPECT_EQ(some.size(), 1 + 3 * body_count);
  EXPECT_EQ(some.at(1).rfind("3,0.03,", 0), 0U) << some.at(1);
  EXPECT_EQ(some.back().rfind("5,0.05,", 0), 0U) << some.back();
  ASSERT_EQ(run({"export", recording, "--format", "csv", "--contacts", "--out", path("c.csv")}).status, 0);
  const std::vector<std::string> contacts = lines("c.csv");
  EXPECT_EQ(contacts.at(0), "step,time,body_a,body_b,px,py,pz,nx,ny,nz,gap,fx,fy,fz");
  EXPECT_GT(contacts.size(), 80U);
}

TEST_F(ExportRecording, AFolderStandsForTheRecordingInIt) {
  ASSERT_EQ(run({"export", path("out/recording.stic"), "--format", "csv", "--out", path("a.csv")}).status, 0);
  ASSERT_EQ(run({"export", path("out"), "--format", "csv", "--out", path("b.csv")}).status, 0);
  EXPECT_EQ(text_of(path("a.csv")), text_of(path("b.csv")));
}

TEST_F(ExportRecording, EitherEndOfTheStepsMayBeLeftOut) {
  const std::size_t body_count = RecordingReader(path("out/recording.stic")).info().bodies.size();
  const auto frames = [&](const std::string& steps) {
    const Outcome outcome =
        run({"export", path("out/recording.stic"), "--format", "csv", "--steps", steps, "--out", path("b.csv")});
    EXPECT_EQ(outcome.status, 0) << steps << ": " << outcome.err;
    return (lines("b.csv").size() - 1) / body_count;
  };
  EXPECT_EQ(frames(":"), 11U);
  EXPECT_EQ(frames("3:"), 8U);
  EXPECT_EQ(frames(":3"), 4U);
  EXPECT_EQ(frames("3"), 1U);
  EXPECT_EQ(frames("3:3"), 1U);
}

TEST_F(ExportRecording, GivesTheSceneBack) {
  ASSERT_EQ(run({"export", path("out/recording.stic"), "--out", path("scene.json")}).status, 0);
  EXPECT_EQ(Json::parse(text_of(path("scene.json"))), Json::parse(text_of(path("out/scene.json"))));
  const Outcome again = run({"run", path("scene.json"), "--out", path("again"), "--quiet"});
  EXPECT_EQ(again.status, 0) << again.err;
  EXPECT_EQ(Json::parse(text_of(path("again/report.json")))["state_hash"],
            Json::parse(text_of(path("out/report.json")))["state_hash"]);
}

TEST_F(ExportRecording, SaysWhenTheRecordingIsCutOff) {
  const std::string whole = text_of(path("out/recording.stic"));
  file("cut.stic", whole.substr(0, whole.size() - 10));
  const Outcome outcome = run({"export", path("cut.stic"), "--format", "csv", "--out", path("b.csv")});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_NE(outcome.err.find("cut off"), std::string::npos) << outcome.err;
  EXPECT_GT(lines("b.csv").size(), 1U);
}

}  // namespace
}  // namespace stiction
