// What a hostile file may cost, against the table of docs/security.md: the program reads the worst files of each kind
// that are known, and its peak memory is measured.
#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>

#include "cli/hostile_files.h"
#include "cli/program.h"

extern char** environ;

namespace stiction {
namespace {

namespace fs = std::filesystem;

constexpr double kMegabyte = 1e6;
constexpr double kTimeUnit = 0.1;  // [s] of processor time: what is shorter is not compared

// A row of the table: memory <= times x size of the file + constant.
struct Allowance {
  double times = 0, constant = 0;  // [1], [MB]
  bool proportional = false;       // time too grows no faster than the file
};

std::map<std::string, Allowance> allowances() {
  std::ifstream file(STICTION_DOCS "/security.md");
  std::map<std::string, Allowance> rows;
  // | scene file, ... | 80 | 64 MB | with the size |
  const std::regex row(R"(\| `([a-z-]+)`.*\| (\d+) \| (\d+) MB \| ([^|]*) \|)");
  for (std::string line; std::getline(file, line);) {
    std::smatch found;
    if (std::regex_match(line, found, row))
      rows[found[1]] = {std::stod(found[2]), std::stod(found[3]), found[4] == "with the size"};
  }
  return rows;
}

struct Cost {
  double memory = 0, time = 0;  // [MB], processor time [s]
  int status = -1;              // exit status, or -signal
};

class HostileFiles : public ProgramTest {
 protected:
  // In a process of its own: the peak of a child begins with that of its parent, which must stay small.
  static void write_files(const test::HostileFile& hostile, std::size_t size, const fs::path& folder) {
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      bool written = true;
      for (const auto& [name, bytes] : hostile.files(size)) {
        fs::create_directories((folder / name).parent_path());
        written &= (std::ofstream(folder / name, std::ios::binary) << bytes).good();
      }
      ::_exit(written ? 0 : 1);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_EQ(status, 0);
  }

  Cost cost_of(const std::vector<std::string>& arguments) const {
    std::vector<std::string> words = {STICTION_PROGRAM};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    for (const int fd : {1, 2})
      posix_spawn_file_actions_addopen(&files, fd, path(std::to_string(fd)).c_str(), O_CREAT | O_WRONLY | O_TRUNC,
                                       0644);
    pid_t child = -1;
    EXPECT_EQ(::posix_spawn(&child, STICTION_PROGRAM, &files, nullptr, argv.data(), environ), 0);
    posix_spawn_file_actions_destroy(&files);
    int status = 0;
    rusage usage{};
    EXPECT_EQ(::wait4(child, &status, 0, &usage), child);
    const auto seconds = [](const timeval& t) {
      return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
    };
    return {1024 / kMegabyte * static_cast<double>(usage.ru_maxrss), seconds(usage.ru_utime) + seconds(usage.ru_stime),
            WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status)};
  }

  // Writes the worst file of about `size` bytes and reads it. megabytes: of the largest file.
  Cost measure(const test::HostileFile& hostile, std::size_t size, double& megabytes) const {
    const fs::path folder = folder_ / "files";
    fs::remove_all(folder);
    write_files(hostile, size, folder);
    megabytes = 0;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
      if (entry.is_regular_file()) megabytes = std::max(megabytes, static_cast<double>(entry.file_size()) / kMegabyte);
    }
    std::vector<std::string> arguments = hostile.arguments;
    for (std::string& argument : arguments)
      if (argument.starts_with("@")) argument = (folder / argument.substr(1)).string();
    return cost_of(arguments);
  }
};

TEST_F(HostileFiles, CostNoMoreThanTheTableSays) {
#ifdef STICTION_SANITIZERS
  GTEST_SKIP() << "the sanitizers take memory of their own";
#endif
  const std::map<std::string, Allowance> rows = allowances();
  std::map<std::string, bool> measured;
  for (const test::HostileFile& hostile : test::hostile_files()) {
    SCOPED_TRACE(hostile.name);
    ASSERT_TRUE(rows.contains(hostile.kind)) << "docs/security.md has no row for " << hostile.kind;
    const Allowance& allowance = rows.at(hostile.kind);
    measured[hostile.kind] = true;
    double megabytes = 0, larger = 0;
    const Cost cost = measure(hostile, hostile.size, megabytes);
    EXPECT_GE(cost.status, 0) << "ended by a signal";
    EXPECT_LE(cost.memory, allowance.times * megabytes + allowance.constant) << "for " << megabytes << " MB";
    if (!allowance.proportional) continue;
    const Cost more = measure(hostile, 4 * hostile.size, larger);
    EXPECT_LE(more.memory, allowance.times * larger + allowance.constant) << "for " << larger << " MB";
    EXPECT_LE(more.time + kTimeUnit, 10 * (cost.time + kTimeUnit)) << "a file of four times the size";
  }
  for (const auto& [kind, allowance] : rows) EXPECT_TRUE(measured[kind]) << "nothing measures the row " << kind;
}

}  // namespace
}  // namespace stiction
