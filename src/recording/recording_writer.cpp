#include "recording/recording_writer.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>

#include "recording/output_file.h"

namespace stiction {
namespace {

constexpr std::size_t kChunkBytes = 4 << 20;  // of raw frames: a reader inflates that much in a few milliseconds
constexpr std::chrono::seconds kChunkAge{1};

}  // namespace

RecordingWriter::RecordingWriter(const std::filesystem::path& path, const RecordingInfo& info)
    : path_(path), encoder_(frame_shape(info)) {
  const std::string preamble = recording_preamble(info);
  write_file(path, preamble);  // appears whole
  position_.bytes = preamble.size();
  info_crc_ = preamble_crc(preamble);
  file_ = Descriptor(path, O_WRONLY | O_APPEND);
  if (!file_.is_open()) fail(std::strerror(errno));
}

RecordingWriter::RecordingWriter(const std::filesystem::path& path, const FrameShape& shape,
                                 const RecordingPosition& position, std::uint32_t info_crc)
    : path_(path), file_(path, O_WRONLY | O_APPEND), position_(position), info_crc_(info_crc), encoder_(shape) {
  if (!file_.is_open() || ::ftruncate(file_.get(), static_cast<off_t>(position.bytes)) != 0) fail(std::strerror(errno));
}

void RecordingWriter::add(const Frame& frame) {
  if (encoder_.frame_count() == 0) chunk_start_ = Clock::now();
  encoder_.add(frame);
  if (encoder_.raw_size() >= kChunkBytes || encoder_.frame_count() >= kChunkFrames) flush();
}

void RecordingWriter::poll() {
  if (encoder_.frame_count() > 0 && Clock::now() - chunk_start_ >= kChunkAge) flush();
}

void RecordingWriter::flush() {
  const std::size_t frames = encoder_.frame_count();
  if (frames == 0) return;
  packed_.clear();
  encoder_.pack(position_.frames, packed_);
  append(packed_, frames);
}

void RecordingWriter::sync() {
  flush();
  sync_file();
}

void RecordingWriter::finish() {
  flush();
  ChunkHeader end;
  end.kind = ChunkHeader::Kind::kEnd;
  end.first_frame = position_.frames;
  packed_.clear();
  append_chunk_header(end, packed_);
  append(packed_, 0);
  sync_file();
}

void RecordingWriter::append(const std::string& bytes, std::uint64_t frames) {
  struct stat status {};
  if (::fstat(file_.get(), &status) == 0 && status.st_nlink == 0) fail("the file was removed");
  if (!file_.write_all(bytes)) {
    const std::string why = std::strerror(errno);
    // What was written of the chunk goes again; should that fail too, a reader ignores half a chunk.
    [[maybe_unused]] const int ignored = ::ftruncate(file_.get(), static_cast<off_t>(position_.bytes));
    fail(why);
  }
  position_.bytes += bytes.size();
  position_.frames += frames;
}

void RecordingWriter::sync_file() {
  if (::fsync(file_.get()) != 0) fail(std::strerror(errno));
}

void RecordingWriter::fail(const std::string& why) const {
  throw OutputLost(fmt::format("cannot write {}: {}", path_.string(), why));
}

}  // namespace stiction
