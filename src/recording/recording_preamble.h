// The first bytes of a recording: what it says about itself. docs/reference/recording-format.md has the layout.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "recording/recording_info.h"

namespace stiction {

inline constexpr std::string_view kRecordingMagic = "STICREC\n";
inline constexpr std::uint32_t kRecordingFormat = 2;
inline constexpr std::size_t kPreambleStart = 24;  // bytes before the JSON text

// Magic, format version, lengths, CRC-32, JSON text, packed surfaces.
std::string recording_preamble(const RecordingInfo& info);

// Bytes of the preamble that `bytes`, the beginning of the file, open. Throws InputError, which begins with `path`, if
// it is no recording or one of another format.
std::uint64_t preamble_size(std::string_view bytes, const std::string& path);

// CRC-32 of what follows the start of a whole preamble.
std::uint32_t preamble_crc(std::string_view preamble);

// Throws InputError, which begins with `path`, if the preamble is cut off or damaged.
RecordingInfo read_preamble(std::string_view preamble, const std::string& path);

}  // namespace stiction
