#include "recording/chunk_index.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "recording/chunk_layout.h"
#include "recording/info_json.h"

namespace stiction {
namespace {

constexpr std::uint64_t kMostFrames = std::numeric_limits<std::uint32_t>::max();  // pages count frames in 32 bits

// Frames of a run of the most steps: one each interval, the first one and one off the beat.
std::uint64_t most_frames(std::int64_t interval) {
  return std::min(kMostFrames, static_cast<std::uint64_t>(kMostSteps / interval) + 2);
}

}  // namespace

ChunkIndex::ChunkIndex(const Descriptor& file, std::string name, std::uint64_t file_size, std::uint64_t first_chunk,
                       const RecordingInfo& info)
    : file_(&file),
      name_(std::move(name)),
      file_size_(file_size),
      first_chunk_(first_chunk),
      frame_bytes_(chunk_layout::frame_size(frame_shape(info))),
      most_frames_(most_frames(info.frame_interval)) {
  scan();
}

// No chunk claims more frames, in it or before it, than so many bytes can hold.
bool ChunkIndex::is_possible(const ChunkHeader& header, std::uint64_t offset) const {
  return header.first_frame <= most_inflated(offset) / frame_bytes_ &&
         header.frame_count <= header.raw_size / frame_bytes_ && header.frame_count <= kChunkFrames &&
         header.first_frame + header.frame_count <= most_frames_ &&
         header.raw_size <= most_inflated(header.packed_size);
}

// Frames may be missing before the chunk, where damage was passed over.
bool ChunkIndex::fits(const ChunkHeader& header, std::uint64_t offset) const {
  const bool in_order =
      header.first_frame >= frame_count_ && (chunks_.empty() || header.kind == ChunkHeader::Kind::kEnd ||
                                             header.first_time >= chunks_.back().header.last_time);
  return in_order && offset + header.packed_size <= file_size_ && is_possible(header, offset);
}

bool ChunkIndex::read_head(std::uint64_t offset, IndexedChunk& chunk) const {
  chunk.offset = offset + ChunkHeader::kSize;
  return read_chunk_header(file_->read_at(offset, ChunkHeader::kSize), chunk.header) &&
         fits(chunk.header, chunk.offset);
}

// The next place from `from` on where a chunk begins. Heads carry a checksum: nothing else is taken for one.
std::optional<std::uint64_t> ChunkIndex::find_head(std::uint64_t from) const {
  constexpr std::size_t kBlock = 1 << 20;  // [bytes]
  IndexedChunk chunk;
  for (std::uint64_t start = from; start + ChunkHeader::kSize <= file_size_; start += kBlock) {
    const std::string block = file_->read_at(start, kBlock + 3);  // a mark may reach into the next block
    for (std::size_t i = 0; i + 4 <= block.size(); ++i) {
      const std::string_view mark(block.data() + i, 4);
      if ((mark == "FRMS" || mark == "END ") && read_head(start + i, chunk)) return start + i;
    }
  }
  return std::nullopt;
}

void ChunkIndex::scan() {
  std::uint64_t offset = first_chunk_;
  while (offset < file_size_ && !complete_) {
    IndexedChunk chunk;
    if (!read_head(offset, chunk) || chunk.header.first_frame != frame_count_) {
      const std::optional<std::uint64_t> next = find_head(offset);
      if (!next) break;
      read_head(*next, chunk);
      trouble_ = fmt::format("{}: damaged at byte {} of {}", name_, offset, file_size_);
    }
    offset = chunk.offset + chunk.header.packed_size;
    complete_ = chunk.header.kind == ChunkHeader::Kind::kEnd;
    frame_count_ = chunk.end();
    if (!complete_) chunks_.push_back(chunk);
  }
  if (offset < file_size_) {
    tell_end(offset);
  } else if (!complete_) {
    trouble_ = fmt::format("{}: not closed, the run was killed or still goes on; {}", name_, readable_text());
  }
  file_ = nullptr;
}

std::string ChunkIndex::readable_text() const {
  if (chunks_.empty()) return "no frame can be read";
  return fmt::format("{} frames, up to {:.6g} s, can be read", frame_count_, chunks_.back().header.last_time);
}

// The chunks end at `offset`, before the file does. Frames of a chunk are packed together: one that was cut is lost
// whole, but its head says what was in it. Nothing is lost behind the mark that closes a recording.
void ChunkIndex::tell_end(std::uint64_t offset) {
  ChunkHeader header;
  const std::optional<LostEnd> cut = complete_ ? std::nullopt : cut_chunk(offset, header);
  std::string what = fmt::format("damaged or cut off after frame {} (byte {})", frame_count_, offset);
  if (cut) {
    what = fmt::format(
        "cut off within the chunk of frames {} to {} ({:.6g} to {:.6g} s), which is lost with {} of its {} bytes",
        cut->begin, *cut->end - 1, header.first_time, header.last_time,
        offset + ChunkHeader::kSize + header.packed_size - file_size_, header.packed_size);
  }
  trouble_ = fmt::format("{}: {}; {}", name_, what, readable_text());
  if (!complete_) lost_end_ = cut ? *cut : LostEnd{frame_count_, {}};
  complete_ = false;
}

// The frames of a chunk whose head is whole and reaches behind the end of the file.
std::optional<LostEnd> ChunkIndex::cut_chunk(std::uint64_t offset, ChunkHeader& header) const {
  const std::uint64_t packed = offset + ChunkHeader::kSize;
  const bool is_cut = read_chunk_header(file_->read_at(offset, ChunkHeader::kSize), header) &&
                      header.kind == ChunkHeader::Kind::kFrames && header.first_frame == frame_count_ &&
                      is_possible(header, packed) && packed + header.packed_size > file_size_;
  if (!is_cut) return std::nullopt;
  return LostEnd{header.first_frame, header.first_frame + header.frame_count};
}

std::size_t ChunkIndex::chunk_before(std::uint64_t frame) const {
  const auto after =
      std::upper_bound(chunks_.begin(), chunks_.end(), frame,
                       [](std::uint64_t i, const IndexedChunk& chunk) { return i < chunk.header.first_frame; });
  return after == chunks_.begin() ? chunks_.size() : static_cast<std::size_t>(after - chunks_.begin()) - 1;
}

}  // namespace stiction
