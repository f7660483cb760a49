// What a file of the cache belongs to.
#pragma once

#include <bit>
#include <cstdint>
#include <string>

#include "base/hash.h"
#include "base/types.h"

namespace stiction {

// Two unrelated hashes of the same words.
struct CacheKey {
  std::uint64_t first = 0x6d6f64616c, second = 0x6261736973;

  void add(std::uint64_t word) {
    first = mix_hash(first, word);
    second = mix_hash(second, ~word);
  }
  void add(int number) { add(static_cast<std::uint64_t>(number)); }
  void add(double number) { add(std::bit_cast<std::uint64_t>(number)); }
  void add(const Vec3& v) {
    for (const double x : v) add(x);
  }
  bool operator==(const CacheKey&) const = default;
};

// 32 hexadecimal digits, for the names of files.
std::string key_text(const CacheKey& key);

}  // namespace stiction
