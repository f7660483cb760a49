#include "render/video_pipe.h"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <vector>

#include "base/error.h"
#include "base/file.h"
#include "recording/output_file.h"

extern char** environ;

namespace stiction {
namespace {

namespace fs = std::filesystem;

bool has_any(const std::string& ending, std::initializer_list<const char*> endings) {
  for (const char* known : endings) {
    if (ending == known) return true;
  }
  return false;
}

// Every player knows these; the size must be even.
void add_encoding(const fs::path& file, std::vector<std::string>& words) {
  if (!has_any(file.extension().string(), {".mp4", ".mkv", ".mov", ".m4v", ".webm", ".avi"})) return;
  for (const char* word : {"-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-pix_fmt", "yuv420p"}) words.emplace_back(word);
  if (has_any(file.extension().string(), {".mp4", ".mov", ".m4v"})) {
    words.emplace_back("-movflags");
    words.emplace_back("+faststart");
  }
}

// While it lives, a pipe without a reader is an error of writing, not the end of this thread.
class WithoutPipeSignal {
 public:
  WithoutPipeSignal() {
    sigemptyset(&pipe_);
    sigaddset(&pipe_, SIGPIPE);
    sigset_t pending;
    sigpending(&pending);
    pending_before_ = sigismember(&pending, SIGPIPE) == 1;
    pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  ~WithoutPipeSignal() {
    const int error = errno;
    const timespec at_once{};
    while (!pending_before_ && sigtimedwait(&pipe_, nullptr, &at_once) < 0 && errno == EINTR) {
    }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    errno = error;
  }
  WithoutPipeSignal(const WithoutPipeSignal&) = delete;
  WithoutPipeSignal& operator=(const WithoutPipeSignal&) = delete;

 private:
  sigset_t pipe_{}, before_{};
  bool pending_before_ = false;
};

// A process group of its own: Ctrl-C is for this program, which then ends ffmpeg.
class SpawnAttributes {
 public:
  SpawnAttributes() {
    posix_spawnattr_init(&attributes_);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETPGROUP);
    posix_spawnattr_setpgroup(&attributes_, 0);
  }
  ~SpawnAttributes() { posix_spawnattr_destroy(&attributes_); }
  SpawnAttributes(const SpawnAttributes&) = delete;
  SpawnAttributes& operator=(const SpawnAttributes&) = delete;
  const posix_spawnattr_t* get() const { return &attributes_; }

 private:
  posix_spawnattr_t attributes_{};
};

class SpawnActions {
 public:
  SpawnActions() { posix_spawn_file_actions_init(&actions_); }
  ~SpawnActions() { posix_spawn_file_actions_destroy(&actions_); }
  SpawnActions(const SpawnActions&) = delete;
  SpawnActions& operator=(const SpawnActions&) = delete;
  posix_spawn_file_actions_t* get() { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_{};
};

std::string message_text(const fs::path& file) {
  constexpr std::uintmax_t kMost = 1U << 20U;  // [bytes]
  try {
    return read_whole_file(file.string(), kMost, "what ffmpeg said");
  } catch (const InputError&) {
    return "";
  }
}

}  // namespace

std::string find_ffmpeg() {
  const char* path = std::getenv("PATH");  // NOLINT(concurrency-mt-unsafe): nothing here changes the environment
  std::istringstream folders(path == nullptr ? "" : path);
  std::string folder;
  while (std::getline(folders, folder, ':')) {
    const fs::path program = fs::path(folder.empty() ? "." : folder) / "ffmpeg";
    std::error_code error;
    if (fs::is_regular_file(program, error) && ::access(program.c_str(), X_OK) == 0) return program.string();
  }
  throw InputError(
      "--video needs ffmpeg, which is not installed; install Debian's package ffmpeg, or leave --video out");
}

VideoPipe::VideoPipe(const fs::path& file, int width, int height, double frames_per_second)
    : file_(file), program_(find_ffmpeg()) {
  if (!file.has_extension()) {
    throw InputError(fmt::format("--video {}: the file's ending names its format; add .mp4", file.string()));
  }
  require_writable(file);
  const std::string mark = fmt::format(".{}.{}", file.stem().string(), ::getpid());
  temporary_ = fs::absolute(file.parent_path() / (mark + file.extension().string()));
  messages_ = fs::absolute(file.parent_path() / (mark + ".log"));
  start(width, height, frames_per_second);
}

VideoPipe::~VideoPipe() {
  pipe_.close();
  if (process_ > 0) {
    ::kill(process_, SIGTERM);
    wait();
  }
  std::error_code ignored;
  fs::remove(temporary_, ignored);
  fs::remove(messages_, ignored);
}

void VideoPipe::start(int width, int height, double frames_per_second) {
  std::vector<std::string> words = {program_,
                                    "-nostdin",
                                    "-hide_banner",
                                    "-loglevel",
                                    "error",
                                    "-xerror",  // also when the end of the file is lost, e.g. to a full disk
                                    "-y",
                                    "-f",
                                    "rawvideo",
                                    "-pixel_format",
                                    "rgb24",
                                    "-video_size",
                                    fmt::format("{}x{}", width, height),
                                    "-framerate",
                                    fmt::format("{}", frames_per_second),
                                    "-i",
                                    "pipe:0"};
  add_encoding(file_, words);
  words.push_back("file:" + temporary_.string());
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);

  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0)
    throw InputError(fmt::format("no pipe to ffmpeg: {}", std::strerror(errno)));
  const Descriptor reading(ends[0]);
  pipe_ = Descriptor(ends[1]);
  SpawnActions actions;
  posix_spawn_file_actions_adddup2(actions.get(), reading.get(), STDIN_FILENO);
  posix_spawn_file_actions_addopen(actions.get(), STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(actions.get(), STDERR_FILENO, messages_.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
  const SpawnAttributes attributes;
  const int error =
      ::posix_spawn(&process_, program_.c_str(), actions.get(), attributes.get(), arguments.data(), environ);
  if (error != 0) {
    process_ = -1;
    throw InputError(fmt::format("cannot start {}: {}", program_, std::strerror(error)));
  }
}

void VideoPipe::add(const Image& image) {
  const WithoutPipeSignal guard;
  if (!pipe_.write_all(image.rgb)) fail();
}

void VideoPipe::finish() {
  pipe_.close();
  // Some errors leave ffmpeg's status 0: words that it says are errors too.
  if (wait() != 0 || !message_text(messages_).empty()) fail();
  std::error_code error;
  fs::rename(temporary_, file_, error);
  if (error) throw OutputLost(fmt::format("cannot write {}: {}", file_.string(), error.message()));
}

int VideoPipe::wait() {
  int status = 0;
  while (::waitpid(process_, &status, 0) < 0 && errno == EINTR) {
  }
  process_ = -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// The first line is the cause, those after it are what follows from it.
void VideoPipe::fail() {
  pipe_.close();
  if (process_ > 0) wait();
  std::istringstream messages(message_text(messages_));
  std::string line;
  while (line.empty() && std::getline(messages, line)) {
  }
  const std::size_t part = line.starts_with('[') ? line.find("] ") : std::string::npos;
  if (part != std::string::npos) line.erase(0, part + 2);  // which part of ffmpeg says it, and its address
  if (line.empty()) line = "it ended without a word; is the disk full?";
  for (const std::string& name : {"file:" + temporary_.string(), temporary_.string()}) {
    for (std::size_t at = line.find(name); at != std::string::npos; at = line.find(name)) {
      line.replace(at, name.size(), file_.filename().string());
    }
  }
  throw OutputLost(fmt::format("ffmpeg could not write {}: {}", file_.string(), line));
}

}  // namespace stiction
