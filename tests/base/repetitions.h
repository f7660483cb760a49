// How often tests with many random cases or long runs repeat themselves.
#pragma once

#include <algorithm>

namespace stiction::test {

// `count`; a tenth of it, at least one, under the sanitizers, where everything takes some twenty times as long.
constexpr int repetitions(int count) {
#ifdef STICTION_SANITIZERS
  return std::max(1, count / 10);
#else
  return count;
#endif
}

}  // namespace stiction::test
