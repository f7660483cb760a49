// Values on the command line: numbers and settings, read with messages of our own.
#pragma once

#include <charconv>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/arguments/arguments.h"

namespace stiction {

inline constexpr const char* kSceneHelp =
    "A gallery name (see `stiction scenes`), or a scene file: with a / or ending in .json";
inline constexpr const char* kSceneOrRecordingHelp =
    "A scene as for run, or a recording: the folder of a run with --out, or the recording.stic in it";
inline constexpr const char* kSetHelp = "Parameter of a gallery scene, e.g. --set mu=0.5; may be repeated";
inline constexpr const char* kThreadsHelp = "Worker threads; the result does not depend on it (default: all cores)";

// False unless the whole text is a number of its type.
template <class Number>
bool parse_number(std::string_view text, Number& value) {
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  return error == std::errc() && stop == end;
}

// All throw InputError.
double parse_seconds(const std::string& flag, const std::string& text);
int parse_threads(const std::string& text);
// key=value, each key once, in order.
std::vector<std::pair<std::string, std::string>> split_settings(const std::string& flag,
                                                                const std::vector<std::string>& texts);
Settings settings_map(const std::vector<std::string>& texts);  // of --set

}  // namespace stiction
