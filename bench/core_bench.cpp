// Speed and exactness of a step on the structures of the gallery, on one thread unless said.
//
//   bench_core speed [STEPS [SECONDS [CASE [SITUATION]]]]   step times settled, shaken and cold
//   bench_core warm-start-paper [STEPS [SECONDS]]   iterations with and without warm start, Algorithm 1 of the paper
//   bench_core warm-start-fast [STEPS [SECONDS]]    the same with the fast driver
//   bench_core speed-elastic|warm-start-elastic [STEPS [SECONDS [CASE]]]   the same for scenes of elastic bodies
//   bench_core haptic [SECONDS]                     real-time loops of the scene `haptic`, each SECONDS long (12)
//   bench_core threads [SECONDS]                    what a second thread brings, SECONDS per scene (60)
//   bench_core recording FILE [FRAMES [EVERY]]      writes a made-up recording of 2,000 bodies: 6,000 frames 0.1 s
//   apart
//
// STEPS: steps per measurement (200). SECONDS: wall time after which a measurement ends early (60).
// Prints one JSON object. See README.md in this folder.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <vector>

#include "haptic.h"
#include "long_recording.h"
#include "machine.h"
#include "measure.h"
#include "scenes/gallery.h"
#include "threads.h"

namespace stiction::bench {
namespace {

struct Case {
  const char* title;
  const char* scene;
  std::map<std::string, std::string> parameters;
  double settling = 1;  // simulated time before anything is measured [s]
};

const std::vector<Case> kArchAndCards = {
    {"arch", "arch", {{"samples", "8"}}},
    {"card-house", "card-house", {}},
};
const std::vector<Case> kSpeedCases = {
    {"arch", "arch", {{"samples", "8"}}},         {"card-house", "card-house", {}},
    {"log-house", "log-house", {{"speed", "1"}}},  // comes to rest on the level ground before it is measured
    {"stack-20", "stack", {{"count", "20"}}},     {"stack-50", "stack", {{"count", "50"}}},
};
// The paper's numbers of degrees of freedom and contacts. The chairs' plane rests for half a second; the dinosaurs lie
// in a heap after eight.
const std::vector<Case> kElasticCases = {
    {"composites", "composites", {{"only", "1"}}},
    {"chairs", "chairs", {{"count", "55"}}, 0.4},
    {"soft-stack", "soft-stack", {}, 3},
    {"dinosaurs", "dinosaurs", {{"margin", "0.08"}}, 8},
};

std::string quoted(const std::string& text) {
  return "\"" + text + "\"";
}

std::string settings_json(const Case& item, const Scene& scene) {
  std::string text = fmt::format("\"scene\": \"{}\", \"step_s\": {:g}, \"tolerance\": {:g}, \"eps\": {:g}", item.scene,
                                 scene.step, scene.solver.tolerance, scene.solver.eps);
  for (const auto& [key, value] : item.parameters) text += fmt::format(", {}: {}", quoted(key), value);
  return text;
}

void say(const std::string& what) {
  fmt::print(stderr, "{}\n", what);
}

std::string speed_of(const Case& item, const Stretch& stretch, const std::string& only) {
  const Scene scene = settled(build_gallery_scene(item.scene, item.parameters), item.settling);
  Scene cold = scene;
  cold.solver.warm_start = false;
  std::string text = fmt::format("  \"{}\": {{{}", item.title, settings_json(item, scene));
  const auto add = [&](const char* name, const Scene& variant, Situation situation) {
    if (!only.empty() && only != name) return;
    say(fmt::format("{}: {}", item.title, name));
    text += fmt::format(",\n   \"{}\": {}", name, to_json(measure(variant, situation, stretch)));
  };
  add("settled", scene, Situation::kSettled);
  add("shaken", scene, Situation::kShaken);
  add("cold", cold, Situation::kSettled);
  return text + "}";
}

struct Way {
  const char* driver;
  const char* tangents;
};

std::string warm_start_of(const Case& item, const std::vector<Way>& ways, const Stretch& stretch) {
  const Scene scene = settled(build_gallery_scene(item.scene, item.parameters), item.settling);
  std::string rows;
  for (const Way& way : ways) {
    std::string cells;
    for (const bool warm : {true, false}) {
      for (const Situation situation : {Situation::kSettled, Situation::kShaken}) {
        Scene variant = scene;
        set_solver_option(variant.solver, "driver", way.driver);
        set_solver_option(variant.solver, "tangents", way.tangents);
        variant.solver.warm_start = warm;
        const std::string name =
            fmt::format("{}_{}", warm ? "warm" : "cold", situation == Situation::kSettled ? "settled" : "shaken");
        say(fmt::format("{}: {} {} {}", item.title, way.driver, way.tangents, name));
        cells += fmt::format("{}\n    \"{}\": {}", cells.empty() ? "" : ",", name,
                             to_json(measure(variant, situation, stretch)));
      }
    }
    rows += fmt::format("{}\n   \"{}-{}\": {{{}}}", rows.empty() ? "" : ",", way.driver, way.tangents, cells);
  }
  return fmt::format("  \"{}\": {{{},{}}}", item.title, settings_json(item, scene), rows);
}

int run(int count, char** words) {
  const std::string what = count > 1 ? words[1] : "";
  // The paper's driver with its own polygon and with the disk, or the fast driver; none: speed.
  const std::map<std::string, std::vector<Way>> measurements = {
      {"speed", {}},
      {"warm-start-paper", {{"paper", "polygon8"}, {"paper", "disk"}}},
      {"warm-start-fast", {{"fast", "disk"}}},
      {"speed-elastic", {}},
      {"warm-start-elastic", {{"paper", "disk"}, {"fast", "disk"}}},
  };
  if (what == "haptic" || what == "haptic-soft") {
    const double seconds = count > 2 ? std::max(0.1, std::atof(words[2])) : 12;
    fmt::print("{}", what == "haptic" ? haptic_json(seconds) : soft_haptic_json(seconds));
    return 0;
  }
  if (what == "recording" && count > 2) {
    LongRecording wanted;
    if (count > 3) wanted.frames = std::max(2, std::atoi(words[3]));
    if (count > 4) wanted.every = std::max(1e-3, std::atof(words[4]));
    fmt::print("{}", long_recording_json(wanted, words[2]));
    return 0;
  }
  if (what == "threads") {
    const double seconds = count > 2 ? std::max(1.0, std::atof(words[2])) : 60;
    const std::string before = machine_json(), measured = threads_json(seconds);
    fmt::print(
        "{{\n \"measurement\": \"threads\",\n \"machine_before\": {},\n \"machine_after\": {},\n \"cases\": "
        "{{\n{}\n }}\n}}\n",
        before, machine_json(), measured);
    return 0;
  }
  const auto chosen = measurements.find(what);
  if (chosen == measurements.end()) {
    fmt::print(stderr,
               "usage: bench_core speed|speed-elastic|warm-start-paper|warm-start-fast|warm-start-elastic [STEPS "
               "[SECONDS]]\n       bench_core haptic|haptic-soft|threads [SECONDS]\n       bench_core recording FILE "
               "[FRAMES [EVERY]]\n");
    return 2;
  }
  Stretch stretch;
  if (count > 2) stretch.steps = std::max(1, std::atoi(words[2]));
  stretch.seconds = count > 3 ? std::max(1.0, std::atof(words[3])) : 60;
  const std::string only_case = count > 4 ? words[4] : "", only_situation = count > 5 ? words[5] : "";
  const std::string before = machine_json();
  std::string cases;
  const bool speed = what.starts_with("speed"), elastic = what.ends_with("elastic");
  for (const Case& item : elastic ? kElasticCases : speed ? kSpeedCases : kArchAndCards) {
    if (!only_case.empty() && only_case != item.title) continue;
    if (!cases.empty()) cases += ",\n";
    cases += speed ? speed_of(item, stretch, only_situation) : warm_start_of(item, chosen->second, stretch);
  }
  fmt::print(
      "{{\n \"measurement\": \"{}\", \"threads\": 1,\n \"machine_before\": {},\n \"machine_after\": {},\n"
      " \"cases\": {{\n{}\n }}\n}}\n",
      what, before, machine_json(), cases);
  return 0;
}

}  // namespace
}  // namespace stiction::bench

int main(int count, char** words) {
  return stiction::bench::run(count, words);
}
