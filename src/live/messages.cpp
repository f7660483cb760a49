#include "live/messages.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace stiction {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kLongestError = 400;  // [bytes]

std::string dumped(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json to_json(const Vec3& v) {
  return {v.x(), v.y(), v.z()};
}

Json text_or_null(const std::string& text) {
  return text.empty() ? Json(nullptr) : Json(text);
}

Json hands_json(const LiveWorld& world) {
  Json list = Json::array();
  for (const HandView& hand : world.hands().views(world.simulation())) {
    list.push_back({{"client", hand.by_client},
                    {"body", hand.body},
                    {"anchor", to_json(hand.anchor)},
                    {"target", to_json(hand.target)},
                    {"force", to_json(hand.felt.force)},
                    {"torque", to_json(hand.felt.torque)}});
  }
  return list;
}

Json timing_json(const RecentTiming& timing, double period_ms) {
  return {{"period_ms", period_ms},
          {"p50_ms", timing.cpu.p50_ms},
          {"p99_ms", timing.cpu.p99_ms},
          {"max_ms", timing.cpu.max_ms},
          {"late", timing.late},
          {"steps", timing.cpu.steps},
          {"converged", timing.converged},
          {"histogram", {{"edges_ms", timing.cpu.edges_ms}, {"counts", timing.cpu.counts}}}};
}

// One line of bounded length, whatever a client wrote into it.
std::string one_line(std::string text) {
  if (text.size() > kLongestError) text = text.substr(0, kLongestError) + "...";
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < ' ') c = ' ';
  }
  return text;
}

}  // namespace

std::string status_message(const LiveWorld& world, const LiveStatus& status, const LiveStatistics& statistics) {
  const Simulation& simulation = world.simulation();
  Json materials = Json::array();
  for (const Material& material : simulation.model().materials) {
    materials.push_back({{"name", material.name}, {"friction", material.friction}});
  }
  const Audience audience = statistics.audience();
  return dumped({{"type", "status"},
                 {"playing", status.playing},
                 {"time", simulation.state().time},
                 {"step", simulation.state().step_index},
                 {"speed", status.speed},
                 {"achieved", status.achieved},
                 {"solver", {{"name", simulation.options().name}, {"tolerance", simulation.options().tolerance}}},
                 {"gravity", to_json(simulation.model().gravity)},
                 {"materials", materials},
                 {"clients", audience.clients},
                 {"dropped", audience.dropped},
                 {"recording", status.recording},
                 {"recording_error", text_or_null(status.recording_error)},
                 {"hands", hands_json(world)},
                 {"timing", timing_json(statistics.recent(), status.period_ms)},
                 {"stopped", text_or_null(status.stopped)}});
}

std::string live_description(const LiveWorld& world, bool can_record) {
  const SpareBodies& spares = world.spares();
  Json solvers = Json::array();
  for (const std::string& name : world.solver_choices()) solvers.push_back(name);
  return dumped(
      {{"solvers", solvers},
       {"spares",
        {{"box", {{"count", spares.boxes.size()}, {"size", to_json(spares.box_size)}}},
         {"sphere", {{"count", spares.spheres.size()}, {"size", to_json(Vec3::Constant(2 * spares.radius))}}}}},
       {"rate_hz", 1 / world.simulation().step_size()},
       {"can_record", can_record}});
}

std::string reply_message(std::optional<std::int64_t> id, const std::string& members) {
  return fmt::format(R"({{"type": "reply", "id": {}, "ok": true{}}})", id ? fmt::to_string(*id) : "null", members);
}

std::string error_message(std::optional<std::int64_t> id, const std::string& error) {
  return dumped({{"type", "reply"}, {"id", id ? Json(*id) : Json(nullptr)}, {"ok", false}, {"error", one_line(error)}});
}

}  // namespace stiction
