// The session's thread: messages in, frames and statuses out, and an end at any moment. Nothing here depends on how
// fast the machine is.
#include "live/live_session.h"

#include <gtest/gtest.h>

#include <atomic>
#include <condition_variable>
#include <future>
#include <mutex>
#include <thread>
#include <utility>

#include "base/error.h"
#include "live/scenes.h"

namespace stiction {
namespace {

using test::Json;

Json ask(LiveSession& session, Json message, int client = 1) {
  message["id"] = 5;
  std::promise<std::string> answer;
  session.submit(client, message.dump(), [&](std::string json) { answer.set_value(std::move(json)); });
  return Json::parse(answer.get_future().get());
}

// Waits for what it wants to see.
class WaitingListener : public LiveListener {
 public:
  void on_frame(std::shared_ptr<const std::string> chunk) override {
    const std::lock_guard lock(mutex_);
    frame_ = std::move(chunk);
    ++frames_;
    seen_.notify_all();
  }
  void on_status(std::shared_ptr<const std::string> json) override {
    const std::lock_guard lock(mutex_);
    status_ = Json::parse(*json);
    seen_.notify_all();
  }
  template <class Test>
  Json status_with(const Test& test) {
    std::unique_lock lock(mutex_);
    seen_.wait(lock, [&] { return !status_.is_null() && test(status_); });
    return status_;
  }
  void wait_for_frames(int count) {
    std::unique_lock lock(mutex_);
    seen_.wait(lock, [&] { return frames_ >= count; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable seen_;
  std::shared_ptr<const std::string> frame_;
  Json status_;
  int frames_ = 0;
};

TEST(LiveSession, PlaysChangesAndTells) {
  WaitingListener listener;
  LiveSession session(test::cube_scene(0.5), {});
  session.set_listener(&listener);
  listener.wait_for_frames(1);
  EXPECT_EQ(Json::parse(session.description())["name"], "small");
  EXPECT_EQ(ask(session, {{"type", "play"}})["ok"], true);
  listener.status_with([](const Json& s) { return s["time"] > 0.05; });
  listener.wait_for_frames(3);
  EXPECT_EQ(ask(session, {{"type", "gravity"}, {"vector", {0, 0, 0}}})["ok"], true);
  listener.status_with([](const Json& s) { return s["gravity"][2] == 0; });
  session.set_audience(3, 17);
  const Json status = listener.status_with([](const Json& s) { return s["clients"] == 3; });
  EXPECT_EQ(status["dropped"], 17);
  EXPECT_EQ(ask(session, {{"type", "pause"}})["ok"], true);
  listener.status_with([](const Json& s) { return s["playing"] == false; });
  session.set_listener(nullptr);
  EXPECT_GT(session.report().cpu.steps, 0);
  EXPECT_GE(session.report().commands, 3);
}

TEST(LiveSession, GrabsAreLetGoWhenTheClientGoes) {
  WaitingListener listener;
  LiveSession session(test::cube_scene(), {});
  session.set_listener(&listener);
  ask(session, {{"type", "grab"}, {"body", 1}, {"point", {0, 0, 0}}}, 4);
  listener.status_with([](const Json& s) { return s["hands"].size() == 1; });
  session.client_gone(4);
  listener.status_with([](const Json& s) { return s["hands"].empty(); });
  session.set_listener(nullptr);
}

TEST(LiveSession, ANewListenerGetsAFrameWhilePaused) {
  LiveSession session(test::cube_scene(), {});
  for (int i = 0; i < 3; ++i) {
    WaitingListener listener;
    session.set_listener(&listener);
    listener.wait_for_frames(1);
    listener.status_with([](const Json&) { return true; });
    session.refresh();
    listener.wait_for_frames(2);
    session.set_listener(nullptr);
  }
}

TEST(LiveSession, AFullQueueAnswersWithAnError) {
  LiveOptions options;
  options.queue_size = 4;
  LiveSession session(test::cube_scene(), options);
  std::atomic<int> answered = 0, refused = 0;
  // The thread is held up by a listener, so that nothing is taken from the queue.
  struct Holding : LiveListener {
    void on_frame(std::shared_ptr<const std::string>) override {}
    void on_status(std::shared_ptr<const std::string>) override {
      if (std::exchange(held, true)) return;
      entered.set_value();
      go_on.get_future().wait();
    }
    bool held = false;
    std::promise<void> entered, go_on;
  };
  auto holding = std::make_unique<Holding>();
  session.set_listener(holding.get());
  holding->entered.get_future().wait();
  for (int i = 0; i < 10; ++i) {
    session.submit(1, R"({"type": "pause", "id": 3})", [&](const std::string& json) {
      const Json reply = Json::parse(json);
      EXPECT_EQ(reply["id"], 3);
      ++(reply["ok"] ? answered : refused);
    });
  }
  EXPECT_EQ(refused, 6);
  EXPECT_EQ(answered, 0);
  holding->go_on.set_value();
  session.set_listener(nullptr);
  while (answered < 4) std::this_thread::yield();
  EXPECT_EQ(ask(session, {{"type", "pause"}})["ok"], true);
  EXPECT_EQ(refused, 6);
}

TEST(LiveSession, EveryMessageIsAnsweredOnceWhateverHappens) {
  std::atomic<int> answers = 0;
  constexpr int kThreads = 3, kMessages = 40;
  {
    LiveSession session(test::cube_scene(), {});
    std::vector<std::thread> threads;
    for (int t = 0; t < kThreads; ++t) {
      threads.emplace_back([&, t] {
        for (int i = 0; i < kMessages; ++i) {
          const char* json = i % 4 == 0   ? R"({"type": "play", "id": 1})"
                             : i % 4 == 1 ? R"({"type": "step", "count": 3, "id": 1})"
                             : i % 4 == 2 ? R"({"type": "grab", "body": 1, "point": [0, 0, 0], "id": 1})"
                                          : "nonsense";
          session.submit(t, json, [&](const std::string&) { ++answers; });
          if (i % 10 == 0) session.client_gone(t);
          session.report();
          session.description();
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
  }  // ends while messages may still wait
  EXPECT_EQ(answers, kThreads * kMessages);
}

TEST(LiveSession, EndsAtAnyMoment) {
  for (int i = 0; i < 5; ++i) {
    LiveSession session(test::cube_scene(), {});
    session.submit(1, R"({"type": "play", "id": 1})", [](const std::string&) {});
  }
}

TEST(LiveSession, RefusesImpossibleScenes) {
  Scene scene = test::cube_scene();
  scene.solver.name = "nobody";
  EXPECT_THROW(LiveSession(scene, {}), InputError);
}

}  // namespace
}  // namespace stiction
