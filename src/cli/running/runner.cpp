#include "cli/running/runner.h"

#include "cli/running/run_failure.h"
#include "cli/running/run_session.h"

namespace stiction {

RunReport run_scene(const Scene& scene, int threads, const StepCallback& after_step) {
  RunSession session(scene, threads);
  try {
    while (!session.finished()) {
      session.take_step();
      const bool wanted = after_step(session.simulation(), session.step_total());
      if (!wanted && !session.finished()) return session.report(RunStatus::kInterrupted, "");
    }
  } catch (const std::exception& error) {
    return session.report(RunStatus::kFailed, failure_text(session, error));
  }
  return session.report(RunStatus::kFinished, "");
}

}  // namespace stiction
