#include <algorithm>
#include <cmath>
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
  frame.kinetic_energy = number(kKinetic);
  frame.potential_energy = number(kPotential);
  frame.elastic_energy = number(kElastic);
  for (std::size_t b = 0; b < frame.bodies.size(); ++b) {
    const std::size_t s = kFrameSeries + kBodySeries * b;
    FrameBody& body = frame.bodies[b];
    body.position = {number(s), number(s + 1), number(s + 2)};
    body.rotation = {number(s + 3), number(s + 4), number(s + 5), number(s + 6)};
    body.velocity = {number(s + 7), number(s + 8), number(s + 9)};
    body.angular_velocity = {number(s + 10), number(s + 11), number(s + 12)};
  }
}

// False if a contact names a body or a state that does not exist.
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
      const bool has_state = words[2] <= static_cast<std::uint32_t>(ContactState::kSlide);
      if (std::max(words[0], words[1]) >= frame.bodies.size() || !has_state) return false;
    }
    begin += frame.contacts.size();
    last = &frame.contacts;
  }
  return true;
}

void unpack_vertices(const char* planes, std::size_t vertices, std::vector<Frame>& frames) {
  const std::size_t series = 3 * vertices, count = frames.size();
  for (Frame& frame : frames) frame.surface_vertices.resize(series);
  for (std::size_t s = 0; s < series; ++s) {
    std::uint32_t word = 0;
    for (std::size_t f = 0; f < count; ++f) {
      word ^= get_planes<std::uint32_t>(planes, s * count + f, series * count);
      frames[f].surface_vertices[s] = std::bit_cast<float>(word);
    }
  }
}

// Where the sections begin whose place does not depend on the contacts, and the contacts.
struct Sections {
  const char *flags, *present, *counts, *contacts;
  Sections(const char* raw, std::size_t frames, const FrameShape& shape)
      : flags(raw + 8 * series_count(shape.bodies) * frames),
        present(flags + frames),
        counts(present + frames * shape.bodies),
        contacts(counts + 4 * kFrameCounts * frames) {}
};

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
  return header.kind == ChunkHeader::Kind::kFrames && header.frame_count > 0 && std::isfinite(header.first_time) &&
         std::isfinite(header.last_time) && header.first_time <= header.last_time;
}

bool unpack_chunk(const ChunkHeader& header, std::string_view packed, const FrameShape& shape,
                  std::vector<Frame>& frames) {
  const std::size_t count = header.frame_count;
  std::string raw;
  if (crc32_of(packed) != header.packed_crc || !inflate_exactly(packed, header.raw_size, raw)) return false;
  if (raw.size() / count < raw_size(1, shape, 0)) return false;
  const Sections at(raw.data(), count, shape);
  std::vector<std::uint32_t> counts(kFrameCounts * count);
  std::memcpy(counts.data(), at.counts, counts.size() * sizeof(std::uint32_t));
  std::size_t total = 0;
  for (std::size_t f = 0; f < count; ++f) total += counts[kFrameCounts * f + kContacts];
  if (raw.size() != raw_size(count, shape, total)) return false;

  frames.resize(count);
  const char* stages = raw.data() + raw.size() - 4 * kStageCount * count;
  unpack_vertices(stages - 12 * shape.deforming_vertices * count, shape.deforming_vertices, frames);
  std::vector<std::uint64_t> words(series_count(shape.bodies));
  for (std::size_t f = 0; f < count; ++f) {
    for (std::size_t s = 0; s < words.size(); ++s) {
      words[s] ^= get_planes<std::uint64_t>(raw.data(), s * count + f, words.size() * count);
    }
    Frame& frame = frames[f];
    frame.bodies.resize(shape.bodies);
    for (std::size_t b = 0; b < shape.bodies; ++b) frame.bodies[b].present = at.present[b * count + f] != 0;
    unpack_words(words, frame);
    frame.judged = (at.flags[f] & kJudged) != 0;
    frame.converged = (at.flags[f] & kConverged) != 0;
    frame.iterations = counts[kFrameCounts * f + kIterations];
    frame.systems = counts[kFrameCounts * f + kSystems];
    frame.contacts.resize(counts[kFrameCounts * f + kContacts]);
    std::memcpy(frame.stage_seconds.data(), stages + 4 * kStageCount * f, 4 * kStageCount);
  }
  return unpack_contacts(at.contacts, total, frames);
}

}  // namespace stiction
