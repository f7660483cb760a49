#include "recording/deflate.h"

#include <zlib.h>

#include <algorithm>
#include <limits>
#include <new>

namespace stiction {
namespace {

// What is left after differences is mostly runs of zeros and noise, where a search for repeats costs several times as
// much and gains little.
constexpr int kFastLevel = 1;
constexpr int kSmallLevel = 6;
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
  explicit Stream(DeflateEffort effort) {
    const bool fast = effort == DeflateEffort::kFast;
    const int level = fast ? kFastLevel : kSmallLevel, strategy = fast ? Z_RLE : Z_DEFAULT_STRATEGY;
    if (deflateInit2(&zlib, level, Z_DEFLATED, kWindowBits, kMemoryLevel, strategy) != Z_OK) throw std::bad_alloc();
  }
  ~Stream() { deflateEnd(&zlib); }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
};

Deflater::Deflater(DeflateEffort effort) : stream_(std::make_unique<Stream>(effort)) {}
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

std::size_t most_inflated(std::size_t packed) {
  return 1032 * (packed + 1);
}

bool inflate_exactly(std::string_view bytes, std::size_t size, std::string& to) {
  // A damaged size must not ask for more than deflate can ever have packed.
  if (size > std::numeric_limits<uInt>::max() || size > most_inflated(bytes.size())) return false;
  to.resize(size);
  uLongf written = size;
  uLong read = bytes.size();
  const int status = ::uncompress2(reinterpret_cast<Bytef*>(to.data()), &written, input(bytes), &read);
  return status == Z_OK && written == size && read == bytes.size();
}

}  // namespace stiction
