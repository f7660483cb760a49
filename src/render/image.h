// A picture: rows from the top, three bytes a pixel (red, green, blue; sRGB).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace stiction {

struct Image {
  int width = 0;    // [pixels]
  int height = 0;   // [pixels]
  std::string rgb;  // 3 x width x height bytes

  Image() = default;
  Image(int w, int h) : width(w), height(h), rgb(3 * static_cast<std::size_t>(w) * static_cast<std::size_t>(h), '\0') {}

  std::uint8_t* pixel(int x, int y) { return reinterpret_cast<std::uint8_t*>(rgb.data()) + offset(x, y); }
  const std::uint8_t* pixel(int x, int y) const {
    return reinterpret_cast<const std::uint8_t*>(rgb.data()) + offset(x, y);
  }

 private:
  std::size_t offset(int x, int y) const {
    return 3 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x));
  }
};

}  // namespace stiction
