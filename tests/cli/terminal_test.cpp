// Standard output and standard error that cannot be written, and signals of pipes.
#include "cli/text/terminal.h"

#include <csignal>
#include <nlohmann/json.hpp>
#include <thread>

#include "cli/program.h"
#include "recording/recording_reader.h"

namespace stiction {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

class Terminal : public ProgramTest {
 protected:
  void expect_finished(const std::string& out) const {
    EXPECT_EQ(Json::parse(text_of(path(out + "/report.json")))["status"], "finished");
    RecordingReader recording(path(out + "/recording.stic"));
    EXPECT_TRUE(recording.complete()) << recording.trouble();
    EXPECT_EQ(recording.frame_count(), 101U);
    EXPECT_EQ(shell("$P run falling.json --duration 1.1 --quiet --resume --out " + out), 0);
  }
};

struct Line {
  const char* text;
  int status;
};

TEST_F(Terminal, WhatCannotBeWrittenChangesNoExitStatus) {
  falling_scene();
  const Line lines[] = {
      {"$P run nosuch 2>&-", 2},
      {"$P run nosuch 2>/dev/full", 2},
      {"$P run nosuch >&- 2>&-", 2},
      {"$P check nosuch 2>&-", 2},
      {"$P export nosuch --out x.json 2>/dev/full", 2},
      {"$P scenes stack 2>&-", 0},
  };
  for (const Line& line : lines) EXPECT_EQ(shell(line.text + std::string(" > out.txt")), line.status) << line.text;
}

TEST_F(Terminal, ResultsThatCannotBeWrittenAreLost) {
  falling_scene();
  const Line lines[] = {
      {"$P scenes stack > /dev/full 2>err", 1},
      {"$P scenes stack --json > /dev/full 2>err", 1},
      {"$P scenes stack >&- 2>err", 1},
      {"$P --version >&- 2>err", 1},
      {"$P run falling.json > /dev/full 2>err", 1},
      {"$P export stack --format json --out - > /dev/full 2>err", 1},
  };
  for (const Line& line : lines) {
    EXPECT_EQ(shell(line.text), line.status) << line.text;
    EXPECT_EQ(text_of(path("err")).rfind("stiction: output lost: ", 0), 0U) << line.text << text_of(path("err"));
  }
  EXPECT_EQ(shell("$P scenes stack >&- 2>&-"), 1);
  EXPECT_EQ(shell("$P scenes stack > /dev/full 2>/dev/full"), 1);
}

TEST_F(Terminal, ARunKeepsItsFilesWhateverBecomesOfItsWords) {
  falling_scene();
  const Line lines[] = {
      {"2>&-", 0}, {"2>/dev/full", 0}, {">&-", 1}, {"<&- >&- 2>&-", 1}, {">/dev/full 2>/dev/full", 1},
  };
  for (const Line& line : lines) {
    EXPECT_EQ(shell("$P run falling.json --out d " + std::string(line.text)), line.status) << line.text;
    expect_finished("d");
  }
}

TEST_F(Terminal, ANoteThatCannotBeWrittenStopsNoRun) {
  file("falling.json", R"({"stiction": 1, "name": "falling", "step": 0.01, "duration": 1, "bodies": [
    {"name": "a", "shape": {"type": "sphere", "radius": 0.1}, "position": [0, 0, 10]},
    {"name": "b", "shape": {"type": "sphere", "radius": 0.1}, "position": [0.1, 0, 10]}]})");
  ASSERT_NE(run({"run", path("falling.json"), "--duration", "0.01"}).err.find("note: "), std::string::npos);
  EXPECT_EQ(shell("$P run falling.json --out d 2>/dev/full >out.txt"), 0);
  expect_finished("d");
}

TEST_F(Terminal, APipeWithoutAReaderEndsNothing) {
  EXPECT_EQ(shell("(sleep 0.2; $P scenes stack 2>err; echo $? >status) | true"), 0);
  EXPECT_EQ(text_of(path("status")), "1\n");
  EXPECT_EQ(text_of(path("err")), "") << "who closes the pipe knows it";
  Program program({"run", falling_scene(), "--duration", "1e6", "--out", path("out"), "--quiet"}, folder_);
  program.wait_until([this] { return fs::exists(path("out/recording.stic")); });
  program.send(SIGPIPE);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  ASSERT_TRUE(program.running());
  program.send(SIGINT);
  EXPECT_EQ(program.wait().status, 130);
}

TEST(Complaints, ShowControlCharactersOnOneLine) {
  testing::internal::CaptureStderr();
  complain("{}: {}", "a\nb", 3);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "stiction: a\\nb: 3\n");
}

}  // namespace
}  // namespace stiction
