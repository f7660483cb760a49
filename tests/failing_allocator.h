// Memory that ends: malloc and its relatives fail from a chosen call on. To be included by one file of a program.
#pragma once

#include <atomic>
#include <cerrno>
#include <cstddef>

namespace stiction::test {

// Calls of malloc and its relatives in the whole program, and which of them fail. Calls count from 1.
struct Memory {
  std::atomic<long> calls{0};
  std::atomic<long> first_to_fail{0}, last_to_fail{-1};

  void fail(long first, long last) {
    calls = 0;
    first_to_fail = first;
    last_to_fail = last;
  }
  void fail_no_more() { last_to_fail = -1; }
  bool takes() {
    const long call = ++calls;
    if (call < first_to_fail || call > last_to_fail) return true;
    errno = ENOMEM;
    return false;
  }
};

inline Memory memory;

}  // namespace stiction::test

extern "C" {
// NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming): glibc's own names
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* memory, std::size_t size);
void* __libc_memalign(std::size_t align, std::size_t size);
// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)

void* malloc(std::size_t size) {
  return stiction::test::memory.takes() ? __libc_malloc(size) : nullptr;
}
void* calloc(std::size_t count, std::size_t size) {
  return stiction::test::memory.takes() ? __libc_calloc(count, size) : nullptr;
}
void* realloc(void* memory, std::size_t size) {
  return stiction::test::memory.takes() ? __libc_realloc(memory, size) : nullptr;
}
void* aligned_alloc(std::size_t align, std::size_t size) {
  return stiction::test::memory.takes() ? __libc_memalign(align, size) : nullptr;
}
int posix_memalign(void** memory, std::size_t align, std::size_t size) {
  *memory = stiction::test::memory.takes() ? __libc_memalign(align, size) : nullptr;
  return *memory != nullptr ? 0 : ENOMEM;
}
}
