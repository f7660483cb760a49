// The commands of the program. Each returns its exit status, and throws InputError or SimulationError.
#pragma once

#include <string>

#include "cli/arguments/arguments.h"

namespace stiction {

enum ExitStatus : int { kExitFine = 0, kExitFailed = 1, kExitBadInput = 2, kExitInterrupted = 130 };

int scenes_command(const ScenesArguments& arguments);
int run_command(const RunArguments& arguments);
int view_command(const ViewArguments& arguments);
int check_command(const CheckArguments& arguments);
int export_command(const ExportArguments& arguments);
int solve_command(const SolveArguments& arguments);
int render_command(const RenderArguments& arguments);
int bench_command(const BenchArguments& arguments);  // does not return if the program is there

// The gallery, or the one scene `name`, as JSON text.
std::string gallery_json(const std::string& name);

}  // namespace stiction
