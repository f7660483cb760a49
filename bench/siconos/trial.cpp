#include "trial.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <vector>

#include "base/error.h"
#include "recorded/recorded_error.h"

namespace stiction::bench {
namespace {

constexpr int kAttempts = 10;              // with tighter and tighter tolerances
constexpr double kLeastTolerance = 1e-18;  // no solver gets there
constexpr double kMargin = 0.8;            // the next tolerance, relative to what the last error suggests
constexpr double kLargestCut = 1e-3, kSmallestCut = 0.5;
constexpr int kRepetitions = 4;             // of the call that succeeded
constexpr double kRepetitionSeconds = 0.3;  // after which there are no more
constexpr double kSetUpSeconds = 60;

constexpr double kWallShare = 0.25;  // of a core, that a process gets at least; with less it is ended
constexpr int kLook = 20;            // interval at which the parent looks at the child's clock [ms]

double seconds_of(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

struct Message {
  double own_tolerance, seconds, error;
};

void send(int pipe, const Message& message) {
  if (write(pipe, &message, sizeof message) != static_cast<ssize_t>(sizeof message)) _exit(1);
}

Message timed(Candidate& candidate, const RecordedProblem& problem, double own_tolerance) {
  const double start = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
  candidate.run(own_tolerance);
  const double seconds = seconds_of(CLOCK_PROCESS_CPUTIME_ID) - start;
  return {own_tolerance, seconds, recorded_error(problem, candidate.impulse())};
}

// The first message says that everything is set up; then one for every call.
void child(const std::function<std::unique_ptr<Candidate>()>& make, const RecordedProblem& problem,
           const TrialOptions& options, int pipe) {
  const auto candidate = make();
  send(pipe, {});
  double own = options.own_tolerance;
  for (int k = 0; k < kAttempts && own > kLeastTolerance; ++k) {
    const Message message = timed(*candidate, problem, own);
    send(pipe, message);
    if (message.error <= options.tolerance) {
      double used = message.seconds;
      for (int i = 0; i < kRepetitions && used < kRepetitionSeconds; ++i) {
        const Message again = timed(*candidate, problem, own);
        used += again.seconds;
        send(pipe, again);
      }
      return;
    }
    const double missing = std::isfinite(message.error) ? options.tolerance / message.error : kLargestCut;
    own *= std::clamp(kMargin * missing, kLargestCut, kSmallestCut);
  }
}

// Silent: solvers print.
[[noreturn]] void run_child(const std::function<std::unique_ptr<Candidate>()>& make, const RecordedProblem& problem,
                            const TrialOptions& options, int pipe) {
  const int nowhere = open("/dev/null", O_WRONLY);
  dup2(nowhere, STDOUT_FILENO);
  dup2(nowhere, STDERR_FILENO);
  child(make, problem, options, pipe);
  _exit(0);
}

enum class Received { kMessage, kEnd, kTimeOut };

class Listener {
 public:
  Listener(int pipe, pid_t child) : pipe_(pipe) { clock_getcpuclockid(child, &clock_); }

  // Waits until the child has used so much time [s] since the call.
  Received receive(double seconds, Message& message) {
    const double used = seconds_of(clock_), began = seconds_of(CLOCK_MONOTONIC);
    pollfd waiting{pipe_, POLLIN, 0};
    while (poll(&waiting, 1, kLook) == 0) {
      if (seconds_of(clock_) - used > seconds) return Received::kTimeOut;
      if (seconds_of(CLOCK_MONOTONIC) - began > seconds / kWallShare) return Received::kTimeOut;
    }
    return read(pipe_, &message, sizeof message) == static_cast<ssize_t>(sizeof message) ? Received::kMessage
                                                                                         : Received::kEnd;
  }

 private:
  int pipe_;
  clockid_t clock_{};
};

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

Trial follow(Listener listener, const TrialOptions& options) {
  Trial trial;
  trial.error = NAN;
  Message message{};
  std::vector<double> good;
  if (listener.receive(kSetUpSeconds, message) != Received::kMessage) return {Verdict::kCrashed, 0, NAN, 0};
  for (;;) {
    const Received received = listener.receive(options.limit, message);
    if (received != Received::kMessage) {
      if (!good.empty()) break;
      if (received == Received::kTimeOut)
        trial = {Verdict::kTimeLimit, options.limit, trial.error, trial.own_tolerance};
      return trial;
    }
    trial.seconds = message.seconds;
    trial.error = message.error;
    trial.own_tolerance = message.own_tolerance;
    if (message.error <= options.tolerance) good.push_back(message.seconds);
  }
  trial.verdict = Verdict::kSolved;
  trial.seconds = median(good);
  return trial;
}

}  // namespace

const char* verdict_name(Verdict verdict) {
  switch (verdict) {
    case Verdict::kSolved:
      return "solved";
    case Verdict::kTimeLimit:
      return "time_limit";
    case Verdict::kGaveUp:
      return "gave_up";
    case Verdict::kCrashed:
      return "crashed";
  }
  return "";
}

Trial attempt(const std::function<std::unique_ptr<Candidate>()>& make, const RecordedProblem& problem,
              const TrialOptions& options) {
  int ends[2];
  if (pipe(ends) != 0) throw SimulationError("no pipe to a new process");
  const pid_t id = fork();
  if (id < 0) throw SimulationError("no new process");
  if (id == 0) {
    close(ends[0]);
    run_child(make, problem, options, ends[1]);
  }
  close(ends[1]);
  Trial trial = follow(Listener(ends[0], id), options);
  close(ends[0]);
  kill(id, SIGKILL);
  int status = 0;
  waitpid(id, &status, 0);
  const bool crashed = WIFSIGNALED(status) && WTERMSIG(status) != SIGKILL;
  if (crashed && trial.verdict == Verdict::kGaveUp) trial.verdict = Verdict::kCrashed;
  return trial;
}

}  // namespace stiction::bench
