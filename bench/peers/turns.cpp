#include "bench/peers/turns.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>

#include "base/error.h"
#include "bench/peers/statistics.h"

namespace stiction::bench {
namespace {

using nlohmann::json;

constexpr double kGrace = 1;       // over the cap, for a step that is under way [s]
constexpr double kPreparing = 60;  // for making a world [s]

bool write_all(int fd, const std::string& text) {
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t count = ::write(fd, text.data() + done, text.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    done += static_cast<std::size_t>(count);
  }
  return true;
}

// What engines print is not ours to show.
void silence() {
  const int nothing = ::open("/dev/null", O_WRONLY);
  ::dup2(nothing, STDOUT_FILENO);
  ::dup2(nothing, STDERR_FILENO);
}

std::string message(const Result& result, bool ended) {
  return json{{"ended", ended}, {"result", to_json(result)}}.dump() + "\n";
}

// The other process: a line of JSON for every slice that is asked for; the first order is to prepare.
[[noreturn]] void serve(const Contender& contender, double slice, int orders, int answers) {
  ::signal(SIGINT, SIG_IGN);
  silence();
  std::unique_ptr<Trial> trial;
  Result last = contender.blank;
  try {
    for (char order = 0; ::read(orders, &order, 1) == 1;) {
      if (!trial) {
        trial = contender.prepare();
        write_all(answers, message(last, false));
        continue;
      }
      const bool ended = trial->advance(slice);
      last = trial->result();
      write_all(answers, message(last, ended));
    }
  } catch (const InputError& error) {
    last.status = "absent";
    last.error = error.what();
    write_all(answers, message(last, true));
  } catch (const std::exception& error) {
    last.status = "failed";
    last.error = error.what();
    write_all(answers, message(last, true));
  }
  ::_exit(0);
}

class Runner {
 public:
  Runner(const Contender& contender, double cap, double slice) : result_(contender.blank), cap_(cap) {
    int orders[2], answers[2];
    if (::pipe2(orders, O_CLOEXEC) != 0 || ::pipe2(answers, O_CLOEXEC) != 0) throw SimulationError("no pipes left");
    pid_ = ::fork();
    if (pid_ < 0) throw SimulationError("cannot start a process");
    if (pid_ == 0) {
      ::close(orders[1]);
      ::close(answers[0]);
      serve(contender, slice, orders[0], answers[1]);
    }
    ::close(orders[0]);
    ::close(answers[1]);
    orders_ = orders[1];
    answers_ = answers[0];
  }
  ~Runner() {
    ::close(orders_);
    ::close(answers_);
    dismiss();
  }
  Runner(const Runner&) = delete;
  Runner& operator=(const Runner&) = delete;

  bool ended() const { return ended_; }
  const Result& result() const { return result_; }

  // Making a world does not count, but has to end.
  void prepare() {
    if (!has_answered(kPreparing)) fail(fmt::format("its world was not made within {:g} s", kPreparing));
  }

  void turn() {
    const double begin = wall_seconds();
    const bool answered = has_answered(cap_ - used_ + kGrace);
    used_ += wall_seconds() - begin;
    if (!answered || used_ >= cap_) end();  // the last answer says how far it came
  }

  // Where it is: somebody does not want to wait any longer.
  void stop() {
    if (ended_) return;
    end();
    result_.status = "stopped";
  }

 private:
  // Orders a turn. False if there is no answer within so many seconds.
  bool has_answered(double seconds) {
    if (!write_all(orders_, "g")) {
      lose();
      return true;
    }
    const bool answered = wait_for_answer(wall_seconds() + seconds);
    if (ended_) dismiss();
    return answered;
  }

  void end() {
    ended_ = true;
    dismiss();
  }

  void fail(const std::string& why) {
    end();
    result_.status = "failed";
    result_.error = why;
  }

  // Its memory is for those that go on.
  void dismiss() {
    if (reaped_) return;
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
    reaped_ = true;
  }

  // False if there was none in time. A process that is gone counts as an answer.
  bool wait_for_answer(double until) {
    for (;;) {
      const std::size_t line = buffer_.find('\n');
      if (line != std::string::npos) {
        const json answer = json::parse(buffer_.substr(0, line));
        buffer_.erase(0, line + 1);
        result_ = result_from_json(answer["result"]);
        ended_ = answer["ended"].get<bool>();
        return true;
      }
      const double left = until - wall_seconds();
      if (left <= 0) return false;
      pollfd wait{answers_, POLLIN, 0};
      if (::poll(&wait, 1, static_cast<int>(1e3 * std::min(left, 1.0)) + 1) <= 0) continue;
      char bytes[4096];
      const ssize_t count = ::read(answers_, bytes, sizeof bytes);
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) {
        lose();
        return true;
      }
      buffer_.append(bytes, static_cast<std::size_t>(count));
    }
  }

  // The process ended by itself.
  void lose() {
    int status = 0;
    ::waitpid(pid_, &status, 0);
    reaped_ = true;
    fail(WIFSIGNALED(status) ? fmt::format("ended by {}", ::strsignal(WTERMSIG(status))) : "ended by itself");
  }

  Result result_;
  double cap_, used_ = 0;  // wall time [s]
  pid_t pid_ = -1;
  int orders_ = -1, answers_ = -1;
  std::string buffer_;
  bool ended_ = false, reaped_ = false;
};

}  // namespace

std::vector<Result> take_turns(const std::vector<Contender>& contenders, const TurnsSettings& settings) {
  ::signal(SIGPIPE, SIG_IGN);  // of a process that is gone: a write that fails
  std::vector<std::unique_ptr<Runner>> runners;
  runners.reserve(contenders.size());
  for (const Contender& contender : contenders) {
    runners.push_back(std::make_unique<Runner>(contender, settings.cap, settings.slice));
  }
  bool stopped = false;
  for (const auto& runner : runners) {
    if (!stopped) runner->prepare();
    stopped = stopped || (settings.stop && settings.stop());
  }
  const auto going = [&] {
    return !stopped && std::any_of(runners.begin(), runners.end(), [](const auto& runner) { return !runner->ended(); });
  };
  while (going()) {
    for (const auto& runner : runners) {
      if (runner->ended() || stopped) continue;
      runner->turn();
      if (settings.progress) settings.progress(runner->result());
      stopped = settings.stop && settings.stop();
    }
  }
  std::vector<Result> results;
  results.reserve(runners.size());
  for (const auto& runner : runners) {
    runner->stop();
    results.push_back(runner->result());
  }
  return results;
}

}  // namespace stiction::bench
