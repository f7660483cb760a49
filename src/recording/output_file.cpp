#include "recording/output_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <system_error>

#include "base/error.h"

namespace stiction {
namespace {

namespace fs = std::filesystem;

// A file descriptor that closes itself.
class Descriptor {
 public:
  Descriptor(const fs::path& path, int flags) : fd_(::open(path.c_str(), flags | O_CLOEXEC, 0666)) {}
  ~Descriptor() { close(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  bool is_open() const { return fd_ >= 0; }
  int get() const { return fd_; }
  bool close() {
    const int fd = fd_;
    fd_ = -1;
    return fd < 0 || ::close(fd) == 0;
  }

 private:
  int fd_;
};

std::string reason() {
  return std::strerror(errno);
}

bool is_device(const fs::path& path) {
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  return fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status);
}

// Where the text really goes: behind symbolic links, which a rename would replace.
fs::path resolved(const fs::path& path) {
  std::error_code error;
  fs::path target = fs::weakly_canonical(path, error);
  return error ? path : target;
}

fs::path temporary_beside(const fs::path& path) {
  fs::path temporary = path;
  temporary += fmt::format(".{}.tmp", ::getpid());
  return temporary;
}

[[noreturn]] void fail_unwritable(const fs::path& path, const std::string& why) {
  throw InputError(fmt::format("cannot write {}: {}", path.string(), why));
}

[[noreturn]] void fail_lost(const fs::path& path, const std::string& why) {
  throw SimulationError(fmt::format("output lost: cannot write {}: {}", path.string(), why));
}

bool write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(fd, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

void write_device(const fs::path& path, std::string_view text) {
  Descriptor file(path, O_WRONLY);
  if (!file.is_open() || !write_all(file.get(), text) || !file.close()) fail_lost(path, reason());
}

}  // namespace

void require_writable(const fs::path& path) {
  std::error_code ignored;
  if (path.empty()) throw InputError("cannot write a file without a name");
  if (is_device(path)) {
    if (::access(path.c_str(), W_OK) != 0) fail_unwritable(path, reason());
    return;
  }
  if (fs::is_directory(path, ignored) || !path.has_filename())
    fail_unwritable(path, "it is a folder; name a file in it");
  const fs::path target = resolved(path);
  if (target.has_parent_path() && !fs::is_directory(target.parent_path(), ignored)) {
    fail_unwritable(path, fmt::format("there is no folder {}; create it first", target.parent_path().string()));
  }
  if (fs::exists(target, ignored) && ::access(target.c_str(), W_OK) != 0) fail_unwritable(path, reason());
  const fs::path probe = temporary_beside(target);
  if (!Descriptor(probe, O_WRONLY | O_CREAT | O_TRUNC).is_open()) fail_unwritable(path, reason());
  ::unlink(probe.c_str());
}

void prepare_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error || !fs::is_directory(folder)) {
    const std::string why = error ? error.message() : "it exists and is not a folder";
    throw InputError(fmt::format("cannot create folder {}: {}", folder.string(), why));
  }
  require_writable(folder / "report.json");
}

void write_file(const fs::path& path, std::string_view text) {
  if (is_device(path)) {
    write_device(path, text);
    return;
  }
  const fs::path target = resolved(path);
  const fs::path temporary = temporary_beside(target);
  Descriptor file(temporary, O_WRONLY | O_CREAT | O_TRUNC);
  if (!file.is_open()) fail_lost(path, reason());
  const bool written = write_all(file.get(), text) && ::fsync(file.get()) == 0 && file.close();
  if (!written || ::rename(temporary.c_str(), target.c_str()) != 0) {
    const std::string why = reason();
    ::unlink(temporary.c_str());
    fail_lost(path, why);
  }
}

}  // namespace stiction
