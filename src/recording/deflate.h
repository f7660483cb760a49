// zlib behind one header: compression and checksums.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace stiction {

// CRC-32 as in zlib and PNG.
std::uint32_t crc32_of(std::string_view bytes, std::uint32_t start = 0);

enum class DeflateEffort {
  kFast,   // run lengths and Huffman codes: while a simulation runs
  kSmall,  // repeats as well, several times slower: for what is written once
};

// Compresses into the zlib format; memory is reused from one call to the next.
class Deflater {
 public:
  explicit Deflater(DeflateEffort effort = DeflateEffort::kFast);
  ~Deflater();
  Deflater(Deflater&&) noexcept;
  Deflater& operator=(Deflater&&) noexcept;
  // Appends to `to`.
  void compress(std::string_view bytes, std::string& to);

 private:
  struct Stream;
  std::unique_ptr<Stream> stream_;
};

// More than `packed` bytes can ever inflate to.
std::size_t most_inflated(std::size_t packed);

// False if the bytes do not inflate to exactly `size` bytes. `to` is then undefined.
bool inflate_exactly(std::string_view bytes, std::size_t size, std::string& to);

}  // namespace stiction
