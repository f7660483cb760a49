#include "cli/arguments/arguments.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "base/error.h"
#include "cli/arguments/command_arguments.h"
#include "cli/arguments/described.h"
#include "cli/arguments/known_options.h"
#include "cli/arguments/render_arguments.h"
#include "recording/version.h"
#include "scenes/words.h"

namespace stiction {
namespace {

struct RawHelpArguments {
  std::string command;  // "": of the program itself
  bool manual = false, json = false;
};

struct RawArguments {
  ScenesArguments scenes;
  RawRunArguments run;
  RawViewArguments view;
  RawCheckArguments check;
  RawSolveArguments solve;
  RawExportArguments exported;
  RawRenderArguments render;
  RawHelpArguments help;
  std::string shell;  // for which completion is wanted
};

void declare_scenes(CLI::App& app, RawArguments& raw) {
  CLI::App* command = app.add_subcommand("scenes", "List the scenes that come with the program");
  command->add_option("WORD", raw.scenes.word, "A scene's name, or a word to look for");
  command->add_flag("--long", raw.scenes.all, "With parameters and their defaults");
  command->add_flag("--json", raw.scenes.json, "As JSON");
}

void declare_help(CLI::App& app, RawArguments& raw) {
  CLI::App* help = app.add_subcommand("help", "Explain a command");
  help->add_option("COMMAND", raw.help.command, "The command; without it, the program");
  help->add_flag("--man", raw.help.manual, "As a manual page: stiction help --man run | man -l -");
  help->add_flag("--json", raw.help.json, "The whole command line and the tables of the reference pages, as JSON");
  CLI::App* completion = app.add_subcommand("completion", "Print a script that completes commands in your shell");
  completion->add_option("SHELL", raw.shell, "bash, zsh or fish")->required();
}

void declare_all(CLI::App& app, RawArguments& raw) {
  app.set_version_flag("--version", fmt::format("stiction {}", version()), "The program's version");
  app.set_help_flag("-h,--help", "This help; after a command, that of the command");
  app.require_subcommand(0, 1);
  declare_scenes(app, raw);
  declare_run(app, raw.run);
  declare_view(app, raw.view);
  declare_check(app, raw.check);
  declare_export(app, raw.exported);
  declare_render(app, raw.render);
  declare_solve(app, raw.solve);
  app.add_subcommand("bench", "Measure other engines and Stiction side by side (where stiction-bench is built)");
  declare_help(app, raw);
  app.footer(
      "Exit status: 0 fine; 1 the simulation, a check or a solve failed; 2 bad usage or bad input; 130 after Ctrl-C.");
}

std::string on_one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  while (!text.empty() && text.back() == ' ') text.pop_back();
  return text;
}

std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(command->get_name());
  return names;
}

const CLI::App& command_named(const CLI::App& app, const std::string& name) {
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    if (command->get_name() == name) return *command;
  const std::vector<std::string> names = command_names(app);
  throw InputError(fmt::format("there is no command \"{}\" ({}){}", name, joined(names), did_you_mean(name, names)));
}

// Help about the command `name`, or about the program.
std::string help_text(const CLI::App& app, const std::string& name, bool manual) {
  const ProgramDescription program = described(app);
  if (name.empty()) return manual ? manual_page(program) : help_page(program);
  const std::string& known = command_named(app, name).get_name();
  const auto command = std::find_if(program.commands.begin(), program.commands.end(),
                                    [&known](const CommandDescription& one) { return one.name == known; });
  return manual ? manual_page(*command) : help_page(*command);
}

std::string requested_help(const CLI::App& app, const RawHelpArguments& help) {
  return help.json ? command_line_json(described(app)) : help_text(app, help.command, help.manual);
}

Arguments judged(const CLI::App& app, const RawArguments& raw) {
  if (app.got_subcommand("scenes")) return raw.scenes;
  if (app.got_subcommand("run")) return judged_run(raw.run);
  if (app.got_subcommand("view")) return judged_view(raw.view);
  if (app.got_subcommand("check")) return judged_check(raw.check);
  if (app.got_subcommand("solve")) return judged_solve(raw.solve);
  if (app.got_subcommand("export")) return judged_export(raw.exported);
  if (app.got_subcommand("render")) return judged_render(raw.render);
  if (app.got_subcommand("help")) return Information{requested_help(app, raw.help)};
  if (app.got_subcommand("completion")) return Information{completion_script(described(app), raw.shell)};
  throw InputError(fmt::format("no command given ({}; stiction --help)", joined(command_names(app))));
}

}  // namespace

Arguments parse_arguments(int count, const char* const* words) {
  CLI::App app("Stiction simulates rigid and elastic bodies in contact, with exact friction.", "stiction");
  RawArguments raw;
  declare_all(app, raw);
  for (int i = 1; i < count; ++i) {  // an empty word is a forgotten shell variable, never a meaningful value
    if (words[i][0] == '\0') throw InputError("an argument is empty (stiction --help)");
  }
  if (count > 1 && std::string(words[1]) == "bench") return BenchArguments{{words + 2, words + count}};
  if (count > 1 && words[1][0] != '-') require_known_options(command_named(app, words[1]), count, words);
  try {
    app.parse(count, words);
  } catch (const CLI::CallForVersion& version_call) {
    return Information{std::string(version_call.what()) + "\n"};
  } catch (const CLI::CallForHelp&) {
    const auto commands = app.get_subcommands();
    return Information{help_text(app, commands.empty() ? "" : commands.front()->get_name(), false)};
  } catch (const CLI::ExtrasError&) {
    const CLI::App& command = command_named(app, words[1]);
    throw InputError(fmt::format("{0} has no use for \"{1}\" (stiction {0} --help)", command.get_name(),
                                 joined(command.remaining(), " ")));
  } catch (const CLI::ParseError& error) {
    const auto commands = app.get_subcommands();
    const std::string help = commands.empty() ? "stiction" : "stiction " + commands.front()->get_name();
    throw InputError(fmt::format("{} ({} --help)", on_one_line(error.what()), help));
  }
  return judged(app, raw);
}

}  // namespace stiction
