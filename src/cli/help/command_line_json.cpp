#include <nlohmann/json.hpp>

#include "cli/help/command_line.h"
#include "cli/help/reference_json.h"

namespace stiction {
namespace {

using Json = nlohmann::ordered_json;

Json to_json(const std::vector<OptionDescription>& options) {
  Json list = Json::array();
  for (const OptionDescription& option : options) {
    list.push_back({{"name", option.name},
                    {"value", option.value},
                    {"group", option.group},
                    {"required", option.is_required},
                    {"help", option.help}});
  }
  return list;
}

Json to_json(const std::vector<ExampleCommand>& examples) {
  Json list = Json::array();
  for (const ExampleCommand& example : examples) {
    list.push_back({{"line", example.line}, {"meaning", example.meaning}});
  }
  return list;
}

}  // namespace

std::string command_line_json(const ProgramDescription& program) {
  Json commands = Json::array();
  for (const CommandDescription& command : program.commands) {
    commands.push_back({{"name", command.name},
                        {"summary", command.summary},
                        {"usage", usage_line(command)},
                        {"examples", to_json(command.examples)},
                        {"options", to_json(command.options)},
                        {"more", command.more}});
  }
  const Json json = {{"summary", program.summary},
                     {"options", to_json(program.options)},
                     {"commands", commands},
                     {"more", program.more},
                     {"data", Json::parse(reference_json())}};
  return json.dump(1) + "\n";
}

}  // namespace stiction
