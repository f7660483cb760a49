// Errors that reach a person. A message names the place (file, key, flag) and the remedy.
#pragma once

#include <stdexcept>
#include <string>

namespace stiction {

// The input (scene, option, file, flag) is wrong: exit status 2 on the command line.
class InputError : public std::runtime_error {
 public:
  explicit InputError(const std::string& message) : std::runtime_error(message) {}
};

// The simulation itself failed while running (non-finite state, output lost): exit status 1.
class SimulationError : public std::runtime_error {
 public:
  explicit SimulationError(const std::string& message) : std::runtime_error(message) {}
};

}  // namespace stiction
