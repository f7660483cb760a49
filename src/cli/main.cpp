// The program `stiction`: every error becomes one line and an exit status here.
#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <system_error>

#include "base/error.h"
#include "cli/arguments/arguments.h"
#include "cli/commands.h"
#include "cli/text/printable.h"

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

int complain(const char* message, int status) {
  std::fflush(stdout);
  fmt::print(stderr, "stiction: {}\n", printable(message));
  return status;
}

int run_program(int count, const char* const* words) {
  try {
    const int status = std::visit(Dispatch{}, parse_arguments(count, words));
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) throw SimulationError(kOutputLost);
    return status;
  } catch (const InputError& error) {
    return complain(error.what(), kExitBadInput);
  } catch (const std::bad_alloc&) {
    return complain("out of memory", kExitFailed);
  } catch (const std::system_error& error) {  // what fmt::print throws
    return complain(std::ferror(stdout) != 0 ? kOutputLost : error.what(), kExitFailed);
  } catch (const std::exception& error) {
    return complain(error.what(), kExitFailed);
  }
}

}  // namespace
}  // namespace stiction

int main(int argc, char** argv) {
  return stiction::run_program(argc, argv);
}
