#include "recording/recording_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <system_error>

#include "base/error.h"
#include "recording/frame_check.h"

namespace stiction {

bool is_recording(const std::filesystem::path& path) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return false;
  const Descriptor file(path, O_RDONLY);
  return file.is_open() && file.read_at(0, kRecordingMagic.size()) == kRecordingMagic;
}

RecordingReader::RecordingReader(const std::filesystem::path& path) : path_(path), file_(path, O_RDONLY) {
  if (!file_.is_open()) throw InputError(fmt::format("cannot read {}: {}", path.string(), std::strerror(errno)));
  std::error_code error;
  file_size_ = std::filesystem::file_size(path, error);
  if (error) throw InputError(fmt::format("cannot read {}: {}", path.string(), error.message()));
  read_info();
  index_ = ChunkIndex(file_, path.string(), file_size_, first_chunk_, info_);
  damaged_.resize(index_.chunks().size());
}

void RecordingReader::read_info() {
  first_chunk_ = preamble_size(file_.read_at(0, kPreambleStart), path_.string());
  const std::string preamble = file_.read_at(0, std::min(first_chunk_, file_size_));
  info_ = read_preamble(preamble, path_.string());
  info_crc_ = preamble_crc(preamble);
}

bool RecordingReader::try_load(std::size_t chunk) {
  if (loaded_ == chunk) return true;
  if (damaged_[chunk]) return false;
  loaded_.reset();
  const auto& [offset, header] = index_.chunks()[chunk];
  const std::string packed = file_.read_at(offset, header.packed_size);
  damaged_[chunk] = packed.size() != header.packed_size || !unpack_chunk(header, packed, frame_shape(info_), frames_) ||
                    !are_sound(frames_, header, info_.frame_interval);
  if (damaged_[chunk]) return false;
  loaded_ = chunk;
  return true;
}

void RecordingReader::load(std::size_t chunk) {
  const ChunkHeader& header = index_.chunks()[chunk].header;
  if (!try_load(chunk)) fail_damaged(header.first_frame, header.first_frame + header.frame_count - 1);
}

void RecordingReader::fail_damaged(std::uint64_t first, std::uint64_t last) const {
  throw InputError(fmt::format("{}: frames {} to {} are damaged", path_.string(), first, last));
}

const Frame& RecordingReader::frame(std::uint64_t index) {
  const std::size_t chunk = index_.chunk_before(index);
  if (chunk == index_.chunks().size()) fail_damaged(0, index);
  const ChunkHeader& header = index_.chunks()[chunk].header;
  if (index - header.first_frame >= header.frame_count) fail_damaged(header.first_frame + header.frame_count, index);
  load(chunk);
  return frames_[index - header.first_frame];
}

std::uint64_t RecordingReader::next_readable(std::uint64_t index) {
  std::size_t chunk = index_.chunk_before(index);
  if (chunk == index_.chunks().size()) chunk = 0;
  for (; chunk < index_.chunks().size(); ++chunk) {
    if (index < index_.chunks()[chunk].end() && try_load(chunk)) {
      return std::max(index, index_.chunks()[chunk].header.first_frame);
    }
  }
  return frame_count();
}

std::optional<std::uint64_t> RecordingReader::last_readable(std::uint64_t index) {
  const std::size_t before = index_.chunk_before(index);
  if (before == index_.chunks().size()) return std::nullopt;
  for (std::size_t chunk = before + 1; chunk-- > 0;) {
    if (try_load(chunk)) return std::min(index, index_.chunks()[chunk].end() - 1);
  }
  return std::nullopt;
}

std::uint64_t RecordingReader::frame_at(double time) {
  const std::vector<IndexedChunk>& chunks = index_.chunks();
  const auto after = std::upper_bound(chunks.begin(), chunks.end(), time,
                                      [](double t, const IndexedChunk& chunk) { return t < chunk.header.first_time; });
  if (after == chunks.begin()) return 0;
  const auto chunk = static_cast<std::size_t>(after - chunks.begin()) - 1;
  if (!try_load(chunk)) return chunks[chunk].header.first_frame;
  const auto later = std::upper_bound(frames_.begin(), frames_.end(), time,
                                      [](double t, const Frame& frame) { return t < frame.time; });
  return chunks[chunk].header.first_frame + static_cast<std::uint64_t>(later - frames_.begin()) - 1;
}

std::optional<std::uint64_t> RecordingReader::frames_before(std::uint64_t bytes) const {
  if (bytes == first_chunk_) return 0;
  for (const IndexedChunk& chunk : index_.chunks()) {
    if (chunk.offset + chunk.header.packed_size == bytes) return chunk.end();
  }
  return std::nullopt;
}

}  // namespace stiction
