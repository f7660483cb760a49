#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "cli/commands.h"
#include "cli/text/gallery_facts.h"

namespace stiction {
namespace {

std::string default_text(const GalleryParameter& parameter) {
  std::string text = fmt::format("{:.12g}", parameter.default_value);
  if (!parameter.unit.empty()) text += " " + parameter.unit;
  return text;
}

std::string range_text(const GalleryParameter& parameter) {
  return fmt::format("{:.6g} to {:.6g}", parameter.min, parameter.max);
}

std::string padded(std::string text, std::size_t width) {
  text.resize(std::max(width, text.size()), ' ');
  return text;
}

void print_parameters(const std::vector<GalleryParameter>& parameters, bool details) {
  std::size_t name_width = 0;
  std::size_t default_width = 0;
  for (const GalleryParameter& parameter : parameters) {
    name_width = std::max(name_width, parameter.name.size());
    default_width = std::max(default_width, default_text(parameter).size());
  }
  for (const GalleryParameter& parameter : parameters) {
    const std::string name = padded(parameter.name, name_width);
    const std::string value = padded(default_text(parameter), default_width);
    const std::string range = details ? fmt::format(" ({})", range_text(parameter)) : "";
    fmt::print("    {} = {}  {:<8}  {}{}\n", name, value, parameter.origin, parameter.help, range);
  }
}

void print_table() {
  const std::vector<GalleryFacts> facts = gallery_facts();
  std::size_t name_width = 5;
  std::size_t claims_width = 6;
  for (const GalleryFacts& fact : facts) {
    name_width = std::max(name_width, fact.entry->name.size());
    claims_width = std::max(claims_width, fact.entry->claims.size());
  }
  fmt::print("{}  bodies    DoFs  {}  what it shows\n", padded("scene", name_width), padded("claims", claims_width));
  for (const GalleryFacts& fact : facts) {
    fmt::print("{}  {:>6}  {:>6}  {}  {}\n", padded(fact.entry->name, name_width), fact.bodies, fact.dofs,
               padded(fact.entry->claims, claims_width), fact.entry->summary);
    print_parameters(fact.entry->parameters, false);
  }
  fmt::print("\nDefaults are stated by the publication, inferred from it, or chosen by us. Try: stiction run arch\n");
}

void print_details(const GalleryFacts& fact) {
  const GalleryEntry& entry = *fact.entry;
  fmt::print("{}: {}\n", entry.name, entry.summary);
  if (!entry.claims.empty()) fmt::print("  claims     {}\n", entry.claims);
  fmt::print("  bodies     {} ({} degrees of freedom)\n", fact.bodies, fact.dofs);
  fmt::print("  step       {:g} s\n", fact.scene.step);
  fmt::print("  duration   {:g} s; short check {:g} s, long check {:g} s\n", fact.scene.duration, entry.check_duration,
             entry.soak_duration);
  fmt::print("  solver     {}\n", fact.scene.solver.name);
  fmt::print("  expects    {} conditions (stiction check {})\n", fact.scene.expectations.size(), entry.name);
  if (!entry.parameters.empty()) fmt::print("  parameters (--set name=value)\n");
  print_parameters(entry.parameters, true);
  const std::string& description = fact.scene.description;
  if (!description.empty() && description != entry.summary) fmt::print("\n{}\n", description);
}

}  // namespace

int scenes_command(const ScenesArguments& arguments) {
  if (arguments.json) {
    fmt::print("{}", gallery_json(arguments.name));
  } else if (arguments.name.empty()) {
    print_table();
  } else {
    print_details(gallery_facts_of(arguments.name));
  }
  return kExitFine;
}

}  // namespace stiction
