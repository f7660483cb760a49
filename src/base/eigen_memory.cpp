#include "base/eigen_memory.h"

#include <pthread.h>

#include <utility>

namespace stiction {
namespace {

// The array that this thread released last, and whether it is freed when the thread ends. Both have no destructor:
// arrays may be released after the thread's other data are gone, by static objects when the program ends, and glibc
// ends a program that has no memory to register a destructor of a thread.
thread_local void* released_array = nullptr;
thread_local bool is_watched = false;

void free_released(void* next) {
  Eigen::internal::aligned_free(std::exchange(released_array, next));
}

// Frees the last array of a thread that ends, by a key: the values of the first keys of a program are in the thread
// itself, so that setting one takes no memory. Where it fails, the array is lost.
class ThreadEnds {
 public:
  ThreadEnds() : has_key_(pthread_key_create(&key_, free_last) == 0) {}
  ~ThreadEnds() {
    if (std::exchange(has_key_, false)) pthread_key_delete(key_);
  }
  ThreadEnds(const ThreadEnds&) = delete;
  ThreadEnds& operator=(const ThreadEnds&) = delete;

  void watch() const {
    is_watched = true;
    if (has_key_) pthread_setspecific(key_, this);
  }

 private:
  // What another key's destructor releases after it is watched again.
  static void free_last(void* /*watched*/) {
    is_watched = false;
    free_released(nullptr);
  }

  pthread_key_t key_ = 0;
  bool has_key_;
};

void watch_thread() {
  static const ThreadEnds thread_ends;
  thread_ends.watch();
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
  if (!stiction::is_watched) stiction::watch_thread();
  stiction::free_released(array);
}

}  // namespace Eigen::internal
