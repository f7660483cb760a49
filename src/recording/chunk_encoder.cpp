#include <algorithm>
#include <cstring>

#include "base/byte_stream.h"
#include "recording/chunk.h"
#include "recording/chunk_layout.h"

namespace stiction {

using namespace chunk_layout;

namespace {

// Byte k of word i goes to plane k, place i: bytes that seldom change come to lie side by side.
template <typename Word>
void put_planes(Word word, std::size_t i, std::size_t word_count, char* planes) {
  for (std::size_t k = 0; k < sizeof(Word); ++k) planes[k * word_count + i] = static_cast<char>(word >> (8 * k));
}

// `words`, frame by frame, go series by series, each as the exclusive or with the frame before. Returns their end.
template <typename Word>
char* put_series(const std::vector<Word>& words, std::size_t frames, std::size_t series, char* at) {
  for (std::size_t s = 0; s < series; ++s) {
    Word last = 0;
    for (std::size_t f = 0; f < frames; ++f) {
      const Word word = words[f * series + s];
      put_planes(static_cast<Word>(word ^ last), s * frames + f, series * frames, at);
      last = word;
    }
  }
  return at + frames * series * sizeof(Word);
}

template <typename Number>
char* put_bytes(const std::vector<Number>& numbers, char* at) {
  std::memcpy(at, numbers.data(), numbers.size() * sizeof(Number));
  return at + numbers.size() * sizeof(Number);
}

void append_body(const FrameBody& body, std::vector<std::uint64_t>& words) {
  const double numbers[kBodySeries] = {body.position.x(),        body.position.y(),         body.position.z(),
                                       body.rotation.w(),        body.rotation.x(),         body.rotation.y(),
                                       body.rotation.z(),        body.velocity.x(),         body.velocity.y(),
                                       body.velocity.z(),        body.angular_velocity.x(), body.angular_velocity.y(),
                                       body.angular_velocity.z()};
  for (const double number : numbers) words.push_back(std::bit_cast<std::uint64_t>(number));
}

}  // namespace

void append_chunk_header(const ChunkHeader& header, std::string& to) {
  ByteWriter bytes;
  put_each(bytes, static_cast<std::uint32_t>(header.kind), header.frame_count, header.first_frame, header.first_time,
           header.last_time, header.packed_size, header.raw_size, header.packed_crc);
  bytes.put(crc32_of(bytes.bytes()));
  to += bytes.bytes();
}

void ChunkEncoder::add(const Frame& frame) {
  const auto undo = [this, words = words_.size(), present = present_.size(), flags = flags_.size(),
                     counts = counts_.size(), contacts = contacts_.size(), vertices = vertices_.size(),
                     stages = stages_.size()] {
    words_.resize(words);
    present_.resize(present);
    flags_.resize(flags);
    counts_.resize(counts);
    contacts_.resize(contacts);
    vertices_.resize(vertices);
    stages_.resize(stages);
  };
  try {
    append(frame);
  } catch (...) {
    undo();
    throw;
  }
}

void ChunkEncoder::append(const Frame& frame) {
  for (const double number : {frame.time, std::bit_cast<double>(frame.step), frame.residual, frame.penetration,
                              frame.kinetic_energy, frame.potential_energy, frame.elastic_energy}) {
    words_.push_back(std::bit_cast<std::uint64_t>(number));
  }
  for (const FrameBody& body : frame.bodies) {
    append_body(body, words_);
    present_.push_back(body.present ? 1 : 0);
  }
  flags_.push_back((frame.judged ? kJudged : 0) | (frame.converged ? kConverged : 0));
  counts_.insert(counts_.end(), {frame.iterations, frame.systems, static_cast<std::uint32_t>(frame.contacts.size())});
  contacts_.insert(contacts_.end(), frame.contacts.begin(), frame.contacts.end());
  for (const float x : frame.surface_vertices) vertices_.push_back(std::bit_cast<std::uint32_t>(x));
  stages_.insert(stages_.end(), frame.stage_seconds.begin(), frame.stage_seconds.end());
}

std::size_t ChunkEncoder::raw_size() const {
  return chunk_layout::raw_size(frame_count(), shape_, contacts_.size());
}

// Series by series, each word against the frame before. These return the end of what they wrote.
char* ChunkEncoder::put_words(char* at) const {
  return put_series(words_, frame_count(), series_count(shape_.bodies), at);
}

char* ChunkEncoder::put_vertices(char* at) const {
  return put_series(vertices_, frame_count(), 3 * shape_.deforming_vertices, at);
}

char* ChunkEncoder::put_presence(char* at) const {
  for (std::size_t b = 0; b < shape_.bodies; ++b) {
    for (std::size_t f = 0; f < frame_count(); ++f) *at++ = static_cast<char>(present_[f * shape_.bodies + b]);
  }
  return at;
}

// Field by field, each word against the contact of the same place in the frame before.
char* ChunkEncoder::put_contacts(char* at) const {
  const std::size_t total = contacts_.size(), frames = frame_count();
  std::size_t begin = 0, last_begin = 0, last_count = 0;
  std::uint32_t words[kContactFields], before[kContactFields];
  for (std::size_t f = 0; f < frames; ++f) {
    const std::size_t count = counts_[kFrameCounts * f + kContacts];
    for (std::size_t i = 0; i < count; ++i) {
      std::memcpy(words, &contacts_[begin + i], sizeof words);
      std::memset(before, 0, sizeof before);
      if (i < last_count) std::memcpy(before, &contacts_[last_begin + i], sizeof before);
      for (std::size_t k = 0; k < kContactFields; ++k) {
        put_planes(words[k] ^ before[k], k * total + begin + i, kContactFields * total, at);
      }
    }
    last_begin = begin;
    last_count = count;
    begin += count;
  }
  return at + total * sizeof(FrameContact);
}

void ChunkEncoder::pack(std::uint64_t first_frame, std::string& to) {
  const std::size_t frames = frame_count(), series = series_count(shape_.bodies);
  raw_.resize(raw_size());
  char* at = put_words(raw_.data());
  at = std::copy(flags_.begin(), flags_.end(), at);
  at = put_presence(at);
  at = put_bytes(counts_, at);
  at = put_contacts(at);
  at = put_vertices(at);
  put_bytes(stages_, at);

  ChunkHeader header;
  header.frame_count = static_cast<std::uint32_t>(frames);
  header.first_frame = first_frame;
  header.first_time = std::bit_cast<double>(words_[kTime]);
  header.last_time = std::bit_cast<double>(words_[(frames - 1) * series + kTime]);
  header.raw_size = static_cast<std::uint32_t>(raw_.size());
  const std::size_t start = to.size();
  to.append(ChunkHeader::kSize, '\0');
  deflater_.compress(raw_, to);
  const std::string_view packed = std::string_view(to).substr(start + ChunkHeader::kSize);
  header.packed_size = static_cast<std::uint32_t>(packed.size());
  header.packed_crc = crc32_of(packed);
  std::string head;
  append_chunk_header(header, head);
  to.replace(start, ChunkHeader::kSize, head);
  clear();
}

void ChunkEncoder::clear() {
  words_.clear();
  present_.clear();
  flags_.clear();
  counts_.clear();
  contacts_.clear();
  vertices_.clear();
  stages_.clear();
}

}  // namespace stiction
