// Work that may crash, loop or ask for any amount of memory, done in a child process, which ends in its place.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <string>

namespace stiction {

struct Confinement {
  std::uint64_t memory = 0;   // address space beyond that of this process [bytes]; no limit under the sanitizers
  std::uint64_t seconds = 0;  // processor time [s]
};

// The child is a copy of this process that can open no file, socket or pipe and says nothing: its one way out is the
// pipe. It cannot wait for anything but the reader of its pipe, so that its processor time bounds its life.
class ConfinedProcess {
 public:
  // write: sends bytes to this process.
  using Write = std::function<void(const void* bytes, std::size_t size)>;

  // Starts `work` in a child. Throws SimulationError if there can be none.
  ConfinedProcess(const Confinement& limits, const std::function<void(const Write&)>& work);
  ~ConfinedProcess();  // ends the child
  ConfinedProcess(const ConfinedProcess&) = delete;
  ConfinedProcess& operator=(const ConfinedProcess&) = delete;

  // Waits for so many bytes of the child. False: it has ended without them.
  bool read(void* bytes, std::size_t size);
  // Waits for the end of the child, and says how it came: "it crashed (signal 11)".
  std::string ending();

 private:
  void close_pipe();
  int wait_status();

  Confinement limits_;
  pid_t child_ = -1;
  int pipe_ = -1;
};

}  // namespace stiction
