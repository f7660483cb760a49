// Solver, velocity events and ignored pairs.
#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "scenes/reader/parts.h"
#include "solvers/contact_solver.h"

namespace stiction {
namespace {

bool is_pattern(const std::string& text) {
  return text.find('*') != std::string::npos;
}

}  // namespace

std::vector<int> ReaderContext::bodies(const JsonCursor& cursor) const {
  const std::string pattern = cursor.text();
  std::vector<int> found;
  for (std::size_t i = 0; i < model().bodies.size(); ++i) {
    if (matches_pattern(pattern, model().bodies[i].name)) found.push_back(static_cast<int>(i));
  }
  if (!found.empty()) return found;
  if (is_pattern(pattern)) cursor.fail(fmt::format("no body matches \"{}\"", pattern));
  std::vector<std::string> names;
  for (const Body& body : model().bodies) names.push_back(body.name);
  cursor.fail(fmt::format("no body is called \"{}\"{}", pattern, did_you_mean(pattern, names)));
}

int ReaderContext::body(const JsonCursor& cursor) const {
  const std::string name = cursor.text();
  if (is_pattern(name)) cursor.fail(fmt::format("must name one body, \"{}\" is a pattern", name));
  return bodies(cursor).front();
}

void read_solver(const JsonCursor& solver, SolverOptions& options) {
  std::vector<std::string> known;
  for (const OptionField& field : solver_option_fields()) known.push_back(field.key);
  solver.require_keys(known);
  for (const OptionField& field : solver_option_fields()) {
    if (!solver.has(field.key)) continue;
    const JsonCursor cursor = solver.at(field.key);
    OptionValue value;
    if (cursor.is_boolean()) {
      value = cursor.boolean();
    } else if (cursor.is_string()) {
      value = cursor.text();
    } else {
      value = cursor.number({.min = -1e300, .max = 1e300});
    }
    try {
      field.set(options, value);
    } catch (const InputError& error) {
      cursor.fail(error.what());
    }
  }
  try {
    make_solver(options);  // refuses unknown names and contradictions
  } catch (const InputError& error) {
    solver.fail(error.what());
  }
}

void read_velocity_events(const JsonCursor& events, const ReaderContext& context) {
  Model& model = context.model();
  for (std::size_t i = 0; i < events.size(); ++i) {
    const JsonCursor cursor = events.item(i);
    if (!cursor.has("set")) continue;
    const JsonCursor set = cursor.at("set");
    set.require_keys({"body", "velocity", "angular_velocity"});
    VelocityEvent event;
    event.time = cursor.at("time").number(not_negative("s"));
    event.body = context.body(set.at("body"));
    const Body& body = model.bodies[event.body];
    if (body.scripted) {
      set.at("body").fail(
          fmt::format("\"{}\" is moved by \"motions\"; its velocity cannot be set, add a motion instead", body.name));
    }
    if (body.fixed) set.at("body").fail(fmt::format("\"{}\" is fixed; its velocity cannot be set", body.name));
    if (body.appears_at > event.time) {
      cursor.at("time").fail(fmt::format("\"{}\" is added only at {:g} s", body.name, body.appears_at));
    }
    event.sets_velocity = set.has("velocity");
    event.sets_angular_velocity = set.has("angular_velocity");
    if (!event.sets_velocity && !event.sets_angular_velocity) set.fail("give \"velocity\" or \"angular_velocity\"");
    set.read_vector("velocity", event.velocity, any_number("m/s"));
    set.read_vector("angular_velocity", event.angular_velocity, any_number("rad/s"));
    model.events.push_back(event);
  }
  std::stable_sort(model.events.begin(), model.events.end(),
                   [](const VelocityEvent& a, const VelocityEvent& b) { return a.time < b.time; });
}

void read_ignored_pairs(const JsonCursor& ignore, const ReaderContext& context) {
  IgnoredPairs& ignored = context.model().ignored_pairs;
  std::vector<IgnoredPairs::Pair> pairs;
  for (std::size_t i = 0; i < ignore.size(); ++i) {
    const JsonCursor cursor = ignore.item(i);
    if (cursor.size() != 2) cursor.fail(fmt::format("must be a list of two bodies or patterns, got {}", cursor.size()));
    const std::vector<int> first = context.bodies(cursor.item(0)), second = context.bodies(cursor.item(1));
    if (first.size() > 1 || second.size() > 1) {
      ignored.add_group({cursor.item(0).text(), cursor.item(1).text()}, first, second);
    } else if (first != second) {
      pairs.push_back({first.front(), second.front()});
    }
  }
  ignored.add(pairs);
}

}  // namespace stiction
