#include "cli/files/recording_source.h"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>

#include "base/error.h"
#include "scenes/gallery.h"

namespace stiction {

std::string recording_in(const std::string& text) {
  std::error_code ignored;
  if (!std::filesystem::is_directory(text, ignored)) return text;
  const std::filesystem::path recording = std::filesystem::path(text) / "recording.stic";
  if (std::filesystem::exists(recording, ignored)) return recording.string();
  throw InputError(
      fmt::format("{} is a folder without a recording.stic; `stiction run SCENE --out DIR` writes one", text));
}

std::string recording_or_scene(const std::string& text) {
  return find_gallery_entry(text) != nullptr ? text : recording_in(text);
}

}  // namespace stiction
