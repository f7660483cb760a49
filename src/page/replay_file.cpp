#include "page/replay_file.h"

#include <fmt/format.h>

#include <fstream>
#include <vector>

#include "base/base64.h"
#include "base/error.h"
#include "page/frame_packer.h"
#include "page/page_description.h"
#include "page/replay_frames.h"
#include "recording/output_file.h"

namespace stiction {
namespace {

constexpr std::string_view kMark = "<!--STICTION-DATA-->";
constexpr std::string_view kDescriptionTag = R"(<script type="application/json" id="stiction-description">)";
constexpr std::string_view kFiguresTag = R"(<script type="text/plain" id="stiction-figures">)";
constexpr std::string_view kChunkTag = R"(<script type="text/plain" class="stiction-chunk">)";
constexpr std::string_view kEndTag = "</script>\n";

constexpr double kChunkSeconds = 1;  // of simulated time
constexpr std::size_t kChunkFrames = 100;
constexpr std::size_t kChunkBytes = 8 << 20;  // unpacked: a browser unpacks that much without a pause
constexpr std::size_t kBeginning = 4 << 20;   // of a file, in which replays have their description [bytes]

// The bytes that FramePacker makes of a frame, without what is the same for all.
std::size_t packed_numbers(const Frame& frame) {
  return 53 * frame.bodies.size() + 52 * frame.contacts.size() + 4 * frame.surface_vertices.size();
}

// Cuts frames into chunks as they come.
class ChunkCutter {
 public:
  void add(const Frame& frame) {
    const std::size_t bytes = packed_numbers(frame);
    if (chunks_.empty() || !fits(frame.time, bytes)) {
      chunks_.push_back({frames_, 0, frame.time, frame.time});
      bytes_ = 0;
    }
    ++chunks_.back().frames;
    chunks_.back().end = frame.time;
    bytes_ += bytes;
    ++frames_;
  }
  const std::vector<PageChunk>& chunks() const { return chunks_; }

 private:
  bool fits(double time, std::size_t bytes) const {
    const PageChunk& chunk = chunks_.back();
    return chunk.frames < kChunkFrames && time - chunk.begin < kChunkSeconds && bytes_ + bytes <= kChunkBytes;
  }
  std::vector<PageChunk> chunks_;
  std::uint32_t frames_ = 0;
  std::size_t bytes_ = 0;  // of the last chunk
};

// JSON that no < can end the element of.
std::string escaped(const std::string& json) {
  std::string text;
  text.reserve(json.size() + json.size() / 64);
  for (const char c : json) {
    if (c == '<') {
      text += "\\u003c";
    } else {
      text += c;
    }
  }
  return text;
}

class ReplayWriter {
 public:
  // candidates: frames, some of which may be damaged.
  ReplayWriter(RecordingReader& recording, const std::vector<std::uint64_t>& candidates)
      : recording_(recording), figures_(FramePacker::of_figures(DeflateEffort::kSmall)) {
    for (const std::uint64_t i : candidates) {
      if (recording.next_readable(i) != i) continue;
      frames_.push_back(i);
      cutter_.add(recording.frame(i));
      figures_.add(recording.frame(i));
    }
  }
  std::uint64_t frame_count() const { return frames_.size(); }

  // Returns the size of the file [bytes]. There must be a frame.
  std::uint64_t write(std::string_view page, std::size_t mark, const std::filesystem::path& to) {
    const PageScene scene = page_scene(recording_.info(), recording_.frame(frames_.front()));
    OutputFile file(to);
    append(file, page.substr(0, mark));
    append_element(file, kDescriptionTag, escaped(page_description(scene, cutter_.chunks())));
    append_element(file, kFiguresTag, base64_of(figures_.pack(0, true)));
    append_chunks(file, scene.units);
    append(file, page.substr(mark + kMark.size()));
    file.commit();
    return bytes_;
  }

 private:
  void append(OutputFile& file, std::string_view text) {
    file.append(text);
    bytes_ += text.size();
  }
  void append_element(OutputFile& file, std::string_view tag, std::string_view contents) {
    append(file, tag);
    append(file, contents);
    append(file, kEndTag);
  }
  void append_chunks(OutputFile& file, const PageUnits& units) {
    FramePacker packer(units, frame_shape(recording_.info()), DeflateEffort::kSmall);
    std::string packed, text;
    for (const PageChunk& chunk : cutter_.chunks()) {
      for (std::uint32_t f = 0; f < chunk.frames; ++f) packer.add(recording_.frame(frames_[chunk.first + f]));
      packer.pack(chunk.first, true, packed);
      text.clear();
      append_base64(packed, text);
      append_element(file, kChunkTag, text);
    }
  }

  RecordingReader& recording_;
  std::vector<std::uint64_t> frames_;  // indices in the recording
  FramePacker figures_;
  ChunkCutter cutter_;
  std::uint64_t bytes_ = 0;  // written
};

}  // namespace

ReplayResult write_replay(RecordingReader& recording, const ReplayOptions& options, std::string_view page,
                          const std::filesystem::path& to) {
  const std::size_t mark = page.find(kMark);
  if (mark == std::string_view::npos) throw InputError(fmt::format("the page has no mark {} for the data", kMark));
  const std::vector<std::uint64_t> candidates = choose_frames(recording, options);
  ReplayWriter writer(recording, candidates);
  ReplayResult result;
  result.frames = writer.frame_count();
  result.lost = candidates.size() - result.frames;
  result.end_lost = FrameSteps(recording).lost_at_end({options.first_step, options.last_step});
  if (result.frames > 0) result.bytes = writer.write(page, mark, to);
  return result;
}

bool is_replay(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::string beginning(kBeginning, '\0');
  file.read(beginning.data(), static_cast<std::streamsize>(beginning.size()));
  beginning.resize(static_cast<std::size_t>(file.gcount()));
  return beginning.find(kDescriptionTag) != std::string::npos;
}

}  // namespace stiction
