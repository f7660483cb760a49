// zlib behind one header: compression and checksums.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace stiction {

// CRC-32 as in zlib and PNG.
std::uint32_t crc32_of(std::string_view bytes, std::uint32_t start = 0);

// Compresses into the zlib format; memory is reused from one call to the next.
class Deflater {
 public:
  Deflater();
  ~Deflater();
  Deflater(Deflater&&) noexcept;
  Deflater& operator=(Deflater&&) noexcept;
  // Appends to `to`.
  void compress(std::string_view bytes, std::string& to);

 private:
  struct Stream;
  std::unique_ptr<Stream> stream_;
};

// False if the bytes do not inflate to exactly `size` bytes. `to` is then undefined.
bool inflate_exactly(std::string_view bytes, std::size_t size, std::string& to);

}  // namespace stiction
