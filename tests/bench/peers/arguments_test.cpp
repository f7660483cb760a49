// The command line of stiction-bench, and which scenes and engines it means.
#include "bench/peers/arguments.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "bench/peers/comparing.h"

namespace stiction::bench {
namespace {

std::variant<BenchHelp, BenchArguments> parse(std::vector<const char*> words) {
  words.insert(words.begin(), "stiction-bench");
  return parse_bench_arguments(static_cast<int>(words.size()), words.data());
}

TEST(BenchArguments, AreScenesEnginesAndFiles) {
  const auto parsed = std::get<BenchArguments>(parse({"stack-10", "--engines", "bullet,ode direct", "incline", "--cap",
                                                      "2.5", "--json", "a.json", "--page", "a.html"}));
  EXPECT_EQ(parsed.scenes, (std::vector<std::string>{"stack-10", "incline"}));
  EXPECT_EQ(parsed.engines, (std::vector<std::string>{"bullet", "ode direct"}));
  EXPECT_EQ(parsed.cap, 2.5);
  EXPECT_EQ(parsed.json, "a.json");
  EXPECT_EQ(parsed.page, "a.html");
}

TEST(BenchArguments, ExplainThemselves) {
  EXPECT_NE(std::get<BenchHelp>(parse({"--help"})).text.find("kapla-tower"), std::string::npos);
}

TEST(BenchArguments, ThatMakeNoSenseAreRefusedOnOneLine) {
  const std::vector<std::vector<const char*>> slips = {{"--cap", "0"},   {"--cap", "-1"},         {"--cap", "soon"},
                                                       {"--cap", "nan"}, {"--duration", "-1"},    {"--fast"},
                                                       {"--json"},       {"--from", "a", "stack"}};
  for (const auto& slip : slips) {
    try {
      parse(slip);
      FAIL() << slip[0];
    } catch (const InputError& error) {
      EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << error.what();
    }
  }
}

TEST(BenchCases, AreAllScenesUnlessSomeAreNamed) {
  const auto all = cases_of({});
  EXPECT_EQ(all.front().name, "incline");
  EXPECT_GT(all.size(), 10u);
  BenchArguments some;
  some.scenes = {"stack", "incline"};
  some.duration = 3;
  const auto named = cases_of(some);
  ASSERT_EQ(named.size(), 3u);
  EXPECT_EQ(named[0].name, "stack-10");
  EXPECT_EQ(named[0].scene.duration, 3);
  EXPECT_TRUE(named[2].incline);
}

TEST(BenchCases, ChooseEnginesByPartsOfTheirNames) {
  const std::vector<PeerEngine> engines = {{.name = "Bullet SI 10"}, {.name = "ODE direct"}, {.name = "ODE quick 20"}};
  EXPECT_EQ(chosen_engines(engines, {}).size(), 3u);
  EXPECT_EQ(chosen_engines(engines, {"ode"}).size(), 2u);
  EXPECT_EQ(chosen_engines(engines, {"si", "direct"}).size(), 2u);
  EXPECT_THROW(chosen_engines(engines, {"havok"}), InputError);
}

}  // namespace
}  // namespace stiction::bench
