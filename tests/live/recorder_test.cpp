// Recordings of a live session.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <future>

#include "base/error.h"
#include "live/live_loop.h"
#include "live/scenes.h"
#include "recording/recording_reader.h"
#include "recording/scratch.h"

namespace stiction {
namespace {

class LiveRecording : public ScratchTest {
 protected:
  LiveOptions options() const {
    LiveOptions options;
    options.out = folder_;
    return options;
  }
  static test::Json ask(LiveLoop& loop, test::Json message) {
    message["id"] = 1;
    test::Json reply;
    loop.handle(1, message.dump(), [&](const std::string& json) { reply = test::Json::parse(json); });
    while (reply.is_null()) loop.run_due();
    return reply;
  }
  test::FakeClock clock_;
  test::CollectingListener listener_;
};

TEST_F(LiveRecording, HoldsTheFramesFromTheCommandOn) {
  {
    LiveLoop loop(test::cube_scene(1, 0.005), options(), clock_, listener_);
    ask(loop, {{"type", "step"}, {"count", 10}});
    EXPECT_EQ(ask(loop, {{"type", "record"}, {"on", true}})["file"], "live-001.stic");
    EXPECT_EQ(ask(loop, {{"type", "record"}, {"on", true}})["ok"], false);
    ask(loop, {{"type", "step"}, {"count", 20}});
    EXPECT_EQ(ask(loop, {{"type", "record"}, {"on", false}})["ok"], true);
    ask(loop, {{"type", "step"}, {"count", 20}});
  }
  RecordingReader reader(folder_ / "live-001.stic");
  EXPECT_TRUE(reader.complete());
  ASSERT_EQ(reader.frame_count(), 11u);  // every other step: at most a hundred a second
  EXPECT_NEAR(reader.frame(0).time, 0.05, 1e-12);
  EXPECT_NEAR(reader.frame(10).time, 0.15, 1e-12);
  EXPECT_EQ(reader.info().name, "small");
}

TEST_F(LiveRecording, AResetGoesOnInANewFileAndTheEndClosesIt) {
  {
    LiveLoop loop(test::cube_scene(1), options(), clock_, listener_);
    ask(loop, {{"type", "record"}, {"on", true}});
    ask(loop, {{"type", "step"}, {"count", 5}});
    ask(loop, {{"type", "reset"}});
    ask(loop, {{"type", "step"}, {"count", 3}});
    EXPECT_EQ(test::Json::parse(loop.description())["live"]["can_record"], true);
    loop.finish();
  }
  EXPECT_EQ(RecordingReader(folder_ / "live-001.stic").frame_count(), 6u);
  RecordingReader second(folder_ / "live-002.stic");
  EXPECT_EQ(second.frame_count(), 4u);
  EXPECT_TRUE(second.complete());
}

TEST_F(LiveRecording, ResetsWithoutAStepBetweenThemLeaveOneFile) {
  {
    LiveLoop loop(test::cube_scene(1), options(), clock_, listener_);
    ask(loop, {{"type", "record"}, {"on", true}});
    for (int i = 0; i < 20; ++i) ask(loop, {{"type", "reset"}});
    ask(loop, {{"type", "step"}, {"count", 3}});
    loop.finish();
  }
  EXPECT_EQ(RecordingReader(folder_ / "live-001.stic").frame_count(), 4u);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "live-002.stic"));
}

TEST_F(LiveRecording, ThereIsALimitToTheirNumber) {
  file("live-002.stic", "somebody else's");
  LiveOptions few = options();
  few.max_recordings = 3;
  LiveLoop loop(test::cube_scene(1), few, clock_, listener_);
  ask(loop, {{"type", "record"}, {"on", true}});
  for (int i = 0; i < 10; ++i) {
    ask(loop, {{"type", "step"}, {"count", 2}});
    ask(loop, {{"type", "reset"}});
  }
  for (const char* made : {"live-001.stic", "live-003.stic", "live-004.stic"}) {
    EXPECT_EQ(RecordingReader(folder_ / made).frame_count(), 3u) << made;
  }
  EXPECT_FALSE(std::filesystem::exists(folder_ / "live-005.stic"));
  EXPECT_EQ(text_of(folder_ / "live-002.stic"), "somebody else's");
  clock_.pass(1);
  loop.run_due();
  EXPECT_EQ(listener_.statuses.back()["recording"], false);
  EXPECT_NE(listener_.statuses.back()["recording_error"].get<std::string>().find("there are 3 recordings"),
            std::string::npos);
  EXPECT_NE(ask(loop, {{"type", "record"}, {"on", true}})["error"].get<std::string>().find("there are 3 recordings"),
            std::string::npos);
  EXPECT_EQ(ask(loop, {{"type", "step"}, {"count", 1}})["ok"], true);
}

TEST_F(LiveRecording, HasDroppedBodiesFromWhenTheyAreThere) {
  {
    LiveLoop loop(test::cube_scene(), options(), clock_, listener_);
    ask(loop, {{"type", "record"}, {"on", true}});
    ask(loop, {{"type", "step"}, {"count", 2}});
    ask(loop, {{"type", "drop"}, {"shape", "box"}, {"position", {0, 0, 3}}, {"velocity", {0, 0, 0}}});
    ask(loop, {{"type", "step"}, {"count", 2}});
    loop.finish();
  }
  RecordingReader reader(folder_ / "live-001.stic");
  ASSERT_EQ(reader.frame_count(), 5u);
  EXPECT_FALSE(reader.frame(2).bodies[2].present);
  EXPECT_TRUE(reader.frame(3).bodies[2].present);
}

// No file may grow beyond a bound as long as this lives: to who writes that is a disk that is full.
class FullDisk {
 public:
  explicit FullDisk(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    rlimit small = before_;
    small.rlim_cur = bytes;
    ::setrlimit(RLIMIT_FSIZE, &small);
  }
  ~FullDisk() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }
  FullDisk(const FullDisk&) = delete;
  FullDisk& operator=(const FullDisk&) = delete;

 private:
  void (*handler_)(int);
  rlimit before_{};
};

TEST_F(LiveRecording, AFullDiskEndsTheRecordingNotTheSimulation) {
  LiveLoop loop(test::cube_scene(1), options(), clock_, listener_);
  const auto status = [&] {
    clock_.pass(1);
    loop.run_due();
    return listener_.statuses.back();
  };
  ASSERT_EQ(ask(loop, {{"type", "record"}, {"on", true}})["ok"], true);
  ask(loop, {{"type", "step"}, {"count", 1100}});  // a chunk has a thousand frames at most
  {
    const FullDisk full(std::filesystem::file_size(folder_ / "live-001.stic") + 100);
    for (int i = 0; i < 50 && status()["recording"] == true; ++i) ask(loop, {{"type", "step"}, {"count", 200}});
    EXPECT_EQ(status()["recording"], false);
    const std::string error = status()["recording_error"];
    EXPECT_NE(error.find("live-001.stic"), std::string::npos) << error;
    EXPECT_EQ(ask(loop, {{"type", "step"}, {"count", 5}})["steps"], 5);
    EXPECT_TRUE(status()["stopped"].is_null());
    EXPECT_EQ(loop.statistics().report().recording_error, error);
  }
  RecordingReader lost(folder_ / "live-001.stic");  // what was written stays
  EXPECT_EQ(lost.trouble().find("damaged"), std::string::npos) << lost.trouble();
  EXPECT_GT(lost.frame_count(), 0u);
  // With room again the next one is whole.
  EXPECT_EQ(ask(loop, {{"type", "record"}, {"on", true}})["file"], "live-002.stic");
  EXPECT_TRUE(status()["recording_error"].is_null());
  ask(loop, {{"type", "step"}, {"count", 20}});
  EXPECT_EQ(ask(loop, {{"type", "record"}, {"on", false}})["ok"], true);
  EXPECT_TRUE(RecordingReader(folder_ / "live-002.stic").complete());
}

TEST_F(LiveRecording, WhatIsLostAtTheEndIsInTheReport) {
  LiveSession session(test::cube_scene(1), options());
  std::promise<std::string> started, stepped;
  session.submit(1, R"({"type": "record", "on": true, "id": 1})", [&](std::string json) { started.set_value(json); });
  session.submit(1, R"({"type": "step", "count": 20, "id": 2})", [&](std::string json) { stepped.set_value(json); });
  ASSERT_EQ(test::Json::parse(started.get_future().get())["ok"], true);
  ASSERT_EQ(test::Json::parse(stepped.get_future().get())["ok"], true);
  const FullDisk full(1000);
  session.end();
  EXPECT_NE(session.report().recording_error.find("live-001.stic"), std::string::npos);
}

TEST_F(LiveRecording, AFolderThatCannotBeIsRefused) {
  LiveOptions wrong;
  wrong.out = file("occupied", "x") / "below";
  EXPECT_THROW(LiveLoop(test::cube_scene(), wrong, clock_, listener_), InputError);
}

}  // namespace
}  // namespace stiction
