#include "cli/arguments/described.h"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "scenes/gallery.h"
#include "solvers/contact_solver.h"

namespace stiction {
namespace {

template <class List>
std::vector<std::string> names_of(const List& list) {
  std::vector<std::string> names;
  for (const auto& entry : list) names.push_back(entry.name);
  return names;
}

std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(command->get_name());
  return names;
}

// The possible values of an option or word, where they are known.
std::vector<std::string> known_values(const CLI::App& program, const CLI::App& command, const std::string& name) {
  if (name == "SCENE" || name == "WORD") return names_of(gallery());
  if (name == "COMMAND") return command_names(program);
  if (name == "SHELL") return {"bash", "zsh", "fish"};
  if (name == "--format") return {"json", "csv", "obj", "html"};
  const bool steps = command.get_name() != "solve";  // recorded problems have a solver of their own
  if (name == "--solver") return steps ? names_of(solver_registry()) : std::vector<std::string>{"staggered"};
  return {};
}

OptionDescription described(const CLI::App& program, const CLI::App& command, const CLI::Option& option) {
  OptionDescription description;
  description.is_positional = option.get_positional();
  description.name = description.is_positional ? option.get_name(true) : "--" + option.get_lnames().front();
  const bool is_flag = option.get_items_expected_max() == 0;
  if (!is_flag && !description.is_positional) description.value = option.get_type_name();
  description.help = option.get_description();
  description.group = option.get_group();
  description.is_required = option.get_required();
  description.values = known_values(program, command, description.name);
  return description;
}

// In the order of declaration, groups together.
std::vector<OptionDescription> options_of(const CLI::App& program, const CLI::App& command) {
  std::vector<OptionDescription> options;
  std::vector<std::string> groups;
  for (const CLI::Option* option : command.get_options()) {
    if (&program != &command && option == command.get_help_ptr()) continue;
    options.push_back(described(program, command, *option));
    groups.push_back(options.back().group);
  }
  const auto rank = [&groups](const OptionDescription& option) {
    return std::find(groups.begin(), groups.end(), option.group) - groups.begin();
  };
  std::stable_sort(options.begin(), options.end(),
                   [&rank](const OptionDescription& a, const OptionDescription& b) { return rank(a) < rank(b); });
  return options;
}

}  // namespace

ProgramDescription described(const CLI::App& app) {
  ProgramDescription program;
  program.summary = app.get_description();
  program.options = options_of(app, app);
  program.more = app.get_footer();
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    program.commands.push_back({command->get_name(), command->get_description(), examples_of(command->get_name()),
                                options_of(app, *command), command->get_footer()});
  }
  return program;
}

}  // namespace stiction
