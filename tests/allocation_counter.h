// Counts every call of malloc and its relatives in a program. To be included by one file of it, the only one of its
// tests.
#pragma once

#include <atomic>
#include <cerrno>
#include <cstddef>

namespace {
std::atomic<long> allocations{0};
}

extern "C" {
// NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming): glibc's own names
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* memory, std::size_t size);
void* __libc_memalign(std::size_t align, std::size_t size);
// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)

void* malloc(std::size_t size) {
  ++allocations;
  return __libc_malloc(size);
}
void* calloc(std::size_t count, std::size_t size) {
  ++allocations;
  return __libc_calloc(count, size);
}
void* realloc(void* memory, std::size_t size) {
  ++allocations;
  return __libc_realloc(memory, size);
}
void* aligned_alloc(std::size_t align, std::size_t size) {
  ++allocations;
  return __libc_memalign(align, size);
}
int posix_memalign(void** memory, std::size_t align, std::size_t size) {
  ++allocations;
  *memory = __libc_memalign(align, size);
  return *memory != nullptr ? 0 : ENOMEM;
}
}
