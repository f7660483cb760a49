// Bad usage and bad input: exit status 2, one line on standard error, nothing on standard output, nothing written.
#include <algorithm>

#include "cli/program.h"

namespace stiction {
namespace {

struct BadUsage {
  std::string name;
  std::vector<std::string> arguments;  // FOLDER stands for the test's folder, FALLING for a good scene file
  std::string mention;                 // what the message must name
};

void PrintTo(const BadUsage& usage, std::ostream* stream) {
  *stream << usage.name;
}

class BadUsageTest : public ProgramTest, public testing::WithParamInterface<BadUsage> {};

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  const std::size_t at = text.find(what);
  return at == std::string::npos ? text : text.replace(at, what.size(), by);
}

TEST_P(BadUsageTest, IsAnsweredWithStatusTwoAndOneLine) {
  const std::string falling = falling_scene();
  file("plain", "text");
  file("r.stic", "STICREC\n");
  std::vector<std::string> arguments;
  for (const std::string& word : GetParam().arguments) {
    arguments.push_back(replaced(replaced(word, "FOLDER", folder_.string()), "FALLING", falling));
  }
  const Outcome outcome = run(arguments);
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.err.rfind("stiction: ", 0), 0U) << outcome.err;
  EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
  EXPECT_NE(outcome.err.find(GetParam().mention), std::string::npos) << outcome.err;
  EXPECT_FALSE(std::filesystem::exists(folder_ / "new"));
}

const std::vector<BadUsage> kBadUsages = {
    {"NoCommand", {}, "no command"},
    {"UnknownCommand",
     {"simulate"},
     "there is no command \"simulate\" (scenes, run, view, check, export, render, solve, bench, help, completion)"},
    {"AlmostACommand", {"rum", "arch"}, "did you mean \"run\"?"},
    {"UnknownFlag", {"run", "arch", "--fast"}, "stiction: run has no option --fast (stiction run --help lists them)"},
    {"MisspeltFlag", {"run", "--sett", "mu=0.5", "arch"}, "run has no option --sett; did you mean --set?"},
    {"MisspeltFlagWithItsValue",
     {"run", "arch", "--duraton=5"},
     "run has no option --duraton; did you mean --duration?"},
    {"FlagWithOneDash", {"run", "arch", "-out", "FOLDER/new"}, "run has no option -out; did you mean --out?"},
    {"MisspeltFlagBeforeWhatIsMissing",
     {"render", "FOLDER/r.stic", "--pgn", "FOLDER/new"},
     "render has no option --pgn; did you mean --png?"},
    {"MisspeltFlagOfCheck", {"check", "--al"}, "check has no option --al; did you mean --all?"},
    {"FlagWithoutItsValue", {"run", "arch", "--out"}, "--out needs a value: --out DIR"},
    {"FlagInPlaceOfAValue",
     {"run", "arch", "--out", "--quiet"},
     "--out needs a value, and --quiet looks like another option: --out DIR"},
    {"RunARecording", {"run", "FOLDER/r.stic"}, "is a recording, not a scene"},
    {"RunAFolder", {"run", "FOLDER"}, "is a folder; name the scene file in it"},
    {"EmptyWord", {"run", ""}, "empty"},
    {"ReportOverTheScene", {"run", "FALLING", "--report", "FALLING"}, "would overwrite the scene itself"},
    {"ReportOverTheRecording",
     {"run", "incline", "--out", "FOLDER/new", "--report", "FOLDER/new/recording.stic"},
     "would overwrite the recording.stic of --out"},
    {"ExportOverTheScene", {"export", "FALLING", "--out", "FALLING"}, "would overwrite what it is made from"},
    {"TablesOfAMissingRecording",
     {"export", "FOLDER/none.stic", "--format", "csv", "--out", "FOLDER/t.csv"},
     "there is no file"},
    {"RunWithoutScene", {"run"}, "SCENE"},
    {"SolveWithoutProblem", {"solve"}, "PROBLEM"},
    {"SolveAMissingProblem", {"solve", "FOLDER/none.hdf5"}, "none.hdf5: no such file"},
    {"SolveAFolder", {"solve", "FOLDER"}, "is a folder"},
    {"SolveAScene", {"solve", "FALLING"}, "not an HDF5 file"},
    {"SolveBySomethingElse",
     {"solve", "FALLING", "--solver", "pgs"},
     "--solver 'pgs' does not solve recorded problems; leave it out or say staggered"},
    {"SolveToNothing", {"solve", "FALLING", "--tolerance", "0"}, "--tolerance '0'"},
    {"SolveForNoTime", {"solve", "FALLING", "--time-limit", "-1"}, "--time-limit '-1'"},
    {"SolveWithHalfAThread", {"solve", "FALLING", "--threads", "0.5"}, "--threads '0.5'"},
    {"RunWithTwoScenes", {"run", "arch", "stack"}, "run has no use for \"stack\" (stiction run --help)"},
    {"UnknownScene", {"run", "no-such-scene"}, "no-such-scene"},
    {"UnknownSceneInDetail", {"scenes", "no-such-scene"}, "no-such-scene"},
    {"UnknownSceneAsJson", {"scenes", "no-such-scene", "--json"}, "no-such-scene"},
    {"NameWithControlCharacters", {"run", "a\nb\x1b\xff"}, R"("a\nb\x1b\xff")"},
    {"MissingFile", {"run", "FOLDER/missing.json"}, "missing.json"},
    {"FolderAsScene", {"run", "FOLDER/"}, "stiction-cli"},
    {"NotJson", {"run", "FOLDER/plain"}, "plain"},
    {"UnknownParameter", {"run", "arch", "--set", "colour=3"}, "colour"},
    {"ParameterNotANumber", {"run", "arch", "--set", "mu=slippery"}, "mu"},
    {"ParameterNan", {"run", "arch", "--set", "mu=nan"}, "mu"},
    {"SettingWithoutValue", {"run", "arch", "--set", "mu"}, "mu"},
    {"SettingWithoutKey", {"run", "arch", "--set", "=1"}, "=1"},
    {"SettingTwice", {"run", "arch", "--set", "mu=1", "--set", "mu=2"}, "more than once"},
    {"SettingOnAFile", {"run", "FALLING", "--set", "mu=1"}, "gallery scenes only; change the file "},
    {"UnknownSolver", {"run", "FALLING", "--solver", "magic", "--out", "FOLDER/new"}, "magic"},
    {"AlmostASolver", {"run", "FALLING", "--solver", "pgss"}, "did you mean \"pgs\"?"},
    {"AlmostASolverOption", {"run", "FALLING", "--solver-set", "tolrance=1e-8"}, "did you mean \"tolerance\"?"},
    {"UnknownSolverOption", {"run", "FALLING", "--solver-set", "colour=1"}, "colour"},
    {"SolverOptionNotANumber",
     {"run", "FALLING", "--solver-set", "tolerance=abc"},
     "stiction: --solver-set tolerance=abc: must be a number"},
    {"SolverOptionNan", {"run", "FALLING", "--solver-set", "tolerance=nan"}, "tolerance"},
    {"StepNan", {"run", "FALLING", "--step", "nan"}, "--step"},
    {"StepInfinite", {"run", "FALLING", "--step", "inf"}, "--step"},
    {"StepZero", {"run", "FALLING", "--step", "0"}, "--step"},
    {"StepNegative", {"run", "FALLING", "--step=-0.01"}, "--step"},
    {"StepNegativeApart", {"run", "FALLING", "--step", "-0.01"}, "--step"},
    {"StepWithUnit", {"run", "FALLING", "--step", "10ms"}, "--step"},
    {"StepTooSmallForADouble", {"run", "FALLING", "--step", "1e-999"}, "--step"},
    {"StepLargerThanDuration", {"run", "FALLING", "--step", "2"}, "--step: the duration 1 s is shorter than one step"},
    {"DurationShorterThanStep",
     {"run", "FALLING", "--duration", "0.001"},
     "--duration: the duration 0.001 s is shorter"},
    {"DurationNegative", {"run", "FALLING", "--duration", "-1"}, "--duration"},
    {"DurationInfinite", {"run", "FALLING", "--duration", "inf"}, "--duration"},
    {"StepTwice", {"run", "FALLING", "--step", "0.1", "--step", "0.2"}, "--step is given twice; leave one out"},
    {"TooManySteps", {"run", "FALLING", "--step", "1e-15"}, "steps"},
    {"ThreadsZero", {"run", "FALLING", "--threads", "0"}, "--threads"},
    {"ThreadsNegative", {"run", "FALLING", "--threads", "-2"}, "--threads"},
    {"ThreadsFraction", {"run", "FALLING", "--threads", "1.5"}, "--threads"},
    {"ReportIntoMissingFolder", {"run", "FALLING", "--report", "FOLDER/new/r.json"}, "r.json"},
    {"ReportIsAFolder", {"run", "FALLING", "--report", "FOLDER"}, "folder"},
    {"OutIsAFile", {"run", "FALLING", "--out", "FOLDER/plain"}, "plain"},
    {"OutBelowAFile", {"run", "FALLING", "--out", "FOLDER/plain/new"}, "plain"},
    {"ViewWithoutScene", {"view"}, "SCENE"},
    {"ViewAnUnknownScene", {"view", "no-such-scene"}, "no-such-scene"},
    {"ViewAMissingFile", {"view", "FOLDER/missing.json"}, "missing.json"},
    {"ViewAMissingRecording", {"view", "FOLDER/none.stic"}, "there is no file"},
    {"ViewAnUnknownFlag", {"view", "FALLING", "--open"}, "--open"},
    {"ViewWithAnUnknownSolver", {"view", "FALLING", "--solver", "magic"}, "magic"},
    {"ViewSettingOnAFile", {"view", "FALLING", "--set", "mu=1"}, "gallery scenes only"},
    {"ViewPortBelowZero", {"view", "FALLING", "--port", "-1"}, "--port '-1' is not a whole number from 0 to 65535"},
    {"ViewPortTooLarge", {"view", "FALLING", "--port", "65536"}, "--port '65536'"},
    {"ViewPortNotANumber", {"view", "FALLING", "--port", "http"}, "--port 'http'"},
    {"ViewBoundToAName",
     {"view", "FALLING", "--bind", "example.org"},
     "--bind 'example.org' is not an address in numbers, such as 192.168.1.5"},
    {"ViewBoundToAnotherMachine",
     {"view", "FALLING", "--bind", "192.0.2.1"},
     "--bind 192.0.2.1: this machine has no such address; take one of its own, or 0.0.0.0"},
    {"ViewAFolderWithoutARecording", {"view", "FOLDER"}, "is a folder without a recording.stic"},
    {"RenderAFolderWithoutARecording", {"render", "FOLDER", "--png", "FOLDER/new"}, "without a recording.stic"},
    {"ExportAFolderWithoutARecording", {"export", "FOLDER", "--out", "FOLDER/new"}, "without a recording.stic"},
    {"ViewReportIsAFolder", {"view", "FALLING", "--report", "FOLDER"}, "folder"},
    {"ViewReportOverTheScene", {"view", "FALLING", "--report", "FALLING"}, "would overwrite the scene itself"},
    {"CheckWithoutScene", {"check"}, "--all"},
    {"CheckWithSceneAndAll", {"check", "arch", "--all"}, "--all"},
    {"CheckWithoutExpectations", {"check", "FALLING"}, "expect"},
    {"CheckWithAGoodAndAnUnknownScene", {"check", "incline", "no-such-scene"}, "no-such-scene"},
    {"ResumeWithoutOut", {"run", "FALLING", "--resume"}, "--resume needs a folder: --out DIR"},
    {"RecordEveryWithoutOut", {"run", "FALLING", "--record-every", "0.1"}, "--out DIR"},
    {"NoRecordWithoutOut", {"run", "FALLING", "--no-record"}, "--out DIR"},
    {"CheckpointEveryWithoutOut", {"run", "FALLING", "--checkpoint-every", "1"}, "--out DIR"},
    {"RecordEveryAndNoRecord",
     {"run", "FALLING", "--out", "FOLDER/new", "--record-every", "1", "--no-record"},
     "contradict"},
    {"RecordEveryNegative", {"run", "FALLING", "--out", "FOLDER/new", "--record-every", "-1"}, "--record-every"},
    {"CheckpointEveryZero", {"run", "FALLING", "--out", "FOLDER/new", "--checkpoint-every", "0"}, "--checkpoint-every"},
    {"ResumeWithoutCheckpoint", {"run", "FALLING", "--out", "FOLDER/new", "--resume"}, "there is no checkpoint"},
    {"ExportCsvOfAScene", {"export", "arch", "--format", "csv", "--out", "FOLDER/new"}, "not a recording"},
    {"ExportStepsOfAScene", {"export", "arch", "--steps", "1:2", "--out", "FOLDER/new"}, "--format csv"},
    {"ExportStepsBackwards", {"export", "a", "--format", "csv", "--steps", "2:1", "--out", "FOLDER/new"}, "--steps"},
    {"ExportStepsNotNumbers", {"export", "a", "--format", "csv", "--steps", "a:b", "--out", "FOLDER/new"}, "--steps"},
    {"ExportStepsThree", {"export", "a", "--format", "csv", "--steps", "1:2:3", "--out", "FOLDER/new"}, "--steps"},
    {"ExportWithoutOut", {"export", "arch"}, "--out"},
    {"ExportUnknownFormat", {"export", "arch", "--format", "docx", "--out", "FOLDER/new"}, "docx"},
    {"ExportIntoMissingFolder", {"export", "arch", "--out", "FOLDER/new/a.json"}, "a.json"},
    {"ExportSettingOnAFile", {"export", "FALLING", "--set", "mu=1", "--out", "FOLDER/new"}, "gallery"},
};

INSTANTIATE_TEST_SUITE_P(Cli, BadUsageTest, testing::ValuesIn(kBadUsages),
                         [](const auto& usage) { return usage.param.name; });

}  // namespace
}  // namespace stiction
