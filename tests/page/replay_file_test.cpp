#include "page/replay_file.h"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "page/decoding.h"
#include "recording/frames.h"
#include "recording/output_file.h"
#include "recording/recording_writer.h"
#include "recording/scratch.h"

namespace stiction {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using test::DecodedChunk;

constexpr std::string_view kPage = "<!doctype html><body><p>head</p><!--STICTION-DATA--><script>tail()</script></body>";

// A replay taken apart.
struct Replay {
  std::string head, tail;
  Json description;
  std::vector<DecodedChunk> chunks;  // the first one: figures
};

std::string between(const std::string& text, const std::string& open, std::size_t& at) {
  const std::size_t begin = text.find(open, at);
  if (begin == std::string::npos) return "";
  const std::size_t end = text.find("</script>\n", begin);
  at = end + 10;
  return text.substr(begin + open.size(), end - begin - open.size());
}

Replay taken_apart(const std::string& text) {
  Replay replay;
  const std::string description = R"(<script type="application/json" id="stiction-description">)";
  std::size_t at = 0;
  replay.head = text.substr(0, text.find(description));
  const std::string json = between(text, description, at);
  EXPECT_EQ(json.find('<'), std::string::npos);
  replay.description = Json::parse(json);
  replay.chunks.emplace_back(
      test::from_base64(between(text, R"(<script type="text/plain" id="stiction-figures">)", at)));
  for (;;) {
    const std::string chunk = between(text, R"(<script type="text/plain" class="stiction-chunk">)", at);
    if (chunk.empty()) break;
    replay.chunks.emplace_back(test::from_base64(chunk));
  }
  replay.tail = text.substr(at);
  return replay;
}

class ReplayFile : public ScratchTest {
 protected:
  fs::path recording() const { return folder_ / "recording.stic"; }
  fs::path replay() const { return folder_ / "replay.html"; }

  // Frames two steps of 0.01 s apart, in chunks of ten; the last one comes a step early.
  std::vector<Frame> record(std::size_t count, std::size_t bodies = 2) const {
    RecordingInfo info = test::info_of(bodies);
    info.name = "a </script><b> name";
    info.step = 0.01;
    info.frame_interval = 2;
    std::vector<Frame> frames = test::RandomFrames(count, bodies).several(count);
    RecordingWriter writer(recording(), info);
    for (std::size_t i = 0; i < count; ++i) {
      frames[i].step = static_cast<std::int64_t>(2 * i) - (i > 0 && i + 1 == count ? 1 : 0);
      frames[i].time = 0.01 * static_cast<double>(frames[i].step);
      writer.add(frames[i]);
      if (i % 10 == 9) writer.flush();
    }
    writer.finish();
    return frames;
  }
  ReplayResult write(const ReplayOptions& options = {}) const {
    RecordingReader reader(recording());
    return write_replay(reader, options, kPage, replay());
  }
  Replay read() const { return taken_apart(text_of(replay())); }

  // The steps of the frames in the chunks.
  static std::vector<int> steps_of(const Replay& replay) {
    std::vector<int> steps;
    for (std::size_t c = 1; c < replay.chunks.size(); ++c) {
      for (const double step : replay.chunks[c].step) steps.push_back(static_cast<int>(step));
    }
    return steps;
  }
};

TEST_F(ReplayFile, IsThePageWithTheRecordingInIt) {
  const std::vector<Frame> frames = record(120);
  const ReplayResult result = write();
  EXPECT_EQ(result.frames, 120U);
  EXPECT_EQ(result.lost, 0U);
  EXPECT_EQ(result.bytes, fs::file_size(replay()));
  EXPECT_TRUE(is_replay(replay()));
  const Replay found = read();
  EXPECT_EQ(found.head, "<!doctype html><body><p>head</p>");
  EXPECT_EQ(found.tail, "<script>tail()</script></body>");
  EXPECT_EQ(found.description["name"], "a </script><b> name");
  EXPECT_EQ(found.description["frame_count"], 120);
  ASSERT_EQ(found.description["chunks"].size(), found.chunks.size() - 1);
  EXPECT_EQ(found.chunks[0].bodies, 0U);
  ASSERT_EQ(found.chunks[0].frames, 120U);
  std::size_t frame = 0;
  const double unit = found.description["units"]["force"];
  for (std::size_t c = 1; c < found.chunks.size(); ++c) {
    const DecodedChunk& chunk = found.chunks[c];
    const Json& listed = found.description["chunks"][c - 1];
    EXPECT_EQ(listed["first"], chunk.first);
    EXPECT_EQ(listed["frames"], chunk.frames);
    EXPECT_EQ(listed["begin"], chunk.begin);
    EXPECT_EQ(listed["end"], chunk.end);
    EXPECT_EQ(chunk.first, frame);
    EXPECT_LE(chunk.end - chunk.begin, 1);
    std::size_t contact = 0;
    for (std::size_t f = 0; f < chunk.frames; ++f, ++frame) {
      EXPECT_EQ(chunk.time[f], frames[frame].time);
      EXPECT_EQ(found.chunks[0].time[frame], frames[frame].time);
      ASSERT_EQ(chunk.contact_counts[f], frames[frame].contacts.size());
      for (const FrameContact& expected : frames[frame].contacts) {
        const double force = expected.force_on_b[2], kept = unit * chunk.contact(12, contact++);
        if (std::abs(force) < 1e6 * unit) {
          EXPECT_NEAR(kept, force, 0.5 * unit);
        }
      }
    }
  }
  EXPECT_EQ(frame, frames.size());
}

TEST_F(ReplayFile, OfSomeStepsHasTheirFrames) {
  record(50);
  const auto steps = [this](std::int64_t first, std::int64_t last) {
    ReplayOptions options;
    options.first_step = first;
    options.last_step = last;
    fs::remove(replay());
    const ReplayResult result = write(options);
    EXPECT_EQ(fs::exists(replay()), result.frames > 0);
    return result.frames > 0 ? steps_of(read()) : std::vector<int>{};
  };
  constexpr std::int64_t kEnd = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(steps(3, 9), (std::vector<int>{4, 6, 8}));
  EXPECT_EQ(steps(4, 4), (std::vector<int>{4}));
  EXPECT_EQ(steps(5, 5), (std::vector<int>{}));
  EXPECT_EQ(steps(94, kEnd), (std::vector<int>{94, 96, 97}));
  EXPECT_EQ(steps(94, 96), (std::vector<int>{94, 96}));
  EXPECT_EQ(steps(97, 97), (std::vector<int>{97}));
  EXPECT_EQ(steps(98, kEnd), (std::vector<int>{}));
  EXPECT_EQ(steps(500, kEnd), (std::vector<int>{}));
  EXPECT_EQ(steps(0, kEnd).size(), 50U);
}

TEST_F(ReplayFile, ThatWouldBeLargeHasFewerFrames) {
  record(1500);
  const ReplayResult whole = write();
  EXPECT_EQ(whole.frames, 1500U);
  ReplayOptions options;
  options.comfortable_bytes = 1000;
  EXPECT_EQ(write(options).frames, 1500U);  // the frames are 0.02 s apart already
  options.max_bytes = whole.bytes / 5;
  const ReplayResult thin = write(options);
  EXPECT_LT(thin.bytes, 1.5 * static_cast<double>(options.max_bytes));
  EXPECT_GT(thin.frames, 150U);
  EXPECT_LT(thin.frames, 400U);
  const std::vector<int> steps = steps_of(read());
  EXPECT_EQ(steps.front(), 0);
  EXPECT_EQ(steps.back(), 2997);
  for (std::size_t i = 2; i + 1 < steps.size(); ++i) EXPECT_EQ(steps[i] - steps[i - 1], steps[1]);
}

TEST_F(ReplayFile, LeavesOutDamagedFramesAndCountsThem) {
  record(50);
  std::string bytes = text_of(recording());
  std::size_t head = bytes.find("FRMS");
  head = bytes.find("FRMS", head + 1);
  bytes[head + 60] = static_cast<char>(bytes[head + 60] ^ 1);
  file("recording.stic", bytes);
  const ReplayResult result = write();
  EXPECT_EQ(result.frames, 40U);
  EXPECT_EQ(result.lost, 10U);
  const std::vector<int> steps = steps_of(read());
  EXPECT_EQ(steps[9], 18);
  EXPECT_EQ(steps[10], 40);
}

TEST_F(ReplayFile, AppearsWholeOrNotAtAll) {
  record(5);
  RecordingReader reader(recording());
  EXPECT_THROW(write_replay(reader, {}, kPage, folder_ / "missing" / "replay.html"), OutputLost);
  EXPECT_THROW(write_replay(reader, {}, "<p>no mark</p>", replay()), InputError);
  EXPECT_FALSE(fs::exists(replay()));
  EXPECT_EQ(write({}).frames, 5U);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 2);  // nothing else is left
}

TEST_F(ReplayFile, OtherFilesAreNone) {
  EXPECT_FALSE(is_replay(folder_ / "missing"));
  EXPECT_FALSE(is_replay(folder_));
  EXPECT_FALSE(is_replay(file("page.html", std::string(kPage))));
}

}  // namespace
}  // namespace stiction
