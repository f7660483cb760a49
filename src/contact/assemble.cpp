#include "contact/assemble.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "contact/assemble_deforming.h"
#include "contact/assemble_joints.h"
#include "contact/contact_motion.h"
#include "contact/island_loops.h"
#include "contact/tangent_frame.h"
#include "model/dynamics.h"

namespace stiction {
namespace {

// Rows of the velocity of the body's point at `arm` from its centre of mass, times `sign`.
Mat36 point_jacobian(const Mat3& frame, const Vec3& arm, double sign) {
  Mat36 jacobian;
  for (int k = 0; k < 3; ++k) {
    const Vec3 direction = sign * frame.row(k).transpose();
    jacobian.row(k).head<3>() = direction;
    jacobian.row(k).tail<3>() = arm.cross(direction);
  }
  return jacobian;
}

double free_mass(const Model& model, const Prediction& prediction) {
  double mass = 0;
  for (int body : prediction.body_of_block) mass += model.bodies[body].mass.mass;
  for (const DeformingBody& deforming : prediction.deforming) {
    if (deforming.takes_part) mass += model.bodies[deforming.body].mass.mass;
  }
  return mass;
}

// The bound without impact. An overlap of this share of what gravity lets a body fall in a step counts as touching:
// what solvers leave. It is taken back at once, by the same rule by which a gap closes, so that the feet of a flat base
// agree however noise has them touch. With another rule for overlaps they would disagree by the noise, and which of
// them carry would hang on it.
constexpr double kTouching = 1e-3;
double bound_without_impact(const Model& model, double step, double gap) {
  const double touching = kTouching * step * step * model.gravity.norm();
  if (gap >= -touching) return -gap / step;
  if (model.recovery == 0) return 0;
  return std::min((touching + model.recovery * (-gap - touching)) / step, model.recovery_speed);
}

// Of gaps: what round-off of the bodies' places makes up.
double round_off(const State& state, const Contact& contact) {
  return kPlaceRoundOff * std::max({contact.point.lpNorm<Eigen::Infinity>(),
                                    state.bodies[contact.body_a].center.lpNorm<Eigen::Infinity>(),
                                    state.bodies[contact.body_b].center.lpNorm<Eigen::Infinity>()});
}

// And what a solve to this tolerance leaves in a step, n bodies of one mass: the judge's residual may all be at one of
// them, as a velocity of tolerance h |g| sqrt(n) [m]. At most this share of the margin.
constexpr double kMostLeft = 0.05;
double left_by_solve(const Model& model, const Prediction& prediction, double step, double tolerance) {
  if (tolerance == 0) return 0;
  auto bodies = static_cast<double>(prediction.body_of_block.size());
  for (const DeformingBody& deforming : prediction.deforming) bodies += deforming.takes_part ? 1 : 0;
  return std::min(kMostLeft * model.margin, tolerance * step * step * model.gravity.norm() * std::sqrt(bodies));
}

// The gap as far as noise can tell: none, then all of it, with no jump in between. At rest noise is no gap: bodies that
// closed what it feigns would tremble by it, and no step's impulses would be the last one's.
double gap_beyond(double noise, const Contact& contact) {
  const double size = std::abs(contact.gap);
  return size >= 2 * noise ? contact.gap : std::copysign(2 * std::max(size - noise, 0.0), contact.gap);
}

bool fully_locked(const Body& body) {
  return std::all_of(body.lock.begin(), body.lock.end(), [](bool held) { return held; });
}

void predict_scripted(const Model& model, const State& state, double step, Prediction& prediction) {
  prediction.drive_of_body.assign(model.bodies.size(), -1);
  prediction.drives.clear();
  for (int i = 0; i < static_cast<int>(model.bodies.size()); ++i) {
    if (!model.bodies[i].scripted || !state.bodies[i].present) continue;
    prediction.drive_of_body[i] = static_cast<int>(prediction.drives.size());
    prediction.drives.push_back(make_drive(model, i, state, step));
  }
}

// `block` has its wide sides already. left: by the last solve, in gaps [m].
void fill_contact(const Model& model, const State& state, const Prediction& prediction, const Contact& contact,
                  double left, const ContactProblem& problem, ContactBlock& block) {
  const Body& a = model.bodies[contact.body_a];
  const Body& b = model.bodies[contact.body_b];
  const Model::Surface surface = model.surface(a.material, b.material);
  const Mat3 frame = tangent_frame(contact.normal);
  const NormalVelocities deforming = deforming_velocities(prediction, problem, block);
  block.body_a = prediction.lone_block(contact.body_a);
  block.body_b = prediction.lone_block(contact.body_b);
  block.mu = surface.friction;
  block.id = contact.id;
  block.pressed = false;
  block.drive = frame * scripted_velocity(model, prediction, state, contact);
  double u_start = block.drive[0] + deforming.start, u_free = block.drive[0] + deforming.free;
  const auto add_side = [&](int body, double sign, int index, Mat36& jacobian) {
    jacobian.setZero();
    if (index < 0) return;
    jacobian = point_jacobian(frame, contact.point - state.bodies[body].center, sign);
    u_start += jacobian.row(0).dot(prediction.start_velocity.segment<6>(6 * index));
    u_free += jacobian.row(0).dot(prediction.free_velocity.segment<6>(6 * index));
  };
  add_side(contact.body_a, -1, block.body_a, block.jacobian_a);
  add_side(contact.body_b, +1, block.body_b, block.jacobian_b);
  const LinkVelocities links = link_velocities(state, prediction, problem, contact, block);
  u_start += contact.normal.dot(links.start);
  u_free += contact.normal.dot(links.offset) + links.free_normal;
  block.drive += frame * links.offset;
  const double noise = std::max(round_off(state, contact), left);
  block.bound = normal_bound(model, problem.step, gap_beyond(noise, contact), u_start, u_free, surface.restitution);
}

void assemble_wide_bodies(const Model& model, const State& state, const ContactSet& contacts, Prediction& prediction,
                          ContactProblem& problem) {
  problem.wide_bodies.clear();
  problem.wide_sides.clear();
  problem.wide_values.clear();
  problem.factor_rows.clear();
  problem.left_out_mass = 0;
  problem.contacts.resize(contacts.size());
  for (ContactBlock& contact : problem.contacts) contact.wide_begin = contact.wide_end = 0;
  assemble_deforming(model, contacts, prediction, problem);
  add_point_contacts(contacts, prediction, problem);
  add_mechanisms(model, state, problem.step, prediction, problem);
  prediction.immobile.clear();
  if (problem.wide_bodies.empty()) return;
  for (int c = 0; c < static_cast<int>(contacts.size()); ++c) {
    add_deforming_sides(contacts[c], c, prediction, problem);
    if (!add_mechanism_sides(model, state, contacts[c], c, prediction, problem)) prediction.immobile.push_back(c);
  }
  problem.contacts.resize(contacts.size() + prediction.actions.size(), ContactBlock{});
  add_joint_rows(model, state, static_cast<int>(contacts.size()), prediction, problem);
}

}  // namespace

double normal_bound(const Model& model, double step, double gap, double u_start, double u_free, double restitution) {
  const double bound = bound_without_impact(model, step, gap);
  const bool impact = restitution > 0 && u_start < -model.restitution_threshold && gap + step * u_free <= 0;
  if (!impact) return bound;
  return gap < 0 ? std::max(-restitution * u_start, bound) : -restitution * u_start;
}

void predict(const Model& model, const State& state, double step, Prediction& prediction) {
  const int body_count = static_cast<int>(model.bodies.size());
  prediction.is_free.assign(body_count, 0);
  for (int i = 0; i < body_count; ++i) {
    const BodyState& body = state.bodies[i];
    if (model.bodies[i].fixed || !body.present || body.asleep || fully_locked(model.bodies[i])) continue;
    prediction.is_free[i] = !model.bodies[i].deforms();
  }
  order_blocks(model, state, prediction);
  const auto block_count = static_cast<Eigen::Index>(prediction.body_of_block.size());
  prediction.start_velocity.resize(6 * block_count);
  prediction.free_velocity.resize(6 * block_count);
  for (Eigen::Index k = 0; k < block_count; ++k) {
    const int i = prediction.body_of_block[k];
    prediction.start_velocity.segment<3>(6 * k) = state.bodies[i].velocity;
    prediction.start_velocity.segment<3>(6 * k + 3) = state.bodies[i].angular_velocity;
    prediction.free_velocity.segment<6>(6 * k) = free_velocity(model, model.bodies[i], state.bodies[i], step);
  }
  predict_scripted(model, state, step, prediction);
  predict_deforming(model, state, step, prediction);
  prediction.pull_of_block.clear();
  prediction.pulls.clear();
}

void apply_pull(const Model& model, const State& state, int body, const HandPull& pull, Prediction& prediction) {
  const int k = prediction.block_of_body[body];
  if (prediction.pull_of_block.empty()) prediction.pull_of_block.assign(prediction.body_of_block.size(), -1);
  prediction.pull_of_block[k] = static_cast<int>(prediction.pulls.size());
  prediction.pulls.push_back(pull);
  auto velocity = prediction.free_velocity.segment<6>(6 * k);
  velocity = pulled_velocity(pull, model.bodies[body], state.bodies[body].rotation, velocity);
}

void drop_inert_contacts(const Prediction& prediction, ContactSet& contacts) {
  std::erase_if(contacts, [&](const Contact& contact) {
    return !prediction.moves(contact.body_a) && !prediction.moves(contact.body_b);
  });
}

void assemble(const Model& model, const State& state, Prediction& prediction, const ContactSet& contacts, double step,
              FrictionSet friction_set, ContactProblem& problem, double tolerance) {
  problem.step = step;
  problem.friction_set = friction_set;
  problem.gravity_scale = step * model.gravity.norm() * std::sqrt(free_mass(model, prediction));
  problem.free_velocity = prediction.free_velocity.head(6 * static_cast<Eigen::Index>(prediction.lone_count));
  problem.start_velocity = prediction.start_velocity.head(6 * static_cast<Eigen::Index>(prediction.lone_count));
  problem.bodies.resize(prediction.lone_count);
  for (std::size_t k = 0; k < problem.bodies.size(); ++k) {
    const int i = prediction.body_of_block[k];
    const int pull = prediction.pull_of_block.empty() ? -1 : prediction.pull_of_block[k];
    const HandPull added = pull < 0 ? HandPull{} : prediction.pulls[pull];
    problem.bodies[k].linear = inverse_mass_factor(model.bodies[i], added.mass);
    problem.bodies[k].angular = inverse_inertia_factor(model.bodies[i], state.bodies[i].rotation, added.inertia);
  }
  assemble_wide_bodies(model, state, contacts, prediction, problem);
  const double left = left_by_solve(model, prediction, step, tolerance);
  const int contact_count = static_cast<int>(contacts.size());
  for_contacts(contact_count, kHeavyContactsPerTask,
               [&](int c) { fill_contact(model, state, prediction, contacts[c], left, problem, problem.contacts[c]); });
  for (const int c : prediction.immobile) {
    problem.contacts[c].bound = problem.contacts[c].drive[0];
    problem.contacts[c].mu = 0;
  }
}

void apply_warm_start(const ContactSet& contacts, WarmStartCache& cache, ContactProblem& problem) {
  problem.warm_impulse.resize(3 * static_cast<Eigen::Index>(contacts.size()));
  bool hints_hold = contacts.size() <= cache.size();
  for (std::size_t c = 0; hints_hold && c < contacts.size(); ++c) hints_hold = cache.id(c) == contacts[c].id;
  if (!hints_hold) cache.make_index();
  for_contacts(static_cast<int>(contacts.size()), kHeavyContactsPerTask, [&](int c) {
    auto r = problem.warm_impulse.segment<3>(3 * static_cast<Eigen::Index>(c));
    const Vec3* last = cache.find(contacts[c].id, c);
    if (last == nullptr) {
      r.setZero();
    } else {
      r = tangent_frame(contacts[c].normal) * *last;
      r[0] = std::max(r[0], 0.0);
    }
  });
}

void apply_memory(const ContactSet& contacts, FrictionMemoryCache& cache, ContactProblem& problem) {
  problem.friction_memory.resize(contacts.size());
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const FrictionMemory* last = cache.find(contacts[c].id, c);
    problem.friction_memory[c] = last == nullptr ? FrictionMemory{} : *last;
  }
}

void store_memory(const ContactSet& contacts, const std::vector<FrictionMemory>& memory, FrictionMemoryCache& cache) {
  cache.begin(contacts.size());
  for (std::size_t c = 0; c < contacts.size(); ++c) cache.set(c, contacts[c].id, memory[c]);
}

void store_warm_start(const ContactSet& contacts, const VecX& impulse, WarmStartCache& cache) {
  store_warm_start(contacts, {}, impulse, cache, cache);
}

void store_warm_start(const ContactSet& contacts, const VecX& start, const VecX& impulse, const WarmStartCache& from,
                      WarmStartCache& to) {
  const std::size_t known = start.size() > 0 ? from.size() : 0;
  to.begin(contacts.size());
  for_contacts(static_cast<int>(contacts.size()), kHeavyContactsPerTask, [&](int c) {
    const Vec3 r = impulse.segment<3>(3 * static_cast<Eigen::Index>(c));
    const auto index = static_cast<std::size_t>(c);
    const bool unchanged =
        index < known && from.id(index) == contacts[c].id && r == start.segment<3>(3 * static_cast<Eigen::Index>(c));
    if (unchanged) return to.set(index, contacts[c].id, from.value(index));
    to.set(index, contacts[c].id, tangent_frame(contacts[c].normal).transpose() * r);
  });
}

}  // namespace stiction
