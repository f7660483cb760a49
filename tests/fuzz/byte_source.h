// Numbers taken from an input one after the other; zeros when it has ended.
#pragma once

#include <cstring>
#include <string_view>

namespace stiction::fuzz {

class ByteSource {
 public:
  explicit ByteSource(std::string_view bytes) : rest_(bytes) {}

  template <class Number>
  Number take() {
    Number number{};
    const std::size_t size = std::min(sizeof number, rest_.size());
    std::memcpy(&number, rest_.data(), size);
    rest_.remove_prefix(size);
    return number;
  }
  unsigned below(unsigned end) { return take<std::uint8_t>() % end; }
  bool empty() const { return rest_.empty(); }

 private:
  std::string_view rest_;
};

}  // namespace stiction::fuzz
