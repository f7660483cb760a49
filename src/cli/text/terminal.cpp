#include "cli/text/terminal.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <system_error>

#include "cli/text/printable.h"

namespace stiction {
namespace {

extern "C" void ignore_signal(int /*signal*/) {}

// open() takes the lowest free number. A folder can be neither read nor written, by /dev/stdout neither.
void open_if_closed(int descriptor) {
  if (::fcntl(descriptor, F_GETFD) >= 0 || errno != EBADF) return;
  [[maybe_unused]] const int opened = ::open("/", O_RDONLY | O_DIRECTORY);
}

}  // namespace

void prepare_terminal() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) open_if_closed(descriptor);
  struct sigaction action {};
  action.sa_handler = ignore_signal;  // unlike SIG_IGN it does not last beyond exec()
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(SIGPIPE, &action, nullptr);
}

void flush_results() {
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) throw std::system_error(errno, std::generic_category());
}

void tell(std::string_view text) noexcept {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

void complain(std::string_view text) noexcept {
  try {
    tell("stiction: " + printable(text) + "\n");
  } catch (const std::exception&) {  // no memory: as it is
    tell("stiction: ");
    tell(text);
    tell("\n");
  }
}

}  // namespace stiction
