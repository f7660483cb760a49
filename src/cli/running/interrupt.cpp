#include "cli/running/interrupt.h"

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
  struct sigaction before {};
  sigaction(SIGHUP, nullptr, &before);  // under nohup it stays ignored
  if (before.sa_handler != SIG_IGN) sigaction(SIGHUP, &action, nullptr);
  action.sa_handler = SIG_IGN;  // a file that may not grow further is an error of writing, not the end
  sigaction(SIGXFSZ, &action, nullptr);
}

bool interrupted() {
  return interrupt_seen != 0;
}

}  // namespace stiction
