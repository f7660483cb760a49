#include "base/parallel.h"

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <atomic>

namespace stiction {

bool on_one_thread() {
  return tbb::this_task_arena::max_concurrency() == 1;
}

// One task of the scheduler per thread, which takes the next of ours until none is left: a thread that comes late finds
// nothing to do, and costs nothing.
void detail::run_tasks(int count, Call call, const void* task) {
  std::atomic<int> next = 0;
  const auto take_all = [&](const tbb::blocked_range<int>&) {
    for (int i = next.fetch_add(1, std::memory_order_relaxed); i < count;
         i = next.fetch_add(1, std::memory_order_relaxed)) {
      call(task, i);
    }
  };
  const int threads = std::min(count, tbb::this_task_arena::max_concurrency());
  tbb::parallel_for(tbb::blocked_range<int>(0, threads, 1), take_all, tbb::simple_partitioner());
}

}  // namespace stiction
