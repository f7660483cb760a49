#include "cli/text/convergence_note.h"

#include <gtest/gtest.h>

#include "cli/program.h"

namespace stiction {
namespace {

RunReport report_of(double converged, const std::string& solver = "staggered") {
  RunReport report;
  report.scene = "slope";
  report.solver = solver;
  report.steps = 200;
  report.tolerance = 1e-6;
  report.converged_fraction = converged;
  report.worst_step.step = 51;
  report.worst_step.time = 0.51;
  report.worst_step.residual = 0.3;
  report.worst_step.body_a = "floor";
  report.worst_step.body_b = "box";
  return report;
}

TEST(ConvergenceNote, IsForRunsWhoseStepsMostlyDidNotConverge) {
  EXPECT_EQ(
      convergence_note(report_of(0)),
      "slope: only 0 % of 200 steps converged to the tolerance 1e-06 (worst: step 51 at 0.51 s, residual 0.3, box "
      "on floor); the result is not exact: look for extreme friction, mass ratios and deep overlaps, or take a "
      "smaller step or more iterations");
  EXPECT_NE(convergence_note(report_of(0.89)), "");
  EXPECT_EQ(convergence_note(report_of(0.9)), "");
  EXPECT_EQ(convergence_note(report_of(1)), "");
}

TEST(ConvergenceNote, IsNotForSolversThatDoNotAimAtTheTolerance) {
  EXPECT_EQ(convergence_note(report_of(0, "penalty")), "");
  EXPECT_NE(convergence_note(report_of(0, "pgs")), "");
}

TEST(ConvergenceNote, IsNotForRunsWithoutASteps) {
  EXPECT_EQ(convergence_note(RunReport{}), "");
}

TEST(ConvergenceNote, NamesTheRemedyForTheCause) {
  RunReport report = report_of(0.1);
  report.budget_cut = 180;
  EXPECT_NE(convergence_note(report).find("larger budget_ms"), std::string::npos);
  report.budget_cut = 0;
  report.infeasible = 180;
  EXPECT_NE(convergence_note(report).find("crushed"), std::string::npos);
}

// Ten balls in a heap, one iteration each step.
class ConvergenceNoteOfARun : public ProgramTest {};

TEST_F(ConvergenceNoteOfARun, IsOnStandardErrorAndChangesNoExitStatus) {
  const std::vector<std::string> words = {"card-house", "--set", "levels=2"};
  const auto command = [&](const char* name, std::vector<std::string> more) {
    more.insert(more.begin(), words.begin(), words.end());
    more.insert(more.begin(), name);
    return run(more);
  };
  const Outcome exact = command("run", {"--duration", "0.02"});
  EXPECT_EQ(exact.err.find("converged"), std::string::npos) << exact.err;
  const std::vector<std::string> coarse = {"--duration",      "0.02",         "--solver",        "pgs", "--solver-set",
                                           "tolerance=1e-12", "--solver-set", "max_iterations=1"};
  const Outcome outcome = command("run", coarse);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_NE(outcome.err.find("stiction: note: card-house: only 0 % of 20 steps converged"), std::string::npos)
      << outcome.err;
  std::vector<std::string> quiet = coarse;
  quiet.emplace_back("--quiet");
  EXPECT_EQ(command("run", quiet).err, "");
}

}  // namespace
}  // namespace stiction
