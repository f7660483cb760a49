// Misspelt words of the command line, refused by name before CLI11 sees them: it would first miss what they were
// meant to give.
#pragma once

namespace CLI {
class App;
}

namespace stiction {

// Every word that looks like an option (-x, --xyz) is one that `command` has, followed by a value if it takes one, and
// given once unless it may be repeated. A value that looks like an option itself is written --xyz=VALUE.
// words[0] is the program, words[1] the command. Throws InputError; where an option is unknown, with the nearest one.
void require_known_options(const CLI::App& command, int count, const char* const* words);

}  // namespace stiction
