#include "recorded/confined_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fstream>
#include <utility>

#include "base/error.h"

namespace stiction {
namespace {

constexpr rlim_t kUnlimited = RLIM_INFINITY;

// Address space of this process [bytes]; 0 where the system does not tell.
std::uint64_t own_address_space() {
  std::ifstream pages("/proc/self/statm");
  std::uint64_t count = 0;
  return pages >> count ? count * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE)) : 0;
}

// Lowers both limits; what is lower already stays.
void limit(int resource, rlim_t soft, rlim_t hard) {
  rlimit limits{};
  ::getrlimit(resource, &limits);
  limits.rlim_max = std::min(hard, limits.rlim_max);
  limits.rlim_cur = std::min({soft, limits.rlim_cur, limits.rlim_max});
  if (::setrlimit(resource, &limits) != 0) ::_exit(EXIT_FAILURE);
}

void limit_memory(rlim_t bytes) {
#ifndef STICTION_SANITIZERS  // their shadow takes terabytes of address space
  limit(RLIMIT_AS, bytes, bytes);
#endif
}

// Standard input, output and errors become the null device; everything else but the pipe is out of reach.
void shut_in(int null) {
  for (const int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::dup2(null, standard) < 0) ::_exit(EXIT_FAILURE);
  limit(RLIMIT_CORE, 0, 0);
  limit(RLIMIT_NOFILE, 0, 0);
}

void write_all(int pipe, const void* bytes, std::size_t size) {
  const char* rest = static_cast<const char*>(bytes);
  while (size > 0) {
    const ssize_t count = ::write(pipe, rest, size);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) ::_exit(EXIT_FAILURE);  // nobody reads any more
    rest += count;
    size -= static_cast<std::size_t>(count);
  }
}

[[noreturn]] void fail(const char* what) {
  throw SimulationError(fmt::format("cannot start a process to read a file: {}: {}", what, std::strerror(errno)));
}

struct Descriptor {
  int value = -1;
  explicit Descriptor(int v) : value(v) {}
  ~Descriptor() {
    if (value >= 0) ::close(value);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
};

}  // namespace

ConfinedProcess::ConfinedProcess(const Confinement& limits, const std::function<void(const Write&)>& work)
    : limits_(limits) {
  const Descriptor null(::open("/dev/null", O_RDWR | O_CLOEXEC));
  if (null.value < 0) fail("/dev/null");
  std::array<int, 2> ends{};
  if (::pipe(ends.data()) != 0) fail("pipe");
  pipe_ = ends[0];
  const Descriptor low(ends[1]), sending(::fcntl(low.value, F_DUPFD, STDERR_FILENO + 1));  // beyond the standard ones
  const std::uint64_t before = own_address_space();
  child_ = sending.value < 0 ? -1 : ::fork();
  if (child_ < 0) {
    const int error = errno;
    close_pipe();
    errno = error;
    fail("fork");
  }
  if (child_ > 0) return;
  close_pipe();
  try {
    shut_in(null.value);
    limit(RLIMIT_CPU, limits.seconds, limits.seconds + 1);
    limit_memory(before > 0 ? before + limits.memory : kUnlimited);
    work([&](const void* bytes, std::size_t size) { write_all(sending.value, bytes, size); });
  } catch (...) {
    ::_exit(EXIT_FAILURE);
  }
  ::_exit(EXIT_SUCCESS);
}

ConfinedProcess::~ConfinedProcess() {
  close_pipe();
  if (child_ > 0) ::kill(child_, SIGKILL);
  wait_status();
}

void ConfinedProcess::close_pipe() {
  if (pipe_ >= 0) ::close(std::exchange(pipe_, -1));
}

int ConfinedProcess::wait_status() {
  int status = 0;
  const pid_t child = std::exchange(child_, -1);
  while (child > 0 && ::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

bool ConfinedProcess::read(void* bytes, std::size_t size) {
  char* rest = static_cast<char*>(bytes);
  while (size > 0) {
    const ssize_t count = ::read(pipe_, rest, size);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    rest += count;
    size -= static_cast<std::size_t>(count);
  }
  return true;
}

std::string ConfinedProcess::ending() {
  close_pipe();
  const int status = wait_status();
  if (WIFEXITED(status)) return WEXITSTATUS(status) == EXIT_SUCCESS ? "it ended early" : "it failed";
  const int signal = WTERMSIG(status);
  if (signal == SIGXCPU) return fmt::format("it took more than {} s of processor time", limits_.seconds);
  return fmt::format("it crashed (signal {})", signal);
}

}  // namespace stiction
