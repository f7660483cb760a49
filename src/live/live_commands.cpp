// What commands do.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "live/live_loop.h"

namespace stiction {
namespace {

const std::string kNothingMore;

// Sent many times a second: they change nothing that a status should tell at once.
bool is_motion(const Command& command) {
  if (std::holds_alternative<command::Move>(command)) return true;
  const auto* hand = std::get_if<command::Hand>(&command);
  return hand != nullptr && hand->pose.has_value();
}

// Pairs with the material that have a friction of their own, which stays; "" if there are none.
std::string kept_pairs(const Model& model, const std::string& material) {
  nlohmann::json kept = nlohmann::json::array();
  for (const MaterialPair& pair : model.pairs) {
    const std::string &a = model.materials[pair.material_a].name, &b = model.materials[pair.material_b].name;
    if (a == material || b == material) kept.push_back({a, b});
  }
  if (kept.empty()) return kNothingMore;
  return R"(, "kept_pairs": )" + kept.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace

void LiveLoop::handle(int client, const std::string& json, const Reply& reply) {
  const Message message = read_message(json);
  std::string answer, error = message.error;
  if (message.command) {
    try {
      if (const auto* step = std::get_if<command::Step>(&*message.command)) {
        carry_out(client, *step);
        steps_ = Steps{step->count, 0, message.id, reply};
        statistics_.add_command(false);
        return;
      }
      answer = std::visit([&](const auto& command) { return carry_out(client, command); }, *message.command);
    } catch (const std::exception& e) {
      error = e.what();
    }
    if (!is_motion(*message.command)) refresh();
  }
  statistics_.add_command(!error.empty());
  const bool wanted = message.id || !message.command;
  if (!wanted) return reply("");
  reply(error.empty() ? reply_message(message.id, answer) : error_message(message.id, error));
}

void LiveLoop::require_running() const {
  if (status_.stopped.empty()) return;
  throw InputError("the simulation has stopped: reset it, or load a state. " + status_.stopped);
}

std::string LiveLoop::carry_out(int /*client*/, const command::Play& /*play*/) {
  require_running();
  answer_steps();
  if (status_.playing) return kNothingMore;
  const double now = clock_.now();
  status_.playing = true;
  pacer_.start(now);
  achieved_.start(now);
  played_until_ = now;
  return kNothingMore;
}

std::string LiveLoop::carry_out(int /*client*/, const command::Pause& /*pause*/) {
  pause();
  return kNothingMore;
}

std::string LiveLoop::carry_out(int /*client*/, const command::Step& /*step*/) {
  require_running();
  pause();
  return kNothingMore;
}

std::string LiveLoop::carry_out(int /*client*/, const command::Reset& reset) {
  world_.reset(reset.settings);
  if (reset.settings) pacer_.set_speed(1, clock_.now());
  time_has_jumped();
  return kNothingMore;
}

std::string LiveLoop::carry_out(int /*client*/, const command::Speed& speed) {
  pacer_.set_speed(speed.factor, clock_.now());
  achieved_.start(clock_.now());
  statistics_.start_recent();
  return kNothingMore;
}

std::string LiveLoop::carry_out(int /*client*/, const command::Solver& solver) {
  world_.set_solver(solver);
  statistics_.set_solver(world_.simulation().options().name);
  statistics_.start_recent();
  return kNothingMore;
}

std::string LiveLoop::carry_out(int /*client*/, const command::Friction& friction) {
  world_.set_friction(friction.material, friction.value);
  return kept_pairs(world_.simulation().model(), friction.material);
}

std::string LiveLoop::carry_out(int /*client*/, const command::Gravity& gravity) {
  world_.set_gravity(gravity.vector);
  return kNothingMore;
}

std::string LiveLoop::carry_out(int client, const command::Grab& grab) {
  return fmt::format(R"(, "stiffness": {})", world_.grab(client, grab.body, grab.point));
}

std::string LiveLoop::carry_out(int client, const command::Move& move) {
  world_.hands().move(client, move.point);
  return kNothingMore;
}

std::string LiveLoop::carry_out(int client, const command::Release& /*release*/) {
  world_.release(client);
  return kNothingMore;
}

std::string LiveLoop::carry_out(int /*client*/, const command::Drop& drop) {
  return fmt::format(R"(, "body": {})", world_.drop(drop));
}

std::string LiveLoop::carry_out(int /*client*/, const command::Save& /*save*/) {
  return fmt::format(R"(, "state": "{}")", world_.save());
}

std::string LiveLoop::carry_out(int /*client*/, const command::Load& load) {
  world_.load(load.state);
  time_has_jumped();
  return kNothingMore;
}

std::string LiveLoop::carry_out(int /*client*/, const command::Record& record) {
  if (!record.on) {
    try {
      recorder_.finish();
    } catch (const std::exception& error) {
      statistics_.set_recording_error(error.what());
      throw;
    }
    return kNothingMore;
  }
  status_.recording_error.clear();
  return fmt::format(R"(, "file": "{}")", recorder_.start(world_));
}

std::string LiveLoop::carry_out(int client, const command::Hand& hand) {
  if (hand.pose) {
    world_.hands().take_pose(client, hand.hand, *hand.pose, world_.simulation());
  } else {
    world_.hands().leave_hand(client, hand.hand);
  }
  return kNothingMore;
}

}  // namespace stiction
