#include "bench/peers/comparing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "base/error.h"
#include "bench/peers/trial.h"
#include "bench/peers/turns.h"
#include "machine.h"
#include "scenes/words.h"

namespace stiction::bench {
namespace {

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

Case incline_case() {
  return {"incline", true, incline_scene(0, 0)};
}

Contender contender(const PeerEngine& engine, const Case& chosen) {
  Contender made;
  made.blank = blank_result(engine, chosen.scene);
  made.blank.scene = chosen.name;
  if (chosen.incline) {
    made.prepare = [&engine] { return incline_trial(engine); };
  } else {
    made.prepare = [&engine, &chosen] { return standing_trial(engine, chosen.scene); };
  }
  return made;
}

}  // namespace

std::vector<Case> cases_of(const BenchArguments& arguments) {
  std::vector<Case> cases;
  const auto add = [&cases](const std::vector<PeerScene>& scenes) {
    for (const PeerScene& scene : scenes) cases.push_back({scene.name, false, scene});
  };
  if (arguments.scenes.empty()) {
    cases.push_back(incline_case());
    add(default_scenes());
  }
  for (const std::string& name : arguments.scenes) {
    if (name == "incline") {
      cases.push_back(incline_case());
    } else {
      add(scenes_named(name));
    }
  }
  std::vector<Case> once;
  for (Case& each : cases) {
    if (std::ranges::any_of(once, [&](const Case& other) { return other.name == each.name; })) continue;
    if (arguments.duration && !each.incline) each.scene.duration = std::min(each.scene.duration, *arguments.duration);
    once.push_back(std::move(each));
  }
  return once;
}

std::vector<PeerEngine> chosen_engines(const std::vector<PeerEngine>& engines, const std::vector<std::string>& words) {
  if (words.empty()) return engines;
  std::vector<bool> meant(engines.size(), false);
  for (const std::string& word : words) {
    const std::string wanted = lower(word);
    const auto is_named = [&](const PeerEngine& engine) { return lower(engine.name) == wanted; };
    const bool whole = std::ranges::any_of(engines, is_named);
    bool found = false;
    for (std::size_t i = 0; i < engines.size(); ++i) {
      if (whole ? !is_named(engines[i]) : lower(engines[i].name).find(wanted) == std::string::npos) continue;
      found = meant[i] = true;
    }
    if (found) continue;
    std::vector<std::string> names;
    for (const PeerEngine& engine : engines) names.push_back(engine.name);
    throw InputError(fmt::format("--engines {}: none of that name is built in ({})", word, joined(names)));
  }
  std::vector<PeerEngine> chosen;
  for (std::size_t i = 0; i < engines.size(); ++i) {
    if (meant[i]) chosen.push_back(engines[i]);
  }
  return chosen;
}

Comparison compare(const PeerEngines& engines, const BenchArguments& arguments, const ComparingHooks& hooks) {
  const std::vector<Case> cases = cases_of(arguments);
  const std::vector<PeerEngine> chosen = chosen_engines(engines.engines, arguments.engines);
  Comparison comparison;
  comparison.cap = arguments.cap;
  comparison.machine = nlohmann::json::parse(machine_json());
  comparison.date = comparison.machine.value("date", "");
  for (const PeerEngine& e : chosen) comparison.engines.push_back({e.name, e.family, e.version, e.settings});
  for (const MissingPeer& m : engines.missing)
    comparison.missing.push_back(fmt::format("{} ({})", m.family, m.package));
  bool stopped = false;
  for (const Case& each : cases) {
    if (stopped) break;
    std::vector<Contender> contenders;
    for (const PeerEngine& engine : chosen) contenders.push_back(contender(engine, each));
    TurnsSettings settings{.cap = arguments.cap};
    settings.progress = [&](const Result& result) {
      if (hooks.progress) hooks.progress(each, result);
    };
    settings.stop = [&] { return stopped = hooks.stop && hooks.stop(); };
    const std::vector<Result> results = take_turns(contenders, settings);
    comparison.interrupted = stopped;
    comparison.results.insert(comparison.results.end(), results.begin(), results.end());
    comparison.machine_after = nlohmann::json::parse(machine_json());
    if (hooks.done) hooks.done(each, results, comparison);
  }
  return comparison;
}

}  // namespace stiction::bench
