// The program `stiction`: every error becomes one line and an exit status here.
#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <exception>
#include <system_error>

#include "base/error.h"
#include "cli/arguments/arguments.h"
#include "cli/commands.h"
#include "cli/text/terminal.h"

namespace stiction {
namespace {

constexpr const char* kOutputLost = "output lost: cannot write to standard output";

struct Dispatch {
  int operator()(const Information& information) const {
    fmt::print("{}", information.text);
    return kExitFine;
  }
  int operator()(const ScenesArguments& arguments) const { return scenes_command(arguments); }
  int operator()(const RunArguments& arguments) const { return run_command(arguments); }
  int operator()(const ViewArguments& arguments) const { return view_command(arguments); }
  int operator()(const CheckArguments& arguments) const { return check_command(arguments); }
  int operator()(const ExportArguments& arguments) const { return export_command(arguments); }
  int operator()(const SolveArguments& arguments) const { return solve_command(arguments); }
  int operator()(const RenderArguments& arguments) const { return render_command(arguments); }
  int operator()(const BenchArguments& arguments) const { return bench_command(arguments); }
};

int failed(const char* message, int status) {
  std::fflush(stdout);
  complain(message);
  return status;
}

int run_program(int count, const char* const* words) {
  try {
    const int status = std::visit(Dispatch{}, parse_arguments(count, words));
    flush_results();
    return status;
  } catch (const InputError& error) {
    return failed(error.what(), kExitBadInput);
  } catch (const std::bad_alloc&) {
    return failed("out of memory", kExitFailed);
  } catch (const std::system_error& error) {  // what fmt::print to standard output throws
    if (std::ferror(stdout) == 0) return failed(error.what(), kExitFailed);
    if (error.code().value() == EPIPE) return kExitFailed;  // who closed the pipe wants no more
    return failed(kOutputLost, kExitFailed);
  } catch (const std::exception& error) {
    return failed(error.what(), kExitFailed);
  }
}

}  // namespace
}  // namespace stiction

int main(int argc, char** argv) {
  stiction::prepare_terminal();
  return stiction::run_program(argc, argv);
}
