#include "cli/files/own_files.h"

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <system_error>

#include "base/error.h"
#include "base/file.h"
#include "page/replay_file.h"
#include "recording/checkpoint.h"
#include "recording/recording_reader.h"
#include "recording/run_report.h"
#include "scenes/scene_writer.h"

namespace stiction {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t kMaxText = 1ull << 30;  // of a scene or a report [bytes]

// Folders and other things that are no files are for those who try to write them.
bool has_contents(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error) && fs::file_size(path, error) > 0 && !error;
}

bool text_is(const fs::path& path, bool (*is_ours)(const std::string&)) {
  return is_ours(read_whole_file(path.string(), kMaxText, "a file of a run"));
}

void require_own(const fs::path& path, bool is_ours) {
  if (is_ours) return;
  throw InputError(fmt::format("{} is not from a run and would be replaced; name another folder for --out, or move it",
                               path.string()));
}

}  // namespace

void require_own_files(const fs::path& folder) {
  const fs::path report = folder / "report.json", scene = folder / "scene.json";
  const fs::path recording = folder / "recording.stic", checkpoint = folder / "checkpoint";
  const fs::path replay = folder / "replay.html";
  if (has_contents(report)) require_own(report, text_is(report, is_report));
  if (has_contents(scene)) require_own(scene, text_is(scene, is_written_scene));
  if (has_contents(recording)) require_own(recording, is_recording(recording));
  if (has_contents(checkpoint)) require_own(checkpoint, is_checkpoint(checkpoint));
  if (has_contents(replay)) require_own(replay, is_replay(replay));
}

}  // namespace stiction
