#include <fmt/format.h>

#include <algorithm>

#include "cli/help/command_line.h"

namespace stiction {
namespace {

constexpr std::size_t kWidth = 100;       // of a page [characters]
constexpr std::size_t kHelpColumn = 28;   // where explanations begin
constexpr std::size_t kMostExample = 62;  // longer examples get their meaning on the next line

// The text in lines of at most `kWidth`, the first one begun at `column`, the others indented to `indent`.
std::string wrapped(const std::string& text, std::size_t column, std::size_t indent) {
  std::string result;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    const std::size_t length = end - begin;
    if (column > indent && column + 1 + length > kWidth) {
      result += '\n' + std::string(indent, ' ');
      column = indent;
    } else if (!result.empty()) {
      result += ' ';
      ++column;
    }
    result += text.substr(begin, length);
    column += length;
    begin = end + 1;
  }
  return result;
}

// "  --out DIR    Folder for ...".
std::string explained(const std::string& term, const std::string& help) {
  std::string line = "  " + term;
  if (line.size() + 2 > kHelpColumn)
    line += '\n';
  else
    line.resize(kHelpColumn, ' ');
  if (line.back() == '\n') line += std::string(kHelpColumn, ' ');
  return line + wrapped(help, kHelpColumn, kHelpColumn) + '\n';
}

std::string term_of(const OptionDescription& option) {
  return option.value.empty() ? option.name : option.name + " " + option.value;
}

std::string options_section(const std::vector<OptionDescription>& options) {
  std::string text, group;
  for (const OptionDescription& option : options) {
    if (option.group != group) text += fmt::format("\n{}\n", option.group);
    group = option.group;
    text += explained(term_of(option), option.help);
  }
  return text;
}

std::string examples_section(const std::vector<ExampleCommand>& examples) {
  std::size_t width = 0;
  for (const ExampleCommand& example : examples)
    if (example.line.size() <= kMostExample) width = std::max(width, example.line.size());
  std::string text = examples.empty() ? "" : "\nExamples\n";
  for (const ExampleCommand& example : examples) {
    text += fmt::format("  {:<{}}  {}\n", example.line, width, example.meaning);
  }
  return text;
}

}  // namespace

std::string usage_line(const CommandDescription& command) {
  std::string line = "stiction " + command.name;
  bool has_options = false;
  for (const OptionDescription& option : command.options) {
    if (option.is_positional) line += option.is_required ? " " + option.name : fmt::format(" [{}]", option.name);
    has_options = has_options || !option.is_positional;
  }
  return has_options ? line + " [options]" : line;
}

std::string help_page(const ProgramDescription& program) {
  std::string text = program.summary + "\n\n  stiction COMMAND [options]\n" + examples_section(examples_of(""));
  text += "\nCommands\n";
  for (const CommandDescription& command : program.commands) text += explained(command.name, command.summary);
  return text + options_section(program.options) + "\n" + program.more + "\n";
}

std::string help_page(const CommandDescription& command) {
  std::string text = fmt::format("stiction {}: {}\n\n  {}\n", command.name, command.summary, usage_line(command));
  text += examples_section(command.examples) + options_section(command.options);
  return command.more.empty() ? text : text + "\n" + command.more + "\n";
}

}  // namespace stiction
