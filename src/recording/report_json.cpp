#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "recording/run_report.h"
#include "recording/version.h"

namespace stiction {
namespace {

using Json = nlohmann::ordered_json;  // dumps NaN and infinities as null

Json to_json(const MeanMax& x) {
  return {{"mean", x.mean}, {"max", x.max}};
}

Json to_json(const Distribution& x) {
  return {{"mean", x.mean}, {"p50", x.p50}, {"p99", x.p99}, {"max", x.max}};
}

Json to_json(const Vec3& x) {
  return Json::array({x.x(), x.y(), x.z()});
}

Json to_json(const IterateLogEntry& entry) {
  return {{"island", entry.island},
          {"stage", entry.stage},
          {"natural_map", entry.natural_map},
          {"change", entry.change},
          {"newton_steps", entry.newton_steps}};
}

Json to_json(const BodyEnd& body) {
  const Quat& q = body.rotation;
  return {{"name", body.name},
          {"position", to_json(body.position)},
          {"rotation", Json::array({q.w(), q.x(), q.y(), q.z()})},
          {"velocity", to_json(body.velocity)},
          {"angular_velocity", to_json(body.angular_velocity)}};
}

Json to_json(const ReportedExpectation& expectation) {
  const Json passed = expectation.judged ? Json(expectation.passed) : Json(nullptr);
  return {{"text", expectation.text}, {"value", expectation.value}, {"judged", expectation.judged}, {"passed", passed}};
}

template <typename Item>
Json to_array(const std::vector<Item>& items) {
  Json array = Json::array();
  for (const Item& item : items) array.push_back(to_json(item));
  return array;
}

Json to_json(const WorstStep& worst) {
  if (worst.step == 0) return nullptr;
  Json json = {{"step", worst.step},
               {"time", worst.time},
               {"residual", worst.residual},
               {"contact", worst.contact},
               {"bodies", Json::array({worst.body_a, worst.body_b})}};
  if (!worst.iterates.empty()) json["iterates"] = to_array(worst.iterates);
  return json;
}

void add_identity(Json& json, const RunReport& report) {
  json["version"] = version();
  json["status"] = status_name(report.status);
  if (!report.error.empty()) json["error"] = report.error;
  json["scene"] = report.scene;
  json["notes"] = report.notes;
  json["solver"] = report.solver;
  json["friction_set"] = report.friction_set;
  json["tolerance"] = report.tolerance;
  json["warm_start"] = report.warm_start;
  json["step_seconds"] = report.step_seconds;
  json["steps"] = report.steps;
  json["sim_seconds"] = report.sim_seconds;
  json["wall_seconds"] = report.wall_seconds;
  json["dofs"] = report.dofs;
  json["bodies"] = report.bodies;
  if (!report.contact_metric.empty()) json["contact_metric"] = report.contact_metric;
  json["threads"] = report.threads;
  json["memory_bytes"] = report.memory_bytes > 0 ? Json(report.memory_bytes) : Json(nullptr);
}

void add_effort(Json& json, const RunReport& report) {
  json["contacts"] = to_json(report.contacts);
  json["iterations"] = to_json(report.iterations);
  json["newton_steps"] = to_json(report.newton_steps);
  json["solve_ms"] = to_json(report.solve_ms);
  json["step_ms"] = to_json(report.step_ms);
  json["stage_ms"] = Json::object();
  for (const auto& [stage, mean] : report.stage_ms) json["stage_ms"][stage] = mean;
  json["forms"] = {{"dof", report.dof_form_islands}, {"contact", report.contact_form_islands}};
  json["rungs"] = Json::object();
  for (const auto& [rung, count] : report.rungs) json["rungs"][rung] = count;
}

void add_exactness(Json& json, const RunReport& report) {
  json["converged_fraction"] = report.converged_fraction;
  json["iteration_limit"] = report.iteration_limit;
  json["infeasible"] = report.infeasible;
  json["budget_cut"] = report.budget_cut;
  json["budget_overruns"] = report.budget_overruns;
  json["residual"] = to_json(report.residual);
  json["residual_cone"] = to_json(report.residual_cone);
  json["worst_step"] = to_json(report.worst_step);
  json["signorini_max"] = report.signorini_max;
  json["cone_violation_max"] = report.cone_violation_max;
  json["momentum_error_max"] = report.momentum_error_max;
}

void add_mechanics(Json& json, const RunReport& report) {
  json["max_penetration"] = report.max_penetration;
  json["max_joint_error"] = report.max_joint_error;
  json["energy"] = {{"start", report.energy_start},
                    {"end", report.energy_end},
                    {"max", report.energy_max},
                    {"events", report.energy_events}};
  json["max_displacement"] = report.max_displacement;
  json["max_speed_end"] = report.max_speed_end;
  json["hands"] = Json::array();
  for (const HandFigures& hand : report.hands) {
    json["hands"].push_back({{"body", hand.body}, {"force", to_json(hand.force)}, {"torque", to_json(hand.torque)}});
  }
  json["bodies_end"] = to_array(report.bodies_end);
  json["expectations"] = to_array(report.expectations);
  json["state_hash"] = fmt::format("{:016x}", report.state_hash);
}

}  // namespace

const char* status_name(RunStatus status) {
  switch (status) {
    case RunStatus::kFinished:
      return "finished";
    case RunStatus::kInterrupted:
      return "interrupted";
    case RunStatus::kFailed:
      return "failed";
  }
  return "";
}

std::string report_json(const RunReport& report) {
  Json json;
  add_identity(json, report);
  add_effort(json, report);
  add_exactness(json, report);
  add_mechanics(json, report);
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

bool is_report(const std::string& text) {
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object()) return false;
  const auto has_text = [&](const char* key) { return json.contains(key) && json[key].is_string(); };
  return has_text("version") && has_text("status") && has_text("scene") && has_text("state_hash");
}

}  // namespace stiction
