#include "bench/peers/result.h"

#include <fmt/format.h>

#include <cmath>

#include "base/error.h"

namespace stiction::bench {
namespace {

using nlohmann::json;

json number(double value) {
  return std::isfinite(value) ? json(value) : json(nullptr);
}

double number_from(const json& value) {
  return value.is_null() ? kNotMeasured : value.get<double>();
}

// One list of keys for both ways.
template <typename Visit, typename Of>
void for_each_text(Of& result, Visit visit) {
  visit("engine", result.engine);
  visit("family", result.family);
  visit("scene", result.scene);
  visit("group", result.group);
  visit("status", result.status);
  visit("error", result.error);
}

template <typename Visit, typename Of>
void for_each_count(Of& result, Visit visit) {
  visit("size", result.size);
  visit("bodies", result.bodies);
  visit("steps", result.steps);
  visit("timed_steps", result.timed_steps);
  visit("outside", result.outside);
}

template <typename Visit, typename Of>
void for_each_figure(Of& result, Visit visit) {
  visit("time", result.time);
  visit("duration", result.duration);
  visit("step", result.step);
  visit("ms_median", result.ms_median);
  visit("ms_mean", result.ms_mean);
  visit("contacts", result.contacts);
  visit("drift", result.drift);
  visit("creep", result.creep);
  visit("speed", result.speed);
  visit("penetration", result.penetration);
  visit("angle_error_0", result.angle_error_0);
  visit("angle_error_45", result.angle_error_45);
}

}  // namespace

json to_json(const Result& result) {
  json out = json::object();
  for_each_text(result, [&](const char* key, const std::string& text) { out[key] = text; });
  for_each_count(result, [&](const char* key, int count) { out[key] = count; });
  for_each_figure(result, [&](const char* key, double value) { out[key] = number(value); });
  return out;
}

Result result_from_json(const json& in) {
  Result result;
  for_each_text(result, [&](const char* key, std::string& text) { text = in.at(key).get<std::string>(); });
  for_each_count(result, [&](const char* key, int& count) { count = in.at(key).get<int>(); });
  for_each_figure(result, [&](const char* key, double& value) { value = number_from(in.at(key)); });
  return result;
}

json to_json(const Comparison& comparison) {
  json engines = json::array();
  for (const EngineNote& engine : comparison.engines) {
    engines.push_back(
        {{"name", engine.name}, {"family", engine.family}, {"version", engine.version}, {"settings", engine.settings}});
  }
  json results = json::array();
  for (const Result& result : comparison.results) results.push_back(to_json(result));
  return {{"date", comparison.date},
          {"machine", comparison.machine},
          {"machine_after", comparison.machine_after},
          {"cap_seconds", comparison.cap},
          {"engines", engines},
          {"missing", comparison.missing},
          {"interrupted", comparison.interrupted},
          {"results", results}};
}

Comparison comparison_from_json(const json& in) {
  try {
    Comparison comparison;
    comparison.date = in.at("date").get<std::string>();
    comparison.machine = in.at("machine");
    comparison.machine_after = in.at("machine_after");
    comparison.cap = in.at("cap_seconds").get<double>();
    comparison.interrupted = in.value("interrupted", false);
    comparison.missing = in.at("missing").get<std::vector<std::string>>();
    for (const json& engine : in.at("engines")) {
      comparison.engines.push_back(
          {engine.at("name"), engine.at("family"), engine.at("version"), engine.at("settings")});
    }
    for (const json& result : in.at("results")) comparison.results.push_back(result_from_json(result));
    return comparison;
  } catch (const json::exception&) {
    throw InputError("not a file that stiction bench --json wrote");
  }
}

std::string outcome_text(const Result& result) {
  if (result.status == "fell" || result.status == "cut" || result.status == "stopped")
    return fmt::format("{}@{:.3g}", result.status, result.time);
  return result.status;
}

bool has_times(const Result& result) {
  return std::isfinite(result.ms_median);
}

bool is_poured(const Result& result) {
  return result.group == "pile" || result.group == "bunnies";
}

}  // namespace stiction::bench
