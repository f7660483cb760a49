#include "cli/running/run_failure.h"

#include <fmt/format.h>

#include <cstdlib>
#include <new>

#include "base/error.h"

namespace stiction {

MemoryReserve::MemoryReserve() : memory_(std::malloc(kSize)) {}

void MemoryReserve::Free::operator()(void* memory) const {
  std::free(memory);
}

std::string failure_text(const RunSession& session, const std::exception& error) {
  if (dynamic_cast<const SimulationError*>(&error) != nullptr) return error.what();
  const Simulation& simulation = session.simulation();
  const bool no_memory = dynamic_cast<const std::bad_alloc*>(&error) != nullptr;
  return fmt::format("{} after t = {:.6g} s (step {}, {} contacts){}", no_memory ? "out of memory" : error.what(),
                     simulation.state().time, simulation.state().step_index, simulation.contacts().size(),
                     no_memory ? ". Take fewer bodies or samples, or give the program more memory" : "");
}

}  // namespace stiction
