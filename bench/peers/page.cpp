#include "bench/peers/page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "bench/peers/chart.h"
#include "bench/peers/table.h"

namespace stiction::bench {
namespace {

constexpr double kLeastDrift = 1e-12;  // less is drawn as this: rounding [m]
constexpr double kLeastTime = 1e-4;    // [ms]

// Colours for both themes; a family of engines has one, its settings have shapes.
constexpr const char* kStyle = R"(
:root { color-scheme: light dark; --ground: #fff; --text: #1b1f24; --soft: #5a6470; --grid: #e3e6ea; --row: #f4f6f8;
  --stiction: #c4341d; --ode: #1f6fc4; --bullet: #2a8f4f; --mujoco: #8a4fc0; --dart: #b07a00; --bad: #a3006b; }
@media (prefers-color-scheme: dark) { :root { --ground: #14171b; --text: #e6e9ed; --soft: #9aa5b1; --grid: #2c323a;
  --row: #1c2127; --stiction: #ff7a5f; --ode: #6db3ff; --bullet: #62cf8a; --mujoco: #c59bf5; --dart: #e8b84a;
  --bad: #ff7ac8; } }
body { font: 15px/1.5 system-ui, "DejaVu Sans", sans-serif; background: var(--ground); color: var(--text);
  margin: 2rem auto; max-width: 1240px; padding: 0 1rem; }
h1 { font-size: 1.6rem; margin-bottom: .2rem; } h2 { font-size: 1.2rem; margin-top: 2.2rem; } h3 { font-size: 1rem; }
p, li { max-width: 75ch; } .soft, figcaption { color: var(--soft); }
.charts { display: grid; grid-template-columns: repeat(auto-fill, minmax(400px, 1fr)); gap: 1rem; }
svg { width: 100%; height: auto; font-size: 11.5px; } svg text { fill: var(--soft); } svg .title { fill: var(--text);
  font-weight: 600; font-size: 13px; } .grid { stroke: var(--grid); } .axis { stroke: var(--soft); fill: none; }
.Stiction { --own: var(--stiction); } .ODE { --own: var(--ode); } .Bullet { --own: var(--bullet); }
.MuJoCo { --own: var(--mujoco); } .DART { --own: var(--dart); }
.mark { fill: var(--own); } .hollow { fill: var(--ground); stroke: var(--own); stroke-width: 1.8; }
.cross { stroke: var(--own); stroke-width: 1.3; } figure { margin: 0; }
.line { fill: none; stroke: var(--own); stroke-width: 1.5; opacity: .7; }
.legend { display: flex; flex-wrap: wrap; gap: .3rem 1.1rem; padding: 0; list-style: none; }
.legend svg { width: 16px; height: 16px; vertical-align: -3px; margin-right: .3rem; }
.wide { overflow-x: auto; } table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: 13.5px; }
th, td { padding: .25rem .7rem; text-align: right; white-space: nowrap; } th { color: var(--soft); font-weight: 600;
  border-bottom: 1px solid var(--grid); } td:first-child, th:first-child, td:nth-child(2), th:nth-child(2),
  td:last-child, th:last-child { text-align: left; } tr:nth-child(even) td { background: var(--row); }
tr.Stiction td:first-child { color: var(--own); font-weight: 600; } tr.bad td:nth-child(2) { color: var(--bad); }
.settings td { white-space: normal; text-align: left; }
)";

// The shapes of an engine's settings, in the order in which they are listed.
std::map<std::string, int> marks_of(const Comparison& comparison) {
  std::map<std::string, int> marks, count;
  for (const EngineNote& engine : comparison.engines) marks[engine.name] = count[engine.family]++ % kMarks;
  return marks;
}

std::string legend(const Comparison& comparison) {
  const auto marks = marks_of(comparison);
  std::string html = "<ul class=\"legend\">";
  for (const EngineNote& engine : comparison.engines) {
    html += fmt::format("<li class=\"{}\"><svg viewBox=\"0 0 16 16\">{}</svg>{}</li>", escaped(engine.family),
                        mark_svg(marks.at(engine.name), 8, 8, {.title = engine.name}), escaped(engine.name));
  }
  return html +
         "</ul>\n<p class=\"soft\">Hollow: cut by the limit of wall time, standing until then. Crossed: fell, drawn at "
         "the way at which it was stopped. At the lower edge: less than 1e-12.</p>\n";
}

bool lasted(const Result& result) {
  return result.status == "stands" || result.status == "rests" || result.status == "moves" || result.status == "done";
}

std::string point_title(const Result& result) {
  return fmt::format("{}, {}: {}, {} ms a step, drift {} m", result.engine, result.scene, outcome_text(result),
                     short_number(result.ms_median), short_number(result.drift));
}

// Time per step against the number of bodies, for scenes that were run in more than one size.
std::string size_charts(const Comparison& comparison) {
  const auto marks = marks_of(comparison);
  std::vector<std::string> groups;
  std::map<std::string, std::vector<int>> sizes;
  for (const Result& result : comparison.results) {
    if (std::find(groups.begin(), groups.end(), result.group) == groups.end()) groups.push_back(result.group);
    auto& known = sizes[result.group];
    if (std::find(known.begin(), known.end(), result.size) == known.end()) known.push_back(result.size);
  }
  std::string html;
  for (const std::string& group : groups) {
    if (sizes[group].size() < 2) continue;
    Chart chart;
    chart.title = group;
    chart.x_label = "free bodies";
    chart.y_label = "CPU time of a step, ms (median)";
    for (const EngineNote& engine : comparison.engines) {
      ChartSeries series{.family = engine.family, .mark = marks.at(engine.name), .points = {}};
      for (const Result& result : comparison.results) {
        if (result.engine != engine.name || result.group != group || !has_times(result)) continue;
        series.points.push_back({static_cast<double>(result.bodies), result.ms_median, !lasted(result),
                                 result.status == "fell", point_title(result)});
      }
      std::sort(series.points.begin(), series.points.end(), [](const auto& a, const auto& b) { return a.x < b.x; });
      if (!series.points.empty()) chart.series.push_back(std::move(series));
    }
    fit_axes(chart, kLeastTime);
    html += "<figure>" + chart_svg(chart) + "</figure>\n";
  }
  return html;
}

// One panel a scene: what it costs, and how far things move that should not.
std::string drift_charts(const Comparison& comparison) {
  const auto marks = marks_of(comparison);
  std::string html;
  for (const std::string& scene : scene_names(comparison)) {
    Chart chart;
    chart.title = scene;
    chart.x_label = "CPU time of a step, ms (median)";
    chart.y_label = "drift, m";
    bool poured = false;
    for (const Result& result : comparison.results) {
      if (result.scene != scene || !has_times(result) || marks.count(result.engine) == 0) continue;
      poured = poured || is_poured(result);
      const double y = is_poured(result) ? result.speed : result.drift;
      chart.series.push_back(
          {.family = result.family,
           .mark = marks.at(result.engine),
           .line = false,
           .points = {{result.ms_median, y, !lasted(result), result.status == "fell", point_title(result)}}});
    }
    if (chart.series.size() < 2) continue;
    if (poured) chart.y_label = "largest speed at the end, m/s";
    if (scene == "incline") chart.y_label = "way in 5 s at 0.95 of the critical angle, m";
    fit_axes(chart, kLeastDrift);
    html += "<figure>" + chart_svg(chart) + "</figure>\n";
  }
  return html;
}

std::string html_row(const std::vector<std::string>& cells, const char* tag, const std::string& kind) {
  std::string html = fmt::format("<tr class=\"{}\">", kind);
  for (const std::string& cell : cells) html += fmt::format("<{0}>{1}</{0}>", tag, escaped(cell));
  return html + "</tr>\n";
}

std::string tables(const Comparison& comparison) {
  std::string html;
  for (const std::string& scene : scene_names(comparison)) {
    std::string rows;
    for (const Result& result : comparison.results) {
      if (result.scene != scene) continue;
      if (rows.empty()) {
        html += fmt::format("<h3>{}</h3>\n<p class=\"soft\">{} free {}, step {:g} s, {:g} s.</p>\n", escaped(scene),
                            result.bodies, result.bodies == 1 ? "body" : "bodies", result.step, result.duration);
        rows = html_row(table_heads(result.group), "th", "");
      }
      const bool bad = result.status == "fell" || result.status == "failed";
      rows += html_row(table_row(result), "td", escaped(result.family) + (bad ? " bad" : ""));
    }
    html += "<div class=\"wide\"><table>" + rows + "</table></div>\n";
  }
  return html;
}

std::string settings_table(const Comparison& comparison) {
  std::string html =
      "<div class=\"wide\"><table class=\"settings\">" + html_row({"engine", "version", "settings"}, "th", "");
  for (const EngineNote& engine : comparison.engines) {
    html += html_row({engine.name, engine.version, engine.settings}, "td", escaped(engine.family));
  }
  html += "</table></div>\n";
  for (const std::string& missing : comparison.missing)
    html += fmt::format("<p>Not built in: {}.</p>\n", escaped(missing));
  return html;
}

std::string text_of(const nlohmann::json& object, const char* key) {
  if (!object.is_object() || !object.contains(key)) return "?";
  return object[key].is_string() ? object[key].get<std::string>() : object[key].dump();
}

std::string machine_text(const Comparison& comparison) {
  return fmt::format(
      "{}, {} logical cores, {}, {}. Load average {} before and {} after.", text_of(comparison.machine, "processor"),
      text_of(comparison.machine, "logical_cores"), text_of(comparison.machine, "compiler"), comparison.date,
      text_of(comparison.machine, "load_average_1min"), text_of(comparison.machine_after, "load_average_1min"));
}

constexpr const char* kMeasures = R"(
<ul>
<li><b>ms/step</b>: CPU time of a step, collision detection included, median and mean over the settled steps; one thread.</li>
<li><b>drift</b>: farthest that any centre has been from where it started; sideways for stacks.</li>
<li><b>creep</b>: farthest that a centre got in the last second or two, by that time. <b>speed</b>: the largest way of a centre in one
of these steps, by the step. <b>penetration</b>: the deepest overlap in settled steps, found by Stiction's collision detection.</li>
<li>All of these follow from the poses that an engine reports, never from what it says of itself. Sleeping is off everywhere; what is at
rest costs Stiction one look at its contacts a step, and no linear system.</li>
<li><b>cut@t</b>: the limit of wall time was reached at the simulated time t; at 0 in the first step. <b>fell@t</b>: the scene's own limit was passed then.</li>
</ul>
)";

}  // namespace

std::string page_html(const Comparison& comparison) {
  std::string html =
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Stiction beside other engines</title>\n";
  html += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n";
  html += fmt::format("<style>{}</style></head><body>\n", kStyle);
  html += "<h1>Stiction beside other engines</h1>\n";
  html += fmt::format("<p class=\"soft\">{} At most {:g} s of wall time a run.</p>\n",
                      escaped(machine_text(comparison)), comparison.cap);
  if (comparison.interrupted) {
    html +=
        "<p><b>Interrupted</b>: what was running was \"stopped\" where it was, and later scenes were not run.</p>\n";
  }
  html += legend(comparison);
  const std::string drifts = drift_charts(comparison);
  if (!drifts.empty()) {
    html += "<h2>What it costs, and how far things move that should stand</h2>\n<div class=\"charts\">" + drifts +
            "</div>\n";
  }
  const std::string sizes = size_charts(comparison);
  if (!sizes.empty()) html += "<h2>Time per step against size</h2>\n<div class=\"charts\">" + sizes + "</div>\n";
  html += "<h2>Figures</h2>\n" + std::string(kMeasures) + tables(comparison);
  html += "<h2>Settings</h2>\n" + settings_table(comparison);
  return html + "</body></html>\n";
}

}  // namespace stiction::bench
