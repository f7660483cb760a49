// Reads recordings, frame by frame in any order. Opening scans the heads of the chunks; a frame inflates one chunk.
// Damage costs the frames of the chunks it hits, no others.
//
// Whatever the file says, what the reader gives away is consistent: docs/recording-format.md lists what holds for the
// info (info_json.h) and for each frame (frame_check.h). A file that breaks one of these rules is damaged.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "recording/chunk_index.h"
#include "recording/descriptor.h"
#include "recording/recording_preamble.h"

namespace stiction {

class RecordingReader {
 public:
  // Throws InputError if there is no such file, if it is no recording or if its beginning is damaged.
  explicit RecordingReader(const std::filesystem::path& path);

  const RecordingInfo& info() const { return info_; }
  std::uint32_t info_crc() const { return info_crc_; }                // tells recordings apart
  std::uint64_t frame_count() const { return index_.frame_count(); }  // with those that are damaged
  // Was the recording closed properly? If not (the run was killed, or goes on), all frames up to the last whole chunk
  // are there.
  bool complete() const { return index_.complete(); }
  // Frames that are lost because the file ends in the midst of a chunk. They are not counted by frame_count().
  const std::optional<LostEnd>& lost_end() const { return index_.lost_end(); }
  // What is wrong with the heads of chunks or the end of the file: "" if nothing is.
  const std::string& trouble() const { return index_.trouble(); }

  // index < frame_count(). The reference holds until the next call. Throws InputError if the chunk is damaged.
  const Frame& frame(std::uint64_t index);
  // The first frame at or after `index` that is not damaged; frame_count() if there is none.
  std::uint64_t next_readable(std::uint64_t index);
  // The last frame at or before `index` that is not damaged.
  std::optional<std::uint64_t> last_readable(std::uint64_t index);
  // The last frame at or before `time` [s]; the first one if there is none. There must be at least one frame.
  // In a damaged chunk: its first frame.
  std::uint64_t frame_at(double time);

  // Frames before this byte of the file, if a chunk ends there (or the first one begins).
  std::optional<std::uint64_t> frames_before(std::uint64_t bytes) const;

 private:
  void read_info();
  bool try_load(std::size_t chunk);
  void load(std::size_t chunk);
  [[noreturn]] void fail_damaged(std::uint64_t first, std::uint64_t last) const;

  std::filesystem::path path_;
  Descriptor file_;
  std::uint64_t file_size_ = 0;
  std::uint64_t first_chunk_ = 0;  // offset
  RecordingInfo info_;
  std::uint32_t info_crc_ = 0;
  ChunkIndex index_;
  std::vector<bool> damaged_;          // chunks that were found so
  std::optional<std::size_t> loaded_;  // chunk in frames_
  std::vector<Frame> frames_;
};

// Does the file begin as recordings do?
bool is_recording(const std::filesystem::path& path);

}  // namespace stiction
