// What became of one engine on one scene, and a whole run of the comparison; both as JSON.
#pragma once

#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace stiction::bench {

// A figure that was not measured is NaN; null in JSON.
inline constexpr double kNotMeasured = std::numeric_limits<double>::quiet_NaN();

struct Result {
  std::string engine, family;  // of the engine
  std::string scene, group;    // name, and family of the scene
  int size = 0, bodies = 0;    // of the scene; bodies: free ones
  // "stands" to the end, "rests" or "moves" (what is poured), "done" (incline), "fell" at `time`, "cut" there by the
  // limit of wall time, "stopped" there by somebody, "failed" (see `error`), "absent" (the engine has no such shapes,
  // see `error`)
  std::string status = "cut";
  std::string error;
  double time = 0;                                                     // simulated [s]
  double duration = 0, step = 0;                                       // of the scene [s]
  int steps = 0, timed_steps = 0;                                      // all, and those that the times are taken from
  double ms_median = kNotMeasured, ms_mean = kNotMeasured;             // CPU time of a settled step
  double contacts = kNotMeasured;                                      // at the end, as the engine counts them
  double drift = kNotMeasured;                                         // [m], see observer.h
  double creep = kNotMeasured, speed = kNotMeasured;                   // [m/s]
  double penetration = kNotMeasured;                                   // largest of settled steps [m]
  int outside = 0;                                                     // bodies of what is poured that left its box
  double angle_error_0 = kNotMeasured, angle_error_45 = kNotMeasured;  // of the critical angle [degrees]
};

struct EngineNote {
  std::string name, family, version, settings;
};

struct Comparison {
  std::string date;
  nlohmann::json machine, machine_after;  // bench/machine.h
  double cap = 0;                         // of wall time, a run [s]
  std::vector<EngineNote> engines;
  std::vector<std::string> missing;  // families that were not built in, with the package that brings them
  std::vector<Result> results;
  bool interrupted = false;  // somebody stopped it: the last scene's results are not whole, later ones are missing
};

nlohmann::json to_json(const Result& result);
Result result_from_json(const nlohmann::json& json);
nlohmann::json to_json(const Comparison& comparison);
Comparison comparison_from_json(const nlohmann::json& json);  // throws InputError

// "stands", "fell@0.41", "cut@12.3", "failed".
std::string outcome_text(const Result& result);
bool has_times(const Result& result);
bool is_poured(const Result& result);  // of a scene that comes to rest from a fall: speed tells more than drift

}  // namespace stiction::bench
