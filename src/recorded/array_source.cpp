#include "recorded/array_source.h"

#include <fmt/format.h>

#include "base/error.h"

namespace stiction {

int ArraySource::integer(const std::string& place) const {
  const std::vector<int> values = integers(place);
  if (values.size() != 1) refuse(fmt::format("{} has {} elements instead of one", place, values.size()));
  return values.front();
}

void ArraySource::refuse(const std::string& why) const {
  throw InputError(fmt::format("{}: {}", name_, why));
}

}  // namespace stiction
