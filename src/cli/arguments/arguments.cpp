#include "cli/arguments/arguments.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "base/error.h"
#include "cli/arguments/command_arguments.h"
#include "cli/arguments/known_options.h"
#include "cli/arguments/render_arguments.h"
#include "recording/version.h"
#include "scenes/words.h"

namespace stiction {
namespace {

constexpr const char* kCommands = "scenes, run, view, check, solve, export, render, bench";

struct RawArguments {
  ScenesArguments scenes;
  RawRunArguments run;
  RawViewArguments view;
  RawCheckArguments check;
  RawSolveArguments solve;
  RawExportArguments exported;
  RawRenderArguments render;
};

void declare_scenes(CLI::App& app, RawArguments& raw) {
  CLI::App* command = app.add_subcommand("scenes", "List the gallery: sizes, claims, parameters with defaults");
  command->add_option("NAME", raw.scenes.name, "Only this scene, in detail");
  command->add_flag("--json", raw.scenes.json, "As JSON");
}

void declare_all(CLI::App& app, RawArguments& raw) {
  app.set_version_flag("--version", fmt::format("stiction {}", version()), "The program's version");
  app.set_help_flag("-h,--help", "This help");
  app.require_subcommand(0, 1);
  app.get_formatter()->column_width(36);
  declare_scenes(app, raw);
  declare_run(app, raw.run);
  declare_view(app, raw.view);
  declare_check(app, raw.check);
  declare_solve(app, raw.solve);
  declare_export(app, raw.exported);
  declare_render(app, raw.render);
  app.add_subcommand("bench", "Measure other engines and Stiction side by side (where stiction-bench is built)");
  app.footer(
      "`stiction COMMAND --help` explains a command.\n"
      "Exit status: 0 fine; 1 the simulation, a check or a solve failed; 2 bad usage or bad input; 130 after Ctrl-C.");
}

std::string on_one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  while (!text.empty() && text.back() == ' ') text.pop_back();
  return text;
}

const CLI::App& command_named(const CLI::App& app, const std::string& name) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (command->get_name() == name) return *command;
    names.push_back(command->get_name());
  }
  throw InputError(fmt::format("there is no command \"{}\" ({}){}", name, joined(names), did_you_mean(name, names)));
}

}  // namespace

Arguments parse_arguments(int count, const char* const* words) {
  CLI::App app("Stiction: rigid and elastic bodies in contact, with the friction right.", "stiction");
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
    return Information{app.help()};
  } catch (const CLI::ExtrasError&) {
    const CLI::App& command = command_named(app, words[1]);
    throw InputError(fmt::format("{0} has no use for \"{1}\" (stiction {0} --help)", command.get_name(),
                                 joined(command.remaining(), " ")));
  } catch (const CLI::ParseError& error) {
    const auto commands = app.get_subcommands();
    const std::string help = commands.empty() ? "stiction" : "stiction " + commands.front()->get_name();
    throw InputError(fmt::format("{} ({} --help)", on_one_line(error.what()), help));
  }
  if (app.got_subcommand("scenes")) return raw.scenes;
  if (app.got_subcommand("run")) return judged_run(raw.run);
  if (app.got_subcommand("view")) return judged_view(raw.view);
  if (app.got_subcommand("check")) return judged_check(raw.check);
  if (app.got_subcommand("solve")) return judged_solve(raw.solve);
  if (app.got_subcommand("export")) return judged_export(raw.exported);
  if (app.got_subcommand("render")) return judged_render(raw.render);
  throw InputError(fmt::format("no command given ({}; stiction --help)", kCommands));
}

}  // namespace stiction
