#include "bench/peers/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "scenes/words.h"

namespace stiction::bench {
namespace {

using Rows = std::vector<std::vector<std::string>>;

Rows rows_of(const std::vector<Result>& results) {
  Rows rows;
  if (results.empty()) return rows;
  rows.push_back(table_heads(results.front().group));
  for (const Result& result : results) rows.push_back(table_row(result));
  return rows;
}

std::string markdown_row(const std::vector<std::string>& cells) {
  return "| " + joined(cells, " | ") + " |\n";
}

std::string markdown_rows(const Rows& rows) {
  std::string text;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    text += markdown_row(rows[i]);
    if (i == 0) text += markdown_row(std::vector<std::string>(rows[i].size(), "---"));
  }
  return text;
}

// "0.012 mm"
std::string length_text(double meters) {
  if (!std::isfinite(meters)) return "";
  if (meters == 0) return "0 m";
  if (meters < 1e-6) return fmt::format("{:.0e} m", meters);
  if (meters < 1) return fmt::format("{} mm", short_number(1e3 * meters));
  return fmt::format("{} m", short_number(meters));
}

// The cell of the condensed table.
std::string condensed(const Result* result) {
  if (result == nullptr) return "not run";
  if (result->status == "absent") return "absent";
  if (result->status == "failed") return "failed";
  if (result->group == "incline") {
    const auto error = [](double degrees) {
      return std::isfinite(degrees) ? fmt::format("{:+.3f}", degrees) : std::string("cut");
    };
    return fmt::format("{} / {}", error(result->angle_error_0), error(result->angle_error_45));
  }
  const std::string time = has_times(*result) ? fmt::format(", {} ms", short_number(result->ms_median)) : "";
  if (result->status == "fell") return fmt::format("fell {} s{}", short_number(result->time), time);
  if (result->status == "rests" || result->status == "moves") {
    return fmt::format("{} m/s{}", short_number(result->speed), time);
  }
  if (result->status == "cut" || result->status == "stopped") {
    const std::string moved =
        is_poured(*result) ? fmt::format("{} m/s", short_number(result->speed)) : length_text(result->drift);
    return fmt::format("{}, {}{}", moved, outcome_text(*result), time);
  }
  return length_text(result->drift) + time;
}

}  // namespace

std::string short_number(double value) {
  if (!std::isfinite(value)) return "";
  if (value != 0 && std::abs(value) < 1e-3) return fmt::format("{:.1e}", value);
  if (std::abs(value) >= 100) return fmt::format("{:.0f}", value);
  return fmt::format("{:.2g}", value);
}

std::vector<std::string> table_heads(const std::string& group) {
  if (group == "incline") {
    return {
        "incline", "error, 0 degrees", "error, 45 degrees", "creep at 0.95, m/s", "penetration, m", "ms/step", "mean",
        "note"};
  }
  return {"engine",         "outcome", "drift, m", "creep, m/s", "speed, m/s",
          "penetration, m", "ms/step", "mean",     "contacts",   "note"};
}

std::vector<std::string> table_row(const Result& result) {
  const auto degrees = [](double error) {
    return std::isfinite(error) ? fmt::format("{:+.4f}", error) : std::string();
  };
  std::string note = result.error;
  if (result.outside > 0) note += fmt::format("{} left the box", result.outside);
  if (result.group == "incline") {
    if (result.status == "cut") note += "cut";
    return {result.engine,
            degrees(result.angle_error_0),
            degrees(result.angle_error_45),
            short_number(result.creep),
            short_number(result.penetration),
            short_number(result.ms_median),
            short_number(result.ms_mean),
            note};
  }
  return {result.engine,
          outcome_text(result),
          short_number(result.drift),
          short_number(result.creep),
          short_number(result.speed),
          short_number(result.penetration),
          short_number(result.ms_median),
          short_number(result.ms_mean),
          std::isfinite(result.contacts) ? fmt::format("{:.0f}", result.contacts) : "",
          note};
}

std::string terminal_table(const std::vector<Result>& results) {
  const Rows rows = rows_of(results);
  std::vector<std::size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string text;
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      line += i < 2 || i + 1 == row.size() ? fmt::format("{:<{}}  ", row[i], widths[i])
                                           : fmt::format("{:>{}}  ", row[i], widths[i]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

std::string markdown_table(const Comparison& comparison) {
  const std::vector<std::string> scenes = scene_names(comparison);
  Rows rows = {{"engine"}};
  rows[0].insert(rows[0].end(), scenes.begin(), scenes.end());
  for (const EngineNote& engine : comparison.engines) {
    std::vector<std::string> row = {engine.name};
    for (const std::string& scene : scenes) row.push_back(condensed(find_result(comparison, engine.name, scene)));
    rows.push_back(row);
  }
  return markdown_rows(rows);
}

std::string markdown_details(const Comparison& comparison) {
  std::string text;
  for (const std::string& scene : scene_names(comparison)) {
    std::vector<Result> results;
    for (const Result& result : comparison.results) {
      if (result.scene == scene) results.push_back(result);
    }
    text += fmt::format("### {}\n\n{}\n", scene, markdown_rows(rows_of(results)));
  }
  return text;
}

std::vector<std::string> scene_names(const Comparison& comparison) {
  std::vector<std::string> names;
  for (const Result& result : comparison.results) {
    if (std::find(names.begin(), names.end(), result.scene) == names.end()) names.push_back(result.scene);
  }
  return names;
}

const Result* find_result(const Comparison& comparison, const std::string& engine, const std::string& scene) {
  for (const Result& result : comparison.results) {
    if (result.engine == engine && result.scene == scene) return &result;
  }
  return nullptr;
}

}  // namespace stiction::bench
