// The comparison with other engines is a program of its own, since it alone links them: it takes this one's place.
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "base/error.h"
#include "cli/commands.h"

namespace stiction {
namespace {

namespace fs = std::filesystem;

fs::path beside_this_program(const char* name) {
  return fs::read_symlink("/proc/self/exe").parent_path() / name;
}

}  // namespace

int bench_command(const BenchArguments& arguments) {
  const std::string program = beside_this_program("stiction-bench").string();
  std::vector<std::string> words = {program};
  words.insert(words.end(), arguments.words.begin(), arguments.words.end());
  std::vector<char*> pointers;
  pointers.reserve(words.size() + 1);
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  ::execv(program.c_str(), pointers.data());
  if (errno != ENOENT) throw InputError(fmt::format("{} does not start: {}", program, std::strerror(errno)));
  throw InputError(
      "bench needs the program stiction-bench beside this one, which is not built: tools/setup bench && cmake --preset "
      "release -DSTICTION_BUILD_BENCH=ON && cmake --build build --target stiction-bench");
}

}  // namespace stiction
