// Ending a run that failed: memory to end it with, and what to say.
#pragma once

#include <cstddef>
#include <exception>
#include <memory>
#include <string>

#include "cli/running/run_session.h"

namespace stiction {

// Memory that a run keeps aside for its end: state, checkpoint, report and the last frames have to be written when
// there is no other. It is never touched, and takes up address space alone.
class MemoryReserve {
 public:
  static constexpr std::size_t kSize = std::size_t{32} << 20U;  // [bytes]: for some 20,000 bodies

  MemoryReserve();
  void release() { memory_.reset(); }

 private:
  struct Free {
    void operator()(void* memory) const;
  };
  std::unique_ptr<void, Free> memory_;  // null: there was none
};

// What the report says of the exception that ended the session, for a person. Errors of the simulation say everything
// themselves.
std::string failure_text(const RunSession& session, const std::exception& error);

}  // namespace stiction
