#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/text/gallery_facts.h"
#include "scenes/expectation_text.h"

namespace stiction {
namespace {

using Json = nlohmann::ordered_json;

Json to_json(const GalleryParameter& parameter) {
  return {{"name", parameter.name},     {"default", parameter.default_value},
          {"unit", parameter.unit},     {"min", parameter.min},
          {"max", parameter.max},       {"whole", parameter.whole},
          {"origin", parameter.origin}, {"help", parameter.help}};
}

Json to_json(const GalleryFacts& facts) {
  const GalleryEntry& entry = *facts.entry;
  Json parameters = Json::array();
  for (const GalleryParameter& parameter : entry.parameters) parameters.push_back(to_json(parameter));
  Json texts = Json::array();
  for (const Expectation& expectation : facts.scene.expectations) texts.push_back(expectation_text(expectation));
  return {{"name", entry.name},
          {"summary", entry.summary},
          {"description", facts.scene.description},
          {"claims", entry.claims},
          {"bodies", facts.bodies},
          {"dofs", facts.dofs ? Json(*facts.dofs) : Json()},
          {"step", facts.scene.step},
          {"duration", facts.scene.duration},
          {"check_duration", entry.check_duration},
          {"soak_duration", entry.soak_duration},
          {"solver", facts.scene.solver.name},
          {"expectations", facts.scene.expectations.size()},
          {"expected", texts},
          {"parameters", parameters}};
}

}  // namespace

std::string gallery_json(const std::string& name) {
  Json json;
  if (name.empty()) {
    json = Json::array();
    for (const GalleryFacts& facts : gallery_facts()) json.push_back(to_json(facts));
  } else {
    json = to_json(gallery_facts_of(name));
  }
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace stiction
