// Chunks of frames: the unit in which recordings are packed, checked and read. docs/reference/recording-format.md has
// the layout.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "recording/deflate.h"
#include "recording/frame.h"
#include "recording/recording_info.h"

namespace stiction {

inline constexpr std::size_t kChunkFrames = 1000;  // most frames of a chunk

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

// What all frames of a recording have the same number of.
struct FrameShape {
  std::size_t bodies = 0;
  std::size_t deforming_vertices = 0;
  bool operator==(const FrameShape&) const = default;
};
inline FrameShape frame_shape(const RecordingInfo& info) {
  return {info.bodies.size(), info.deforming_vertices()};
}
FrameShape frame_shape(const Model& model);

// Gathers frames and packs them. Memory is reused from chunk to chunk.
class ChunkEncoder {
 public:
  explicit ChunkEncoder(const FrameShape& shape) : shape_(shape) {}
  // Both change nothing if they throw.
  void add(const Frame& frame);
  std::size_t frame_count() const { return flags_.size(); }
  std::size_t raw_size() const;  // of the frames so far [bytes]
  // Appends header and packed frames to `to`, and starts afresh.
  void pack(std::uint64_t first_frame, std::string& to);

 private:
  void append(const Frame& frame);
  void clear();
  char* put_words(char* at) const;
  char* put_presence(char* at) const;
  char* put_contacts(char* at) const;
  char* put_vertices(char* at) const;

  FrameShape shape_;
  std::vector<std::uint64_t> words_;   // frame_count x series_count
  std::vector<std::uint8_t> present_;  // frame_count x body_count
  std::vector<std::uint8_t> flags_;    // frame_count
  std::vector<std::uint32_t> counts_;  // frame_count x (iterations, systems, contacts)
  std::vector<FrameContact> contacts_;
  std::vector<std::uint32_t> vertices_;  // frame_count x 3 deforming_vertices: bits of single precision
  std::vector<float> stages_;            // frame_count x stages
  std::string raw_;
  Deflater deflater_;
};

// The frames of a chunk. False if the packed bytes are damaged or do not fit the header.
bool unpack_chunk(const ChunkHeader& header, std::string_view packed, const FrameShape& shape,
                  std::vector<Frame>& frames);

}  // namespace stiction
