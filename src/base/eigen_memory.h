// Eigen arrays that survive a failed resize().
//
// resize() of Eigen 3.4 frees the old array before it asks for the new one. If there is no memory for it, the exception
// leaves the matrix with the address of the freed array, and its destructor frees that again. Here a freed array lives
// on until the next allocation or release of its thread, and a failed allocation leaves it to its owner for good.
// (Where the owner had released it for good, it is lost: one array for one failure.)
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <utility>

namespace stiction::detail {

// The array that a thread released last.
class ReleasedArray {
 public:
  constexpr ReleasedArray() = default;
  ~ReleasedArray() {
    release(nullptr);
    thread_ends_ = true;
  }
  ReleasedArray(const ReleasedArray&) = delete;
  ReleasedArray& operator=(const ReleasedArray&) = delete;

  void release(void* array) {
    if (thread_ends_) return Eigen::internal::aligned_free(array);
    Eigen::internal::aligned_free(std::exchange(array_, array));
  }
  void leave_to_owner() { array_ = nullptr; }

 private:
  void* array_ = nullptr;
  bool thread_ends_ = false;
};

inline thread_local ReleasedArray released_array;

}  // namespace stiction::detail

namespace Eigen::internal {

template <>
inline void* conditional_aligned_malloc<true>(std::size_t size) {
  void* array = nullptr;
  try {
    array = aligned_malloc(size);
  } catch (...) {
    stiction::detail::released_array.leave_to_owner();
    throw;
  }
  stiction::detail::released_array.release(nullptr);
  return array;
}

template <>
inline void conditional_aligned_free<true>(void* array) {
  stiction::detail::released_array.release(array);
}

}  // namespace Eigen::internal
