// Everything that a run writes: reports, the folder, replays.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "cli/arguments/arguments.h"
#include "cli/files/replay_recording.h"
#include "cli/running/run_folder.h"

namespace stiction {

class RunOutputs {
 public:
  // Makes everything ready, or restores `session` from the folder's checkpoint. Throws InputError, changing nothing, if
  // something cannot be written.
  RunOutputs(const RunArguments& arguments, RunSession& session);

  // All throw OutputLost; what was written before stays valid.
  void after_step(const RunSession& session);
  void finish(const RunSession& session, RunStatus status);
  void write_reports(const RunReport& report) const;
  void write_replays();

  // After output was lost: a report that says so, wherever one can still be written.
  void report_loss(const RunReport& report) const;
  bool can_go_on() const { return folder_.has_value(); }  // with --resume
  std::string summary() const;                            // lines that name what is there

 private:
  std::optional<RunFolder> folder_;
  std::optional<ReplayRecording> recording_;
  std::vector<std::filesystem::path> reports_, replays_;
  std::string replay_summary_;
};

// The scene's own file and the outputs are not to be written over by each other. Throws InputError.
void require_distinct_outputs(const RunArguments& arguments);

}  // namespace stiction
