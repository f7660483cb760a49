// Index of the chunks of a recording, made by a walk from head to head. Internal to this room.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "recording/chunk.h"
#include "recording/descriptor.h"

namespace stiction {

struct IndexedChunk {
  std::uint64_t offset = 0;  // of the packed frames in the file
  ChunkHeader header;
  std::uint64_t end() const { return header.first_frame + header.frame_count; }  // behind its last frame
};

// Frames behind the last chunk of a recording that ends in the midst of a chunk.
struct LostEnd {
  std::uint64_t begin = 0;
  std::optional<std::uint64_t> end;  // none: the chunk's head is lost too
};

class ChunkIndex {
 public:
  ChunkIndex() = default;
  // name: of the file, for `trouble()`. first_chunk: where the preamble ends.
  ChunkIndex(const Descriptor& file, std::string name, std::uint64_t file_size, std::uint64_t first_chunk,
             const RecordingInfo& info);

  // In order of frames and times. Frames are missing between them where damage was passed over.
  const std::vector<IndexedChunk>& chunks() const { return chunks_; }
  std::uint64_t frame_count() const { return frame_count_; }  // with those that are missing
  bool complete() const { return complete_; }                 // the recording was closed properly
  const std::optional<LostEnd>& lost_end() const { return lost_end_; }
  const std::string& trouble() const { return trouble_; }  // "" if nothing is wrong

  // The last chunk that begins at or before the frame; chunks().size() if there is none.
  std::size_t chunk_before(std::uint64_t frame) const;

 private:
  void scan();
  void tell_end(std::uint64_t offset);
  std::optional<LostEnd> cut_chunk(std::uint64_t offset, ChunkHeader& header) const;
  std::string readable_text() const;
  bool read_head(std::uint64_t offset, IndexedChunk& chunk) const;
  std::optional<std::uint64_t> find_head(std::uint64_t from) const;
  bool is_possible(const ChunkHeader& header, std::uint64_t offset) const;
  bool fits(const ChunkHeader& header, std::uint64_t offset) const;

  const Descriptor* file_ = nullptr;  // while it scans
  std::string name_;
  std::uint64_t file_size_ = 0;
  std::uint64_t first_chunk_ = 0;  // offset
  std::size_t frame_bytes_ = 0;    // of a frame without contacts
  std::uint64_t most_frames_ = 0;
  std::vector<IndexedChunk> chunks_;
  std::uint64_t frame_count_ = 0;
  bool complete_ = false;
  std::optional<LostEnd> lost_end_;
  std::string trouble_;
};

}  // namespace stiction
