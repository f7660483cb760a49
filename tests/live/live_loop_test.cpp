// The loop of a session by a clock that the tests move: pacing, frames, statuses, replies, failures.
#include "live/live_loop.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <cstring>

#include "live/scenes.h"

namespace stiction {
namespace {

using test::Json;
using test::kCube;

constexpr int kMe = 1;

struct Bench {
  explicit Bench(const Scene& scene, const LiveOptions& options = {}) : loop(scene, options, clock, listener) {}

  Json ask(Json message, int client = kMe) {
    message["id"] = ++id;
    std::string answer;
    int answers = 0;
    loop.handle(client, message.dump(), [&](std::string json) {
      answer = std::move(json);
      ++answers;
    });
    for (int i = 0; i < 100000 && answers == 0; ++i) loop.run_due();
    EXPECT_EQ(answers, 1) << message;
    const Json reply = Json::parse(answer);
    EXPECT_EQ(reply["type"], "reply");
    EXPECT_EQ(reply["id"], id);
    return reply;
  }
  bool ok(const Json& message) { return ask(message)["ok"]; }

  // Lets time pass; the loop sleeps as long as it likes.
  void run(double seconds) {
    const double end = clock.now() + seconds;
    while (clock.now() < end) {
      const double next = loop.run_due();
      clock.pass_until(std::min(next, end));
    }
  }
  const Json& status() const { return listener.statuses.back(); }
  std::int64_t steps() const { return loop.world().simulation().state().step_index; }

  test::FakeClock clock;
  test::CollectingListener listener;
  LiveLoop loop;
  int id = 0;
};

TEST(LiveLoop, IsPausedAtFirstAndSaysSo) {
  Bench bench(test::cube_scene());
  bench.run(1);
  EXPECT_EQ(bench.steps(), 0);
  EXPECT_EQ(bench.listener.frames.size(), 1u);
  EXPECT_NEAR(static_cast<double>(bench.listener.statuses.size()), 10, 1);
  EXPECT_EQ(bench.status()["playing"], false);
  EXPECT_EQ(bench.status()["achieved"], 0);
  EXPECT_TRUE(bench.status()["stopped"].is_null());
}

TEST(LiveLoop, PlaysInRealTimeTimesTheSpeed) {
  Bench bench(test::cube_scene());
  bench.clock.step_cost = 0.001;
  EXPECT_TRUE(bench.ok({{"type", "play"}}));
  bench.run(2);
  EXPECT_NEAR(static_cast<double>(bench.steps()), 200, 1);
  EXPECT_NEAR(bench.status()["achieved"], 1, 0.02);
  EXPECT_TRUE(bench.ok({{"type", "speed"}, {"factor", 0.25}}));
  const std::int64_t before = bench.steps();
  bench.run(4);
  EXPECT_NEAR(static_cast<double>(bench.steps() - before), 100, 1);
  EXPECT_NEAR(bench.status()["achieved"], 0.25, 0.02);
  EXPECT_EQ(bench.status()["speed"], 0.25);
  EXPECT_EQ(bench.status()["timing"]["period_ms"], 40);
  EXPECT_TRUE(bench.ok({{"type", "pause"}}));
  const std::int64_t paused = bench.steps();
  bench.run(1);
  EXPECT_EQ(bench.steps(), paused);
  EXPECT_EQ(bench.loop.statistics().report().late, 0);
  EXPECT_NEAR(bench.loop.statistics().report().played_seconds, 6, 0.1);
}

TEST(LiveLoop, StepsThatTakeTooLongRunAsFastAsTheyCanWithoutCatchingUp) {
  Bench bench(test::cube_scene());
  bench.ok({{"type", "play"}});
  bench.clock.step_cost = 0.025;
  bench.run(5);
  EXPECT_NEAR(static_cast<double>(bench.steps()), 200, 2);
  EXPECT_NEAR(bench.status()["achieved"], 0.4, 0.02);
  EXPECT_EQ(bench.loop.statistics().report().late, bench.steps());
  bench.clock.step_cost = 0.001;
  const std::int64_t before = bench.steps();
  bench.run(1);
  EXPECT_NEAR(static_cast<double>(bench.steps() - before), 100, 2) << "no storm of steps that were due before";
}

TEST(LiveLoop, AtAThousandHertzALateStepCostsItsTicksAlone) {
  Bench bench(test::hand_scene());
  bench.ok({{"type", "play"}});
  bench.clock.step_cost = 0.0004;
  bench.run(0.5);
  EXPECT_EQ(bench.loop.statistics().report().late, 0);
  bench.clock.step_cost = 0.0104;  // one step of ten ticks
  bench.run(0.005);
  EXPECT_EQ(bench.loop.statistics().report().late, 1);
  bench.clock.step_cost = 0.0004;
  const std::int64_t before = bench.steps();
  bench.run(0.5);
  EXPECT_NEAR(static_cast<double>(bench.steps() - before), 500, 2);
  EXPECT_EQ(bench.loop.statistics().report().late, 1);
  EXPECT_NEAR(bench.status()["timing"]["p50_ms"], 0.4, 0.03);
  EXPECT_NEAR(bench.status()["timing"]["max_ms"], 10.4, 0.01);
}

TEST(LiveLoop, FramesComeAtMostSixtyTimesASecond) {
  Bench bench(test::cube_scene(0.05, 0.001));
  bench.ok({{"type", "play"}});
  bench.run(2);
  EXPECT_LE(bench.listener.frames.size(), 121u);
  EXPECT_GE(bench.listener.frames.size(), 110u);
  EXPECT_LE(bench.listener.statuses.size(), 23u);
}

TEST(LiveLoop, AFrameIsAChunkOfOneFrame) {
  Bench bench(test::cube_scene());
  bench.ok({{"type", "step"}, {"count", 7}});
  bench.run(0.1);
  const std::string& chunk = *bench.listener.frames.back();
  const auto word = [&](std::size_t at) {
    std::uint32_t value = 0;
    std::memcpy(&value, chunk.data() + at, 4);
    return value;
  };
  const std::size_t bodies = bench.loop.world().simulation().model().bodies.size();
  EXPECT_EQ(chunk.substr(0, 4), "SPG1");
  EXPECT_EQ(word(4), 1u);
  EXPECT_EQ(word(12), bodies);
  EXPECT_EQ(word(44), 0u) << "not deflated";
  EXPECT_EQ(chunk.size(), 48 + word(40));
  double time = 0;
  std::memcpy(&time, chunk.data() + 24, 8);
  EXPECT_NEAR(time, 0.07, 1e-12);
}

TEST(LiveLoop, TheDescriptionHasTheLivePart) {
  Bench bench(test::cube_scene());
  const Json description = Json::parse(bench.loop.description());
  EXPECT_EQ(description["name"], "small");
  EXPECT_EQ(description["bodies"].size(), 2u + 32 + 16);
  EXPECT_EQ(description["live"]["rate_hz"], 100);
  EXPECT_EQ(description["live"]["can_record"], false);
  EXPECT_EQ(description["live"]["spares"]["box"]["count"], 32);
  EXPECT_GE(description["live"]["solvers"].size(), 5u);
  EXPECT_NEAR(description["weight"], test::kCubeMass * 9.81, 1e-9) << "without the spare bodies";
}

TEST(LiveLoop, StepsAreCountedAndAnsweredWhenTheyAreTaken) {
  Bench bench(test::cube_scene());
  bench.ok({{"type", "play"}});
  bench.run(0.1);
  const std::int64_t before = bench.steps();
  const Json reply = bench.ask({{"type", "step"}, {"count", 5}});
  EXPECT_EQ(reply["steps"], 5);
  EXPECT_EQ(bench.steps(), before + 5);
  bench.run(0.2);
  EXPECT_EQ(bench.steps(), before + 5) << "it pauses";
  EXPECT_EQ(bench.status()["playing"], false);
  EXPECT_EQ(bench.status()["step"], before + 5);
}

TEST(LiveLoop, APauseEndsStepsThatAreUnderWay) {
  Bench bench(test::cube_scene());
  Json answer;
  bench.loop.handle(kMe, R"({"type": "step", "count": 1000, "id": 9})",
                    [&](const std::string& json) { answer = Json::parse(json); });
  bench.loop.run_due();
  bench.loop.run_due();
  EXPECT_TRUE(answer.is_null());
  bench.ok({{"type", "pause"}});
  EXPECT_EQ(answer["id"], 9);
  EXPECT_EQ(answer["steps"], 2);
}

TEST(LiveLoop, EveryCommandIsAnswered) {
  Bench bench(test::cube_scene());
  EXPECT_TRUE(bench.ok({{"type", "solver"}, {"name", "pgs"}, {"tolerance", 1e-4}}));
  EXPECT_TRUE(bench.ok({{"type", "friction"}, {"material", "default"}, {"value", 0.25}}));
  EXPECT_TRUE(bench.ok({{"type", "gravity"}, {"vector", {0, 0, -1.62}}}));
  const Json grabbed = bench.ask({{"type", "grab"}, {"body", kCube}, {"point", {0, 0, 0.05}}});
  EXPECT_NEAR(grabbed["stiffness"], test::kCubeMass * 30 * 30, 1e-9);
  EXPECT_TRUE(bench.ok({{"type", "move"}, {"point", {0, 0, 0.5}}}));
  const Json dropped =
      bench.ask({{"type", "drop"}, {"shape", "box"}, {"position", {1, 0, 1}}, {"velocity", {0, 0, 0}}});
  EXPECT_EQ(dropped["body"], 2);
  bench.run(0.1);
  const Json status = bench.status();
  EXPECT_EQ(status["solver"]["name"], "pgs");
  EXPECT_EQ(status["solver"]["tolerance"], 1e-4);
  EXPECT_EQ(status["materials"][0]["friction"], 0.25);
  EXPECT_EQ(status["gravity"][2], -1.62);
  EXPECT_EQ(status["hands"][0]["body"], kCube);
  EXPECT_EQ(status["hands"][0]["client"], true);
  EXPECT_TRUE(bench.ok({{"type", "release"}}));
  EXPECT_FALSE(bench.ok({{"type", "release"}}));
  const Json saved = bench.ask({{"type", "save"}});
  EXPECT_TRUE(bench.ok({{"type", "load"}, {"state", saved["state"]}}));
  EXPECT_TRUE(bench.ok({{"type", "reset"}}));
  EXPECT_FALSE(bench.ok({{"type", "record"}, {"on", true}})) << "there is no folder";
  EXPECT_FALSE(bench.ok({{"type", "hand"}, {"pose", {{"position", {0, 0, 0}}}}})) << "there is no hand";
  EXPECT_FALSE(bench.ok({{"type", "fly"}}));
  EXPECT_EQ(bench.loop.statistics().report().refused, 4);
}

TEST(LiveLoop, TheReplyToFrictionNamesThePairsThatKeepTheirOwn) {
  Scene scene = test::cube_scene();
  scene.model.materials.push_back(scene.model.materials[0]);
  scene.model.materials[0].name = "stone \"grey\"";
  scene.model.materials[1].name = "ice";
  scene.model.pairs = {{0, 1, 0.05, 0}};
  test::FakeClock clock;
  test::CollectingListener listener;
  LiveLoop loop(scene, {}, clock, listener);
  Json reply;
  const auto set = [&](const std::string& material) {
    const Json message = {{"type", "friction"}, {"material", material}, {"value", 0.3}, {"id", 1}};
    loop.handle(1, message.dump(), [&](const std::string& json) { reply = Json::parse(json); });
    return reply;
  };
  EXPECT_EQ(set("ice")["kept_pairs"], Json::parse(R"([["stone \"grey\"", "ice"]])"));
  EXPECT_EQ(set("stone \"grey\"")["kept_pairs"].size(), 1u);
  EXPECT_EQ(loop.world().simulation().model().pairs[0].friction, 0.05);
}

TEST(LiveLoop, AMoveWithoutIdIsNotAnswered) {
  Bench bench(test::cube_scene());
  std::vector<std::string> answers;
  const auto reply = [&](std::string json) { answers.push_back(std::move(json)); };
  bench.loop.handle(kMe, R"({"type": "move", "point": [0, 0, 1]})",
                    reply);  // holds nothing: it may have let go just now
  bench.ok({{"type", "grab"}, {"body", kCube}, {"point", {0, 0, 0}}});
  bench.loop.handle(kMe, R"({"type": "move", "point": [0, 0, 1]})", reply);
  bench.loop.handle(kMe, R"({"type": "move"})", reply);
  ASSERT_EQ(answers.size(), 3u);
  EXPECT_EQ(answers[0], "");
  EXPECT_EQ(answers[1], "");
  EXPECT_EQ(Json::parse(answers[2])["ok"], false) << "a wrong one is";
}

TEST(LiveLoop, AClientThatGoesLetsGo) {
  Bench bench(test::cube_scene());
  bench.ok({{"type", "grab"}, {"body", kCube}, {"point", {0, 0, 0}}});
  bench.loop.client_gone(kMe);
  bench.run(0.1);
  EXPECT_TRUE(bench.status()["hands"].empty());
}

Scene rocket_scene() {
  Scene scene = test::scene_of(test::world({test::box_body("rocket", Vec3::Ones(), {0, 0, 50})}), 10);
  scene.model.bodies[1].force = {0, 0, 1e306};  // too far away for any number after some sixty steps
  return scene;
}

TEST(LiveLoop, AFailedSimulationStopsWithTheReasonAndCanBeReset) {
  Bench bench(rocket_scene());
  const Json reply = bench.ask({{"type", "step"}, {"count", 100}});
  EXPECT_EQ(reply["ok"], false);
  bench.run(0.1);
  const std::string why = bench.status()["stopped"];
  EXPECT_NE(why.find("rocket"), std::string::npos) << why;
  EXPECT_EQ(bench.status()["playing"], false);
  EXPECT_FALSE(bench.ok({{"type", "play"}}));
  EXPECT_FALSE(bench.ok({{"type", "step"}}));
  EXPECT_FALSE(bench.loop.statistics().report().stopped.empty());
  EXPECT_TRUE(bench.ok({{"type", "reset"}}));
  bench.run(0.1);
  EXPECT_TRUE(bench.status()["stopped"].is_null());
  EXPECT_EQ(bench.steps(), 0);
  EXPECT_EQ(bench.ask({{"type", "step"}, {"count", 3}})["steps"], 3);
}

TEST(LiveLoop, AStopWhilePlayingPauses) {
  Bench bench(rocket_scene());
  bench.ok({{"type", "speed"}, {"factor", 8}});
  bench.ok({{"type", "play"}});
  bench.run(100);
  EXPECT_FALSE(bench.status()["stopped"].is_null());
  EXPECT_EQ(bench.status()["playing"], false);
}

TEST(LiveLoop, TheSameCommandsAtTheSameTimesGiveTheSameBits) {
  const auto run = [] {
    Bench bench(test::scene_of(test::world(test::stack_bodies(3))));
    bench.clock.step_cost = 0.002;
    bench.ok({{"type", "play"}});
    bench.run(0.2);
    bench.ok({{"type", "drop"}, {"shape", "sphere"}, {"position", {0, 0, 5}}, {"velocity", {0, 0, -5}}});
    bench.ok({{"type", "grab"}, {"body", 2}, {"point", {0.5, 0, 0}}});
    bench.ok({{"type", "move"}, {"point", {2, 0, 1.5}}});
    bench.run(0.5);
    return std::string(bench.ask({{"type", "save"}})["state"]);
  };
  EXPECT_EQ(run(), run());
}

TEST(LiveLoop, RefusesImpossibleOptions) {
  LiveOptions options;
  options.frame_rate = 0;
  EXPECT_ANY_THROW(Bench(test::cube_scene(), options));
  options = {};
  options.spare_boxes = -1;
  EXPECT_ANY_THROW(Bench(test::cube_scene(), options));
}

// Whatever clients send, the world stays finite and every message gets one answer.
RC_GTEST_PROP(LiveLoop, RandomCommandsNeverBreakIt, ()) {
  Bench bench(test::scene_of(test::world(test::stack_bodies(2))));
  const auto number = [] { return *rc::gen::element(-1e4, -1.0, 0.0, 0.3, 1.0, 7.0, 1e3, 1e6); };
  const auto vector = [&] { return Json{number(), number(), number()}; };
  const int count = *rc::gen::inRange(1, 25);
  for (int i = 0; i < count; ++i) {
    Json message = {{"type", *rc::gen::element<std::string>("play", "pause", "step", "reset", "speed", "solver",
                                                            "friction", "gravity", "grab", "move", "release", "drop",
                                                            "save", "record", "hand")}};
    const std::string type = message["type"];
    if (type == "step") message["count"] = *rc::gen::inRange(0, 5);
    if (type == "speed") message["factor"] = number();
    if (type == "solver") message["name"] = *rc::gen::element<std::string>("pgs", "staggered", "nobody", "two-pass");
    if (type == "friction") message.update({{"material", "default"}, {"value", number()}});
    if (type == "gravity") message["vector"] = vector();
    if (type == "grab")
      message.update({{"body", *rc::gen::inRange(-1, 5)}, {"point", {0, 0, *rc::gen::element(0.0, 0.5, 9.0)}}});
    if (type == "move") message["point"] = vector();
    if (type == "drop") message.update({{"shape", "box"}, {"position", vector()}, {"velocity", vector()}});
    if (type == "record") message["on"] = true;
    if (type == "hand") message["pose"] = {{"position", vector()}};
    bench.ask(message, *rc::gen::inRange(0, 3));
    bench.run(0.03);
  }
  RC_ASSERT(first_non_finite_body(bench.loop.world().simulation().state()) == -1);
}

}  // namespace
}  // namespace stiction
