// Reads what the page in the browser reads: written after docs/reference/page-format.md, not after the packer.
#pragma once

#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "recording/deflate.h"

namespace stiction::test {

inline std::string from_base64(std::string_view text) {
  static const std::string kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  std::uint32_t bits = 0;
  int held = 0;
  if (text.size() % 4 != 0) throw std::runtime_error("length of base64");
  for (const char c : text) {
    if (c == '=') break;
    const std::size_t digit = kDigits.find(c);
    if (digit == std::string::npos) throw std::runtime_error("no base64");
    bits = bits << 6 | static_cast<std::uint32_t>(digit);
    held += 6;
    if (held >= 8) bytes += static_cast<char>(bits >> (held -= 8));
  }
  return bytes;
}

// A chunk, unpacked. Series are series x frames, words as counts of their units.
struct DecodedChunk {
  std::uint32_t frames = 0, first = 0, bodies = 0, contacts = 0, vertices = 0, raw_size = 0, packed_size = 0;
  double begin = 0, end = 0;
  std::vector<double> time, step;
  std::vector<std::vector<float>> figures;  // 14 series
  std::vector<std::uint32_t> contact_counts;
  std::vector<std::uint8_t> present;        // bodies x frames
  std::vector<std::int32_t> body_words;     // (13 bodies) x frames
  std::vector<std::int32_t> contact_words;  // 13 x contacts
  std::vector<std::int32_t> vertex_words;   // (3 vertices) x frames

  explicit DecodedChunk(const std::string& bytes);
  std::int32_t body(std::size_t b, std::size_t channel, std::size_t frame) const {
    return body_words[(13 * b + channel) * frames + frame];
  }
  std::int32_t contact(std::size_t field, std::size_t i) const { return contact_words[field * contacts + i]; }
};

class Cursor {
 public:
  explicit Cursor(std::string_view bytes) : rest_(bytes) {}
  template <typename Number>
  Number get() {
    return all<Number>(1).front();
  }
  template <typename Number>
  std::vector<Number> all(std::size_t count) {
    std::vector<Number> numbers(count);
    if (rest_.size() < count * sizeof(Number)) throw std::runtime_error("chunk too short");
    if (count > 0) std::memcpy(numbers.data(), rest_.data(), count * sizeof(Number));
    rest_.remove_prefix(count * sizeof(Number));
    return numbers;
  }
  std::vector<std::uint32_t> planes(std::size_t count) {
    const std::vector<std::uint8_t> bytes = all<std::uint8_t>(4 * count);
    std::vector<std::uint32_t> words(count);
    for (std::size_t i = 0; i < 4 * count; ++i) {
      words[i % count] |= static_cast<std::uint32_t>(bytes[i]) << (8 * (i / count));
    }
    return words;
  }
  std::vector<std::int32_t> summed_series(std::size_t series, std::size_t frames) {
    std::vector<std::uint32_t> words = planes(series * frames);
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (i % frames != 0) words[i] += words[i - 1];
    }
    return {words.begin(), words.end()};
  }
  bool at_end() const { return rest_.empty(); }

 private:
  std::string_view rest_;
};

inline DecodedChunk::DecodedChunk(const std::string& bytes) {
  Cursor head(bytes);
  if (bytes.substr(0, 4) != "SPG1") throw std::runtime_error("magic");
  head.get<std::uint32_t>();
  for (std::uint32_t* number : {&frames, &first, &bodies, &contacts, &vertices}) *number = head.get<std::uint32_t>();
  begin = head.get<double>();
  end = head.get<double>();
  raw_size = head.get<std::uint32_t>();
  packed_size = head.get<std::uint32_t>();
  std::string raw = bytes.substr(48);
  if (packed_size > 0) {
    const std::string packed = raw;
    if (packed.size() != packed_size || !inflate_exactly(packed, raw_size, raw)) throw std::runtime_error("packed");
  }
  if (raw.size() != raw_size) throw std::runtime_error("raw size");
  Cursor cursor(raw);
  time = cursor.all<double>(frames);
  step = cursor.all<double>(frames);
  for (int i = 0; i < 14; ++i) figures.push_back(cursor.all<float>(frames));
  contact_counts = cursor.all<std::uint32_t>(frames);
  present = cursor.all<std::uint8_t>(bodies * frames);
  body_words = cursor.summed_series(13 * bodies, frames);
  const std::vector<std::uint32_t> differences = cursor.planes(13 * contacts);
  std::vector<std::uint32_t> words = differences;
  for (std::size_t field = 0; field < 13 && contacts > 0; ++field) {
    std::size_t at = 0, last = 0, last_count = 0;
    for (const std::uint32_t count : contact_counts) {
      for (std::size_t i = 0; i < count; ++i) {
        if (i < last_count) words[field * contacts + at + i] += words[field * contacts + last + i];
      }
      last = at;
      last_count = count;
      at += count;
    }
  }
  contact_words.assign(words.begin(), words.end());
  vertex_words = cursor.summed_series(3 * vertices, frames);
  if (!cursor.at_end()) throw std::runtime_error("chunk too long");
}

}  // namespace stiction::test
