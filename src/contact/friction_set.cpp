#include "contact/friction_set.h"

#include <fmt/format.h>

#include <charconv>

#include "base/error.h"

namespace stiction {

std::string to_string(const FrictionSet& set) {
  if (set.is_disk()) return "disk";
  return set.is_square() ? "square" : fmt::format("polygon{}", set.samples);
}

FrictionSet parse_friction_set(const std::string& text) {
  if (text == "disk") return {};
  if (text == "square") return {FrictionSet::kSquare};
  constexpr const char* kPrefix = "polygon";
  const std::size_t prefix = std::char_traits<char>::length(kPrefix);
  if (text.compare(0, prefix, kPrefix) == 0) {
    int samples = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data() + prefix, end, samples);
    if (error == std::errc{} && stop == end && samples >= 4 && samples <= 64 && samples % 2 == 0) return {samples};
  }
  throw InputError(fmt::format(
      "\"{}\" is not a friction set: use \"disk\", \"square\", or \"polygonN\" with an even N from 4 to 64, "
      "for example \"polygon8\"",
      text));
}

}  // namespace stiction
