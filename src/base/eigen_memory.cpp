#include "base/eigen_memory.h"

#include <pthread.h>

#include <utility>

namespace stiction {
namespace {

// The array that this thread released last, and whether the thread is ending. Neither has a destructor: arrays may be
// released after the thread's other data are gone, and registering a destructor may need memory when there is none.
thread_local void* released_array = nullptr;
thread_local bool thread_ends = false;
thread_local bool end_is_watched = false;

void free_released(void* next) {
  Eigen::internal::aligned_free(std::exchange(released_array, next));
}

void end_thread(void*) {
  free_released(nullptr);
  thread_ends = true;
}

// Calls end_thread() when this thread ends. POSIX threads keep room for the first keys, so that this takes no memory;
// if it should fail, the thread's last array is lost.
void watch_end_of_thread() {
  static const pthread_key_t key = [] {
    pthread_key_t made{};
    pthread_key_create(&made, &end_thread);
    return made;
  }();
  end_is_watched = true;
  pthread_setspecific(key, &end_is_watched);
}

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
  if (!stiction::end_is_watched) stiction::watch_end_of_thread();
  stiction::free_released(array);
}

}  // namespace Eigen::internal
