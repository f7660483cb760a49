#include <algorithm>
#include <cstring>

#include "base/byte_stream.h"
#include "recording/chunk.h"
#include "recording/chunk_layout.h"

namespace stiction {

using namespace chunk_layout;

namespace {

template <typename Word>
Word get_planes(const char* planes, std::size_t i, std::size_t word_count) {
  Word word = 0;
  for (std::size_t k = 0; k < sizeof(Word); ++k) {
    word |= static_cast<Word>(static_cast<std::uint8_t>(planes[k * word_count + i])) << (8 * k);
  }
  return word;
}

// The words of one frame, in the order of the series.
void unpack_words(const std::vector<std::uint64_t>& words, Frame& frame) {
  const auto number = [&words](std::size_t s) { return std::bit_cast<double>(words[s]); };
  frame.time = number(kTime);
  frame.step = static_cast<std::int64_t>(words[kStep]);
  frame.residual = number(kResidual);
  frame.penetration = number(kPenetration);
  for (std::size_t b = 0; b < frame.bodies.size(); ++b) {
    const std::size_t s = kFrameSeries + kBodySeries * b;
    FrameBody& body = frame.bodies[b];
    body.position = {number(s), number(s + 1), number(s + 2)};
    body.rotation = {number(s + 3), number(s + 4), number(s + 5), number(s + 6)};
    body.velocity = {number(s + 7), number(s + 8), number(s + 9)};
    body.angular_velocity = {number(s + 10), number(s + 11), number(s + 12)};
  }
}

// False if a contact names a body that is not there.
bool unpack_contacts(const char* planes, std::size_t total, std::vector<Frame>& frames) {
  std::size_t begin = 0;
  const std::vector<FrameContact>* last = nullptr;
  for (Frame& frame : frames) {
    std::uint32_t words[kContactFields];
    for (std::size_t i = 0; i < frame.contacts.size(); ++i) {
      std::memset(words, 0, sizeof words);
      if (last != nullptr && i < last->size()) std::memcpy(words, &(*last)[i], sizeof words);
      for (std::size_t k = 0; k < kContactFields; ++k) {
        words[k] ^= get_planes<std::uint32_t>(planes, k * total + begin + i, kContactFields * total);
      }
      std::memcpy(&frame.contacts[i], words, sizeof words);
      if (std::max(words[0], words[1]) >= frame.bodies.size()) return false;
    }
    begin += frame.contacts.size();
    last = &frame.contacts;
  }
  return true;
}

}  // namespace

bool read_chunk_header(std::string_view bytes, ChunkHeader& header) {
  if (bytes.size() < ChunkHeader::kSize) return false;
  bytes = bytes.substr(0, ChunkHeader::kSize);
  ByteReader reader(bytes, "chunk header");
  std::uint32_t kind = 0, crc = 0;
  get_each(reader, kind, header.frame_count, header.first_frame, header.first_time, header.last_time,
           header.packed_size, header.raw_size, header.packed_crc, crc);
  header.kind = static_cast<ChunkHeader::Kind>(kind);
  if (crc != crc32_of(bytes.substr(0, ChunkHeader::kSize - sizeof crc))) return false;
  if (header.kind == ChunkHeader::Kind::kEnd) return header.frame_count == 0 && header.packed_size == 0;
  return header.kind == ChunkHeader::Kind::kFrames && header.frame_count > 0 && header.first_time <= header.last_time;
}

bool unpack_chunk(const ChunkHeader& header, std::string_view packed, std::size_t body_count,
                  std::vector<Frame>& frames) {
  const std::size_t count = header.frame_count, series = series_count(body_count);
  std::string raw;
  if (crc32_of(packed) != header.packed_crc || !inflate_exactly(packed, header.raw_size, raw)) return false;
  if (raw.size() / count < raw_size(1, body_count, 0)) return false;

  const char* flags = raw.data() + 8 * series * count;
  const char* present = flags + count;
  const char* counts = present + count * body_count;
  std::vector<std::uint32_t> numbers(2 * count);
  std::memcpy(numbers.data(), counts, numbers.size() * sizeof(std::uint32_t));
  std::size_t total = 0;
  for (std::size_t f = 0; f < count; ++f) total += numbers[2 * f + 1];
  if (raw.size() != raw_size(count, body_count, total)) return false;

  frames.resize(count);
  std::vector<std::uint64_t> words(series);
  for (std::size_t f = 0; f < count; ++f) {
    for (std::size_t s = 0; s < series; ++s) {
      words[s] ^= get_planes<std::uint64_t>(raw.data(), s * count + f, series * count);
    }
    Frame& frame = frames[f];
    frame.bodies.resize(body_count);
    for (std::size_t b = 0; b < body_count; ++b) frame.bodies[b].present = present[b * count + f] != 0;
    unpack_words(words, frame);
    frame.judged = (flags[f] & kJudged) != 0;
    frame.converged = (flags[f] & kConverged) != 0;
    frame.iterations = numbers[2 * f];
    frame.contacts.resize(numbers[2 * f + 1]);
  }
  return unpack_contacts(raw.data() + raw.size() - total * sizeof(FrameContact), total, frames);
}

}  // namespace stiction
