#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "base/error.h"
#include "cli/commands.h"
#include "cli/text/gallery_facts.h"
#include "scenes/words.h"

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

// One line a scene; with_parameters: the parameters below it.
void print_list(const std::vector<const GalleryEntry*>& entries, bool with_parameters) {
  std::size_t width = 0;
  for (const GalleryEntry* entry : entries) width = std::max(width, entry->name.size());
  for (const GalleryEntry* entry : entries) {
    fmt::print("{}  {}\n", padded(entry->name, width), entry->summary);
    if (with_parameters) print_parameters(entry->parameters, false);
  }
}

void print_gallery(bool with_parameters) {
  std::vector<const GalleryEntry*> entries;
  for (const GalleryEntry& entry : gallery()) entries.push_back(&entry);
  print_list(entries, with_parameters);
  if (with_parameters) {
    fmt::print("\nDefaults are stated by the publication, inferred from it, or chosen by us.\n");
  } else {
    fmt::print(
        "\nDetails of one: stiction scenes NAME. Parameters of all: stiction scenes --long. Try: stiction run arch\n");
  }
}

bool mentions(const std::string& text, const std::string& word) {
  const auto same = [](unsigned char a, unsigned char b) { return std::tolower(a) == std::tolower(b); };
  return std::search(text.begin(), text.end(), word.begin(), word.end(), same) != text.end();
}

// Scenes whose name, summary or claims have the word in them.
std::vector<const GalleryEntry*> entries_with(const std::string& word) {
  std::vector<const GalleryEntry*> found;
  for (const GalleryEntry& entry : gallery()) {
    if (mentions(entry.name, word) || mentions(entry.summary, word) || mentions(entry.claims, word))
      found.push_back(&entry);
  }
  return found;
}

void print_details(const GalleryFacts& fact) {
  const GalleryEntry& entry = *fact.entry;
  fmt::print("{}: {}\n", entry.name, entry.summary);
  if (!entry.claims.empty()) fmt::print("  claims     {}\n", entry.claims);
  const std::string dofs = fact.dofs ? fmt::format("{} degrees of freedom", *fact.dofs) : "degrees of freedom by mesh";
  fmt::print("  bodies     {} ({})\n", fact.bodies, dofs);
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

[[noreturn]] void refuse_word(const std::string& word) {
  std::vector<std::string> names;
  for (const GalleryEntry& entry : gallery()) names.push_back(entry.name);
  throw InputError(
      fmt::format("no scene mentions \"{}\"{} (stiction scenes lists all)", word, did_you_mean(word, names)));
}

// A scene of that name in detail, and what else has the word in it.
void print_search(const std::string& word, bool with_parameters) {
  const GalleryEntry* named = find_gallery_entry(word);
  std::vector<const GalleryEntry*> others = entries_with(word);
  std::erase(others, named);
  if (named == nullptr && others.empty()) refuse_word(word);
  if (named != nullptr) print_details(gallery_facts_of(word));
  if (named != nullptr && !others.empty()) fmt::print("\nOther scenes with \"{}\":\n", word);
  print_list(others, with_parameters);
}

}  // namespace

int scenes_command(const ScenesArguments& arguments) {
  if (arguments.json) {
    fmt::print("{}", gallery_json(arguments.word));
  } else if (arguments.word.empty()) {
    print_gallery(arguments.all);
  } else {
    print_search(arguments.word, arguments.all);
  }
  return kExitFine;
}

}  // namespace stiction
