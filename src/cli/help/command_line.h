// The program's command line as plain data. Help pages, manual pages, shell completion and the reference page of
// docs/ are all written from it, so that they cannot disagree.
#pragma once

#include <string>
#include <vector>

namespace stiction {

struct OptionDescription {
  std::string name;   // "--out", or "SCENE" for a word without a dash
  std::string value;  // "DIR"; "" for a flag and for words without a dash
  std::string help;   // one sentence
  std::string group;  // heading under which help pages show it
  bool is_positional = false;
  bool is_required = false;
  std::vector<std::string> values;  // the possible values where they are few and known
};

struct ExampleCommand {
  std::string line;     // "stiction run arch"
  std::string meaning;  // what it does
};

struct CommandDescription {
  std::string name;     // "run"
  std::string summary;  // one line
  std::vector<ExampleCommand> examples;
  std::vector<OptionDescription> options;  // positional ones too, in the order of help pages
  std::string more;                        // text at the end of the help page, may be empty
};

struct ProgramDescription {
  std::string summary;
  std::vector<CommandDescription> commands;
  std::vector<OptionDescription> options;  // of the program itself
  std::string more;                        // exit statuses
};

// "stiction run SCENE [options]".
std::string usage_line(const CommandDescription& command);

// Pages for the terminal.
std::string help_page(const ProgramDescription& program);
std::string help_page(const CommandDescription& command);

// Manual pages in the language of `man`. The program's own page names the commands.
std::string manual_page(const ProgramDescription& program);
std::string manual_page(const CommandDescription& command);

// Completion for "bash", "zsh" or "fish". Throws InputError for other shells.
std::string completion_script(const ProgramDescription& program, const std::string& shell);

// All of it as JSON text, with the tables of reference_json.h under "data".
std::string command_line_json(const ProgramDescription& program);

// Examples of a command; every one of them is a valid command line.
std::vector<ExampleCommand> examples_of(const std::string& command);

}  // namespace stiction
