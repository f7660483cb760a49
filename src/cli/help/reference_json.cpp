#include "cli/help/reference_json.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "geometry/solids/solid_kind.h"
#include "live/command.h"
#include "model/common_materials.h"
#include "model/joint_check.h"
#include "scenes/expectation_fields.h"
#include "scenes/hand_fields.h"
#include "scenes/scene_keys.h"
#include "solvers/contact_solver.h"

namespace stiction {
namespace {

using Json = nlohmann::ordered_json;

template <class Range, class Describe>
Json list_of(const Range& range, const Describe& describe) {
  Json list = Json::array();
  for (const auto& item : range) list.push_back(describe(item));
  return list;
}

// The solvers that have an option beside those that all have; empty: all.
std::vector<std::string> solvers_with(const std::string& option) {
  std::vector<std::string> names;
  for (const SolverEntry& entry : solver_registry()) {
    if (std::ranges::find(entry.options, option) != entry.options.end()) names.push_back(entry.name);
  }
  return names;
}

Json to_json(const OptionField& field) {
  const Json initial = std::visit([](const auto& value) { return Json(value); }, field.get(SolverOptions{}));
  return {{"key", field.key}, {"default", initial}, {"help", field.help}, {"solvers", solvers_with(field.key)}};
}

Json to_json(const SolidField& field) {
  const Vec3& v = field.initial;
  return {{"key", field.key},
          {"unit", field.unit},
          {"min", field.min},
          {"max", field.max},
          {"default", field.is_vector ? Json{v.x(), v.y(), v.z()} : Json(v.x())},
          {"required", field.must_be_given}};
}

Json to_json(const SolidKind& kind) {
  return {{"kind", kind.name},
          {"fields", list_of(kind.fields, [](const SolidField& field) { return to_json(field); })},
          {"seed", kind.has_seed},
          {"parts", kind.has_parts}};
}

Json to_json(const CommonMaterial& common) {
  return {{"name", common.material.name},
          {"density", common.material.density},
          {"friction", common.material.friction},
          {"low", common.friction_low},
          {"high", common.friction_high}};
}

Json to_json(const CommonPair& pair) {
  return {{"a", pair.a}, {"b", pair.b}, {"friction", pair.friction}, {"low", pair.low}, {"high", pair.high}};
}

// Numbers that may be left out have a default.
Json to_json(const ExpectationFields& fields) {
  const auto number_json = [&fields](const ExpectationNumber& number) {
    const Json initial = fields.needs_limit ? Json() : Json(Expectation{}.*number.member);
    return Json{{"key", number.key}, {"unit", number.unit}, {"default", initial}};
  };
  const char* bodies = fields.bodies == BodiesOf::kPattern ? "pattern" : "pair";
  return {{"type", expectation_name(fields.kind)},
          {"bodies", fields.bodies == BodiesOf::kNone ? Json() : Json(bodies)},
          {"axis", fields.kind == ExpectationKind::kPosition},
          {"numbers", list_of(fields.numbers, number_json)},
          {"help", fields.help}};
}

// Unlimited numbers are null.
Json to_json(const HandField& field) {
  const double initial = HandCoupling{}.*field.member;
  return {{"key", field.key}, {"unit", field.unit}, {"default", std::isfinite(initial) ? Json(initial) : Json()}};
}

Json joints_json() {
  constexpr JointKind kKinds[] = {JointKind::kBall,   JointKind::kHinge,     JointKind::kSlider,  JointKind::kFixed,
                                  JointKind::kPlanar, JointKind::kUniversal, JointKind::kDistance};
  return list_of(kKinds, [](JointKind kind) {
    return Json{{"type", joint_kind_name(kind)}, {"keys", joint_keys(kind)}};
  });
}

}  // namespace

std::string reference_json() {
  const auto described = [](const auto& item) { return to_json(item); };
  const Json json = {{"solver_options", list_of(solver_option_fields(), described)},
                     {"solvers", list_of(solver_registry(),
                                         [](const SolverEntry& entry) {
                                           return Json{{"name", entry.name}, {"summary", entry.summary}};
                                         })},
                     {"solids", list_of(solid_registry(), described)},
                     {"materials", list_of(common_materials(), described)},
                     {"material_pairs", list_of(common_pairs(), described)},
                     {"expectations", list_of(expectation_fields(), described)},
                     {"hand_fields", list_of(kHandFields, described)},
                     {"joints", joints_json()},
                     {"live_commands", list_of(command_keys(),
                                               [](const CommandKeys& command) {
                                                 return Json{{"type", command.type}, {"keys", command.keys}};
                                               })},
                     {"keys",
                      {{"scene", kSceneKeys},
                       {"material", kMaterialKeys},
                       {"body", kBodyKeys},
                       {"elastic", kElasticKeys},
                       {"points", kPointsKeys}}}};
  return json.dump(1) + "\n";
}

}  // namespace stiction
