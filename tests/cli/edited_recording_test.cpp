// Recordings whose checksums are right and whose numbers are not: every command refuses them, or copes.
#include "cli/program.h"
#include "page/embedded_page.h"
#include "recording/edited.h"
#include "recording/frames.h"
#include "recording/recording_writer.h"

namespace stiction {
namespace {

class EditedRecording : public ProgramTest {
 protected:
  // Four frames of a plane and of two bodies, of which the last deforms. far: position of the second one [m].
  void write(double far = 0) const {
    RecordingInfo info = test::info_of(3);
    info.bodies[2].deforming = 4;
    info.scene =
        R"({"stiction": 1, "bodies": [{"name": "body 0", "fixed": true, "shape": {"type": "plane", "normal": [0, 0, 1], "offset": 0}},
      {"name": "body 1", "shape": {"type": "sphere", "radius": 1}, "position": [0, 0, 1]},
      {"name": "body 2", "shape": {"type": "sphere", "radius": 1}, "position": [0, 0, 4]}]})";
    RecordingWriter writer(path("recording.stic"), info);
    for (int i = 0; i < 4; ++i) {
      Frame frame;
      frame.step = i * info.frame_interval;
      frame.time = info.step * static_cast<double>(frame.step);
      frame.bodies.resize(3);
      frame.bodies[1].position = Vec3::Constant(i % 2 == 0 ? far : -far);
      frame.surface_vertices = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
      writer.add(frame);
    }
    writer.finish();
  }
  std::vector<Outcome> every_export(const std::string& recording) const {
    std::vector<Outcome> outcomes = {
        run({"export", recording, "--format", "obj", "--out", path("b.obj")}),
        run({"export", recording, "--format", "csv", "--out", path("b.csv")}),
        run({"render", recording, "--size", "64x48", "--png", path("png"), "--fps", "2", "--quiet"})};
    if (has_embedded_page())
      outcomes.push_back(run({"export", recording, "--format", "html", "--out", path("b.html")}));
    return outcomes;
  }
};

TEST_F(EditedRecording, IsRefusedByEveryCommandThatReadsIt) {
  write();
  for (const Outcome& outcome : every_export(path("recording.stic"))) ASSERT_EQ(outcome.status, 0) << outcome.err;
  for (const char* surface : {"-1", "1", "4294967296"}) {
    const std::string whole = text_of(path("recording.stic"));
    const std::string edited = file("edited.stic", test::with_value(whole, "/bodies/2/surface", surface));
    for (const Outcome& outcome : every_export(edited)) expect_refusal(outcome, "edited.stic: bodies[2].");
    expect_refusal(run({"view", edited, "--port", "0"}), "edited.stic: bodies[2].");
  }
}

// The largest numbers that are finite: what is thrown so far is left out of pictures and pages.
TEST_F(EditedRecording, OfABodyThatIsThrownAwayGivesFiniteNumbers) {
  write(1.7e308);
  for (const Outcome& outcome : every_export(path("recording.stic"))) EXPECT_EQ(outcome.status, 0) << outcome.err;
  if (has_embedded_page()) {
    const std::string page = text_of(path("b.html"));
    const std::size_t extent = page.rfind(R"("extent":{)");
    ASSERT_NE(extent, std::string::npos);
    EXPECT_EQ(page.substr(extent, 200).find("null"), std::string::npos) << page.substr(extent, 200);
  }
  for (const char* table : {"b.obj", "b.csv"}) {
    EXPECT_EQ(text_of(path(table)).find("nan"), std::string::npos) << table;
    EXPECT_EQ(text_of(path(table)).find("inf"), std::string::npos) << table;
  }
}

}  // namespace
}  // namespace stiction
