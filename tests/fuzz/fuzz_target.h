// A fuzz target: a function that reads one input and must survive it. Built for libFuzzer it is a program of its own;
// built otherwise it enters the table that replay_test.cpp runs through.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace stiction::fuzz {

// Changes the bytes at random; they grow to `most` at most.
using Change = std::function<void(std::string& bytes, std::size_t most)>;

struct Target {
  // Refusals (InputError, SimulationError) stay inside; whatever else leaves it is a finding.
  void (*run)(std::string_view input) = nullptr;
  // One mutation that keeps checksums right; null: `change` alone.
  std::string (*mutate)(std::string input, std::size_t most, unsigned seed, const Change& change) = nullptr;
  // Sound inputs to start from, beside those in seeds/, in the formats as the program writes them today.
  std::vector<std::string> (*seeds)() = nullptr;
};

// For the table of the replay. Returns true.
bool enter(const char* name, const Target& target);

// Ends the program with the text if the condition does not hold: a property of the reader is broken.
void require(bool condition, const char* text);

// Runs `read`; returns false if it refuses its input.
template <class Read>
bool accepted(const Read& read) {
  try {
    read();
    return true;
  } catch (const InputError&) {
    return false;
  } catch (const SimulationError&) {
    return false;
  }
}

#ifdef STICTION_LIBFUZZER
extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

// What libFuzzer calls, for one target. `--write-seeds FOLDER` as the only arguments writes the target's own seeds.
void initialize(const Target& target, int argc, char** argv);
std::size_t mutated(const Target& target, std::uint8_t* data, std::size_t size, std::size_t most, unsigned seed);

#define STICTION_FUZZ_TARGET(name, ...)                                                                  \
  static const stiction::fuzz::Target kTarget = {__VA_ARGS__};                                           \
  extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {                                         \
    stiction::fuzz::initialize(kTarget, *argc, *argv);                                                   \
    return 0;                                                                                            \
  }                                                                                                      \
  extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {                    \
    kTarget.run({reinterpret_cast<const char*>(data), size});                                            \
    return 0;                                                                                            \
  }                                                                                                      \
  extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most, \
                                                 unsigned seed) {                                        \
    return stiction::fuzz::mutated(kTarget, data, size, most, seed);                                     \
  }
#else
#define STICTION_FUZZ_TARGET(name, ...) \
  [[maybe_unused]] static const bool kEntered = stiction::fuzz::enter(#name, {__VA_ARGS__});
#endif

}  // namespace stiction::fuzz
