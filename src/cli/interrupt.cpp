#include "cli/interrupt.h"

#include <csignal>

namespace stiction {
namespace {

volatile std::sig_atomic_t interrupt_seen = 0;

extern "C" void remember_interrupt(int /*signal*/) {
  interrupt_seen = 1;
}

}  // namespace

void watch_interrupts() {
  struct sigaction action {};
  action.sa_handler = remember_interrupt;
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

bool interrupted() {
  return interrupt_seen != 0;
}

}  // namespace stiction
