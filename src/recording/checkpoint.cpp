#include "recording/checkpoint.h"

#include <fmt/format.h>

#include <fstream>

#include "base/byte_stream.h"
#include "base/error.h"
#include "base/file.h"
#include "recording/deflate.h"

namespace stiction {
namespace {

constexpr std::string_view kMagic = "STICCKP\n";
constexpr std::uint32_t kFormat = 4;                          // to be raised with every change of the bytes
constexpr std::size_t kHeadSize = 16;                         // magic, format, CRC-32 of the rest [bytes]
constexpr std::uintmax_t kMaxSize = std::uintmax_t{1} << 40;  // [bytes]
constexpr const char* kRemedy = "start the run anew without --resume";

[[noreturn]] void fail(const std::string& path, const std::string& what) {
  throw InputError(fmt::format("{}: {}; {}", path, what, kRemedy));
}

// Calls visit(fields...) with the fixed fields in the order of the bytes.
template <typename SomeCheckpoint, typename Visit>
void visit_fields(SomeCheckpoint& c, const Visit& visit) {
  visit(c.identity.scene, c.identity.solver, c.identity.step, c.identity.scene_hash, c.steps, c.sim_seconds,
        c.wall_seconds);
}

template <typename Recording, typename Visit>
void visit_recording(Recording& r, const Visit& visit) {
  visit(r.position.bytes, r.position.frames, r.frame_interval, r.info_crc);
}

}  // namespace

std::string checkpoint_bytes(const Checkpoint& checkpoint) {
  ByteWriter body;
  const auto put = [&body](const auto&... fields) { put_each(body, fields...); };
  visit_fields(checkpoint, put);
  put(checkpoint.recording.has_value());
  if (checkpoint.recording) visit_recording(*checkpoint.recording, put);
  put(checkpoint.session);
  ByteWriter all;
  all.append(kMagic.data(), kMagic.size());
  put_each(all, kFormat, crc32_of(body.bytes()));
  return all.bytes() + body.bytes();
}

Checkpoint read_checkpoint(std::string_view bytes, const std::string& path) {
  if (!bytes.starts_with(kMagic)) fail(path, "this is not a checkpoint of stiction");
  if (bytes.size() < kHeadSize) fail(path, "the checkpoint is cut off");
  ByteReader head(bytes.substr(kMagic.size()), path);
  const auto format = head.get<std::uint32_t>();
  if (format != kFormat) {
    fail(path, fmt::format("a checkpoint of format {}, this program reads format {}", format, kFormat));
  }
  if (head.get<std::uint32_t>() != crc32_of(bytes.substr(kHeadSize))) fail(path, "the checkpoint is damaged");
  ByteReader body(bytes.substr(kHeadSize), path);
  const auto get = [&body](auto&... fields) { get_each(body, fields...); };
  Checkpoint checkpoint;
  visit_fields(checkpoint, get);
  bool has_recording = false;
  get(has_recording);
  if (has_recording) visit_recording(checkpoint.recording.emplace(), get);
  get(checkpoint.session);
  return checkpoint;
}

Checkpoint load_checkpoint(const std::filesystem::path& path) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) {
    throw InputError(fmt::format("there is no checkpoint {} to resume from; {}", path.string(), kRemedy));
  }
  return read_checkpoint(read_whole_file(path.string(), kMaxSize, "a checkpoint"), path.string());
}

bool is_checkpoint(const std::filesystem::path& path) {
  std::string start(kMagic.size(), '\0');
  std::ifstream file(path, std::ios::binary);
  file.read(start.data(), static_cast<std::streamsize>(start.size()));
  return file && start == kMagic;
}

void require_same_run(const RunIdentity& saved, const RunIdentity& wanted, const std::string& path) {
  const auto differs = [&path](const std::string& was, const std::string& is) {
    throw InputError(
        fmt::format("{}: the run was made with {}, not {}; resume it as it was, or start anew without "
                    "--resume",
                    path, was, is));
  };
  if (saved.scene != wanted.scene) {
    differs(fmt::format("scene \"{}\"", saved.scene), fmt::format("\"{}\"", wanted.scene));
  }
  if (saved.solver != wanted.solver) {
    differs(fmt::format("solver {}", saved.solver), wanted.solver);
  }
  if (saved.step != wanted.step) {
    differs(fmt::format("a step of {} s", saved.step), fmt::format("{} s", wanted.step));
  }
  if (saved.scene_hash != wanted.scene_hash) {
    differs("other parameters, solver options or bodies of the scene", "these");
  }
}

}  // namespace stiction
