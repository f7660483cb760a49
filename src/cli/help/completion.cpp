#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "cli/help/command_line.h"
#include "scenes/words.h"

namespace stiction {
namespace {

// Does the value name a file or folder?
bool takes_path(const std::string& value) {
  return value == "DIR" || value == "FILE" || value.find('.') != std::string::npos;
}

std::vector<std::string> command_names(const ProgramDescription& program) {
  std::vector<std::string> names;
  for (const CommandDescription& command : program.commands) names.push_back(command.name);
  return names;
}

// All of the command's options, and the known values of words without a dash.
std::vector<std::string> words_of(const CommandDescription& command) {
  std::vector<std::string> words;
  for (const OptionDescription& option : command.options) {
    if (!option.is_positional)
      words.push_back(option.name);
    else
      words.insert(words.end(), option.values.begin(), option.values.end());
  }
  return words;
}

bool takes_files(const CommandDescription& command) {
  return std::any_of(command.options.begin(), command.options.end(), [](const OptionDescription& option) {
    return option.is_positional && option.name != "COMMAND" && option.name != "SHELL" && option.name != "WORD";
  });
}

// A case of the values after an option; "" where the option is a flag.
std::string bash_values(const CommandDescription& command, const OptionDescription& option) {
  if (option.is_positional || option.value.empty()) return "";
  const std::string reply = !option.values.empty()     ? fmt::format("words=\"{}\"", joined(option.values, " "))
                            : takes_path(option.value) ? std::string("files=1")
                                                       : std::string(":");
  return fmt::format("    \"{} {}\") {} ;;\n", command.name, option.name, reply);
}

std::string bash_script(const ProgramDescription& program) {
  std::string values, commands;
  for (const CommandDescription& command : program.commands) {
    for (const OptionDescription& option : command.options) values += bash_values(command, option);
    commands += fmt::format("      {}) words=\"{}\"{} ;;\n", command.name, joined(words_of(command), " "),
                            takes_files(command) ? " files=1" : "");
  }
  return fmt::format(R"(# Completion of stiction for bash, written by `stiction completion bash`.
_stiction() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} command=${{COMP_WORDS[1]}} words= files=
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    words="{} --help --version"
  else
    case "$command $before" in
{}    *) case $command in
{}      esac ;;
    esac
  fi
  local IFS=$' \t\n'
  [[ -z $words ]] || COMPREPLY=($(compgen -W "$words" -- "$current"))
  IFS=$'\n'
  [[ -z $files || $current == -* ]] || COMPREPLY+=($(compgen -f -- "$current"))
}}
complete -o filenames -F _stiction stiction
)",
                     joined(command_names(program), " "), values, commands);
}

// Text inside of single quotes, with what zsh's _arguments gives a meaning escaped.
std::string quoted_for_zsh(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '\'')
      result += "'\\''";
    else if (c == '[' || c == ']' || c == ':' || c == '\\')
      result += fmt::format("\\{}", c);
    else
      result += c;
  }
  return result;
}

std::string zsh_action(const OptionDescription& option) {
  if (!option.values.empty() && !option.is_positional) return fmt::format("({})", joined(option.values, " "));
  if (option.is_positional && !option.values.empty())
    return fmt::format("{{_alternative \"names:name:({})\" \"files:file:_files\"}}", joined(option.values, " "));
  return option.is_positional || takes_path(option.value) ? "_files" : " ";
}

std::string zsh_spec(const OptionDescription& option) {
  if (option.is_positional)
    return fmt::format(" \\\n        '*:{}:{}'", quoted_for_zsh(option.name), zsh_action(option));
  const std::string value =
      option.value.empty() ? "" : fmt::format(":{}:{}", quoted_for_zsh(option.value), zsh_action(option));
  return fmt::format(" \\\n        '{}[{}]{}'", option.name, quoted_for_zsh(option.help), value);
}

std::string zsh_script(const ProgramDescription& program) {
  std::string names, cases;
  for (const CommandDescription& command : program.commands) {
    names += fmt::format("    '{}:{}'\n", command.name, quoted_for_zsh(command.summary));
    cases += fmt::format("    {})\n      _arguments", command.name);
    for (const OptionDescription& option : command.options) cases += zsh_spec(option);
    cases += " ;;\n";
  }
  return fmt::format(R"(#compdef stiction
# Completion of stiction for zsh, written by `stiction completion zsh`.
_stiction() {{
  local -a commands
  commands=(
{})
  if ((CURRENT == 2)); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  ((CURRENT--))
  case $command in
{}  esac
}}
_stiction "$@"
)",
                     names, cases);
}

std::string quoted_for_fish(const std::string& text) {
  std::string result = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') result += '\\';
    result += c;
  }
  return result + "'";
}

std::string fish_option(const CommandDescription& command, const OptionDescription& option) {
  const std::string in = fmt::format("complete -c stiction -n '__fish_seen_subcommand_from {}'", command.name);
  if (option.is_positional) {
    const std::string files = takes_files(command) ? " -F" : " -f";
    return option.values.empty() ? fmt::format("{}{}\n", in, files)
                                 : fmt::format("{}{} -a {}\n", in, files, quoted_for_fish(joined(option.values, " ")));
  }
  std::string line = fmt::format("{} -l {} -d {}", in, option.name.substr(2), quoted_for_fish(option.help));
  if (!option.value.empty()) line += takes_path(option.value) ? " -r -F" : " -x";
  if (!option.values.empty()) line += fmt::format(" -a {}", quoted_for_fish(joined(option.values, " ")));
  return line + "\n";
}

std::string fish_script(const ProgramDescription& program) {
  std::string text = "# Completion of stiction for fish, written by `stiction completion fish`.\n";
  text += "complete -c stiction -f\n";
  for (const CommandDescription& command : program.commands) {
    text += fmt::format("complete -c stiction -n __fish_use_subcommand -a {} -d {}\n", command.name,
                        quoted_for_fish(command.summary));
  }
  for (const CommandDescription& command : program.commands)
    for (const OptionDescription& option : command.options) text += fish_option(command, option);
  return text;
}

}  // namespace

std::string completion_script(const ProgramDescription& program, const std::string& shell) {
  if (shell == "bash") return bash_script(program);
  if (shell == "zsh") return zsh_script(program);
  if (shell == "fish") return fish_script(program);
  throw InputError(fmt::format("there is no completion for the shell \"{}\" (known: bash, zsh, fish)", shell));
}

}  // namespace stiction
