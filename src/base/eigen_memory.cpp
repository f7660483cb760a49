#include "base/eigen_memory.h"

#include <utility>

namespace stiction {
namespace {

// The array that this thread released last, and whether the thread is ending. Both have no destructor, so that arrays
// may be released after the thread's other data are gone: by static objects when the program ends.
thread_local void* released_array = nullptr;
thread_local bool thread_ends = false;

void free_released(void* next) {
  Eigen::internal::aligned_free(std::exchange(released_array, next));
}

// Frees the last array of a thread that ends.
struct LastFree {
  LastFree() = default;
  ~LastFree() {
    free_released(nullptr);
    thread_ends = true;
  }
  LastFree(const LastFree&) = delete;
  LastFree& operator=(const LastFree&) = delete;
};

}  // namespace
}  // namespace stiction

namespace Eigen::internal {

template <>
void* conditional_aligned_malloc<true>(std::size_t size) {
  void* array = nullptr;
  try {
    array = aligned_malloc(size);
  } catch (...) {
    stiction::released_array = nullptr;  // its owner keeps it
    throw;
  }
  stiction::free_released(nullptr);
  return array;
}

template <>
void conditional_aligned_free<true>(void* array) {
  if (stiction::thread_ends) return aligned_free(array);
  static thread_local const stiction::LastFree last_free;
  stiction::free_released(array);
}

}  // namespace Eigen::internal
