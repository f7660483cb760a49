#include "cli/arguments/argument_values.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"

namespace stiction {
namespace {

constexpr int kMaxThreads = 1024;
constexpr double kMaxSeconds = 1e9;  // of a step or a duration [s]

std::pair<std::string, std::string> split_setting(const std::string& flag, const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
    throw InputError(fmt::format("{} '{}' is not of the form key=value", flag, text));
  }
  return {text.substr(0, equals), text.substr(equals + 1)};
}

}  // namespace

double parse_seconds(const std::string& flag, const std::string& text) {
  double value = 0;
  if (!parse_number(text, value) || !(value > 0) || value > kMaxSeconds) {
    throw InputError(
        fmt::format("{} '{}' is not a positive number of seconds (at most {:g})", flag, text, kMaxSeconds));
  }
  return value;
}

int parse_threads(const std::string& text) {
  int value = 0;
  if (!parse_number(text, value) || value < 1 || value > kMaxThreads) {
    throw InputError(fmt::format("--threads '{}' is not a whole number from 1 to {}", text, kMaxThreads));
  }
  return value;
}

std::vector<std::pair<std::string, std::string>> split_settings(const std::string& flag,
                                                                const std::vector<std::string>& texts) {
  std::vector<std::pair<std::string, std::string>> settings;
  for (const std::string& text : texts) {
    settings.push_back(split_setting(flag, text));
    const std::string& key = settings.back().first;
    const auto same_key = [&](const auto& setting) { return setting.first == key; };
    if (std::count_if(settings.begin(), settings.end(), same_key) > 1) {
      throw InputError(fmt::format("{} sets '{}' more than once", flag, key));
    }
  }
  return settings;
}

Settings settings_map(const std::vector<std::string>& texts) {
  const auto settings = split_settings("--set", texts);
  return {settings.begin(), settings.end()};
}

}  // namespace stiction
