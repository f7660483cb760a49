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
  const std::vector<std::vector<const char*>> slips = {{"--cap", "0"},
                                                       {"--cap", "-1"},
                                                       {"--cap", "soon"},
                                                       {"--cap", "nan"},
                                                       {"--duration", "-1"},
                                                       {"--fast"},
                                                       {"--json"},
                                                       {"--from", "a", "stack"},
                                                       {"--cap", "inf"},
                                                       {"--duration", "0"},
                                                       {"--from", "a", "--cap", "3"},
                                                       {"--from", "a", "--engines", "ode"}};
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
  EXPECT_EQ(named[2].scene.duration, cases_of({})[0].scene.duration) << "its trials have a time of their own";
}

TEST(BenchCases, AreRunOnceHoweverOftenTheyAreNamed) {
  BenchArguments arguments;
  arguments.scenes = {"stack-10", "stack", "incline", "incline"};
  EXPECT_EQ(cases_of(arguments).size(), 3u);
}

TEST(BenchCases, OfTheGalleryAreFoundByTheirNamesThere) {
  BenchArguments arguments;
  arguments.scenes = {"card-house"};
  try {
    cases_of(arguments);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("is \"cards\" here"), std::string::npos) << error.what();
  }
}

TEST(BenchCases, ChooseEnginesByPartsOfTheirNames) {
  const std::vector<PeerEngine> engines = {{.name = "Bullet SI 10"}, {.name = "ODE direct"}, {.name = "ODE quick 20"}};
  EXPECT_EQ(chosen_engines(engines, {}).size(), 3u);
  EXPECT_EQ(chosen_engines(engines, {"ode"}).size(), 2u);
  EXPECT_EQ(chosen_engines(engines, {"si", "direct"}).size(), 2u);
  EXPECT_THROW(chosen_engines(engines, {"havok"}), InputError);
  EXPECT_THROW(chosen_engines(engines, {"ode", "havok"}), InputError);
}

TEST(BenchCases, ChooseOneEngineByItsWholeName) {
  const std::vector<PeerEngine> engines = {{.name = "Bullet SI 10"}, {.name = "Bullet SI 1000"}};
  ASSERT_EQ(chosen_engines(engines, {"bullet si 10"}).size(), 1u);
  EXPECT_EQ(chosen_engines(engines, {"bullet si 10"})[0].name, "Bullet SI 10");
  EXPECT_EQ(chosen_engines(engines, {"si 10"}).size(), 2u);
}

}  // namespace
}  // namespace stiction::bench
