// The declared command line as plain data (cli/help/command_line.h).
#pragma once

#include "cli/help/command_line.h"

namespace CLI {
class App;
}

namespace stiction {

ProgramDescription described(const CLI::App& app);

}  // namespace stiction
