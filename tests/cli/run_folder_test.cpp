#include "cli/running/run_folder.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "cli/flying.h"
#include "recording/recording_reader.h"
#include "recording/scratch.h"

namespace stiction {
namespace {

class Folder : public ScratchTest {
 protected:
  RunFolderOptions options(bool resume) const {
    RunFolderOptions options;
    options.folder = folder_ / "out";
    options.resume = resume;
    options.record_every = 1.5;  // three steps
    return options;
  }
  // Takes steps until the simulation fails or the run ends.
  static RunStatus run(RunSession& session, RunFolder& folder) {
    try {
      while (!session.finished()) {
        session.take_step();
        folder.after_step(session);
      }
    } catch (const SimulationError&) {
      folder.finish(session, RunStatus::kFailed);
      return RunStatus::kFailed;
    }
    folder.finish(session, RunStatus::kFinished);
    return RunStatus::kFinished;
  }
};

TEST_F(Folder, OfANonFiniteRunKeepsTheLastGoodState) {
  const Scene scene = flying(2e307);
  std::uint64_t hash = 0;
  for (const bool resume : {false, true}) {
    RunSession session(scene, 1);
    RunFolder folder(options(resume), session);
    ASSERT_EQ(run(session, folder), RunStatus::kFailed);
    const State& state = session.simulation().state();
    EXPECT_EQ(first_non_finite_body(state), -1);
    EXPECT_EQ(state.step_index, 17);
    if (resume) {
      EXPECT_EQ(state_hash(state), hash);
    }
    hash = state_hash(state);
    RecordingReader recording(folder_ / "out" / "recording.stic");
    EXPECT_TRUE(recording.complete());
    ASSERT_EQ(recording.frame_count(), 7U);  // steps 0, 3, ..., 15 and the last good one
    const Frame& last = recording.frame(6);
    EXPECT_EQ(last.step, 17);
    EXPECT_FALSE(last.judged);
    EXPECT_EQ(last.bodies[0].position, state.bodies[0].center);
  }
}

TEST_F(Folder, IsInUseUntilTheRunEnds) {
  const Scene scene = flying(1);
  RunSession session(scene, 1);
  {
    const RunFolder folder(options(false), session);
    RunSession other(scene, 1);
    EXPECT_THROW(RunFolder(options(false), other), InputError);
    EXPECT_THROW(RunFolder(options(true), other), InputError);
  }
  EXPECT_NO_THROW(RunFolder(options(false), session));
}

TEST(FrameInterval, IsTheFewestStepsThatLastLongEnough) {
  EXPECT_EQ(frame_interval(0.01, 0.01), 1);
  EXPECT_EQ(frame_interval(0.01, 0.001), 10);
  EXPECT_EQ(frame_interval(0.01, 0.003), 4);
  EXPECT_EQ(frame_interval(0.01, 0.5), 1);
  EXPECT_EQ(frame_interval(0.3, 0.1), 3);
  EXPECT_GT(frame_interval(1e9, 1e-15), 1000000);
}

}  // namespace
}  // namespace stiction
