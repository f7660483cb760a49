#include "stepping/sleep.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "model/deformable.h"

namespace stiction {
namespace {

constexpr double kMostPatience = 1e9;  // steps

bool is_free(const Model& model, const State& state, int body) {
  return !model.bodies[body].fixed && state.bodies[body].present;
}

// Normal velocity of b relative to a at the contact, with what gravity does to bodies that are awake [m/s].
double closing_velocity(const Model& model, const State& state, const Contact& contact, double step) {
  const auto velocity = [&](int body) -> Vec3 {
    const BodyState& b = state.bodies[body];
    if (b.asleep) return Vec3::Zero();
    return b.velocity + b.angular_velocity.cross(contact.point - b.center) + step * model.gravity;
  };
  const auto own_speed = [&](int body) {
    const Body& b = model.bodies[body];
    return b.deforms() ? b.deformable->deformation_speed(state.bodies[body]) : 0;
  };
  return contact.normal.dot(velocity(contact.body_b) - velocity(contact.body_a)) - own_speed(contact.body_a) -
         own_speed(contact.body_b);
}

// A scripted body that goes anywhere, or whose surface runs, does so under all that touches it.
bool stirs(const Model& model, const Prediction& prediction, int body) {
  if (!model.bodies[body].scripted) return false;
  const int drive = prediction.drive_of_body[body];
  return drive >= 0 && !is_still(prediction.drives[drive]);
}

}  // namespace

void wake(int body, State& state) {
  const int island = state.bodies[body].sleep_island;
  const bool asleep = state.bodies[body].asleep;
  state.bodies[body].rest_steps = 0;
  if (!asleep) return;
  for (BodyState& other : state.bodies) {
    if (!other.asleep || other.sleep_island != island) continue;
    other.asleep = false;
    other.rest_steps = 0;
    other.sleep_island = -1;
  }
}

void wake_all(State& state) {
  for (BodyState& body : state.bodies) {
    body.asleep = false;
    body.rest_steps = 0;
    body.sleep_island = -1;
  }
}

int asleep_count(const State& state) {
  return static_cast<int>(
      std::count_if(state.bodies.begin(), state.bodies.end(), [](const BodyState& body) { return body.asleep; }));
}

bool Sleep::wake_touched(const Model& model, const Prediction& prediction, const ContactSet& contacts, double step,
                         State& state) const {
  bool any = false;
  for (const Contact& contact : contacts) {
    const bool a = state.bodies[contact.body_a].asleep, b = state.bodies[contact.body_b].asleep;
    if (a == b) continue;
    const int sleeper = a ? contact.body_a : contact.body_b, other = a ? contact.body_b : contact.body_a;
    if (model.bodies[other].fixed) {
      if (!stirs(model, prediction, other)) continue;
    } else if (contact.gap + step * closing_velocity(model, state, contact, step) > 0) {
      continue;
    }
    wake(sleeper, state);
    any = true;
  }
  return any;
}

int Sleep::find(int body) {
  while (parent_[body] != body) body = parent_[body] = parent_[parent_[body]];
  return body;
}

void Sleep::count_rest(const Model& model, const Collider& collider, const std::vector<char>& held, int patience,
                       State& state) const {
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const int k = static_cast<int>(i);
    BodyState& body = state.bodies[i];
    const double speed = body.velocity.norm() + collider.radius(k) * body.angular_velocity.norm();
    const bool rigid = !model.bodies[i].deforms();  // those that deform stay awake
    const bool rests = rigid && is_free(model, state, k) && speed <= model.sleep_speed && held[i] == 0;
    body.rest_steps = rests ? std::min(body.rest_steps + 1, patience) : 0;
  }
}

// Bodies that carry each other, and whether anything does.
void Sleep::join(const Model& model, const ContactSet& contacts, const VecX& impulse, const State& state) {
  parent_.resize(model.bodies.size());
  std::iota(parent_.begin(), parent_.end(), 0);
  carried_.assign(model.bodies.size(), 0);
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    if (impulse[3 * static_cast<Eigen::Index>(c)] <= 0) continue;
    const int a = contacts[c].body_a, b = contacts[c].body_b;
    carried_[a] = carried_[b] = true;
    if (is_free(model, state, a) && is_free(model, state, b)) parent_[find(a)] = find(b);
  }
  for (const Joint& joint : model.joints) {
    const auto [a, b] = joint.bodies;
    for (const int body : {a, b})
      if (body != kWorld) carried_[body] = true;
    if (a != kWorld && b != kWorld && is_free(model, state, a) && is_free(model, state, b)) parent_[find(a)] = find(b);
  }
}

// Marks the islands that something keeps awake.
void Sleep::disturb(const Model& model, const Prediction& prediction, const ContactSet& contacts, int patience,
                    const State& state) {
  restless_.assign(model.bodies.size(), 0);
  for (int i = 0; i < static_cast<int>(model.bodies.size()); ++i) {
    const BodyState& body = state.bodies[i];
    if (!is_free(model, state, i) || body.asleep) continue;
    // With nothing to carry it and something to pull it a body only seems to rest, at the top of its flight.
    const bool pulled =
        !model.gravity.isZero(0) || !model.bodies[i].force.isZero(0) || !model.bodies[i].torque.isZero(0);
    if (body.rest_steps < patience || (pulled && carried_[i] == 0)) restless_[find(i)] = true;
  }
  for (const Joint& joint : model.joints) {
    const auto [a, b] = joint.bodies;
    if (a == kWorld || b == kWorld) continue;
    if (stirs(model, prediction, a)) restless_[find(b)] = true;
    if (stirs(model, prediction, b)) restless_[find(a)] = true;
  }
  for (const Contact& contact : contacts) {
    if (stirs(model, prediction, contact.body_a)) restless_[find(contact.body_b)] = true;
    if (stirs(model, prediction, contact.body_b)) restless_[find(contact.body_a)] = true;
  }
}

void Sleep::fall_asleep(const Model& model, const Collider& collider, const Prediction& prediction,
                        const ContactSet& contacts, const VecX& impulse, const std::vector<char>& held, double step,
                        State& state) {
  const int patience = static_cast<int>(std::min(std::ceil(model.sleep_after / step), kMostPatience));
  count_rest(model, collider, held, patience, state);
  join(model, contacts, impulse, state);
  disturb(model, prediction, contacts, patience, state);
  for (int i = 0; i < static_cast<int>(model.bodies.size()); ++i) {
    BodyState& body = state.bodies[i];
    if (body.asleep || !is_free(model, state, i) || restless_[find(i)] != 0) continue;
    body.asleep = true;
    body.sleep_island = find(i);
    body.velocity.setZero();
    body.angular_velocity.setZero();
  }
}

}  // namespace stiction
