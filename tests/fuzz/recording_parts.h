// A recording taken apart, so that mutations reach what is packed and what checksums guard.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "recording/chunk.h"

namespace stiction::fuzz {

struct RecordingParts {
  struct Chunk {
    ChunkHeader header;
    std::string raw;  // unpacked
  };
  std::string text;      // JSON of the preamble
  std::string surfaces;  // unpacked
  std::vector<Chunk> chunks;
};

// None if the bytes are no recording whose parts can be unpacked.
std::optional<RecordingParts> taken_apart(std::string_view bytes);
// Lengths of packed parts and checksums follow from the parts; all other numbers are those of the headers.
std::string put_together(const RecordingParts& parts);

}  // namespace stiction::fuzz
