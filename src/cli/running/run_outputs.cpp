#include "cli/running/run_outputs.h"

#include <fmt/format.h>

#include "base/error.h"
#include "cli/files/distinct_files.h"
#include "cli/files/scene_source.h"
#include "cli/text/size_text.h"
#include "page/embedded_page.h"
#include "page/replay_file.h"
#include "recording/output_file.h"

namespace stiction {
namespace {

namespace fs = std::filesystem;

RunFolderOptions folder_options(const RunArguments& arguments) {
  RunFolderOptions options;
  options.folder = arguments.out;
  options.resume = arguments.resume;
  options.record = arguments.record;
  options.needs_recording = !arguments.replay.empty();
  options.record_every = arguments.record_every;
  if (arguments.checkpoint_every) options.checkpoint_every = *arguments.checkpoint_every;
  return options;
}

void require_distinct_from_folder(const std::string& output, const std::string& folder,
                                  std::initializer_list<const char*> names) {
  if (output.empty() || folder.empty()) return;
  for (const char* name : names)
    require_distinct(output, fs::path(folder) / name, fmt::format("the {} of --out", name));
}

bool same_file(const fs::path& a, const fs::path& b) {
  std::error_code ignored;
  return fs::weakly_canonical(a, ignored) == fs::weakly_canonical(b, ignored);
}

}  // namespace

void require_distinct_outputs(const RunArguments& arguments) {
  if (names_scene_file(arguments.scene)) {
    for (const std::string& output : {arguments.report, arguments.replay}) {
      if (!output.empty()) require_distinct(output, arguments.scene, "the scene itself");
    }
    if (!arguments.out.empty() && !arguments.resume) {
      require_distinct(fs::path(arguments.out) / "scene.json", arguments.scene, "the scene itself");
    }
  }
  if (!arguments.replay.empty() && !arguments.report.empty()) {
    require_distinct(arguments.replay, arguments.report, "the report");
  }
  require_distinct_from_folder(arguments.report, arguments.out,
                               {"scene.json", "recording.stic", "checkpoint", "replay.html"});
  require_distinct_from_folder(arguments.replay, arguments.out,
                               {"scene.json", "recording.stic", "checkpoint", "report.json"});
}

RunOutputs::RunOutputs(const RunArguments& arguments, RunSession& session) {
  if (!arguments.report.empty()) {
    require_writable(arguments.report);
    reports_.emplace_back(arguments.report);
  }
  if (!arguments.replay.empty()) {
    embedded_page();  // is there one?
    require_writable(arguments.replay);
    replays_.emplace_back(arguments.replay);
  }
  if (!arguments.out.empty()) {
    folder_.emplace(folder_options(arguments), session);
    reports_.push_back(folder_->report_path());
    const bool wanted = arguments.folder_replay && has_embedded_page() && folder_->wants_replay();
    const fs::path replay = folder_->replay_path();
    if (wanted && (replays_.empty() || !same_file(replays_.front(), replay))) replays_.push_back(replay);
  } else if (!arguments.replay.empty()) {
    recording_.emplace(arguments.replay, arguments.record_every, session);
  }
}

void RunOutputs::after_step(const RunSession& session) {
  if (folder_) folder_->after_step(session);
  if (recording_) recording_->after_step(session);
}

void RunOutputs::finish(const RunSession& session, RunStatus status) {
  if (folder_) folder_->finish(session, status);
  if (recording_) recording_->finish(session, status);
}

void RunOutputs::write_reports(const RunReport& report) const {
  for (const fs::path& path : reports_) write_file(path, report_json(report));
}

void RunOutputs::write_replays() {
  for (const fs::path& path : replays_) {
    RecordingReader recording(folder_ ? folder_->recording_path() : recording_->path());
    const ReplayResult result = write_replay(recording, {}, embedded_page(), path);
    replay_summary_ += fmt::format("  replay       {} ({}, {} frames): open it in a browser\n", path.string(),
                                   size_text(result.bytes), result.frames);
  }
}

void RunOutputs::report_loss(const RunReport& report) const {
  for (const fs::path& path : reports_) {
    try {
      write_file(path, report_json(report));
    } catch (const OutputLost&) {  // the first loss is the one to tell
    }
  }
}

std::string RunOutputs::summary() const {
  std::string text;
  for (const fs::path& path : reports_) text += fmt::format("  report       {}\n", path.string());
  if (folder_) text += folder_->summary();
  return text + replay_summary_;
}

}  // namespace stiction
