#include "stepping/saved_hands.h"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

constexpr std::size_t kKeyBytes = 8 * sizeof(double);       // time, position, rotation
constexpr std::size_t kHandBytes = 4 + 6 * sizeof(double);  // at least: body and coupling

template <typename Coupling, typename Visit>
void visit_coupling(Coupling& c, const Visit& visit) {
  visit(c.stiffness, c.damping, c.angular_stiffness, c.angular_damping, c.max_force, c.max_torque);
}

template <typename State, typename Visit>
void visit_state(State& s, const Visit& visit) {
  visit(s.follows_path, s.has_velocity, s.target.pose.position, s.target.pose.rotation, s.target.velocity,
        s.target.angular_velocity, s.last.position, s.last.rotation);
}

bool is_finite(const Pose& pose) {
  return pose.position.allFinite() && pose.rotation.coeffs().allFinite();
}

bool is_sound(const HandCoupling& c) {
  for (double x : {c.stiffness, c.damping, c.angular_stiffness, c.angular_damping}) {
    if (!(x >= 0) || !std::isfinite(x)) return false;
  }
  return c.max_force > 0 && c.max_torque > 0;
}

bool is_sound(const HandState& s) {
  return is_finite(s.target.pose) && is_finite(s.last) && s.target.velocity.allFinite() &&
         s.target.angular_velocity.allFinite();
}

}  // namespace

void put_hands(const std::vector<Hand>& hands, const std::vector<HandState>& states, ByteWriter& out) {
  const auto put = [&out](const auto&... fields) { put_each(out, fields...); };
  put(static_cast<std::uint64_t>(hands.size()));
  for (std::size_t i = 0; i < hands.size(); ++i) {
    put(static_cast<std::int32_t>(hands[i].body));
    visit_coupling(hands[i].coupling, put);
    put(hands[i].point.has_value(), hands[i].point.value_or(Vec3::Zero()));
    put(static_cast<std::uint64_t>(hands[i].path.size()));
    for (const MotionKey& key : hands[i].path) put(key.time, key.pose.position, key.pose.rotation);
    visit_state(states[i], put);
  }
}

bool get_hands(ByteReader& in, const Model& model, SavedHands& saved) {
  const auto get = [&in](auto&... fields) { get_each(in, fields...); };
  const std::size_t count = in.checked_count(kHandBytes);
  for (std::size_t i = 0; i < count; ++i) {
    Hand hand;
    HandState state;
    hand.body = in.get<std::int32_t>();
    visit_coupling(hand.coupling, get);
    bool has_point = false;
    Vec3 point;
    get(has_point, point);
    if (!point.allFinite()) return false;
    if (has_point) hand.point = point;
    hand.path.resize(in.checked_count(kKeyBytes));
    for (MotionKey& key : hand.path) {
      get(key.time, key.pose.position, key.pose.rotation);
      if (!std::isfinite(key.time) || !is_finite(key.pose)) return false;
    }
    visit_state(state, get);
    const bool known = hand.body >= 0 && hand.body < static_cast<int>(model.bodies.size());
    if (!known || model.bodies[hand.body].fixed || !is_sound(hand.coupling) || !is_sound(state)) return false;
    if (state.follows_path && hand.path.empty()) return false;
    const auto same_body = [&](const Hand& other) { return other.body == hand.body; };
    if (std::any_of(saved.hands.begin(), saved.hands.end(), same_body)) return false;
    saved.hands.push_back(std::move(hand));
    saved.states.push_back(state);
  }
  return true;
}

}  // namespace stiction
