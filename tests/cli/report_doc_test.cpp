// docs/reference/report.md names every key of a report, and notes of repairs reach it.
#include <nlohmann/json.hpp>
#include <set>

#include "cli/program.h"
#include "recording/run_report.h"

namespace stiction {
namespace {

using Json = nlohmann::json;

void collect_keys(const Json& json, std::set<std::string>& keys) {
  for (const auto& [key, value] : json.items()) {
    if (json.is_object()) keys.insert(key);
    if (value.is_structured() && key != "rungs") collect_keys(value, keys);  // solvers.md lists the rungs
  }
}

class ReportDoc : public ProgramTest {
 protected:
  Json report() const { return Json::parse(text_of(path("r.json"))); }
  void expect_documented() const {
    std::set<std::string> keys;
    collect_keys(report(), keys);
    EXPECT_GT(keys.size(), 40U);
    const std::string doc = text_of(std::filesystem::path(STICTION_DOCS) / "reference/report.md");
    for (const std::string& key : keys) EXPECT_NE(doc.find("`" + key + "`"), std::string::npos) << key;
  }
};

TEST_F(ReportDoc, NamesEveryKeyOfARun) {
  ASSERT_EQ(run({"run", "stack", "--set", "count=2", "--duration", "0.05", "--solver-set", "log_iterates=true",
                 "--solver-set", "warm_start=false", "--report", path("r.json"), "--quiet"})
                .status,
            0);
  ASSERT_FALSE(report()["worst_step"].is_null());
  EXPECT_TRUE(report()["worst_step"].contains("iterates"));
  EXPECT_FALSE(report()["expectations"].empty());
  expect_documented();
}

TEST_F(ReportDoc, NamesTheMassThatContactsOfElasticBodiesMeet) {
  const auto metric_with = [&](const std::string& first, const std::string& second) {
    const std::string cube = R"("model": "modal", "young": 1e6, "poisson": 0.3, "modes": 2, "cell": 1,
      "shape": {"type": "box", "size": [1, 1, 1]}, "metric": ")";
    const std::string scene = file("cubes.json", R"({"stiction": 1, "duration": 0.02, "bodies": [{)" + cube + first +
                                                     R"("}, {"position": [3, 0, 0], )" + cube + second + "\"}]}");
    EXPECT_EQ(run({"run", scene, "--report", path("r.json"), "--quiet"}).status, 0);
    expect_documented();
    return report()["contact_metric"];
  };
  EXPECT_EQ(metric_with("effective", "effective"), "effective");
  EXPECT_EQ(metric_with("mass", "mass"), "mass");
  EXPECT_EQ(metric_with("mass", "effective"), "mixed");
}

TEST_F(ReportDoc, NamesTheKeysOfAFailedRun) {
  RunReport failed;
  failed.status = RunStatus::kFailed;
  failed.error = "state is not finite";
  file("r.json", report_json(failed));
  EXPECT_TRUE(report().contains("error"));
  expect_documented();
}

// A tetrahedron without its last face, with a vertex that nothing uses.
constexpr const char* kOpenMesh = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nv 5 5 5\nf 1 3 2\nf 1 2 4\nf 1 4 3\n";

TEST_F(ReportDoc, TellsWhatTheRepairOfAMeshChanged) {
  file("cup.obj", kOpenMesh);
  const std::string body = R"("shape": {"type": "mesh", "file": "cup.obj", "repair": true}, "position": [)";
  const std::string scene = file("cups.json", R"({"stiction": 1, "step": 0.01, "duration": 0.02, "bodies": [{)" + body +
                                                  "0, 0, 0]}, {" + body + "3, 0, 0]}]}");
  const Outcome outcome = run({"run", scene, "--report", path("r.json")});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const std::string note = scene +
                           ": bodies[0].shape.file: cup.obj: repaired: filled 1 hole with 1 triangle, dropped 1 unused "
                           "vertex";
  EXPECT_EQ(outcome.err.substr(0, outcome.err.find('\n')), "stiction: note: " + note) << "once for both bodies";
  EXPECT_EQ(outcome.err.find("repaired", outcome.err.find("repaired") + 1), std::string::npos) << outcome.err;
  EXPECT_EQ(report()["notes"], Json::array({note}));
  file("cup.obj", std::string(kOpenMesh) + "f 2 3 4\n");
  ASSERT_EQ(run({"export", scene, "--out", path("s.json")}).status, 0);
}

TEST_F(ReportDoc, AMeshThatIsFineNeedsNoNote) {
  file("cup.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n");
  const std::string scene = file("cup.json", R"({"stiction": 1, "step": 0.01, "duration": 0.02, "bodies": [
    {"shape": {"type": "mesh", "file": "cup.obj", "repair": true}}]})");
  const Outcome outcome = run({"run", scene, "--report", path("r.json")});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.err.find("note"), std::string::npos) << outcome.err;
  EXPECT_EQ(report()["notes"], Json::array());
}

}  // namespace
}  // namespace stiction
