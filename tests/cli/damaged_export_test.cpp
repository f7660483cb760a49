// Tables of recordings that are damaged, and tables that would be empty.
#include <algorithm>
#include <sstream>

#include "cli/program.h"
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
