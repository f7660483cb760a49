#include "recording/output_file.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>
#include <system_error>
#include <vector>

#include "base/error.h"
#include "recording/descriptor.h"

namespace stiction {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kTemporarySuffix = ".tmp";
constexpr const char* kStandardOutput = "-";

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
  temporary += fmt::format(".{}{}", ::getpid(), kTemporarySuffix);
  return temporary;
}

[[noreturn]] void fail_unwritable(const fs::path& path, const std::string& why) {
  throw InputError(fmt::format("cannot write {}: {}", path.string(), why));
}

[[noreturn]] void fail_lost(const fs::path& path, const std::string& why) {
  throw OutputLost(fmt::format("cannot write {}: {}", path.string(), why));
}

}  // namespace

void require_writable(const fs::path& path) {
  std::error_code ignored;
  if (path.empty()) throw InputError("cannot write a file without a name");
  if (path == kStandardOutput) return;
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

OutputFile::OutputFile(const fs::path& path) : path_(path), target_(is_device(path) ? path : resolved(path)) {
  if (path == kStandardOutput) {
    std::fflush(stdout);
    file_ = Descriptor(::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0));
  } else if (is_device(path)) {
    file_ = Descriptor(path, O_WRONLY);
  } else {
    temporary_ = temporary_beside(target_);
    file_ = Descriptor(temporary_, O_WRONLY | O_CREAT | O_TRUNC);
  }
  if (!file_.is_open()) {
    const std::string why = reason();
    temporary_.clear();
    fail_lost(path, why);
  }
}

OutputFile::~OutputFile() {
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void OutputFile::append(std::string_view text) {
  if (!file_.write_all(text)) fail_lost(path_, reason());
}

void OutputFile::commit() {
  if (!temporary_.empty() && ::fsync(file_.get()) != 0) fail_lost(path_, reason());
  if (!file_.close()) fail_lost(path_, reason());
  if (temporary_.empty()) return;
  if (::rename(temporary_.c_str(), target_.c_str()) != 0) fail_lost(path_, reason());
  temporary_.clear();
}

void write_file(const fs::path& path, std::string_view text) {
  OutputFile file(path);
  file.append(text);
  file.commit();
}

void remove_leftovers(const fs::path& path) {
  const std::string start = path.filename().string() + ".";
  std::error_code error;
  std::vector<fs::path> found;
  for (const fs::directory_entry& entry : fs::directory_iterator(path.parent_path(), error)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(start) || !name.ends_with(kTemporarySuffix)) continue;
    const auto is_digit = [](char c) { return '0' <= c && c <= '9'; };
    const auto end = name.end() - std::min(name.size() - start.size(), kTemporarySuffix.size());
    if (std::all_of(name.begin() + start.size(), end, is_digit)) found.push_back(entry.path());
  }
  for (const fs::path& leftover : found) fs::remove(leftover, error);
}

}  // namespace stiction
