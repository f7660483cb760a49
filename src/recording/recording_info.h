// What a recording says about itself, once, at its beginning.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/types.h"

namespace stiction {

class Simulation;

struct RecordedBody {
  std::string name;
  bool fixed = false;
  Vec3 center_of_mass = Vec3::Zero();  // in the body's own coordinates [m]
};

struct RecordingInfo {
  std::string program;              // version of the program that wrote it
  std::string name;                 // of the scene
  double step = 0;                  // [s]
  std::int64_t frame_interval = 1;  // steps from one frame to the next; the last frame may come sooner
  std::vector<RecordedBody> bodies;
  std::string scene;  // the whole scene as a scene file (JSON text)
};

inline constexpr std::string_view kRecordingMagic = "STICREC\n";
inline constexpr std::uint32_t kRecordingFormat = 1;

// `name` and `scene` (JSON text) as the scene's file has them.
RecordingInfo recording_info(const Simulation& simulation, const std::string& name, std::int64_t frame_interval,
                             const std::string& scene);

// The first bytes of a recording: magic, format version, length, CRC-32, JSON text.
std::string recording_preamble(const RecordingInfo& info);

// Bytes of the preamble that `bytes`, the beginning of the file, open. Throws InputError, which begins with `path`, if
// it is no recording or one of another format.
std::uint64_t preamble_size(std::string_view bytes, const std::string& path);
inline constexpr std::size_t kPreambleStart = 20;  // bytes before the JSON text

// CRC-32 of the JSON text of a whole preamble.
std::uint32_t preamble_crc(std::string_view preamble);

// Throws InputError, which begins with `path`, if the preamble is cut off or damaged.
RecordingInfo read_preamble(std::string_view preamble, const std::string& path);

}  // namespace stiction
