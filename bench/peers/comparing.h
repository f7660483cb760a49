// A whole run: every scene with every engine.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "bench/peers/arguments.h"
#include "bench/peers/peer_world.h"
#include "bench/peers/result.h"

namespace stiction::bench {

// One of a list of scenes and the incline, which is no single scene.
struct Case {
  std::string name;
  bool incline = false;
  PeerScene scene;
};

// In the order of the names, each once; all of them where there are none. Throws InputError.
std::vector<Case> cases_of(const BenchArguments& arguments);
// Those that a word names, and where it names none, those whose names contain it. Throws InputError if there are none.
std::vector<PeerEngine> chosen_engines(const std::vector<PeerEngine>& engines, const std::vector<std::string>& words);

struct ComparingHooks {
  std::function<void(const Case&, const Result&)> progress{};
  // With one scene: its results, and all that there are so far.
  std::function<void(const Case&, const std::vector<Result>&, const Comparison&)> done{};
  std::function<bool()> stop{};
};

Comparison compare(const PeerEngines& engines, const BenchArguments& arguments, const ComparingHooks& hooks);

}  // namespace stiction::bench
