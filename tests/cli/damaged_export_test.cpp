// Tables of recordings that are damaged, and tables that would be empty.
#include <algorithm>
#include <sstream>

#include "cli/commands.h"
#include "cli/program.h"
#include "page/embedded_page.h"
#include "recording/frames.h"
#include "recording/recording_writer.h"

namespace stiction {
namespace {

// Twenty frames of two bodies in chunks of five, two steps of 0.01 s apart; the last frame is one step early.
class DamagedExport : public ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    RecordingInfo info = test::info_of(2);
    info.step = 0.01;
    info.frame_interval = 2;
    std::vector<Frame> frames = test::RandomFrames(1, 2).several(20);
    RecordingWriter writer(path("whole.stic"), info);
    for (std::size_t i = 0; i < frames.size(); ++i) {
      frames[i].step = i + 1 < frames.size() ? static_cast<std::int64_t>(2 * i) : 37;
      frames[i].time = 0.01 * static_cast<double>(frames[i].step);
      for (FrameBody& body : frames[i].bodies) body.present = true;
      frames[i].contacts.clear();
      writer.add(frames[i]);
      if (i % 5 == 4) writer.flush();
    }
    writer.finish();
  }

  // The recording with one byte changed, `behind` bytes after the beginning of a chunk.
  std::string damaged(int chunk, std::size_t behind) const {
    std::string bytes = text_of(path("whole.stic"));
    std::size_t head = bytes.find("FRMS");
    for (int i = 0; i < chunk; ++i) head = bytes.find("FRMS", head + 1);
    bytes[head + behind] = static_cast<char>(bytes[head + behind] ^ 1);
    return file("damaged.stic", bytes);
  }
  Outcome table(const std::string& recording, const std::string& steps, bool contacts = false) const {
    std::filesystem::remove(path("b.csv"));
    std::vector<std::string> words = {"export", recording, "--format", "csv", "--steps", steps, "--out", path("b.csv")};
    if (contacts) words.emplace_back("--contacts");
    return run(words);
  }
  int replay(const std::string& recording, const std::string& steps) const {
    return run({"export", recording, "--format", "html", "--steps", steps, "--out", path("b.html")}).status;
  }
  // Steps of the table, each once.
  std::vector<int> steps() const {
    std::vector<int> found;
    std::istringstream text(text_of(path("b.csv")));
    std::string line;
    std::getline(text, line);
    while (std::getline(text, line)) found.push_back(std::stoi(line));
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
  }
};

TEST_F(DamagedExport, OfStepsBesideTheDamageIsWhole) {
  for (const std::size_t byte : {5U, 60U}) {         // of the head, of the frames
    const std::string recording = damaged(1, byte);  // steps 10 to 18
    EXPECT_EQ(table(recording, ":9").status, 0);
    EXPECT_EQ(steps(), (std::vector<int>{0, 2, 4, 6, 8}));
    EXPECT_EQ(table(recording, "19:25").status, 0);
    EXPECT_EQ(steps(), (std::vector<int>{20, 22, 24}));
    EXPECT_EQ(table(recording, "36:").status, 0);
    EXPECT_EQ(steps(), (std::vector<int>{36, 37}));
  }
}

TEST_F(DamagedExport, LeavesOutWhatIsLostAndSaysSo) {
  for (const std::size_t byte : {5U, 60U}) {
    const Outcome outcome = table(damaged(1, byte), "6:21");
    EXPECT_EQ(outcome.status, 1);
    EXPECT_NE(outcome.err.find("steps 10 to 18 (0.1 to 0.18 s) are damaged and left out"), std::string::npos)
        << outcome.err;
    EXPECT_EQ(steps(), (std::vector<int>{6, 8, 20}));
  }
}

TEST_F(DamagedExport, OfLostStepsAloneWritesNothing) {
  const Outcome outcome = table(damaged(1, 60), "12:15");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_NE(outcome.err.find("steps 12 to 14 (0.12 to 0.14 s) are damaged"), std::string::npos) << outcome.err;
  EXPECT_FALSE(std::filesystem::exists(path("b.csv")));
}

TEST_F(DamagedExport, LostAtTheEndIsNoticedToo) {
  for (const std::size_t byte : {5U, 60U}) {
    const Outcome outcome = table(damaged(3, byte), "26:");
    EXPECT_EQ(outcome.status, 1);
    EXPECT_NE(outcome.err.find("steps 30 to 38 (0.3 to 0.38 s) are damaged"), std::string::npos) << outcome.err;
    EXPECT_EQ(steps(), (std::vector<int>{26, 28}));
  }
}

// Steps 0 to 28 are in chunks before the last, step 37 in the last frame.
TEST_F(DamagedExport, CutWithinAChunkLosesItsStepsOnly) {
  const std::string whole = text_of(path("whole.stic"));
  const std::size_t head = whole.rfind("FRMS");
  for (const std::size_t kept : {head + 20, head + 60}) {  // in the head, in the frames
    const std::string cut = file("cut.stic", whole.substr(0, kept));
    const Outcome outcome = table(cut, ":");
    EXPECT_EQ(outcome.status, 1) << outcome.err;
    const char* lost = kept == head + 20 ? "steps from 29 on (0.29 s) are damaged and left out"
                                         : "steps 30 to 38 (0.3 to 0.38 s) are damaged and left out";
    EXPECT_NE(outcome.err.find(lost), std::string::npos) << outcome.err;
    EXPECT_EQ(steps().back(), 28);
    EXPECT_EQ(table(cut, "20:28").status, 0);
    EXPECT_EQ(table(cut, "20:30").status, 1);
    EXPECT_EQ(table(cut, "37").status, 1);
    EXPECT_FALSE(std::filesystem::exists(path("b.csv")));
    if (has_embedded_page()) {
      EXPECT_EQ(replay(cut, ":"), 1);
      EXPECT_EQ(replay(cut, "20:28"), 0);
    }
    EXPECT_EQ(run({"render", cut, "--size", "64x48", "--png", path("p"), "--fps", "5"}).status, 1);
    EXPECT_EQ(run({"render", cut, "--size", "64x48", "--png", path("p"), "--at", "0.2"}).status, 0);
  }
  EXPECT_EQ(table(file("cut.stic", whole.substr(0, head)), ":").status, 0) << "the run was killed between chunks";
}

// Cut at every byte of its last two chunks and its end, a recording of bodies at rest.
TEST_F(DamagedExport, IsFineOnlyOfWholeChunks) {
  RecordingInfo info = test::info_of(1);
  Frame frame = test::RandomFrames(1, 1).next();
  frame.bodies[0].present = true;
  frame.contacts.clear();
  std::vector<std::uint64_t> ends;
  {
    RecordingWriter writer(path("rest.stic"), info);
    for (int i = 0; i < 9; ++i) {
      writer.add(frame);
      frame.step += info.frame_interval;
      if (i % 3 != 2) continue;
      writer.flush();
      ends.push_back(writer.position().bytes);
    }
    writer.finish();
  }
  ExportArguments arguments;
  arguments.source = path("rest.stic");
  arguments.format = "csv";
  arguments.out = "/dev/null";
  testing::internal::CaptureStderr();
  for (std::uint64_t size = std::filesystem::file_size(arguments.source); size >= ends.front(); --size) {
    std::filesystem::resize_file(arguments.source, size);
    const bool whole = std::find(ends.begin(), ends.end(), size) != ends.end() || size == ends.back() + 48;
    EXPECT_EQ(export_command(arguments), whole ? 0 : 1) << size << " bytes";
  }
  testing::internal::GetCapturedStderr();
}

// As recordings of live sessions do.
TEST_F(DamagedExport, ARecordingThatBeginsAtALaterStepHasItsSteps) {
  RecordingInfo info = test::info_of(2);
  {
    RecordingWriter writer(path("late.stic"), info);
    for (Frame frame : test::RandomFrames(1, 2).several(10)) {
      frame.step += 1000;
      for (FrameBody& body : frame.bodies) body.present = true;
      writer.add(frame);
    }
    writer.finish();
  }
  EXPECT_EQ(table(path("late.stic"), "1003:1009").status, 0);
  EXPECT_EQ(steps(), (std::vector<int>{1003, 1006, 1009}));
  const Outcome outcome = table(path("late.stic"), "3:9");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_NE(outcome.err.find("every 3 steps, from step 1000 up to step 1027"), std::string::npos) << outcome.err;
}

TEST_F(DamagedExport, StepsWithoutAFrameAreRefused) {
  for (const char* range : {"500:600", "500:", "3", "38:"}) {
    const Outcome outcome = table(path("whole.stic"), range);
    EXPECT_EQ(outcome.status, 2) << range;
    EXPECT_NE(outcome.err.find("no frame in these --steps; it has one every 2 steps, up to step 37"), std::string::npos)
        << outcome.err;
    EXPECT_FALSE(std::filesystem::exists(path("b.csv")));
  }
}

TEST_F(DamagedExport, ATableWithoutALineIsPointedOut) {
  const Outcome outcome = table(path("whole.stic"), ":", true);
  EXPECT_EQ(outcome.status, 0);
  EXPECT_NE(outcome.err.find("has its head only: there are no contacts in these steps"), std::string::npos)
      << outcome.err;
}

}  // namespace
}  // namespace stiction
