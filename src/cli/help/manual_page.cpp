#include <fmt/format.h>

#include <algorithm>

#include "cli/help/command_line.h"
#include "recording/version.h"

namespace stiction {
namespace {

// Text as roff prints it: hyphens that stay hyphens, and no line that looks like a request.
std::string roff(const std::string& text) {
  std::string result;
  bool line_begins = true;
  for (const char c : text) {
    if (line_begins && (c == '.' || c == '\'')) result += "\\&";
    if (c == '\\')
      result += "\\e";
    else if (c == '-')
      result += "\\-";
    else
      result += c;
    line_begins = c == '\n';
  }
  return result;
}

std::string upper(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return text;
}

std::string head(const std::string& page, const std::string& summary) {
  return fmt::format(".TH {} 1 \"\" \"stiction {}\" \"Stiction\"\n.SH NAME\n{} \\- {}\n", roff(upper(page)), version(),
                     roff(page), roff(summary));
}

std::string option_entry(const OptionDescription& option) {
  const std::string value = option.value.empty() ? "" : fmt::format(" \\fI{}\\fR", roff(option.value));
  return fmt::format(".TP\n\\fB{}\\fR{}\n{}\n", roff(option.name), value, roff(option.help));
}

std::string options_section(const std::vector<OptionDescription>& options) {
  std::string text, group;
  for (const OptionDescription& option : options) {
    if (option.group != group) text += fmt::format(".SH {}\n", roff(upper(option.group)));
    group = option.group;
    text += option_entry(option);
  }
  return text;
}

std::string examples_section(const std::vector<ExampleCommand>& examples) {
  std::string text = examples.empty() ? "" : ".SH EXAMPLES\n";
  for (const ExampleCommand& example : examples) {
    text += fmt::format(".TP\n\\fB{}\\fR\n{}\n", roff(example.line), roff(example.meaning));
  }
  return text;
}

std::string as_it_is(const std::string& title, const std::string& text) {
  return text.empty() ? "" : fmt::format(".SH {}\n.nf\n{}\n.fi\n", title, roff(text));
}

}  // namespace

std::string manual_page(const ProgramDescription& program) {
  std::string text = head("stiction", program.summary);
  text += ".SH SYNOPSIS\n\\fBstiction\\fR \\fICOMMAND\\fR [options]\n.SH COMMANDS\n";
  for (const CommandDescription& command : program.commands) {
    text += fmt::format(".TP\n\\fB{0}\\fR\n{1} See \\fBstiction\\-{0}\\fR(1).\n", command.name,
                        roff(command.summary) + ".");
  }
  return text + options_section(program.options) + examples_section(examples_of("")) +
         as_it_is("EXIT STATUS", program.more);
}

std::string manual_page(const CommandDescription& command) {
  std::string text = head("stiction-" + command.name, command.summary);
  text += fmt::format(".SH SYNOPSIS\n{}\n", roff(usage_line(command)));
  text += examples_section(command.examples) + options_section(command.options) + as_it_is("NOTES", command.more);
  return text + ".SH SEE ALSO\n\\fBstiction\\fR(1)\n";
}

}  // namespace stiction
