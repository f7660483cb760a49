// The program's tables as data: complete, and with the values that the program uses.
#include "cli/help/reference_json.h"

#include <nlohmann/json.hpp>

#include "cli/program.h"
#include "geometry/solids/solid_kind.h"
#include "model/common_materials.h"
#include "scenes/scene_keys.h"
#include "solvers/contact_solver.h"

namespace stiction {
namespace {

using Json = nlohmann::json;

const Json& data() {
  static const Json json = Json::parse(reference_json());
  return json;
}

const Json& entry(const char* list, const char* key, const std::string& name) {
  static const Json none;
  for (const Json& item : data()[list]) {
    if (item[key] == name) return item;
  }
  ADD_FAILURE() << list << " has no " << name;
  return none;
}

TEST(ReferenceJson, HasEverySolverOptionSolidMaterialAndPair) {
  EXPECT_EQ(data()["solver_options"].size(), solver_option_fields().size());
  EXPECT_EQ(data()["solvers"].size(), solver_registry().size());
  EXPECT_EQ(data()["solids"].size(), solid_registry().size());
  EXPECT_EQ(data()["materials"].size(), common_materials().size());
  EXPECT_EQ(data()["material_pairs"].size(), common_pairs().size());
}

TEST(ReferenceJson, OptionsTellTheirDefaultsAndSolvers) {
  EXPECT_EQ(entry("solver_options", "key", "tolerance")["default"], SolverOptions{}.tolerance);
  EXPECT_TRUE(entry("solver_options", "key", "tolerance")["solvers"].empty());
  EXPECT_EQ(entry("solver_options", "key", "tau")["solvers"], Json({"penalty"}));
  EXPECT_EQ(entry("solver_options", "key", "warm_start")["default"], true);
  EXPECT_EQ(entry("solver_options", "key", "tangents")["default"], "disk");
}

TEST(ReferenceJson, OptionsOfAllSolversAreThoseThatEverySolverAccepts) {
  for (const Json& option : data()["solver_options"]) {
    if (!option["solvers"].empty()) continue;
    for (const SolverEntry& solver : solver_registry()) {
      SolverOptions options;
      options.name = solver.name;
      if (option["key"] == "tolerance") options.tolerance = 1e-3;
      if (option["key"] == "warm_start") options.warm_start = false;
      if (option["key"] == "decompose") options.decompose = false;
      if (option["key"] == "log_iterates") options.log_iterates = true;
      EXPECT_NO_THROW(make_solver(options)) << option["key"] << " of " << solver.name;
    }
  }
}

class ReferenceJsonOfTheProgram : public ProgramTest {};

TEST_F(ReferenceJsonOfTheProgram, IsPartOfItsHelp) {
  EXPECT_EQ(Json::parse(run({"help", "--json"}).out)["data"], data());
}

TEST(ReferenceJson, NumbersHaveUnitsAndDefaults) {
  EXPECT_EQ(entry("solids", "kind", "box")["fields"][0]["default"], Json({1, 1, 1}));
  EXPECT_EQ(entry("solids", "kind", "rock")["seed"], true);
  EXPECT_EQ(entry("expectations", "type", "at_rest")["numbers"][1]["unit"], "m/s");
  EXPECT_TRUE(entry("expectations", "type", "at_rest")["numbers"][1]["default"].is_null());
  EXPECT_EQ(entry("expectations", "type", "converged")["numbers"][0]["default"], 1);
  EXPECT_EQ(entry("hand_fields", "key", "stiffness")["default"], 1000);
  EXPECT_TRUE(entry("hand_fields", "key", "max_force")["default"].is_null());
  for (const Json& expectation : data()["expectations"]) EXPECT_NE(expectation["help"], "");
}

TEST(ReferenceJson, JointsAndLiveCommandsListTheirKeys) {
  EXPECT_EQ(entry("joints", "type", "ball")["keys"], Json({"type", "bodies", "collide", "anchor"}));
  EXPECT_EQ(entry("joints", "type", "distance")["keys"], Json({"type", "bodies", "collide", "anchors", "limits"}));
  EXPECT_EQ(entry("live_commands", "type", "play")["keys"], Json::array());
  EXPECT_EQ(entry("live_commands", "type", "solver")["keys"], Json({"name", "tolerance"}));
  EXPECT_EQ(data()["keys"]["body"].size(), kBodyKeys.size());
}

}  // namespace
}  // namespace stiction
