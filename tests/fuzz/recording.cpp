// Recordings: every frame, and everything that `stiction export` makes of them.
#include <algorithm>
#include <cctype>
#include <random>

#include "cli/files/recording_csv.h"
#include "cli/files/scene_obj.h"
#include "fuzz/fuzz_target.h"
#include "fuzz/recording_parts.h"
#include "fuzz/scratch_file.h"
#include "page/replay_file.h"
#include "recording/frames.h"
#include "recording/recording_preamble.h"
#include "recording/recording_reader.h"

namespace stiction::fuzz {
namespace {

using Random = std::mt19937;

void read_frames(RecordingReader& recording) {
  const std::size_t bodies = recording.info().bodies.size();
  for (std::uint64_t i = recording.next_readable(0); i < recording.frame_count(); i = recording.next_readable(i + 1)) {
    const Frame& frame = recording.frame(i);
    require(frame.bodies.size() == bodies, "a frame has all bodies");
    for (const FrameContact& contact : frame.contacts)
      require(std::max<std::size_t>(contact.body_a, contact.body_b) < bodies, "contacts name bodies that exist");
  }
  if (recording.frame_count() > 0) accepted([&] { recording.frame_at(recording.info().step); });
}

void run(std::string_view input) {
  const MemoryFile file(input);
  const std::filesystem::path out = scratch_folder() / "out";
  accepted([&] {
    RecordingReader recording(file.path());
    read_frames(recording);
    accepted([&] { write_bodies_csv(recording, {}, out); });
    accepted([&] { write_contacts_csv(recording, {}, out); });
    accepted([&] { write_recording_obj(recording, std::nullopt, "recording", out); });
    accepted([&] { write_replay(recording, {}, "<!--STICTION-DATA-->", out); });
  });
}

// One of the numbers in the text becomes another.
void change_number(std::string& text, Random& random) {
  static const char* const kNumbers[] = {"-1",
                                         "0",
                                         "1",
                                         "2",
                                         "3",
                                         "255",
                                         "2147483647",
                                         "2147483648",
                                         "4294967295",
                                         "4294967296",
                                         "9223372036854775807",
                                         "1e308",
                                         "-1e308",
                                         "1e-308",
                                         "null",
                                         "true",
                                         "1.5"};
  if (text.empty()) return;
  const auto is_part = [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '-'; };
  const auto start = std::find_if(text.begin() + random() % text.size(), text.end(), is_part);
  const auto end = std::find_if_not(start, text.end(), is_part);
  text.replace(start, end, kNumbers[random() % std::size(kNumbers)]);
}

void change_header(ChunkHeader& header, Random& random) {
  const auto near = [&random](auto& number) { number += random() % 5 - 2; };
  switch (random() % 6) {
    case 0:
      return near(header.frame_count);
    case 1:
      return near(header.first_frame);
    case 2:
      return near(header.raw_size);
    case 3:
      header.frame_count = random();
      return;
    case 4:
      header.first_time = -header.last_time;
      return;
    default:
      header.kind = random() % 2 == 0 ? ChunkHeader::Kind::kEnd : ChunkHeader::Kind::kFrames;
  }
}

// Twice, away, or somewhere else.
void move_chunk(std::vector<RecordingParts::Chunk>& chunks, std::size_t at, Random& random) {
  const std::size_t to = random() % chunks.size();
  switch (random() % 3) {
    case 0:
      chunks.push_back(chunks[at]);
      return;
    case 1:
      chunks.erase(chunks.begin() + static_cast<std::ptrdiff_t>(at));
      return;
    default:
      std::swap(chunks[at], chunks[to]);
  }
}

std::string mutate(std::string input, std::size_t most, unsigned seed, const Change& change) {
  Random random(seed);
  std::optional<RecordingParts> parts = taken_apart(input);
  if (!parts || random() % 16 == 0) {
    change(input, most);
    return input;
  }
  const unsigned choice = random() % 8;
  RecordingParts::Chunk none;
  const std::size_t at = parts->chunks.empty() ? 0 : random() % parts->chunks.size();
  RecordingParts::Chunk& chunk = parts->chunks.empty() ? none : parts->chunks[at];
  if (choice < 2) change_number(parts->text, random);
  if (choice == 2) change(parts->text, most);
  if (choice == 3) change(parts->surfaces, most);
  if (choice == 4 || choice == 5) {
    change(chunk.raw, most);
    if (random() % 4 > 0) chunk.header.raw_size = static_cast<std::uint32_t>(chunk.raw.size());
  }
  if (choice == 6) change_header(chunk.header, random);
  if (choice == 7 && !parts->chunks.empty()) move_chunk(parts->chunks, at, random);
  return put_together(*parts);
}

std::string chunk_of(test::RandomFrames& frames, const RecordingInfo& info, std::uint64_t first, int count) {
  ChunkEncoder encoder(frame_shape(info));
  for (int i = 0; i < count; ++i) encoder.add(frames.next());
  std::string bytes;
  encoder.pack(first, bytes);
  return bytes;
}

// Two chunks of frames; the last body deforms, with the four vertices of its surface.
std::string recording_of(std::size_t bodies, bool deforming) {
  RecordingInfo info = test::info_of(bodies);
  if (deforming) info.bodies[2].deforming = 4;
  test::RandomFrames frames(1, bodies, deforming ? 4 : 0);
  std::string bytes = recording_preamble(info) + chunk_of(frames, info, 0, 3) + chunk_of(frames, info, 3, 2);
  append_chunk_header({.kind = ChunkHeader::Kind::kEnd, .first_frame = 5}, bytes);
  return bytes;
}

std::string with_text(const std::string& recording, const std::string& old, const std::string& text) {
  RecordingParts parts = *taken_apart(recording);
  const std::size_t at = parts.text.rfind(old);
  require(at != std::string::npos, "a recording says what is changed in it");
  parts.text.replace(at, old.size(), text);
  return put_together(parts);
}

// Sound ones, and those whose inner numbers contradict each other.
std::vector<std::string> seeds() {
  const std::string sound = recording_of(3, true), surface = R"("surface":0,"deforming":4)";
  return {recording_of(1, false),
          recording_of(3, false),
          sound,
          with_text(sound, surface, R"("surface":-1,"deforming":4)"),
          with_text(sound, surface, R"("surface":1,"deforming":4)"),
          with_text(sound, surface, R"("surface":0,"deforming":1)"),
          with_text(sound, surface, R"("surface":4294967296,"deforming":4)"),
          with_text(sound, R"("material":0)", R"("material":4294967296)"),
          with_text(sound, R"("frame_interval":3)", R"("frame_interval":4611686018427387904)"),
          with_text(sound, R"("frame_interval":3)", R"("frame_interval":0)")};
}

}  // namespace
}  // namespace stiction::fuzz

STICTION_FUZZ_TARGET(recording, .run = stiction::fuzz::run, .mutate = stiction::fuzz::mutate,
                     .seeds = stiction::fuzz::seeds)
