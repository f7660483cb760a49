#include "live/hand_keeper.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"

namespace stiction {
namespace {

Pose present_pose(const Simulation& simulation, int body) {
  return body_pose(simulation.model().bodies[body], simulation.state().bodies[body]);
}

const FeltHand& reading_of(const Simulation& simulation, int body) {
  const std::vector<FeltHand>& hands = simulation.hands();
  return *std::find_if(hands.begin(), hands.end(), [body](const FeltHand& hand) { return hand.body == body; });
}

void require_grabbable(const Simulation& simulation, int body, const Vec3& point) {
  const std::vector<Body>& bodies = simulation.model().bodies;
  if (body < 0 || body >= static_cast<int>(bodies.size())) {
    throw InputError(fmt::format("grab: there is no body number {} (there are {})", body, bodies.size()));
  }
  const Body& b = bodies[body];
  if (b.fixed) {
    throw InputError(fmt::format("grab: \"{}\" is {}: only free bodies can be held", b.name,
                                 b.scripted ? "moved by the scene" : "fixed"));
  }
  if (!simulation.state().bodies[body].present) throw InputError(fmt::format("grab: \"{}\" is not there yet", b.name));
  // A lever of any length would let the mouse do anything; picked points lie on the surface.
  if ((point - b.mass.center).norm() > 2 * bounding_radius(b.shape, b.mass.center)) {
    throw InputError(fmt::format("grab: the point is outside \"{}\": give it in the body's own coordinates", b.name));
  }
}

}  // namespace

HandKeeper::HandKeeper(const std::vector<Hand>& hands, const std::vector<std::shared_ptr<HapticDevice>>& devices,
                       double step)
    : step_(step) {
  for (std::size_t i = 0; i < hands.size(); ++i) {
    std::shared_ptr<HapticDevice> device = i < devices.size() ? devices[i] : nullptr;
    if (!device && !hands[i].path.empty()) device = std::make_shared<ScriptedDevice>(hands[i].path, step);
    scene_hands_.push_back({hands[i].body, std::move(device), SocketDevice(step), kNobody});
  }
}

const HandKeeper::Grab* HandKeeper::find(int client) const {
  const auto found = std::find_if(grabs_.begin(), grabs_.end(), [=](const Grab& g) { return g.client == client; });
  return found == grabs_.end() ? nullptr : &*found;
}

int HandKeeper::scene_hand_of(int body) const {
  for (std::size_t i = 0; i < scene_hands_.size(); ++i) {
    if (scene_hands_[i].body == body) return static_cast<int>(i);
  }
  return -1;
}

double HandKeeper::grab(int client, int body, const Vec3& point, Simulation& simulation) {
  require_grabbable(simulation, body, point);
  for (const Grab& other : grabs_) {
    if (other.body == body && other.client != client) throw InputError("grab: somebody else holds this body");
  }
  const int scene_hand = scene_hand_of(body);
  if (scene_hand >= 0) checked_hand(client, scene_hand);
  if (find(client) != nullptr) release(client, simulation);
  Grab grab{client, body, scene_hand, point, {}, 0, {}, present_pose(simulation, body).to_world(point)};
  if (grab.scene_hand >= 0) {
    grab.start = reading_of(simulation, body).target;
    take_pose(client, grab.scene_hand, grab.start, simulation);
    grabs_.push_back(grab);
    return simulation.model().hands[grab.scene_hand].coupling.stiffness;
  }
  const Model& model = simulation.model();
  const HandCoupling coupling = grab_coupling(model.bodies[body], point, model.gravity, step_);
  simulation.take_hold_at(body, point, coupling);
  grab.target.start(grab.start_point);
  grab.fastest = coupling.max_force / coupling.damping;
  grabs_.push_back(grab);
  return coupling.stiffness;
}

void HandKeeper::move(int client, const Vec3& point) {
  const auto grab = std::find_if(grabs_.begin(), grabs_.end(), [=](const Grab& g) { return g.client == client; });
  if (grab == grabs_.end()) throw InputError("move: you hold nothing: grab a body first");
  grab->target.want(point);
  if (grab->scene_hand < 0) return;
  const Pose pose{grab->start.position + (point - grab->start_point), grab->start.rotation};
  scene_hands_[grab->scene_hand].socket.take_pose(pose, grab->start);
}

void HandKeeper::release(int client, Simulation& simulation) {
  const Grab* grab = find(client);
  if (grab == nullptr) throw InputError("release: you hold nothing");
  if (grab->scene_hand >= 0) {
    scene_hands_[grab->scene_hand].client = kNobody;
  } else {
    simulation.release(grab->body);
  }
  grabs_.erase(grabs_.begin() + (grab - grabs_.data()));
}

HandKeeper::SceneHand& HandKeeper::checked_hand(int client, int hand) {
  if (scene_hands_.empty()) throw InputError("hand: this scene has no hand; grab a body instead");
  if (hand >= static_cast<int>(scene_hands_.size())) {
    throw InputError(fmt::format("hand: there is no hand number {} (there are {})", hand, scene_hands_.size()));
  }
  SceneHand& found = scene_hands_[hand];
  if (found.client != kNobody && found.client != client) throw InputError("hand: somebody else moves this hand");
  return found;
}

void HandKeeper::take_pose(int client, int hand, const Pose& pose, const Simulation& simulation) {
  SceneHand& taken = checked_hand(client, hand);
  taken.client = client;
  taken.socket.take_pose(pose, reading_of(simulation, taken.body).target);
}

void HandKeeper::leave_hand(int client, int hand) {
  SceneHand& left = checked_hand(client, hand);
  if (left.client != client) throw InputError("hand: you do not move this hand");
  left.client = kNobody;
}

void HandKeeper::client_gone(int client, Simulation& simulation) {
  if (find(client) != nullptr) release(client, simulation);
  for (SceneHand& hand : scene_hands_) {
    if (hand.client == client) hand.client = kNobody;
  }
}

bool HandKeeper::fits(const Simulation& simulation) const {
  const std::vector<FeltHand>& hands = simulation.hands();
  const auto same_body = [](const SceneHand& own, const FeltHand& hand) { return own.body == hand.body; };
  return hands.size() >= scene_hands_.size() &&
         std::equal(scene_hands_.begin(), scene_hands_.end(), hands.begin(), same_body);
}

void HandKeeper::start_again(Simulation& simulation) {
  grabs_.clear();
  for (SceneHand& hand : scene_hands_) {
    hand.socket.leave();
    hand.client = kNobody;
  }
  while (simulation.hands().size() > scene_hands_.size()) simulation.release(simulation.hands().back().body);
}

void HandKeeper::before_step(Simulation& simulation) {
  const double time = static_cast<double>(simulation.state().step_index + 1) * step_;
  for (SceneHand& hand : scene_hands_) {
    if (!hand.socket.is_active() && !hand.device) continue;
    const std::optional<HandTarget> target = hand.socket.is_active() ? hand.socket.read(time) : hand.device->read(time);
    if (target) {
      simulation.move_hand(hand.body, *target);
    } else {
      simulation.move_hand(hand.body, reading_of(simulation, hand.body).target);
    }
  }
  for (Grab& grab : grabs_) {
    if (grab.scene_hand >= 0) continue;
    const Vec3 velocity = grab.target.advance(step_, grab.fastest);
    simulation.move_hand(grab.body, HandTarget{{grab.target.present(), Quat::Identity()}, velocity, Vec3::Zero()});
  }
}

void HandKeeper::after_step(const Simulation& simulation) {
  for (std::size_t i = 0; i < scene_hands_.size(); ++i) {
    const HandForce& felt = simulation.hands()[i].felt;
    scene_hands_[i].socket.write(felt.force, felt.torque);
    if (scene_hands_[i].device) scene_hands_[i].device->write(felt.force, felt.torque);
  }
}

std::vector<HandView> HandKeeper::views(const Simulation& simulation) const {
  std::vector<HandView> views;
  for (std::size_t i = 0; i < simulation.hands().size(); ++i) {
    const FeltHand& hand = simulation.hands()[i];
    const Hand& held = simulation.model().hands[i];
    const bool by_client = i >= scene_hands_.size() || scene_hands_[i].client != kNobody;
    const Vec3 anchor = present_pose(simulation, hand.body).to_world(held.point.value_or(Vec3::Zero()));
    views.push_back({by_client, hand.body, anchor, hand.target.position, hand.felt});
  }
  return views;
}

}  // namespace stiction
