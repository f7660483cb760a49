#include "live/clock.h"

#include <cerrno>
#include <cmath>
#include <ctime>

namespace stiction {
namespace {

double seconds_on(clockid_t clock) {
  timespec t{};
  clock_gettime(clock, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

}  // namespace

double SystemClock::now() {
  return seconds_on(CLOCK_MONOTONIC);
}

double SystemClock::cpu() {
  return seconds_on(CLOCK_THREAD_CPUTIME_ID);
}

void sleep_until(double time) {
  timespec t{};
  t.tv_sec = static_cast<time_t>(std::floor(time));
  t.tv_nsec = static_cast<long>(1e9 * (time - std::floor(time)));
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, nullptr) == EINTR) {
  }
}

}  // namespace stiction
