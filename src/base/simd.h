// Run-time choice of instruction set for the hot loops.
//
// STICTION_SIMD in front of a function compiles it twice, for AVX2 and for the baseline, and the loader picks one.
// Both give the same bits: contraction into fused multiply-adds is off, and without fast-math the compiler keeps
// the written order of additions.
// STICTION_INLINE in front of what such a function calls makes it part of both.
// STICTION_PLAIN_LOOPS compiles for the baseline alone; a test compares both.
#pragma once

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(STICTION_SANITIZERS) && \
    !defined(STICTION_PLAIN_LOOPS)
#define STICTION_SIMD __attribute__((target_clones("avx2", "default")))
#else
#define STICTION_SIMD
#endif

#if defined(__GNUC__)
#define STICTION_INLINE inline __attribute__((always_inline))
#else
#define STICTION_INLINE inline
#endif
