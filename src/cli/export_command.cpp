#include <fmt/format.h>

#include <cstdio>
#include <filesystem>

#include "base/error.h"
#include "cli/commands.h"
#include "cli/distinct_files.h"
#include "cli/printable.h"
#include "cli/recording_csv.h"
#include "cli/scene_source.h"
#include "recording/output_file.h"
#include "recording/recording_reader.h"
#include "scenes/scene_writer.h"

namespace stiction {
namespace {

void export_recording(const ExportArguments& arguments) {
  if (!arguments.settings.empty()) throw InputError("--set works on gallery scenes only, not on recordings");
  RecordingReader recording(arguments.source);
  require_writable(arguments.out);
  if (!recording.trouble().empty()) fmt::print(stderr, "stiction: note: {}\n", printable(recording.trouble()));
  StepRange steps;
  if (arguments.first_step) steps.first = *arguments.first_step;
  if (arguments.last_step) steps.last = *arguments.last_step;
  if (arguments.format == "json") {
    write_file(arguments.out, recording.info().scene + "\n");
  } else if (arguments.contacts) {
    write_contacts_csv(recording, steps, arguments.out);
  } else {
    write_bodies_csv(recording, steps, arguments.out);
  }
}

}  // namespace

int export_command(const ExportArguments& arguments) {
  require_distinct(arguments.out, arguments.source, "what it is made from");
  if (is_recording(arguments.source)) {
    export_recording(arguments);
    return kExitFine;
  }
  if (arguments.format == "csv") {
    std::error_code error;
    const bool is_path = arguments.source.find_first_of("/.") != std::string::npos;  // no gallery scene has these
    if (is_path && !std::filesystem::exists(arguments.source, error)) {
      throw InputError(
          fmt::format("there is no file {}; name the recording.stic of a run with --out", arguments.source));
    }
    throw InputError(
        fmt::format("{} is not a recording: csv tables are made from the recording.stic of a run with "
                    "--out",
                    arguments.source));
  }
  const Scene scene = load_scene(arguments.source, arguments.settings);
  require_writable(arguments.out);
  write_file(arguments.out, write_scene(scene));
  return kExitFine;
}

}  // namespace stiction
