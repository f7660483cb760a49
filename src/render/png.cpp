#include "render/png.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>

namespace stiction {
namespace {

constexpr int kChannels = 3;
constexpr std::string_view kSignature("\x89PNG\r\n\x1a\n", 8);

void append_number(std::uint32_t value, std::string& to) {  // big-endian
  for (int shift = 24; shift >= 0; shift -= 8) to.push_back(static_cast<char>((value >> shift) & 255U));
}

// Length, type, data and the checksum over both.
void append_chunk(std::string_view type, std::string_view data, std::string& to) {
  append_number(static_cast<std::uint32_t>(data.size()), to);
  to += type;
  to += data;
  append_number(crc32_of(data, crc32_of(type)), to);
}

int paeth(int left, int up, int corner) {
  const int estimate = left + up - corner;
  const int by_left = std::abs(estimate - left), by_up = std::abs(estimate - up);
  const int by_corner = std::abs(estimate - corner);
  if (by_left <= by_up && by_left <= by_corner) return left;
  return by_up <= by_corner ? up : corner;
}

// What filter `kind` of the standard expects at a byte.
int predicted(int kind, int left, int up, int corner) {
  switch (kind) {
    case 1:
      return left;
    case 2:
      return up;
    case 3:
      return (left + up) / 2;
    case 4:
      return paeth(left, up, corner);
    default:
      return 0;
  }
}

template <int kKind>
void filter_row(const std::uint8_t* row, const std::uint8_t* above, int bytes, std::string& to) {
  to[0] = static_cast<char>(kKind);
  for (int i = 0; i < bytes; ++i) {
    const int left = i < kChannels ? 0 : row[i - kChannels];
    const int corner = i < kChannels || above == nullptr ? 0 : above[i - kChannels];
    const int up = above == nullptr ? 0 : above[i];
    to[static_cast<std::size_t>(i) + 1] = static_cast<char>(row[i] - predicted(kKind, left, up, corner));
  }
}

// The sum of the differences' sizes: the smaller, the better a row usually packs.
long cost(const std::string& row) {
  long sum = 0;
  for (std::size_t i = 1; i < row.size(); ++i) sum += std::abs(static_cast<int>(static_cast<signed char>(row[i])));
  return sum;
}

}  // namespace

void PngEncoder::filter_rows(const Image& image) {
  const int bytes = kChannels * image.width;
  for (std::string& row : candidate_) row.resize(static_cast<std::size_t>(bytes) + 1);
  filtered_.clear();
  for (int y = 0; y < image.height; ++y) {
    const std::uint8_t* row = image.pixel(0, y);
    const std::uint8_t* above = y == 0 ? nullptr : image.pixel(0, y - 1);
    filter_row<0>(row, above, bytes, candidate_[0]);
    filter_row<1>(row, above, bytes, candidate_[1]);
    filter_row<2>(row, above, bytes, candidate_[2]);
    filter_row<3>(row, above, bytes, candidate_[3]);
    filter_row<4>(row, above, bytes, candidate_[4]);
    filtered_ += *std::min_element(std::begin(candidate_), std::end(candidate_),
                                   [](const auto& a, const auto& b) { return cost(a) < cost(b); });
  }
}

const std::string& PngEncoder::encode(const Image& image) {
  filter_rows(image);
  packed_.clear();
  deflater_.compress(filtered_, packed_);
  std::string head;
  append_number(static_cast<std::uint32_t>(image.width), head);
  append_number(static_cast<std::uint32_t>(image.height), head);
  head += std::string_view("\x08\x02\x00\x00\x00", 5);  // 8 bits, RGB; deflate, the five filters, not interlaced
  file_ = kSignature;
  append_chunk("IHDR", head, file_);
  append_chunk("sRGB", std::string_view("\0", 1), file_);
  append_chunk("IDAT", packed_, file_);
  append_chunk("IEND", "", file_);
  return file_;
}

}  // namespace stiction
