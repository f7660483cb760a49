#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <thread>

#include "base/error.h"
#include "cli/commands.h"
#include "cli/files/distinct_files.h"
#include "cli/files/recording_source.h"
#include "cli/files/scene_source.h"
#include "cli/running/interrupt.h"
#include "cli/text/notes.h"
#include "cli/text/terminal.h"
#include "live/live_session.h"
#include "page/embedded_page.h"
#include "recording/output_file.h"
#include "recording/recording_reader.h"
#include "server/access.h"
#include "server/live_source.h"
#include "server/recording_source.h"
#include "server/stream_server.h"

namespace stiction {
namespace {

constexpr std::chrono::milliseconds kInterruptPoll{50};

ServerOptions server_options(const ViewArguments& arguments) {
  ServerOptions options;
  if (!arguments.bind.empty()) options.address = arguments.bind;
  if (arguments.port) options.port = *arguments.port;
  options.port_may_change = !arguments.port;
  options.token = new_token();
  options.page = embedded_page();
  return options;
}

int worker_threads(const ViewArguments& arguments) {
  if (arguments.run.threads != 0) return arguments.run.threads;
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()) - 1);  // one for the browser
}

void warn_about_others(const ViewArguments& arguments) {
  if (arguments.bind.empty() || is_loopback(arguments.bind)) return;
  print_note(
      fmt::format("--bind {}: other machines can connect, and what is sent is not encrypted; whoever has the whole "
                  "address below, with what follows #, can watch and change the simulation",
                  arguments.bind));
}

// The address alone on standard output, for people and scripts; what to do with it beside.
void print_address(const StreamServer& server, const ViewArguments& arguments) {
  fmt::print("{}\n", server.url());
  if (std::fflush(stdout) != 0) throw SimulationError("output lost: cannot write to standard output");
  if (!arguments.hint) return;
  if (server.port() != kDefaultPort && !arguments.port) print_note(fmt::format("port {} is taken", kDefaultPort));
  complain("open this address in a browser; Ctrl-C ends the session");
}

void wait_for_interrupt() {
  while (!interrupted()) std::this_thread::sleep_for(kInterruptPoll);
}

std::string figures_text(const ServerFigures& figures) {
  return fmt::format(
      "  clients          {} in all; {} frames sent, {} dropped\n  refused          {} messages, {} requests\n",
      figures.clients_total, figures.frames_sent, figures.frames_dropped, figures.messages_refused,
      figures.requests_refused);
}

std::string report_text(const LiveReport& report, const ServerFigures& figures) {
  nlohmann::ordered_json object = nlohmann::ordered_json::parse(live_report_json(report));
  object["server"] = {{"clients", figures.clients_total},
                      {"frames_sent", figures.frames_sent},
                      {"frames_dropped", figures.frames_dropped},
                      {"messages_refused", figures.messages_refused},
                      {"requests_refused", figures.requests_refused}};
  return object.dump(2) + "\n";
}

int view_scene(const ViewArguments& arguments) {
  const RunArguments& run = arguments.run;
  if (!run.report.empty() && names_scene_file(run.scene)) {
    require_distinct(run.report, run.scene, "the scene itself");
  }
  const Scene scene = scene_for_run(run);
  if (!run.report.empty()) require_writable(run.report);
  const ServerOptions options = server_options(arguments);
  print_notes(scene);
  watch_interrupts();
  LiveOptions live;
  live.threads = worker_threads(arguments);
  live.out = run.out;
  ServerFigures figures;
  LiveReport report;
  {
    LiveSession session(scene, live);
    LiveSource source(session);
    {
      const StreamServer server(options, source);
      warn_about_others(arguments);
      print_address(server, arguments);
      wait_for_interrupt();
      figures = server.figures();
    }
    session.end();  // what is being recorded too
    report = session.report();
  }
  fmt::print("{}{}", live_report_text(report), figures_text(figures));
  if (!run.report.empty()) {
    write_file(run.report, report_text(report, figures));
    fmt::print("  report           {}\n", run.report);
  }
  if (!report.recording_error.empty()) throw SimulationError(report.recording_error);
  return kExitInterrupted;
}

void refuse_wishes_for_recordings(const RunArguments& run) {
  const char* flag = !run.settings.empty()          ? "--set"
                     : run.solver                   ? "--solver"
                     : !run.solver_settings.empty() ? "--solver-set"
                     : run.step                     ? "--step"
                     : !run.out.empty()             ? "--out"
                     : !run.report.empty()          ? "--report"
                     : run.threads != 0             ? "--threads"
                                                    : nullptr;
  if (flag == nullptr) return;
  throw InputError(fmt::format("{} goes with scenes; {} is a recording, which is shown as it is", flag, run.scene));
}

int view_recording(const ViewArguments& arguments) {
  refuse_wishes_for_recordings(arguments.run);
  const ServerOptions options = server_options(arguments);
  watch_interrupts();
  RecordingSource source(arguments.run.scene);
  if (!source.trouble().empty()) print_note(source.trouble());
  const StreamServer server(options, source);
  warn_about_others(arguments);
  print_address(server, arguments);
  wait_for_interrupt();
  fmt::print("{}", figures_text(server.figures()));
  return kExitInterrupted;
}

}  // namespace

int view_command(const ViewArguments& given) {
  ViewArguments arguments = given;
  arguments.run.scene = recording_or_scene(given.run.scene);
  const std::string& source = arguments.run.scene;
  if (!arguments.bind.empty()) is_loopback(arguments.bind);  // throws if it is no address
  if (is_recording(source)) return view_recording(arguments);
  std::error_code error;
  if (source.ends_with(".stic")) {
    throw InputError(std::filesystem::exists(source, error)
                         ? fmt::format("{} is not a recording", source)
                         : fmt::format("there is no file {}; name the recording.stic of a run with --out", source));
  }
  return view_scene(arguments);
}

}  // namespace stiction
