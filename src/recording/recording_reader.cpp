#include "recording/recording_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <system_error>

#include "base/error.h"
#include "recording/chunk_layout.h"
#include "recording/deflate.h"

namespace stiction {
namespace {

// Up to `size` bytes from `offset` on; fewer where the file ends.
std::string read_bytes(const Descriptor& file, std::uint64_t offset, std::size_t size) {
  std::string bytes(size, '\0');
  std::size_t done = 0;
  while (done < size) {
    const ssize_t got = ::pread(file.get(), bytes.data() + done, size - done, static_cast<off_t>(offset + done));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    done += static_cast<std::size_t>(got);
  }
  bytes.resize(done);
  return bytes;
}

}  // namespace

bool is_recording(const std::filesystem::path& path) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return false;
  const Descriptor file(path, O_RDONLY);
  return file.is_open() && read_bytes(file, 0, kRecordingMagic.size()) == kRecordingMagic;
}

RecordingReader::RecordingReader(const std::filesystem::path& path) : path_(path), file_(path, O_RDONLY) {
  if (!file_.is_open()) throw InputError(fmt::format("cannot read {}: {}", path.string(), std::strerror(errno)));
  std::error_code error;
  file_size_ = std::filesystem::file_size(path, error);
  if (error) throw InputError(fmt::format("cannot read {}: {}", path.string(), error.message()));
  read_info();
  scan();
}

std::string RecordingReader::bytes_at(std::uint64_t offset, std::size_t size) const {
  return read_bytes(file_, offset, size);
}

void RecordingReader::read_info() {
  first_chunk_ = preamble_size(bytes_at(0, kPreambleStart), path_.string());
  const std::string preamble = bytes_at(0, std::min(first_chunk_, file_size_));
  info_ = read_preamble(preamble, path_.string());
  info_crc_ = preamble_crc(preamble);
}

// No chunk claims more frames, in it or before it, than so many bytes can hold.
bool RecordingReader::is_possible(const ChunkHeader& header, std::uint64_t offset) const {
  const std::size_t frame_bytes = chunk_layout::frame_size(frame_shape(info_));
  return header.first_frame <= most_inflated(offset) / frame_bytes &&
         header.frame_count <= header.raw_size / frame_bytes && header.raw_size <= most_inflated(header.packed_size);
}

// Frames may be missing before the chunk, where damage was passed over.
bool RecordingReader::fits(const ChunkHeader& header, std::uint64_t offset) const {
  const bool in_order =
      header.first_frame >= frame_count_ && (chunks_.empty() || header.kind == ChunkHeader::Kind::kEnd ||
                                             header.first_time >= chunks_.back().header.last_time);
  return in_order && offset + header.packed_size <= file_size_ && is_possible(header, offset);
}

bool RecordingReader::read_head(std::uint64_t offset, Chunk& chunk) const {
  chunk.offset = offset + ChunkHeader::kSize;
  return read_chunk_header(bytes_at(offset, ChunkHeader::kSize), chunk.header) && fits(chunk.header, chunk.offset);
}

// The next place from `from` on where a chunk begins. Heads carry a checksum: nothing else is taken for one.
std::optional<std::uint64_t> RecordingReader::find_head(std::uint64_t from) const {
  constexpr std::size_t kBlock = 1 << 20;  // [bytes]
  Chunk chunk;
  for (std::uint64_t start = from; start + ChunkHeader::kSize <= file_size_; start += kBlock) {
    const std::string block = bytes_at(start, kBlock + 3);  // a mark may reach into the next block
    for (std::size_t i = 0; i + 4 <= block.size(); ++i) {
      const std::string_view mark(block.data() + i, 4);
      if ((mark == "FRMS" || mark == "END ") && read_head(start + i, chunk)) return start + i;
    }
  }
  return std::nullopt;
}

void RecordingReader::scan() {
  std::uint64_t offset = first_chunk_;
  while (offset < file_size_ && !complete_) {
    Chunk chunk;
    if (!read_head(offset, chunk) || chunk.header.first_frame != frame_count_) {
      const std::optional<std::uint64_t> next = find_head(offset);
      if (!next) break;
      read_head(*next, chunk);
      trouble_ = fmt::format("{}: damaged at byte {} of {}", path_.string(), offset, file_size_);
    }
    offset = chunk.offset + chunk.header.packed_size;
    complete_ = chunk.header.kind == ChunkHeader::Kind::kEnd;
    frame_count_ = chunk.header.first_frame + chunk.header.frame_count;
    if (!complete_) chunks_.push_back(chunk);
  }
  if (offset < file_size_) {
    complete_ = false;
    trouble_ = fmt::format("{}: {}; {}", path_.string(), end_text(offset), readable_text());
  } else if (!complete_) {
    trouble_ = fmt::format("{}: not closed, the run was killed or still goes on; {}", path_.string(), readable_text());
  }
}

std::string RecordingReader::readable_text() const {
  if (chunks_.empty()) return "no frame can be read";
  return fmt::format("{} frames, up to {:.6g} s, can be read", frame_count_, chunks_.back().header.last_time);
}

// What is at `offset`, where the chunks end before the file does. Frames of a chunk are packed together: one that was
// cut is lost whole, but its head says what was in it.
std::string RecordingReader::end_text(std::uint64_t offset) const {
  ChunkHeader header;
  const std::uint64_t packed = offset + ChunkHeader::kSize;
  const bool is_head = read_chunk_header(bytes_at(offset, ChunkHeader::kSize), header);
  if (!is_head || header.first_frame != frame_count_ || !is_possible(header, packed) ||
      packed + header.packed_size <= file_size_) {
    return fmt::format("damaged or cut off after frame {} (byte {})", frame_count_, offset);
  }
  return fmt::format(
      "cut off within the chunk of frames {} to {} ({:.6g} to {:.6g} s), which is lost with {} of its {} "
      "bytes",
      header.first_frame, header.first_frame + header.frame_count - 1, header.first_time, header.last_time,
      packed + header.packed_size - file_size_, header.packed_size);
}

bool RecordingReader::try_load(std::size_t chunk) {
  if (loaded_ == chunk) return true;
  loaded_.reset();
  const ChunkHeader& header = chunks_[chunk].header;
  const std::string packed = bytes_at(chunks_[chunk].offset, header.packed_size);
  if (packed.size() != header.packed_size || !unpack_chunk(header, packed, frame_shape(info_), frames_)) return false;
  loaded_ = chunk;
  return true;
}

void RecordingReader::load(std::size_t chunk) {
  const ChunkHeader& header = chunks_[chunk].header;
  if (!try_load(chunk)) fail_damaged(header.first_frame, header.first_frame + header.frame_count - 1);
}

void RecordingReader::fail_damaged(std::uint64_t first, std::uint64_t last) const {
  throw InputError(fmt::format("{}: frames {} to {} are damaged", path_.string(), first, last));
}

// The last chunk that begins at or before the frame; chunks_.size() if there is none.
std::size_t RecordingReader::chunk_before(std::uint64_t index) const {
  const auto after = std::upper_bound(chunks_.begin(), chunks_.end(), index,
                                      [](std::uint64_t i, const Chunk& chunk) { return i < chunk.header.first_frame; });
  return after == chunks_.begin() ? chunks_.size() : static_cast<std::size_t>(after - chunks_.begin()) - 1;
}

const Frame& RecordingReader::frame(std::uint64_t index) {
  const std::size_t chunk = chunk_before(index);
  if (chunk == chunks_.size()) fail_damaged(0, index);
  const ChunkHeader& header = chunks_[chunk].header;
  if (index - header.first_frame >= header.frame_count) fail_damaged(header.first_frame + header.frame_count, index);
  load(chunk);
  return frames_[index - header.first_frame];
}

std::uint64_t RecordingReader::next_readable(std::uint64_t index) {
  std::size_t chunk = chunk_before(index);
  if (chunk == chunks_.size()) chunk = 0;
  for (; chunk < chunks_.size(); ++chunk) {
    const ChunkHeader& header = chunks_[chunk].header;
    const bool reaches = index < header.first_frame + header.frame_count;
    if (reaches && try_load(chunk)) return std::max(index, header.first_frame);
  }
  return frame_count_;
}

std::uint64_t RecordingReader::frame_at(double time) {
  const auto after = std::upper_bound(chunks_.begin(), chunks_.end(), time,
                                      [](double t, const Chunk& chunk) { return t < chunk.header.first_time; });
  if (after == chunks_.begin()) return 0;
  const auto chunk = static_cast<std::size_t>(after - chunks_.begin()) - 1;
  load(chunk);
  const auto later = std::upper_bound(frames_.begin(), frames_.end(), time,
                                      [](double t, const Frame& frame) { return t < frame.time; });
  return chunks_[chunk].header.first_frame + static_cast<std::uint64_t>(later - frames_.begin()) - 1;
}

std::optional<std::uint64_t> RecordingReader::frames_before(std::uint64_t bytes) const {
  if (bytes == first_chunk_) return 0;
  for (const Chunk& chunk : chunks_) {
    if (chunk.offset + chunk.header.packed_size == bytes) return chunk.header.first_frame + chunk.header.frame_count;
  }
  return std::nullopt;
}

}  // namespace stiction
