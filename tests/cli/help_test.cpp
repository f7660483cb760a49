// Help, manual pages and completion come from one description of the command line, and hold what they promise.
#include <gtest/gtest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/error.h"
#include "cli/arguments/arguments.h"
#include "cli/help/command_line.h"
#include "cli/program.h"
#include "scenes/gallery.h"

namespace stiction {
namespace {

using Json = nlohmann::json;

const std::vector<std::string> kCommands = {"scenes", "run",   "view",  "check", "export",
                                            "render", "solve", "bench", "help",  "completion"};

Arguments parsed(const std::vector<std::string>& words) {
  std::vector<const char*> raw = {"stiction"};
  for (const std::string& word : words) raw.push_back(word.c_str());
  return parse_arguments(static_cast<int>(raw.size()), raw.data());
}

std::string information(const std::vector<std::string>& words) {
  return std::get<Information>(parsed(words)).text;
}

std::vector<std::string> words_of(const std::string& line) {
  std::istringstream stream(line);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

TEST(Help, NamesEveryCommandWithItsOwnPage) {
  const std::string all = information({"help"});
  EXPECT_EQ(all, information({"--help"}));
  for (const std::string& command : kCommands) {
    EXPECT_NE(all.find("\n  " + command + " "), std::string::npos) << command;
    if (command == "bench") continue;  // its words go to another program
    EXPECT_EQ(information({"help", command}), information({command, "--help"}));
  }
}

TEST(Help, AnUnknownCommandIsAnsweredWithTheNearest) {
  try {
    parsed({"help", "rnu"});
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("did you mean \"run\"?"), std::string::npos) << error.what();
  }
}

TEST(Help, ExamplesAreValidCommandLines) {
  int count = 0;
  for (const std::string& command : kCommands) {
    for (const ExampleCommand& example : examples_of(command)) {
      std::vector<std::string> words = words_of(example.line);
      ASSERT_EQ(words.front(), "stiction");
      words.erase(words.begin());
      EXPECT_NO_THROW(parsed(words)) << example.line;
      ++count;
    }
  }
  EXPECT_GT(count, 20);
}

TEST(Help, LinesFitIntoATerminal) {
  for (const std::string& command : kCommands) {
    std::istringstream page(information({"help", command}));
    for (std::string line; std::getline(page, line) && line.rfind("Solvers:", 0) != 0;) {
      EXPECT_LE(line.size(), 112U) << command << ": " << line;
    }
  }
}

TEST(Help, RunShowsTheSceneBeforeTheSolver) {
  const std::string page = information({"help", "run"});
  EXPECT_LT(page.find("Examples"), page.find("  --duration S"));
  EXPECT_LT(page.find("  --duration S"), page.find("  --out DIR"));
  EXPECT_LT(page.find("  --out DIR"), page.find("--solver-set"));
}

TEST(Help, JsonHasEveryOptionOfTheHelpPages) {
  const Json json = Json::parse(information({"help", "--json"}));
  ASSERT_EQ(json["commands"].size(), kCommands.size());
  for (const Json& command : json["commands"]) {
    const std::string name = command["name"], page = information({"help", name});
    for (const Json& option : command["options"]) {
      EXPECT_NE(page.find("  " + option["name"].get<std::string>()), std::string::npos) << name << " " << option;
      EXPECT_FALSE(option["help"].get<std::string>().empty()) << name << " " << option;
    }
  }
}

TEST(ManualPage, HasTheSectionsThatManExpects) {
  for (const std::string& command : kCommands) {
    const std::string page = information({"help", "--man", command});
    EXPECT_EQ(page.rfind(".TH STICTION", 0), 0U) << command;
    for (const char* section : {".SH NAME\n", ".SH SYNOPSIS\n"}) EXPECT_NE(page.find(section), std::string::npos);
  }
  EXPECT_NE(information({"help", "--man"}).find(".SH EXIT STATUS"), std::string::npos);
}

// What bash offers for the words typed so far, the last of which may be incomplete.
class Completion : public ProgramTest {
 protected:
  std::string offered(const std::vector<std::string>& words) const {
    const std::string script = file("completion.bash", information({"completion", "bash"}));
    std::string list;
    for (const std::string& word : words) list += "'" + word + "' ";
    const std::string command = "source " + script + "; COMP_WORDS=(" + list +
                                "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); " +
                                "_stiction; printf '%s\\n' \"${COMPREPLY[@]}\"";
    const std::string out = path("offered");
    EXPECT_EQ(std::system(("cd " + path("") + " && bash -c \"" + escaped(command) + "\" > " + out).c_str()), 0);
    return "\n" + text_of(out);
  }
  static std::string escaped(const std::string& text) {
    std::string result;
    for (const char c : text) {
      if (c == '"' || c == '$' || c == '\\') result += '\\';
      result += c;
    }
    return result;
  }
};

TEST_F(Completion, OfBashOffersCommandsScenesOptionsAndValues) {
  EXPECT_NE(offered({"stiction", "r"}).find("\nrun\n"), std::string::npos);
  EXPECT_NE(offered({"stiction", "run", "card"}).find("\ncard-house\n"), std::string::npos);
  EXPECT_NE(offered({"stiction", "run", "arch", "--du"}).find("\n--duration\n"), std::string::npos);
  EXPECT_NE(offered({"stiction", "run", "arch", "--solver", "pg"}).find("\npgs\n"), std::string::npos);
  EXPECT_EQ(offered({"stiction", "run", "arch", "--step", ""}), "\n\n");
}

TEST_F(Completion, OfBashOffersFilesWhereFilesAreWanted) {
  file("mine.json", "{}");
  EXPECT_NE(offered({"stiction", "run", "mi"}).find("\nmine.json\n"), std::string::npos);
  EXPECT_NE(offered({"stiction", "export", "arch", "--out", "mi"}).find("\nmine.json\n"), std::string::npos);
}

TEST_F(Completion, OfTheOtherShellsNamesEveryCommandAndOption) {
  for (const char* shell : {"zsh", "fish"}) {
    const std::string script = information({"completion", shell});
    for (const std::string& command : kCommands) EXPECT_NE(script.find(command), std::string::npos) << shell;
    EXPECT_NE(script.find("duration"), std::string::npos);
    EXPECT_NE(script.find(gallery().back().name), std::string::npos);
  }
  EXPECT_THROW(parsed({"completion", "csh"}), InputError);
}

}  // namespace
}  // namespace stiction
