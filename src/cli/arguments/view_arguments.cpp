#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "base/error.h"
#include "cli/arguments/argument_values.h"
#include "cli/arguments/command_arguments.h"

namespace stiction {
namespace {

constexpr const char* kPageGroup = "Page in the browser";

std::uint16_t parse_port(const std::string& text) {
  std::uint16_t value = 0;
  if (!parse_number(text, value)) {
    throw InputError(fmt::format("--port '{}' is not a whole number from 0 to 65535", text));
  }
  return value;
}

void declare_page_options(CLI::App& command, RawViewArguments& raw) {
  command
      .add_option("--port", raw.port,
                  "Port to listen on; 0: any that is free (default: 8765, or another one if that is taken)")
      ->type_name("N")
      ->group(kPageGroup);
  command
      .add_option("--bind", raw.arguments.bind,
                  "Address of this machine, in numbers, under which others may connect (default: 127.0.0.1, this "
                  "machine only)")
      ->type_name("ADDRESS")
      ->group(kPageGroup);
  command.add_option("--out", raw.arguments.run.out, "Folder for recordings; without it the viewer cannot record")
      ->type_name("DIR")
      ->group(kOutputGroup);
  command.add_option("--report", raw.arguments.run.report, "File for a report at the end")
      ->type_name("F.json")
      ->group(kOutputGroup);
  command.add_option("--threads", raw.threads, "Worker threads (default: all cores but one)")
      ->type_name("N")
      ->group(kOtherGroup);
  command.add_flag("--no-open-hint", raw.no_open_hint, "Print only the address, without instructions")
      ->group(kOtherGroup);
}

}  // namespace

void declare_view(CLI::App& app, RawViewArguments& raw) {
  CLI::App* command = app.add_subcommand("view", "Simulate a scene live in the browser, or show a recording there");
  command->add_option("SCENE", raw.arguments.run.scene, kSceneOrRecordingHelp)->required()->group(kSceneGroup);
  declare_scene_wishes(*command, raw.wishes);
  declare_page_options(*command, raw);
  declare_solver_wishes(*command, raw.wishes);
}

ViewArguments judged_view(const RawViewArguments& raw) {
  ViewArguments view = raw.arguments;
  judge_scene_wishes(raw.wishes, view.run);
  if (!raw.threads.empty()) view.run.threads = parse_threads(raw.threads);
  if (!raw.port.empty()) view.port = parse_port(raw.port);
  view.hint = !raw.no_open_hint;
  return view;
}

}  // namespace stiction
