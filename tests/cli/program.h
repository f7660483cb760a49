// Runs the built program as a user would, and keeps what it said.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace stiction {

struct Outcome {
  int status = -1;  // exit status, or -signal
  std::string out;
  std::string err;
};

// A running program.
class Program {
 public:
  // The program writes its output and errors into files in `folder`. out: redirects standard output elsewhere.
  Program(const std::vector<std::string>& arguments, const std::filesystem::path& folder, const std::string& out = "");
  void send(int signal) const;
  bool running();
  void wait_until(const std::function<bool()>& happened);  // or the program has ended
  Outcome wait();

 private:
  std::filesystem::path out_, err_;
  pid_t pid_ = -1;
  int wait_status_ = 0;
  bool ended_ = false;
};

// A test with a scratch folder.
class ProgramTest : public testing::Test {
 protected:
  void SetUp() override;
  void TearDown() override;

  Outcome run(const std::vector<std::string>& arguments) const;
  // The exit status of a line of the shell, or -signal. $P is the program; the working folder is the test's.
  int shell(const std::string& line) const;
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  // Exit status 2, and one line on standard error that says `mention`.
  static void expect_refusal(const Outcome& outcome, const std::string& mention);
  static std::string text_of(const std::filesystem::path& path);
  // Writes `text` and returns the path.
  std::string file(const std::string& name, const std::string& text) const;
  // A sphere that falls freely for a second in steps of 0.01 s; `extra` is added to the scene's keys.
  std::string falling_scene(const std::string& extra = "") const;

  std::filesystem::path folder_;
};

}  // namespace stiction
