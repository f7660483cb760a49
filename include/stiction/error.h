// The two errors of this library. Their messages are one line each: the place, what is wrong, the remedy.
#pragma once

#include <stdexcept>
#include <string>

namespace stiction {

// What was given is wrong (scene, file, option, argument). Nothing was changed.
class InputError : public std::runtime_error {
 public:
  explicit InputError(const std::string& message) : std::runtime_error(message) {}
};

// The simulation itself failed (a body is no longer finite, output was lost). The last good state is kept.
class SimulationError : public std::runtime_error {
 public:
  explicit SimulationError(const std::string& message) : std::runtime_error(message) {}
};

}  // namespace stiction
