#include "fuzz/fuzz_target.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>

namespace stiction::fuzz {

void require(bool condition, const char* text) {
  if (condition) return;
  std::fprintf(stderr, "broken: %s\n", text);
  std::abort();
}

#ifdef STICTION_LIBFUZZER
void initialize(const Target& target, int argc, char** argv) {
  if (argc != 3 || std::string_view(argv[1]) != "--write-seeds") return;
  const std::vector<std::string> seeds = target.seeds != nullptr ? target.seeds() : std::vector<std::string>();
  for (std::size_t i = 0; i < seeds.size(); ++i) {
    std::ofstream file(std::string(argv[2]) + "/own-" + std::to_string(i), std::ios::binary);
    file << seeds[i];
    require(file.good(), "seeds can be written");
  }
  std::exit(0);
}

std::size_t mutated(const Target& target, std::uint8_t* data, std::size_t size, std::size_t most, unsigned seed) {
  if (target.mutate == nullptr) return LLVMFuzzerMutate(data, size, most);
  const Change change = [](std::string& bytes, std::size_t limit) {
    const std::size_t before = std::min(bytes.size(), limit);
    bytes.resize(limit);
    bytes.resize(LLVMFuzzerMutate(reinterpret_cast<std::uint8_t*>(bytes.data()), before, limit));
  };
  const std::string bytes = target.mutate(std::string(reinterpret_cast<const char*>(data), size), most, seed, change);
  const std::size_t length = std::min(bytes.size(), most);
  std::memcpy(data, bytes.data(), length);
  return length;
}
#endif

}  // namespace stiction::fuzz
