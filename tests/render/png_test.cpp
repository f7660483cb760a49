// A reader of our own, from the standard, reads back what was written.
#include "render/png.h"

#include <cstdlib>
#include <map>
#include <string>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace stiction {
namespace {

std::uint32_t number_at(const std::string& bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = at; i < at + 4; ++i) value = value << 8U | static_cast<std::uint8_t>(bytes[i]);
  return value;
}

// CRC-32 bit by bit.
std::uint32_t slow_crc(const std::string& bytes) {
  std::uint32_t crc = ~0U;
  for (const char byte : bytes) {
    crc ^= static_cast<std::uint8_t>(byte);
    for (int bit = 0; bit < 8; ++bit) crc = (crc & 1U) != 0 ? crc >> 1U ^ 0xedb88320U : crc >> 1U;
  }
  return ~crc;
}

std::map<std::string, std::string> chunks_of(const std::string& file) {
  EXPECT_EQ(file.substr(0, 8), std::string("\x89PNG\r\n\x1a\n", 8));
  std::map<std::string, std::string> chunks;
  std::size_t at = 8;
  while (at + 12 <= file.size()) {
    const std::size_t length = number_at(file, at);
    EXPECT_EQ(number_at(file, at + 8 + length), slow_crc(file.substr(at + 4, length + 4)));
    chunks[file.substr(at + 4, 4)] = file.substr(at + 8, length);
    at += length + 12;
  }
  EXPECT_EQ(at, file.size());
  EXPECT_EQ(file.substr(file.size() - 8, 4), "IEND");
  return chunks;
}

int paeth(int a, int b, int c) {
  const int p = a + b - c, pa = std::abs(p - a), pb = std::abs(p - b), pc = std::abs(p - c);
  return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
}

Image decoded(const std::string& file) {
  auto chunks = chunks_of(file);
  const std::string& head = chunks["IHDR"];
  EXPECT_EQ(head.substr(8), std::string("\x08\x02\x00\x00\x00", 5));
  Image image(static_cast<int>(number_at(head, 0)), static_cast<int>(number_at(head, 4)));
  const auto row = static_cast<std::size_t>(3 * image.width);
  std::string raw;
  EXPECT_TRUE(inflate_exactly(chunks["IDAT"], (row + 1) * static_cast<std::size_t>(image.height), raw));
  const auto at = [&](int x, int y) { return x < 0 || y < 0 ? 0 : static_cast<int>(image.pixel(0, y)[x]); };
  for (int y = 0; y < image.height; ++y) {
    const std::size_t start = static_cast<std::size_t>(y) * (row + 1);
    for (int x = 0; x < 3 * image.width; ++x) {
      const int a = at(x - 3, y), b = at(x, y - 1), c = x < 3 ? 0 : at(x - 3, y - 1);
      const int guesses[] = {0, a, b, (a + b) / 2, paeth(a, b, c)};
      image.pixel(0, y)[x] = static_cast<std::uint8_t>(raw[start + 1 + static_cast<std::size_t>(x)] +
                                                       guesses[static_cast<int>(raw[start])]);
    }
  }
  return image;
}

RC_GTEST_PROP(Png, IsReadBackPixelByPixel, ()) {
  Image image(*rc::gen::inRange(1, 40), *rc::gen::inRange(1, 40));
  const int kind = *rc::gen::inRange(0, 3);  // noise, ramps, one colour
  for (int y = 0; y < image.height; ++y) {
    for (int x = 0; x < image.width; ++x) {
      for (int k = 0; k < 3; ++k) {
        image.pixel(x, y)[k] = kind == 0 ? *rc::gen::arbitrary<std::uint8_t>()
                                         : static_cast<std::uint8_t>(kind == 1 ? 5 * x + 3 * y * k : 77);
      }
    }
  }
  PngEncoder encoder;
  encoder.encode(Image(3, 3));  // memory that was used before changes nothing
  const Image back = decoded(encoder.encode(image));
  RC_ASSERT(back.width == image.width);
  RC_ASSERT(back.rgb == image.rgb);
}

TEST(Png, OfOneColourIsSmall) {
  EXPECT_LT(PngEncoder().encode(Image(1280, 720)).size(), 20'000U);
}

}  // namespace
}  // namespace stiction
