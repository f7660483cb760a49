// Recordings that contradict themselves although their checksums are right.
#pragma once

#include <cstdint>
#include <cstring>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "recording/deflate.h"
#include "recording/recording_preamble.h"

namespace stiction::test {

// The recording with another text in its preamble.
inline std::string with_text(const std::string& recording, const std::function<std::string(std::string)>& edit) {
  std::uint32_t sizes[2];  // text, surfaces
  std::memcpy(sizes, recording.data() + 12, sizeof sizes);
  const std::string text = edit(recording.substr(kPreambleStart, sizes[0]));
  const std::string rest = text + recording.substr(kPreambleStart + sizes[0], sizes[1]);
  const std::uint32_t head[3] = {static_cast<std::uint32_t>(text.size()), sizes[1], crc32_of(rest)};
  return recording.substr(0, 12) + std::string(reinterpret_cast<const char*>(head), sizeof head) + rest +
         recording.substr(kPreambleStart + sizes[0] + sizes[1]);
}

// The recording with one value of its preamble replaced. value: JSON text.
inline std::string with_value(const std::string& recording, const std::string& pointer, const std::string& value) {
  return with_text(recording, [&](const std::string& text) {
    auto json = nlohmann::ordered_json::parse(text);
    json.at(nlohmann::ordered_json::json_pointer(pointer)) = nlohmann::ordered_json::parse(value);
    return json.dump();
  });
}

}  // namespace stiction::test
