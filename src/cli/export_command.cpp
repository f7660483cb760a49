#include <fmt/format.h>

#include <filesystem>

#include "base/error.h"
#include "cli/commands.h"
#include "cli/files/distinct_files.h"
#include "cli/files/recording_csv.h"
#include "cli/files/recording_source.h"
#include "cli/files/scene_obj.h"
#include "cli/files/scene_source.h"
#include "cli/text/notes.h"
#include "cli/text/terminal.h"
#include "page/embedded_page.h"
#include "page/replay_file.h"
#include "recording/output_file.h"
#include "recording/recording_reader.h"
#include "scenes/scene_writer.h"

namespace stiction {
namespace {

StepRange step_range(const ExportArguments& arguments) {
  StepRange steps;
  if (arguments.first_step) steps.first = *arguments.first_step;
  if (arguments.last_step) steps.last = *arguments.last_step;
  return steps;
}

// "steps 10 to 40 (0.1 to 0.4 s)".
std::string steps_text(const StepRange& steps, double step) {
  const double begin = static_cast<double>(steps.first) * step;
  if (steps.last == StepRange().last) return fmt::format("steps from {} on ({:.6g} s)", steps.first, begin);
  return fmt::format("steps {} to {} ({:.6g} to {:.6g} s)", steps.first, steps.last, begin,
                     static_cast<double>(steps.last) * step);
}

void tell_lost(const ExportArguments& arguments, const RecordingReader& recording, const StepRange& lost) {
  complain("{}: {} are damaged and left out", arguments.source, steps_text(lost, recording.info().step));
}

[[noreturn]] void refuse_empty_range(RecordingReader& recording, const ExportArguments& arguments) {
  const std::int64_t interval = recording.info().frame_interval;
  if (recording.frame_count() == 0) throw InputError(fmt::format("{} has no frame that can be read", arguments.source));
  const FrameSteps steps(recording);
  const std::uint64_t end = recording.frame_count() - 1;
  const bool readable = recording.next_readable(end) == end;  // it may come sooner than the beat
  const std::int64_t last = readable ? recording.frame(end).step : steps.step(end);
  const std::string from = steps.step(0) == 0 ? "" : fmt::format("from step {} ", steps.step(0));
  throw InputError(fmt::format("{} has no frame in these --steps; it has one every {} step{}, {}up to step {}",
                               arguments.source, interval, interval == 1 ? "" : "s", from, last));
}

// Damage in the range costs its frames and the exit status, not the rest of the table.
int export_table(RecordingReader& recording, const ExportArguments& arguments) {
  const StepRange steps = step_range(arguments);
  const CsvResult result = arguments.contacts ? write_contacts_csv(recording, steps, arguments.out)
                                              : write_bodies_csv(recording, steps, arguments.out);
  if (result.frames == 0 && result.lost.empty()) refuse_empty_range(recording, arguments);
  for (const StepRange& lost : result.lost) tell_lost(arguments, recording, lost);
  if (result.frames == 0) {
    complain("nothing is left to write; {} was not written", arguments.out);
  } else if (result.lines == 0) {
    print_note(fmt::format("{} has its head only: there are no {} in these steps", arguments.out,
                           arguments.contacts ? "contacts" : "bodies"));
  }
  return result.lost.empty() ? kExitFine : kExitFailed;
}

int export_replay(RecordingReader& recording, const ExportArguments& arguments) {
  const StepRange steps = step_range(arguments);
  ReplayOptions options;
  options.first_step = steps.first;
  options.last_step = steps.last;
  const ReplayResult result = write_replay(recording, options, embedded_page(), arguments.out);
  if (result.frames == 0 && result.lost == 0 && !result.end_lost) refuse_empty_range(recording, arguments);
  if (result.lost > 0) {
    complain("{}: {} frames are damaged and left out", arguments.source, result.lost);
  }
  if (result.end_lost) tell_lost(arguments, recording, *result.end_lost);
  if (result.frames == 0) {
    complain("nothing is left to write; {} was not written", arguments.out);
  }
  return result.lost == 0 && !result.end_lost ? kExitFine : kExitFailed;
}

// Without --steps the last step of all is wanted, which damage may have taken.
int export_obj(RecordingReader& recording, const ExportArguments& arguments) {
  const std::int64_t step = write_recording_obj(recording, arguments.first_step, arguments.source, arguments.out);
  const std::uint64_t last = recording.frame_count() - 1;
  if (arguments.first_step || (!recording.lost_end() && recording.last_readable(last) == last)) return kExitFine;
  complain("{}: the steps after {} are damaged; {} has step {}", arguments.source, step, arguments.out, step);
  return kExitFailed;
}

int export_recording(const ExportArguments& arguments) {
  if (!arguments.settings.empty()) throw InputError("--set works on gallery scenes only, not on recordings");
  RecordingReader recording(arguments.source);
  require_writable(arguments.out);
  if (!recording.trouble().empty()) print_note(recording.trouble());
  if (arguments.format == "csv") return export_table(recording, arguments);
  if (arguments.format == "html") return export_replay(recording, arguments);
  if (arguments.format == "obj") return export_obj(recording, arguments);
  write_file(arguments.out, recording.info().scene + "\n");
  return kExitFine;
}

}  // namespace

int export_command(const ExportArguments& given) {
  ExportArguments arguments = given;
  arguments.source = recording_or_scene(given.source);
  require_distinct(arguments.out, arguments.source, "what it is made from");
  if (is_recording(arguments.source)) return export_recording(arguments);
  if (arguments.format == "csv" || arguments.format == "html") {
    std::error_code error;
    const bool is_path = arguments.source.find_first_of("/.") != std::string::npos;  // no gallery scene has these
    if (is_path && !std::filesystem::exists(arguments.source, error)) {
      throw InputError(
          fmt::format("there is no file {}; name the recording.stic of a run with --out", arguments.source));
    }
    throw InputError(fmt::format("{} is not a recording: {} made from the recording.stic of a run with --out",
                                 arguments.source, arguments.format == "csv" ? "csv tables are" : "replays are"));
  }
  const Scene scene = load_scene(arguments.source, arguments.settings);
  print_notes(scene);
  if (arguments.first_step) throw InputError("--steps goes with recordings; a scene is exported as it starts");
  require_writable(arguments.out);
  if (arguments.format == "obj") {
    write_scene_obj(scene, arguments.out);
  } else {
    write_file(arguments.out, write_scene(scene));
  }
  return kExitFine;
}

}  // namespace stiction
