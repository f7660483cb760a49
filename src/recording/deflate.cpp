#include "recording/deflate.h"

#include <zlib.h>

#include <algorithm>
#include <limits>
#include <new>

namespace stiction {
namespace {

// Run lengths and Huffman codes: what is left after differences is runs of zeros and noise, where a search for repeats
// costs several times as much and gains next to nothing.
constexpr int kLevel = 1;
constexpr int kStrategy = Z_RLE;
constexpr int kWindowBits = 15;
constexpr int kMemoryLevel = 8;

Bytef* input(std::string_view bytes) {
  return reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));  // zlib's interface lacks a const
}

}  // namespace

std::uint32_t crc32_of(std::string_view bytes, std::uint32_t start) {
  return static_cast<std::uint32_t>(::crc32_z(start, input(bytes), bytes.size()));
}

struct Deflater::Stream {
  z_stream zlib{};
  Stream() {
    if (deflateInit2(&zlib, kLevel, Z_DEFLATED, kWindowBits, kMemoryLevel, kStrategy) != Z_OK) throw std::bad_alloc();
  }
  ~Stream() { deflateEnd(&zlib); }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
};

Deflater::Deflater() : stream_(std::make_unique<Stream>()) {}
Deflater::~Deflater() = default;
Deflater::Deflater(Deflater&&) noexcept = default;
Deflater& Deflater::operator=(Deflater&&) noexcept = default;

void Deflater::compress(std::string_view bytes, std::string& to) {
  z_stream& zlib = stream_->zlib;
  deflateReset(&zlib);
  const std::size_t before = to.size();
  to.resize(before + deflateBound(&zlib, bytes.size()));
  zlib.next_in = input(bytes);
  zlib.avail_in = static_cast<uInt>(bytes.size());
  zlib.next_out = reinterpret_cast<Bytef*>(to.data() + before);
  zlib.avail_out = static_cast<uInt>(to.size() - before);
  deflate(&zlib, Z_FINISH);  // cannot fail: the bound leaves room enough
  to.resize(to.size() - zlib.avail_out);
}

bool inflate_exactly(std::string_view bytes, std::size_t size, std::string& to) {
  // A damaged size must not ask for more than deflate can ever have packed (1032 : 1).
  if (size > std::numeric_limits<uInt>::max() || size / 1032 > bytes.size() + 1) return false;
  to.resize(size);
  uLongf written = size;
  uLong read = bytes.size();
  const int status = ::uncompress2(reinterpret_cast<Bytef*>(to.data()), &written, input(bytes), &read);
  return status == Z_OK && written == size && read == bytes.size();
}

}  // namespace stiction
