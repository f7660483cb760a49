// `stiction render`: pictures and videos of recordings.
#include <sys/stat.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>

#include "cli/program.h"

namespace stiction {
namespace {

namespace fs = std::filesystem;

// A ball that falls for a second, recorded every 0.01 s.
class RenderTest : public ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    ASSERT_EQ(run({"run", falling_scene(), "--out", path("out"), "--quiet"}).status, 0);
    recording_ = path("out/recording.stic");
  }

  Outcome render(std::vector<std::string> words) const {
    words.insert(words.begin(), {"render", recording_, "--size", "64x48"});
    return run(words);
  }
  void expect_refused(const std::vector<std::string>& words, const std::string& mention) const {
    expect_refusal(render(words), mention);
    EXPECT_FALSE(fs::exists(path("new")));
  }
  std::size_t picture_count() const {
    return fs::exists(path("new")) ? static_cast<std::size_t>(std::distance(fs::directory_iterator(path("new")), {}))
                                   : 0;
  }
  // Runs with these programs alone to be found; the test's own are as before afterwards.
  class WithPath {
   public:
    explicit WithPath(const std::string& folders) : before_(std::getenv("PATH")) {
      ::setenv("PATH", folders.c_str(), 1);
    }
    ~WithPath() { ::setenv("PATH", before_.c_str(), 1); }
    WithPath(const WithPath&) = delete;
    WithPath& operator=(const WithPath&) = delete;

   private:
    std::string before_;
  };
  // A stand-in for ffmpeg that runs these commands; its last argument is "$out".
  void make_ffmpeg(const std::string& commands) const {
    fs::create_directory(folder_ / "bin");
    const std::string program = file("bin/ffmpeg", "#!/bin/sh\nfor out; do :; done\nout=${out#file:}\n" + commands);
    ::chmod(program.c_str(), 0755);
  }
  std::string programs() const { return path("bin") + ":/usr/bin:/bin"; }

  std::string recording_;
};

TEST_F(RenderTest, MakesAPictureForEveryMoment) {
  const Outcome outcome = render({"--png", path("new"), "--from", "0.2", "--to", "0.5", "--fps", "10"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "4 pictures in " + path("new") + "\n");
  EXPECT_EQ(picture_count(), 4U);
  EXPECT_EQ(text_of(path("new/frame-00004.png")).substr(1, 3), "PNG");
  EXPECT_NE(text_of(path("new/frame-00001.png")), text_of(path("new/frame-00004.png")));
}

TEST_F(RenderTest, MakesOnePictureAtATime) {
  EXPECT_EQ(render({"--png", path("new"), "--at", "0.25", "--quiet"}).out, "");
  EXPECT_EQ(picture_count(), 1U);
}

TEST_F(RenderTest, PicturesDoNotDependOnThreads) {
  const std::vector<std::string> words = {"--png", path("new"), "--at", "0.25", "--contacts", "--time", "--dark"};
  const auto with = [&](const std::string& threads) {
    std::vector<std::string> all = words;
    all.insert(all.end(), {"--threads", threads});
    EXPECT_EQ(render(all).status, 0);
    return text_of(path("new/frame-00001.png"));
  };
  EXPECT_EQ(with("1"), with("2"));
}

TEST_F(RenderTest, TheCameraCanBeMoved) {
  render({"--png", path("a"), "--at", "0", "--camera", "-60,20"});
  render({"--png", path("b"), "--at", "0", "--camera", "-60,20,3"});
  EXPECT_NE(text_of(path("a/frame-00001.png")), text_of(path("b/frame-00001.png")));
}

TEST_F(RenderTest, RefusesWhatMakesNoSense) {
  expect_refused({}, "--png DIR, --video FILE");
  expect_refused({"--png", path("new"), "--light", "--dark"}, "contradict");
  expect_refused({"--png", path("new"), "--at", "1", "--fps", "5"}, "--at makes one picture");
  expect_refused({"--png", path("new"), "--at", "1.5"}, "has nothing at 1.5 s: it is from 0 to 1 s");
  expect_refused({"--png", path("new"), "--at", "nan"}, "--at 'nan'");
  expect_refused({"--png", path("new"), "--from", "2"}, "has nothing at 2 s");
  expect_refused({"--png", path("new"), "--from", "0.5", "--to", "0.2"}, "--from 0.5 is after --to 0.2");
  expect_refused({"--png", path("new"), "--fps", "0"}, "--fps '0'");
  expect_refused({"--png", path("new"), "--fps", "inf"}, "--fps 'inf'");
  expect_refused({"--png", path("new"), "--camera", "1"}, "--camera '1'");
  expect_refused({"--png", path("new"), "--camera", "1,2,x"}, "--camera '1,2,x'");
  expect_refused({"--png", path("new"), "--camera", "1,90"}, "--camera '1,90'");
  expect_refused({"--png", path("new"), "--camera", "1,nan"}, "--camera '1,nan'");
  expect_refused({"--png", path("new"), "--threads", "0"}, "--threads '0'");
  expect_refused({"--png", path("new"), "--video", path("v.mp4"), "--at", "0"}, "--video needs several");
  expect_refused({"--png", recording_}, "recording.stic");
}

TEST_F(RenderTest, RefusesSizesAndFilesThatAreNone) {
  for (const char* size : {"64", "64x", "x48", "0x48", "64x100000", "64x48x3", "64.5x48", "-64x48"}) {
    const Outcome outcome = run({"render", recording_, "--png", path("new"), "--at", "0", "--size", size});
    EXPECT_EQ(outcome.status, 2) << size;
    EXPECT_NE(outcome.err.find("--size"), std::string::npos) << outcome.err;
  }
  EXPECT_EQ(run({"render", path("none.stic"), "--png", path("new")}).status, 2);
  const Outcome scene = run({"render", falling_scene(), "--png", path("new")});
  EXPECT_EQ(scene.status, 2);
  EXPECT_NE(scene.err.find("falling.json"), std::string::npos) << scene.err;
  EXPECT_FALSE(fs::exists(path("new")));
}

TEST_F(RenderTest, WithoutFfmpegNamesThePackage) {
  const WithPath nothing(path("empty"));
  expect_refused({"--png", path("new"), "--video", path("v.mp4")}, "install Debian's package ffmpeg");
}

TEST_F(RenderTest, AVideoIsAllPixelsThroughThePipe) {
  make_ffmpeg("exec cat > \"$out\"\n");
  const WithPath stand_in(programs());
  const std::string video = path("odd $(name); 'x'.mp4");
  const Outcome outcome = render({"--video", video, "--from", "0", "--to", "1", "--fps", "5"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(fs::file_size(video), 6U * 64 * 48 * 3);
}

TEST_F(RenderTest, FfmpegThatFailsIsQuotedAndLeavesNothing) {
  make_ffmpeg("echo 'no such codec' >&2\necho half > \"$out\"\nexit 1\n");
  const WithPath stand_in(programs());
  fs::create_directory(path("videos"));
  const Outcome outcome = render({"--video", path("videos/v.mp4"), "--fps", "50"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_NE(outcome.err.find("no such codec"), std::string::npos) << outcome.err;
  EXPECT_TRUE(fs::is_empty(path("videos")));
}

// A full disk that ffmpeg only notices when it ends the file leaves its status 0 in some versions.
TEST_F(RenderTest, FfmpegThatComplainsButEndsWellIsNotBelieved) {
  make_ffmpeg(
      "cat > /dev/null\necho half > \"$out\"\necho \"[mp4 @ 0x55] $out: No space left on device\" >&2\necho more "
      ">&2\n");
  const WithPath stand_in(programs());
  fs::create_directory(path("videos"));
  const Outcome outcome = render({"--video", path("videos/v.mp4"), "--fps", "5"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_NE(outcome.err.find("v.mp4: v.mp4: No space left on device\n"), std::string::npos) << outcome.err;
  EXPECT_TRUE(fs::is_empty(path("videos")));
}

TEST_F(RenderTest, ErrorsOfFfmpegEndTheVideo) {
  make_ffmpeg("cat > /dev/null\necho \"$*\" > \"$out\"\n");
  const WithPath stand_in(programs());
  EXPECT_EQ(render({"--video", path("v.mp4"), "--fps", "5"}).status, 0);
  EXPECT_NE(text_of(path("v.mp4")).find(" -xerror "), std::string::npos);
}

TEST_F(RenderTest, BetweenFramesBodiesAreInBetween) {
  render({"--png", path("a"), "--from", "0.5", "--to", "0.51", "--fps", "400", "--camera", "-90,0,0.02"});
  EXPECT_NE(text_of(path("a/frame-00001.png")), text_of(path("a/frame-00003.png")));
  EXPECT_NE(text_of(path("a/frame-00003.png")), text_of(path("a/frame-00005.png")));
}

TEST_F(RenderTest, OlderPicturesInTheFolderArePointedOut) {
  EXPECT_EQ(render({"--png", path("new"), "--fps", "4"}).err, "");  // 5 pictures
  EXPECT_EQ(render({"--png", path("new"), "--fps", "4"}).err, "");
  const Outcome fewer = render({"--png", path("new"), "--fps", "2"});
  EXPECT_EQ(fewer.status, 0);
  EXPECT_EQ(fewer.err, "stiction: note: " + path("new/frame-00004.png") +
                           " and what follows it are from an earlier call; remove them\n");
  EXPECT_EQ(picture_count(), 5U);
}

TEST_F(RenderTest, AFolderStandsForTheRecordingInIt) {
  const Outcome outcome = run({"render", path("out"), "--size", "64x48", "--png", path("new"), "--at", "0.5"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(picture_count(), 1U);
}

// What a run that goes on, or was killed, has written so far.
TEST_F(RenderTest, ARecordingThatWasNotClosedIsDrawnAsFarAsItGoes) {
  const std::string bytes = text_of(recording_);
  const std::string part = file("part.stic", bytes.substr(0, bytes.size() - 48));  // without its end
  const Outcome outcome = run({"render", part, "--size", "64x48", "--png", path("new"), "--fps", "4"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_NE(outcome.err.find("not closed, the run was killed or still goes on"), std::string::npos) << outcome.err;
  EXPECT_EQ(picture_count(), 5U);
}

TEST_F(RenderTest, ARecordingWithoutAReadableFrameIsRefused) {
  std::string bytes = text_of(recording_);
  for (std::size_t at = bytes.find("FRMS"); at != std::string::npos; at = bytes.find("FRMS", at + 4)) {
    bytes[at + 48 + 8] = static_cast<char>(bytes[at + 48 + 8] ^ 0x55);  // in the packed frames
  }
  const Outcome outcome = run({"render", file("bad.stic", bytes), "--size", "64x48", "--png", path("new")});
  EXPECT_EQ(outcome.status, 2) << outcome.err;
  EXPECT_NE(outcome.err.find("all frames are damaged"), std::string::npos) << outcome.err;
  EXPECT_FALSE(fs::exists(path("new")));
}

TEST_F(RenderTest, AVideoOfOnePicture) {
  make_ffmpeg("exec cat > \"$out\"\n");
  const WithPath stand_in(programs());
  EXPECT_EQ(render({"--video", path("v.mp4"), "--from", "0.5", "--to", "0.5"}).status, 0);
  EXPECT_EQ(fs::file_size(path("v.mp4")), 64U * 48 * 3);
}

TEST_F(RenderTest, AfterCtrlCThePicturesAreWholeAndThereIsNoVideo) {
  make_ffmpeg("exec cat > \"$out\"\n");
  const WithPath stand_in(programs());
  fs::create_directory(path("videos"));
  Program program({"render", recording_, "--size", "64x48", "--fps", "10000", "--png", path("new"), "--video",
                   path("videos/v.mp4"), "--quiet"},
                  folder_);
  while (program.running() && !fs::exists(path("new/frame-00003.png"))) {
  }
  program.send(SIGINT);
  EXPECT_EQ(program.wait().status, 130);
  EXPECT_TRUE(fs::is_empty(path("videos")));
  for (const auto& entry : fs::directory_iterator(path("new"))) {
    const std::string bytes = text_of(entry.path());
    EXPECT_EQ(bytes.substr(bytes.size() - 8, 4), "IEND") << entry.path();
  }
}

TEST_F(RenderTest, AVideoNeedsAnEndingAndAFolder) {
  make_ffmpeg("exec cat > \"$out\"\n");
  const WithPath stand_in(programs());
  expect_refused({"--video", path("video")}, "add .mp4");
  expect_refused({"--video", path("nowhere/v.mp4")}, "v.mp4");
}

}  // namespace
}  // namespace stiction
