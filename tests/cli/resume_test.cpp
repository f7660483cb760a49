// Runs that are stopped in every way and go on: the same bits as if they had never been stopped.
#include <csignal>
#include <cstring>
#include <nlohmann/json.hpp>
#include <random>
#include <thread>

#include "cli/program.h"
#include "recording/checkpoint.h"
#include "recording/frames.h"
#include "recording/recording_reader.h"
#include "recording/recording_writer.h"

namespace stiction {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using Words = std::vector<std::string>;

class Resume : public ProgramTest {
 protected:
  Json report(const std::string& out) const { return Json::parse(text_of(folder_ / out / "report.json")); }

  static Json without_timings(Json json) {
    for (const char* key : {"wall_seconds", "memory_bytes", "solve_ms", "step_ms", "stage_ms"}) json.erase(key);
    return json;
  }

  void expect_same_run(const std::string& whole, const std::string& resumed) const {
    EXPECT_EQ(without_timings(report(whole)), without_timings(report(resumed)));
    RecordingReader a(folder_ / whole / "recording.stic"), b(folder_ / resumed / "recording.stic");
    EXPECT_TRUE(a.complete());
    EXPECT_TRUE(b.complete()) << b.trouble();
    ASSERT_EQ(a.frame_count(), b.frame_count());
    for (std::uint64_t i = 0; i < a.frame_count(); ++i) ASSERT_TRUE(test::same_bits(a.frame(i), b.frame(i))) << i;
  }

  Outcome run_into(const std::string& out, Words words, const Words& more = {}) const {
    words.insert(words.begin(), "run");
    words.insert(words.end(), {"--out", path(out), "--quiet", "--threads", "1"});
    words.insert(words.end(), more.begin(), more.end());
    return run(words);
  }
};

struct Case {
  std::string name;
  Words words;
  std::vector<std::string> durations;  // the stops on the way, and the end [s]
};

void PrintTo(const Case& c, std::ostream* stream) {
  *stream << c.name;
}

class ResumeScenes : public Resume, public testing::WithParamInterface<Case> {};

TEST_P(ResumeScenes, InPartsIsTheSameAsInOnePiece) {
  const Case& c = GetParam();
  const auto duration = [](const std::string& seconds) { return Words{"--duration", seconds}; };
  ASSERT_EQ(run_into("whole", c.words, duration(c.durations.back())).status, 0);
  ASSERT_EQ(run_into("parts", c.words, duration(c.durations.front())).status, 0);
  for (std::size_t i = 1; i < c.durations.size(); ++i) {
    const Outcome outcome = run_into("parts", c.words, {"--duration", c.durations[i], "--resume"});
    ASSERT_EQ(outcome.status, 0) << outcome.err;
  }
  expect_same_run("whole", "parts");
}

INSTANTIATE_TEST_SUITE_P(
    , ResumeScenes,
    testing::Values(
        Case{"Arch", {"arch"}, {"0.05", "0.19", "0.3"}},
        Case{"Stack", {"stack", "--set", "count=5"}, {"0.01", "0.5", "0.77", "1"}},
        Case{"Incline", {"incline", "--set", "angle=30"}, {"0.37", "1"}},
        Case{"Bounce", {"bounce"}, {"0.3", "0.61", "1.5"}},
        Case{"SlideToRoll", {"slide-to-roll"}, {"0.1", "0.13", "0.2"}},
        Case{"Impact", {"card-house-impact", "--set", "levels=2", "--set", "samples=0"}, {"0.2431", "0.2537", "0.32"}},
        Case{"OffBeat", {"stack", "--set", "count=2", "--step", "0.003"}, {"0.03", "0.05", "0.09"}},
        Case{"EveryStep",
             {"stack", "--set", "count=2", "--step", "0.001", "--record-every", "0.001"},
             {"0.033", "0.05"}},
        Case{"NoWarmStart", {"stack", "--set", "count=3", "--solver-set", "warm_start=false"}, {"0.2", "0.4"}}),
    [](const auto& instance) { return instance.param.name; });

TEST_F(Resume, AfterBeingKilledAtAnyMomentEndsInTheSameBits) {
  const Words words = {"stack", "--set", "count=4", "--duration", "20", "--checkpoint-every", "0.001"};
  ASSERT_EQ(run_into("whole", words).status, 0);
  std::mt19937 random(11);
  const std::string out = path("killed");
  Words first = {"run", "--out", out, "--quiet", "--threads", "1"};
  first.insert(first.end(), words.begin(), words.end());
  for (int round = 0; round < 6; ++round) {
    // Whatever the moment: either there is a checkpoint already, and the run goes on from it, or there is none.
    const bool resumed = fs::exists(fs::path(out) / "checkpoint");
    Words arguments = first;
    if (resumed) arguments.emplace_back("--resume");
    Program program(arguments, folder_);
    std::this_thread::sleep_for(std::chrono::milliseconds(random() % 150));
    program.send(SIGKILL);
    const int status = program.wait().status;
    EXPECT_TRUE(status == -SIGKILL || status == 0) << status;
    if (fs::exists(fs::path(out) / "recording.stic")) {
      RecordingReader reader(fs::path(out) / "recording.stic");
      for (std::uint64_t i = 0; i < reader.frame_count(); ++i) EXPECT_NO_THROW(reader.frame(i));
    }
  }
  if (fs::exists(fs::path(out) / "checkpoint")) first.emplace_back("--resume");
  const Outcome outcome = run(first);
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  expect_same_run("whole", "killed");
  for (const auto& entry : fs::directory_iterator(out)) EXPECT_NE(entry.path().extension(), ".tmp") << entry.path();
}

TEST_F(Resume, AfterCtrlCAndSigtermEndsInTheSameBits) {
  const Words words = {"stack", "--set", "count=3", "--duration", "40"};
  ASSERT_EQ(run_into("whole", words).status, 0);
  Words arguments = {"run", "--out", path("parts"), "--quiet", "--threads", "1"};
  arguments.insert(arguments.end(), words.begin(), words.end());
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    Program program(arguments, folder_);
    // A fresh run has begun when the recording appears, a resumed one when the old report is gone.
    const auto begun = [&] {
      const fs::path out = folder_ / "parts";
      return signal == SIGINT ? fs::exists(out / "recording.stic") : !fs::exists(out / "report.json");
    };
    program.wait_until(begun);
    program.send(signal);
    const Outcome outcome = program.wait();
    ASSERT_TRUE(outcome.status == 130 || outcome.status == 0) << outcome.status << outcome.err;  // 0: it was faster
    EXPECT_EQ(report("parts")["status"], outcome.status == 0 ? "finished" : "interrupted");
    EXPECT_TRUE(RecordingReader(folder_ / "parts" / "recording.stic").complete());
    EXPECT_TRUE(fs::exists(folder_ / "parts" / "checkpoint"));
    if (signal == SIGINT) arguments.emplace_back("--resume");
  }
  ASSERT_EQ(run(arguments).status, 0);
  expect_same_run("whole", "parts");
}

TEST_F(Resume, AStopBeforeTheFirstCheckpointIsDueLeavesOne) {
  for (const int signal : {SIGINT, SIGTERM}) {
    const Words words = {"run",       falling_scene(), "--duration",         "1e6", "--out",
                         path("out"), "--quiet",       "--checkpoint-every", "1e6", "--no-record"};
    fs::remove_all(path("out"));
    Program program(words, folder_);
    program.wait_until([&] { return fs::exists(path("out/scene.json")); });
    EXPECT_FALSE(fs::exists(path("out/checkpoint")));
    program.send(signal);
    EXPECT_EQ(program.wait().status, 130);
    ASSERT_TRUE(fs::exists(path("out/checkpoint")));
    const double reached = report("out")["sim_seconds"];
    const Outcome more = run({"run", falling_scene(), "--duration", std::to_string(reached + 1), "--out", path("out"),
                              "--quiet", "--resume"});
    EXPECT_EQ(more.status, 0) << more.err;
    EXPECT_NEAR(report("out")["sim_seconds"], reached + 1, 0.02);
  }
}

TEST_F(Resume, AFinishedRunHasNothingLeftToDo) {
  const Words words = {"stack", "--set", "count=2", "--duration", "0.105", "--step", "0.003"};
  ASSERT_EQ(run_into("a", words).status, 0);
  const std::string recording = text_of(path("a/recording.stic"));
  const std::string checkpoint = text_of(path("a/checkpoint"));
  const Json before = report("a");
  const Outcome outcome = run_into("a", words, {"--resume"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(without_timings(report("a")), without_timings(before));
  EXPECT_EQ(text_of(path("a/recording.stic")), recording);
  EXPECT_EQ(text_of(path("a/checkpoint")), checkpoint);
}

TEST_F(Resume, WithoutARecordingWorksToo) {
  const Words words = {"stack", "--set", "count=2"};
  ASSERT_EQ(run_into("whole", words, {"--duration", "0.5"}).status, 0);
  ASSERT_EQ(run_into("parts", words, {"--duration", "0.2", "--no-record"}).status, 0);
  EXPECT_FALSE(fs::exists(folder_ / "parts" / "recording.stic"));
  ASSERT_EQ(run_into("parts", words, {"--duration", "0.4", "--resume"}).status, 0);
  ASSERT_EQ(run_into("parts", words, {"--duration", "0.5", "--resume", "--no-record"}).status, 0);
  EXPECT_FALSE(fs::exists(folder_ / "parts" / "recording.stic"));
  EXPECT_EQ(without_timings(report("whole")), without_timings(report("parts")));
}

class ResumeRefused : public Resume {
 protected:
  void SetUp() override {
    Resume::SetUp();
    ASSERT_EQ(run_into("a", {"stack", "--set", "count=2", "--duration", "0.1"}).status, 0);
    for (const auto& entry : fs::directory_iterator(folder_ / "a")) before_[entry.path()] = text_of(entry.path());
  }
  // Exit status 2, one line that says `mention`, and the folder is as it was.
  void expect_refused(const Words& words, const std::string& mention) const {
    expect_refusal(run_into("a", words, {"--resume"}), mention);
    EXPECT_FALSE(fs::exists(folder_ / "b"));
  }
  std::map<fs::path, std::string> before_;
};

TEST_F(ResumeRefused, WhatIsNotTheSameRun) {
  expect_refused({"incline", "--duration", "0.2"}, "scene \"stack\"");
  expect_refused({"stack", "--set", "count=3", "--duration", "0.2"}, "parameters");
  expect_refused({"stack", "--set", "count=2", "--set", "mu=0.3", "--duration", "0.2"}, "parameters");
  expect_refused({"stack", "--set", "count=2", "--duration", "0.2", "--step", "0.02"}, "0.01 s, not 0.02 s");
  expect_refused({"stack", "--set", "count=2", "--duration", "0.2", "--solver-set", "tolerance=1e-8"}, "parameters");
  expect_refused({"stack", "--set", "count=2", "--duration", "0.05"}, "beyond the duration of 0.05 s");
  expect_refused({"stack", "--set", "count=2", "--duration", "0.2", "--record-every", "0.05"}, "--record-every");
  expect_refused({"stack", "--set", "count=2", "--duration", "0.2", "--no-record"}, "--no-record");
  for (const auto& [file, text] : before_) EXPECT_EQ(text_of(file), text) << file;
}

// With checksums that are right.
TEST_F(ResumeRefused, CheckpointsAndRecordingsThatContradictEachOther) {
  const Words words = {"stack", "--set", "count=2", "--duration", "0.2"};
  const std::string recording = text_of(path("a/recording.stic"));
  const Checkpoint whole = load_checkpoint(path("a/checkpoint"));
  for (const std::int64_t interval : {0, -1, 2}) {
    Checkpoint edited = whole;
    edited.recording->frame_interval = interval;
    file("a/checkpoint", checkpoint_bytes(edited));
    expect_refused(words, "not the recording that the checkpoint goes with");
  }
  // A recording of one body more, which is none of the run's.
  RecordingInfo info = RecordingReader(path("a/recording.stic")).info();
  info.bodies.push_back(info.bodies.back());
  Checkpoint edited = whole;
  {
    RecordingWriter writer(path("a/recording.stic"), info);
    edited.recording->position = writer.position();
    edited.recording->info_crc = writer.info_crc();
  }
  file("a/checkpoint", checkpoint_bytes(edited));
  expect_refused(words, "not the recording that the checkpoint goes with");
}

TEST_F(ResumeRefused, DamagedOrMissingFiles) {
  const Words words = {"stack", "--set", "count=2", "--duration", "0.2"};
  const std::string checkpoint = text_of(path("a/checkpoint")), recording = text_of(path("a/recording.stic"));
  std::string damaged = checkpoint;
  damaged[damaged.size() / 2] = static_cast<char>(damaged[damaged.size() / 2] ^ 4);
  file("a/checkpoint", damaged);
  expect_refused(words, "the checkpoint is damaged");
  file("a/checkpoint", checkpoint.substr(0, 40));
  expect_refused(words, "the checkpoint is damaged");
  file("a/checkpoint", checkpoint);
  file("a/recording.stic", recording.substr(0, recording.size() - 100));
  expect_refused(words, "recording.stic");
  fs::remove(folder_ / "a" / "recording.stic");
  expect_refused(words, "recording.stic");
  fs::remove(folder_ / "a" / "checkpoint");
  expect_refused(words, "there is no checkpoint");
  const Outcome outcome = run_into("b", words, {"--resume"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_NE(outcome.err.find("without --resume"), std::string::npos) << outcome.err;
  EXPECT_FALSE(fs::exists(folder_ / "b"));
}

}  // namespace
}  // namespace stiction
