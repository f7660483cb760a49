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
  words_.push_back(std::bit_cast<std::uint64_t>(frame.time));
  words_.push_back(static_cast<std::uint64_t>(frame.step));
  words_.push_back(std::bit_cast<std::uint64_t>(frame.residual));
  words_.push_back(std::bit_cast<std::uint64_t>(frame.penetration));
  for (const FrameBody& body : frame.bodies) {
    append_body(body, words_);
    present_.push_back(body.present ? 1 : 0);
  }
  flags_.push_back((frame.judged ? kJudged : 0) | (frame.converged ? kConverged : 0));
  counts_.push_back(frame.iterations);
  counts_.push_back(static_cast<std::uint32_t>(frame.contacts.size()));
  contacts_.insert(contacts_.end(), frame.contacts.begin(), frame.contacts.end());
}

std::size_t ChunkEncoder::series_count() const {
  return chunk_layout::series_count(body_count_);
}

std::size_t ChunkEncoder::raw_size() const {
  return chunk_layout::raw_size(frame_count(), body_count_, contacts_.size());
}

// Series by series, each word against the frame before.
void ChunkEncoder::transpose_words() {
  const std::size_t frames = frame_count(), series = series_count();
  char* planes = raw_.data();
  for (std::size_t s = 0; s < series; ++s) {
    std::uint64_t last = 0;
    for (std::size_t f = 0; f < frames; ++f) {
      const std::uint64_t word = words_[f * series + s];
      put_planes(word ^ last, s * frames + f, series * frames, planes);
      last = word;
    }
  }
}

// Field by field, each word against the contact of the same place in the frame before.
void ChunkEncoder::transpose_contacts() {
  const std::size_t total = contacts_.size(), frames = frame_count();
  char* planes = raw_.data() + raw_.size() - total * sizeof(FrameContact);
  std::size_t begin = 0, last_begin = 0, last_count = 0;
  std::uint32_t words[kContactFields], before[kContactFields];
  for (std::size_t f = 0; f < frames; ++f) {
    const std::size_t count = counts_[2 * f + 1];
    for (std::size_t i = 0; i < count; ++i) {
      std::memcpy(words, &contacts_[begin + i], sizeof words);
      std::memset(before, 0, sizeof before);
      if (i < last_count) std::memcpy(before, &contacts_[last_begin + i], sizeof before);
      for (std::size_t k = 0; k < kContactFields; ++k) {
        put_planes(words[k] ^ before[k], k * total + begin + i, kContactFields * total, planes);
      }
    }
    last_begin = begin;
    last_count = count;
    begin += count;
  }
}

void ChunkEncoder::pack(std::uint64_t first_frame, std::string& to) {
  const std::size_t frames = frame_count(), series = series_count();
  raw_.resize(raw_size());
  transpose_words();
  char* at = raw_.data() + 8 * series * frames;
  at = std::copy(flags_.begin(), flags_.end(), at);
  for (std::size_t b = 0; b < body_count_; ++b) {
    for (std::size_t f = 0; f < frames; ++f) *at++ = static_cast<char>(present_[f * body_count_ + b]);
  }
  std::memcpy(at, counts_.data(), counts_.size() * sizeof(std::uint32_t));
  transpose_contacts();

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

  words_.clear();
  present_.clear();
  flags_.clear();
  counts_.clear();
  contacts_.clear();
}

}  // namespace stiction
