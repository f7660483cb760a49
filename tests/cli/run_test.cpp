#include <csignal>
#include <nlohmann/json.hpp>
#include <thread>

#include "cli/program.h"

namespace stiction {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

class Run : public ProgramTest {
 protected:
  // Waits until the run has begun: scene.json is written when the program already listens to signals.
  static void wait_until_begun(Program& program, const fs::path& out) {
    while (program.running() && !fs::exists(out / "scene.json")) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
  }
};

TEST_F(Run, BodiesThatStartInsideOneAnotherAreNoted) {
  const std::string scene = file("overlap.json", R"({"stiction": 1, "step": 0.01, "duration": 0.02, "bodies": [
    {"name": "a", "shape": {"type": "sphere", "radius": 0.5}},
    {"name": "b", "shape": {"type": "sphere", "radius": 0.5}, "position": [0.98, 0, 0]}]})");
  const Outcome outcome = run({"run", scene, "--report", path("r.json")});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  const std::string note = R"("a" and "b" overlap by 20 mm at the start)";
  EXPECT_NE(outcome.err.find("stiction: note: " + scene + ": " + note), std::string::npos) << outcome.err;
  const Json notes = Json::parse(text_of(path("r.json")))["notes"];
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_NE(notes[0].get<std::string>().find(note), std::string::npos);
}

TEST_F(Run, WritesOnlyWhatIsAsked) {
  const std::string scene = falling_scene();
  const Outcome outcome = run({"run", scene});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_NE(outcome.out.find("falling: finished, 100 steps"), std::string::npos) << outcome.out;
  int files = 0;
  for ([[maybe_unused]] const auto& entry : fs::directory_iterator(folder_)) ++files;
  EXPECT_EQ(files, 3);  // the scene, and what was said on standard output and standard error
}

TEST_F(Run, ReportHasEveryPromisedKeyAndTheRightFigures) {
  const Outcome outcome = run({"run", falling_scene(), "--report", path("r.json"), "--threads", "1"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const Json json = Json::parse(text_of(path("r.json")));
  for (const char* key : {"version",         "status",
                          "scene",           "solver",
                          "step_seconds",    "steps",
                          "sim_seconds",     "dofs",
                          "bodies",          "threads",
                          "contacts",        "iterations",
                          "solve_ms",        "step_ms",
                          "stage_ms",        "converged_fraction",
                          "budget_cut",      "residual",
                          "residual_cone",   "max_penetration",
                          "energy",          "max_displacement",
                          "max_speed_end",   "bodies_end",
                          "expectations",    "state_hash",
                          "worst_step",      "rungs",
                          "forms",           "friction_set",
                          "signorini_max",   "warm_start",
                          "budget_overruns", "max_joint_error",
                          "memory_bytes"}) {
    EXPECT_TRUE(json.contains(key)) << key;
  }
  EXPECT_EQ(json["status"], "finished");
  EXPECT_EQ(json["steps"], 100);
  EXPECT_EQ(json["bodies"], 1);
  EXPECT_EQ(json["dofs"], 6);
  EXPECT_EQ(json["threads"], 1);
  EXPECT_GT(json["memory_bytes"].get<double>(), 1e6);
  EXPECT_LT(json["memory_bytes"].get<double>(), 1e11);
  EXPECT_NEAR(json["sim_seconds"].get<double>(), 1, 1e-9);
  EXPECT_NEAR(json["max_speed_end"].get<double>(), 9.81, 1e-6);
  EXPECT_NEAR(json["max_displacement"].get<double>(), 9.81 / 2, 0.1);
  EXPECT_EQ(json["state_hash"].get<std::string>().size(), 16U);
  for (const char* key : {"mean", "p50", "p99", "max"}) EXPECT_TRUE(json["step_ms"].contains(key)) << key;
}

TEST_F(Run, OutFolderIsCreatedAndHoldsReportAndScene) {
  const Outcome outcome = run({"run", falling_scene(), "--out", path("a/b"), "--duration", "0.1", "--quiet"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(Json::parse(text_of(path("a/b/report.json")))["steps"], 10);
  EXPECT_EQ(Json::parse(text_of(path("a/b/scene.json")))["duration"], 0.1);
}

TEST_F(Run, TheSummaryNamesWhatWasWritten) {
  const Outcome outcome = run({"run", falling_scene(), "--out", path("out"), "--duration", "0.01"});
  EXPECT_NE(outcome.out.find("finished, 1 step of"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find(path("out/report.json")), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find(path("out/scene.json")), std::string::npos) << outcome.out;
}

TEST_F(Run, AFileShorterThanAStepIsNamed) {
  const std::string scene = file("short.json", R"({"stiction": 1, "step": 0.01, "duration": 0.001,
    "bodies": [{"shape": {"type": "sphere", "radius": 0.1}}]})");
  const Outcome outcome = run({"run", scene});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_NE(outcome.err.find("short.json: the duration"), std::string::npos) << outcome.err;
}

TEST_F(Run, TheSceneInTheOutFolderRunsToTheSameBits) {
  ASSERT_EQ(run({"run", "incline", "--duration", "0.2", "--out", path("one"), "--quiet"}).status, 0);
  const Outcome again = run({"run", path("one/scene.json"), "--out", path("two"), "--quiet"});
  ASSERT_EQ(again.status, 0) << again.err;
  EXPECT_EQ(Json::parse(text_of(path("one/report.json")))["state_hash"],
            Json::parse(text_of(path("two/report.json")))["state_hash"]);
}

TEST_F(Run, StepAndDurationOverrideTheScene) {
  ASSERT_EQ(run({"run", falling_scene(), "--step", "0.02", "--duration", "0.5", "--report", path("r.json")}).status, 0);
  const Json json = Json::parse(text_of(path("r.json")));
  EXPECT_EQ(json["step_seconds"], 0.02);
  EXPECT_EQ(json["steps"], 25);
}

TEST_F(Run, FailedExpectationsAreInTheReportAndTheStatusIsFine) {
  const std::string scene =
      falling_scene(R"(, "expect": [{"at_rest": {"bodies": "ball", "max_displacement": 0.001}}])");
  const Outcome outcome = run({"run", scene, "--report", path("r.json")});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_NE(outcome.out.find("FAIL"), std::string::npos) << outcome.out;
  const Json json = Json::parse(text_of(path("r.json")));
  ASSERT_EQ(json["expectations"].size(), 1U);
  EXPECT_EQ(json["expectations"][0]["passed"], false);
}

TEST_F(Run, TimesThatAShortRunDoesNotReachAreNotJudged) {
  const std::string scene = falling_scene(R"(, "expect": [{"moved": {"bodies": "ball", "more_than": 1.0}},
    {"moved": {"bodies": "ball", "more_than": 1.0, "from": 0.6}}, {"penetration": {"max": 1}}])");
  const Outcome outcome = run({"run", scene, "--duration", "0.2", "--report", path("r.json")});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.out.find("FAIL"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("not judged  ball moved more than 1 m"), std::string::npos) << outcome.out;
  const Json json = Json::parse(text_of(path("r.json")))["expectations"];
  EXPECT_TRUE(json[0]["passed"].is_null());
  EXPECT_EQ(json[0]["judged"], false);
  EXPECT_TRUE(json[1]["passed"].is_null());
  EXPECT_EQ(json[2]["judged"], true);
  EXPECT_EQ(json[2]["passed"], true);
}

TEST_F(Run, CtrlCFailsNothingThatWasStillToCome) {
  const std::string scene =
      falling_scene(R"(, "expect": [{"moved": {"bodies": "ball", "more_than": 1e12}}, {"penetration": {"max": 1}}])");
  Program program({"run", scene, "--duration", "1e6", "--out", path("out")}, folder_);
  wait_until_begun(program, path("out"));
  program.send(SIGINT);
  const Outcome outcome = program.wait();
  EXPECT_EQ(outcome.status, 130) << outcome.err;
  EXPECT_EQ(outcome.out.find("FAIL"), std::string::npos) << outcome.out;
  const Json report = Json::parse(text_of(path("out/report.json")));
  EXPECT_FALSE(report["expectations"].empty());
  for (const Json& expectation : report["expectations"]) {
    EXPECT_TRUE(expectation["passed"].is_null()) << expectation;
  }
}

TEST_F(Run, CtrlCEndsWithStatus130AndAValidReport) {
  const std::string out = path("out");
  Program program({"run", falling_scene(), "--duration", "1e6", "--out", out, "--quiet"}, folder_);
  wait_until_begun(program, out);
  program.send(SIGINT);
  const Outcome outcome = program.wait();
  EXPECT_EQ(outcome.status, 130) << outcome.err;
  const Json json = Json::parse(text_of(path("out/report.json")));
  EXPECT_EQ(json["status"], "interrupted");
  EXPECT_GE(json["steps"], 1);
}

TEST_F(Run, AFullDiskWhileWritingTheReportIsAFailure) {
  const Outcome outcome = run({"run", falling_scene(), "--report", "/dev/full", "--quiet"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_NE(outcome.err.find("/dev/full"), std::string::npos) << outcome.err;
}

TEST_F(Run, AFullStandardOutputIsAFailure) {
  for (const std::vector<std::string>& arguments : {std::vector<std::string>{"run", falling_scene()}, {"scenes"}}) {
    const Outcome outcome = Program(arguments, folder_, "/dev/full").wait();
    EXPECT_EQ(outcome.status, 1);
    EXPECT_EQ(outcome.err, "stiction: output lost: cannot write to standard output\n");
  }
}

}  // namespace
}  // namespace stiction
