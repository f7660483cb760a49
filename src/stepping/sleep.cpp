#include "stepping/sleep.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace stiction {
namespace {

bool is_free(const Model& model, const State& state, int body) {
  return !model.bodies[body].fixed && state.bodies[body].present;
}

// Normal velocity of b relative to a at the contact, with what gravity does to bodies that are awake [m/s].
double closing_velocity(const Model& model, const State& state, const Contact& contact, double step) {
  const auto velocity = [&](int body) -> Vec3 {
    const BodyState& b = state.bodies[body];
    if (b.asleep) return Vec3::Zero();
    const Vec3 falling = model.bodies[body].fixed ? Vec3::Zero() : Vec3(step * model.gravity);
    return b.velocity + b.angular_velocity.cross(contact.point - b.center) + falling;
  };
  return contact.normal.dot(velocity(contact.body_b) - velocity(contact.body_a));
}

bool moves(const BodyState& body) {
  return !body.velocity.isZero(0) || !body.angular_velocity.isZero(0);
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
    // One that is not free has to move to be felt.
    if (prediction.block_of_body[other] < 0 && !moves(state.bodies[other])) continue;
    if (contact.gap + step * closing_velocity(model, state, contact, step) > 0) continue;
    wake(sleeper, state);
    any = true;
  }
  return any;
}

int Sleep::find(int body) {
  while (parent_[body] != body) body = parent_[body] = parent_[parent_[body]];
  return body;
}

void Sleep::fall_asleep(const Model& model, const Collider& collider, const ContactSet& contacts, const VecX& impulse,
                        const std::vector<char>& held, double step, State& state) {
  const int count = static_cast<int>(model.bodies.size());
  parent_.resize(count);
  std::iota(parent_.begin(), parent_.end(), 0);
  const int patience = static_cast<int>(std::ceil(model.sleep_after / step));
  for (int i = 0; i < count; ++i) {
    BodyState& body = state.bodies[i];
    const double speed = body.velocity.norm() + collider.radius(i) * body.angular_velocity.norm();
    const bool rests = is_free(model, state, i) && speed <= model.sleep_speed && !held[i];
    body.rest_steps = rests ? std::min(body.rest_steps + 1, patience) : 0;
  }
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const int a = contacts[c].body_a, b = contacts[c].body_b;
    if (impulse[3 * static_cast<Eigen::Index>(c)] <= 0) continue;
    if (is_free(model, state, a) && is_free(model, state, b)) parent_[find(a)] = find(b);
  }
  restless_.assign(count, 0);
  for (int i = 0; i < count; ++i) {
    if (is_free(model, state, i) && !state.bodies[i].asleep && state.bodies[i].rest_steps < patience) {
      restless_[find(i)] = true;
    }
  }
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const auto disturb = [&](int body, int by) {
      if (is_free(model, state, body) && !is_free(model, state, by) && moves(state.bodies[by])) {
        restless_[find(body)] = true;
      }
    };
    disturb(contacts[c].body_a, contacts[c].body_b);
    disturb(contacts[c].body_b, contacts[c].body_a);
  }
  for (int i = 0; i < count; ++i) {
    BodyState& body = state.bodies[i];
    if (body.asleep || !is_free(model, state, i) || restless_[find(i)]) continue;
    body.asleep = true;
    body.sleep_island = find(i);
    body.velocity.setZero();
    body.angular_velocity.setZero();
  }
}

}  // namespace stiction
