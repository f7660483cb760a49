// 64-bit FNV-1a: contact ids and the hash over the final bits of a run.
#pragma once

#include <cstdint>
#include <cstring>

namespace stiction {

class Hash64 {
 public:
  void add_byte(std::uint8_t byte) {
    value_ ^= byte;
    value_ *= 0x100000001b3ULL;
  }
  void add(std::uint64_t word) {
    for (int i = 0; i < 8; ++i) add_byte(static_cast<std::uint8_t>(word >> (8 * i)));
  }
  void add(double number) {
    std::uint64_t word = 0;
    std::memcpy(&word, &number, sizeof word);
    add(word);
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325ULL;
};

// A strong mix of two words (splitmix64 finaliser): cheap, and good enough for hash tables.
inline std::uint64_t mix_hash(std::uint64_t a, std::uint64_t b) {
  std::uint64_t x = a + 0x9e3779b97f4a7c15ULL + (b ^ (b >> 31)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

}  // namespace stiction
