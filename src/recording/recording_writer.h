// Writes a recording while the run goes on. docs/reference/recording-format.md has the format.
//
// Frames are gathered into chunks; a chunk goes to the file when it is full or a second old, in one piece, so that a
// run that is killed at any moment leaves a recording that can be read up to its last whole chunk.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>

#include "recording/chunk.h"
#include "recording/descriptor.h"
#include "recording/recording_preamble.h"

namespace stiction {

// Where a recording can be cut and continued.
struct RecordingPosition {
  std::uint64_t bytes = 0;
  std::uint64_t frames = 0;
  bool operator==(const RecordingPosition&) const = default;
};

class RecordingWriter {
 public:
  // Starts a recording; a file of that name is replaced. Throws OutputLost.
  RecordingWriter(const std::filesystem::path& path, const RecordingInfo& info);
  // Goes on with a recording of frames of this shape, cut at `position`, which must be an end of a chunk.
  RecordingWriter(const std::filesystem::path& path, const FrameShape& shape, const RecordingPosition& position,
                  std::uint32_t info_crc);

  // All of these throw OutputLost if the file cannot take it; what was written before is then still whole.
  void add(const Frame& frame);
  void poll();    // between frames: writes what is a second old
  void flush();   // writes what was gathered
  void sync();    // flush, and wait until the disk has it
  void finish();  // sync, and mark the recording as closed properly

  // Of the whole recording, with those gathered.
  std::uint64_t frame_count() const { return position_.frames + encoder_.frame_count(); }
  // After flush(): the end of what was written.
  const RecordingPosition& position() const { return position_; }
  // CRC-32 of the info: tells recordings apart.
  std::uint32_t info_crc() const { return info_crc_; }

 private:
  using Clock = std::chrono::steady_clock;
  void append(const std::string& bytes, std::uint64_t frames);
  void sync_file();
  [[noreturn]] void fail(const std::string& why) const;

  std::filesystem::path path_;
  Descriptor file_;
  RecordingPosition position_;
  std::uint32_t info_crc_ = 0;
  ChunkEncoder encoder_;
  Clock::time_point chunk_start_;
  std::string packed_;
};

}  // namespace stiction
