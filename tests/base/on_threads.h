// Runs something on a given number of threads, also on more than the machine has cores.
#pragma once

#include <tbb/global_control.h>
#include <tbb/task_arena.h>

namespace stiction::test {

template <class Work>
auto on_threads(int threads, const Work& work) {
  const tbb::global_control allowed(tbb::global_control::max_allowed_parallelism, threads);
  tbb::task_arena arena(threads);
  return arena.execute(work);
}

}  // namespace stiction::test
