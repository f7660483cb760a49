// Materials, pairs, solver, velocity events and ignored pairs.
#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "scenes/reader/parts.h"
#include "solvers/contact_solver.h"

namespace stiction {
namespace {

constexpr NumberRule kDensity = {.min = 1e-6, .max = 1e12, .unit = "kg/m^3", .positive = true};
constexpr NumberRule kRestitution = {.min = 0, .max = 1};

int find_material(const Model& model, const std::string& name) {
  const auto& list = model.materials;
  const auto found = std::find_if(list.begin(), list.end(), [&](const Material& m) { return m.name == name; });
  return found == list.end() ? -1 : static_cast<int>(found - list.begin());
}

// Index of a material by name; "default" comes into being when it is first needed.
int need_material(Model& model, const std::string& name, const JsonCursor& cursor) {
  const int index = find_material(model, name);
  if (index >= 0) return index;
  if (name != Material{}.name) {
    std::vector<std::string> known;
    for (const Material& material : model.materials) known.push_back(material.name);
    cursor.fail(fmt::format("there is no material \"{}\"{} (known: {})", name, did_you_mean(name, known),
                            known.empty() ? "default" : joined(known)));
  }
  model.materials.push_back(Material{});
  return static_cast<int>(model.materials.size()) - 1;
}

}  // namespace

int ReaderContext::material(const JsonCursor& body) const {
  if (!body.has("material")) return need_material(model(), Material{}.name, body);
  return need_material(model(), body.at("material").text(), body.at("material"));
}

std::vector<int> ReaderContext::bodies(const JsonCursor& cursor) const {
  const std::string pattern = cursor.text();
  std::vector<int> found;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < model().bodies.size(); ++i) {
    names.push_back(model().bodies[i].name);
    if (matches_pattern(pattern, names.back())) found.push_back(static_cast<int>(i));
  }
  if (found.empty() && pattern.find('*') != std::string::npos) {
    cursor.fail(fmt::format("no body matches \"{}\"", pattern));
  }
  if (found.empty()) cursor.fail(fmt::format("no body is called \"{}\"{}", pattern, did_you_mean(pattern, names)));
  return found;
}

int ReaderContext::body(const JsonCursor& cursor) const {
  const std::string name = cursor.text();
  if (name.find('*') != std::string::npos) cursor.fail(fmt::format("must name one body, \"{}\" is a pattern", name));
  return bodies(cursor).front();
}

void read_materials(const JsonCursor& materials, Model& model) {
  for (const std::string& name : materials.keys()) {
    const JsonCursor cursor = materials.at(name);
    cursor.require_keys(kMaterialKeys);
    if (name.empty()) cursor.fail("a material needs a name");
    Material material;
    material.name = name;
    cursor.read_number("density", material.density, kDensity);
    cursor.read_number("friction", material.friction, not_negative(""));
    cursor.read_number("restitution", material.restitution, kRestitution);
    model.materials.push_back(material);
  }
}

void read_pairs(const JsonCursor& pairs, const ReaderContext& context) {
  Model& model = context.model();
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const JsonCursor cursor = pairs.item(i);
    cursor.require_keys({"materials", "friction", "restitution"});
    const JsonCursor names = cursor.at("materials");
    if (names.size() != 2) names.fail(fmt::format("must be a list of two materials, got {}", names.size()));
    MaterialPair pair;
    pair.material_a = need_material(model, names.item(0).text(), names.item(0));
    pair.material_b = need_material(model, names.item(1).text(), names.item(1));
    for (const MaterialPair& other : model.pairs) {
      const bool same =
          std::minmax(pair.material_a, pair.material_b) == std::minmax(other.material_a, other.material_b);
      if (same) cursor.fail("this pair of materials has an entry already");
    }
    const Model::Surface combined = model.surface(pair.material_a, pair.material_b);
    pair.friction = combined.friction;
    pair.restitution = combined.restitution;
    cursor.read_number("friction", pair.friction, not_negative(""));
    cursor.read_number("restitution", pair.restitution, kRestitution);
    model.pairs.push_back(pair);
  }
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
  auto& pairs = context.model().ignored_pairs;
  for (std::size_t i = 0; i < ignore.size(); ++i) {
    const JsonCursor cursor = ignore.item(i);
    if (cursor.size() != 2) cursor.fail(fmt::format("must be a list of two bodies or patterns, got {}", cursor.size()));
    const std::vector<int> second = context.bodies(cursor.item(1));
    for (int a : context.bodies(cursor.item(0))) {
      for (int b : second) {
        if (a != b) pairs.push_back({std::min(a, b), std::max(a, b)});
      }
    }
  }
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
}

}  // namespace stiction
