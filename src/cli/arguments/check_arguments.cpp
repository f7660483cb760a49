#include <CLI/CLI.hpp>

#include "base/error.h"
#include "cli/arguments/argument_values.h"
#include "cli/arguments/command_arguments.h"

namespace stiction {

void declare_check(CLI::App& app, RawCheckArguments& raw) {
  CLI::App* command = app.add_subcommand("check", "Run scenes and judge their own expectations");
  command->add_option("SCENE", raw.arguments.scenes, kSceneHelp);
  command
      ->add_option("--set", raw.settings,
                   "Parameter of the one gallery scene that is checked, e.g. --set mu=0.5; may be repeated")
      ->allow_extra_args(false)
      ->type_name("KEY=VALUE");
  command->add_flag("--all", raw.arguments.all, "Every scene of the gallery");
  command->add_flag("--soak", raw.arguments.soak, "The long form instead of the short one");
  command->add_option("--threads", raw.threads, kThreadsHelp)->type_name("N");
}

CheckArguments judged_check(const RawCheckArguments& raw) {
  CheckArguments check = raw.arguments;
  if (check.all != check.scenes.empty()) throw InputError("check takes either scenes or --all (stiction check --help)");
  check.settings = settings_map(raw.settings);
  if (!check.settings.empty() && check.scenes.size() != 1) {
    throw InputError("check takes --set with one scene only; check the others without it");
  }
  if (!raw.threads.empty()) check.threads = parse_threads(raw.threads);
  return check;
}

}  // namespace stiction
