#include "cli/program.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <thread>

namespace stiction {

namespace fs = std::filesystem;

namespace {

void redirect(int to, const std::string& path) {
  const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
  if (fd < 0 || ::dup2(fd, to) < 0) ::_exit(127);
  ::close(fd);
}

}  // namespace

Program::Program(const std::vector<std::string>& arguments, const fs::path& folder, const std::string& out)
    : out_(out.empty() ? folder / "stdout" : fs::path(out)), err_(folder / "stderr") {
  std::vector<std::string> words = {STICTION_PROGRAM};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  pointers.reserve(words.size() + 1);
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  // NOLINTNEXTLINE(cppcoreguidelines-prefer-member-initializer): the child's arguments are made before it.
  pid_ = ::fork();
  if (pid_ != 0) return;
  redirect(STDOUT_FILENO, out_.string());
  redirect(STDERR_FILENO, err_.string());
  ::execv(pointers[0], pointers.data());
  ::_exit(127);
}

void Program::send(int signal) const {
  ::kill(pid_, signal);
}

bool Program::running() {
  if (!ended_) ended_ = ::waitpid(pid_, &wait_status_, WNOHANG) == pid_;
  return !ended_;
}

void Program::wait_until(const std::function<bool()>& happened) {
  while (running() && !happened()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

Outcome Program::wait() {
  if (!ended_) ::waitpid(pid_, &wait_status_, 0);
  ended_ = true;
  Outcome outcome;
  outcome.status = WIFEXITED(wait_status_) ? WEXITSTATUS(wait_status_) : -WTERMSIG(wait_status_);
  const auto read = [](const fs::path& path) {
    std::ostringstream text;
    if (fs::is_regular_file(path)) text << std::ifstream(path).rdbuf();
    return text.str();
  };
  outcome.out = read(out_);
  outcome.err = read(err_);
  return outcome;
}

void ProgramTest::SetUp() {
  std::string pattern = (fs::temp_directory_path() / "stiction-cli-XXXXXX").string();
  ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
  folder_ = pattern;
}

void ProgramTest::TearDown() {
  fs::remove_all(folder_);
}

Outcome ProgramTest::run(const std::vector<std::string>& arguments) const {
  return Program(arguments, folder_).wait();
}

int ProgramTest::shell(const std::string& line) const {
  const std::string whole = "cd '" + folder_.string() + "'; P='" STICTION_PROGRAM "'; " + line;
  const int status = std::system(whole.c_str());  // NOLINT(cert-env33-c,concurrency-mt-unsafe): our own words
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

void ProgramTest::expect_refusal(const Outcome& outcome, const std::string& mention) {
  EXPECT_EQ(outcome.status, 2) << mention;
  EXPECT_NE(outcome.err.find(mention), std::string::npos) << outcome.err;
  EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
}

std::string ProgramTest::text_of(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

std::string ProgramTest::file(const std::string& name, const std::string& text) const {
  std::ofstream(folder_ / name) << text;
  return path(name);
}

std::string ProgramTest::falling_scene(const std::string& extra) const {
  return file("falling.json", R"({"stiction": 1, "name": "falling", "step": 0.01, "duration": 1,
    "bodies": [{"name": "ball", "shape": {"type": "sphere", "radius": 0.1}, "position": [0, 0, 10]}])" +
                                  extra + "}");
}

}  // namespace stiction
