// PNG files: 8 bits a channel, RGB, sRGB.
#pragma once

#include <string>

#include "recording/deflate.h"
#include "render/image.h"

namespace stiction {

// Packs pictures one after the other; memory is reused.
class PngEncoder {
 public:
  PngEncoder() : deflater_(DeflateEffort::kSmall) {}
  // The whole file. The reference holds until the next call. The picture has at least one pixel.
  const std::string& encode(const Image& image);

 private:
  void filter_rows(const Image& image);

  Deflater deflater_;
  std::string filtered_;      // rows, each with its filter's number before it
  std::string candidate_[5];  // a row by every filter
  std::string packed_, file_;
};

}  // namespace stiction
