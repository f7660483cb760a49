// Every engine that was built in: it sees the bodies, masses, velocities and friction that it was given.
#include "bench/peers/closed_forms.h"
#include "bench/peers/engines/engines.h"

namespace stiction::bench {
namespace {

TEST(PeerEngines, FallFreely) {
  for (const PeerEngine& engine : built_engines().engines) expect_free_fall(engine);
}

// Some have soft friction, or few iterations.
TEST(PeerEngines, SlideWithTheFrictionTheyWereGiven) {
  for (const PeerEngine& engine : built_engines().engines) expect_slide(engine, 0.03);
}

TEST(PeerEngines, HaveNamesOfTheirOwnAndSaySettings) {
  std::vector<std::string> names;
  for (const PeerEngine& engine : built_engines().engines) {
    EXPECT_FALSE(engine.settings.empty()) << engine.name;
    EXPECT_FALSE(engine.version.empty()) << engine.name;
    for (const std::string& name : names) EXPECT_NE(name, engine.name);
    names.push_back(engine.name);
  }
}

}  // namespace
}  // namespace stiction::bench
