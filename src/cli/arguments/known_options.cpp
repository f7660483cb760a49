#include "cli/arguments/known_options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cctype>
#include <set>
#include <string>
#include <vector>

#include "base/error.h"
#include "scenes/words.h"

namespace stiction {
namespace {

// "-5" is a number, "-" and "--" are words of their own.
bool looks_like_option(const std::string& word) {
  const std::size_t dashes = word.find_first_not_of('-');
  return dashes != 0 && dashes != std::string::npos && dashes <= 2 &&
         std::isalpha(static_cast<unsigned char>(word[dashes])) != 0;
}

// "--set" of "--set=mu=1", "-h" of "-h".
std::string option_name(const std::string& word) {
  return word.substr(0, word.find('='));
}

std::vector<std::string> long_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

// One dash for two is a common slip: "-set" means "--set".
[[noreturn]] void refuse(const CLI::App& command, const std::string& name) {
  const std::string meant = name.starts_with("--") ? name : "-" + name;
  const std::string nearest = nearest_word(meant, long_names(command));
  throw InputError(fmt::format("{} has no option {}{} (stiction {} --help lists them)", command.get_name(), name,
                               nearest.empty() ? "" : fmt::format("; did you mean {}?", nearest), command.get_name()));
}

// "--out DIR".
std::string usage(const CLI::Option& option, const std::string& name) {
  return name + " " + option.get_type_name();
}

void require_value(const CLI::Option& option, const std::string& name, const char* next) {
  if (next == nullptr) throw InputError(fmt::format("{} needs a value: {}", name, usage(option, name)));
  if (!looks_like_option(next)) return;
  throw InputError(
      fmt::format("{} needs a value, and {} looks like another option: {}", name, next, usage(option, name)));
}

}  // namespace

void require_known_options(const CLI::App& command, int count, const char* const* words) {
  std::set<const CLI::Option*> given;
  for (int i = 2; i < count; ++i) {
    const std::string word = words[i];
    if (word == "--") return;  // only names follow
    if (!looks_like_option(word)) continue;
    const std::string name = option_name(word);
    const CLI::Option* option = command.get_option_no_throw(name);
    if (option == nullptr) refuse(command, name);
    if (option->get_items_expected_min() == 0) continue;  // a flag
    if (!given.insert(option).second && option->get_items_expected_max() == 1) {
      throw InputError(fmt::format("{} is given twice; leave one out", name));
    }
    if (name.size() < word.size()) continue;  // --xyz=VALUE
    require_value(*option, name, i + 1 < count ? words[i + 1] : nullptr);
    ++i;
  }
}

}  // namespace stiction
