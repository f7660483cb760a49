// Chunks of frames: the unit in which recordings are packed, checked and read. docs/recording-format.md has the layout.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "recording/deflate.h"
#include "recording/frame.h"

namespace stiction {

// What precedes every chunk's packed frames. `kEnd` chunks have none: they say that the recording was closed properly.
struct ChunkHeader {
  enum class Kind : std::uint32_t { kFrames = 0x534d5246, kEnd = 0x20444e45 };  // "FRMS", "END "
  static constexpr std::size_t kSize = 48;                                      // [bytes]

  Kind kind = Kind::kFrames;
  std::uint32_t frame_count = 0;
  std::uint64_t first_frame = 0;  // index of the chunk's first frame in the recording
  double first_time = 0;          // [s]
  double last_time = 0;           // [s]
  std::uint32_t packed_size = 0;  // bytes that follow
  std::uint32_t raw_size = 0;     // after inflating
  std::uint32_t packed_crc = 0;
};

void append_chunk_header(const ChunkHeader& header, std::string& to);
// False if the bytes (kSize of them) are not a whole and undamaged header.
bool read_chunk_header(std::string_view bytes, ChunkHeader& header);

// Gathers frames and packs them. Memory is reused from chunk to chunk.
class ChunkEncoder {
 public:
  explicit ChunkEncoder(std::size_t body_count) : body_count_(body_count) {}
  void add(const Frame& frame);
  std::size_t frame_count() const { return counts_.size() / 2; }
  std::size_t raw_size() const;  // of the frames so far [bytes]
  // Appends header and packed frames to `to`, and starts afresh.
  void pack(std::uint64_t first_frame, std::string& to);

 private:
  std::size_t series_count() const;
  void transpose_words();
  void transpose_contacts();

  std::size_t body_count_;
  std::vector<std::uint64_t> words_;   // frame_count x series_count
  std::vector<std::uint8_t> present_;  // frame_count x body_count
  std::vector<std::uint8_t> flags_;    // frame_count
  std::vector<std::uint32_t> counts_;  // frame_count x (iterations, contacts)
  std::vector<FrameContact> contacts_;
  std::string raw_;
  Deflater deflater_;
};

// The frames of a chunk. False if the packed bytes are damaged or do not fit the header.
bool unpack_chunk(const ChunkHeader& header, std::string_view packed, std::size_t body_count,
                  std::vector<Frame>& frames);

}  // namespace stiction
