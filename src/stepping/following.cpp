// Contacts that are looked for along the courses of bodies: of those that deform, and of meshes.
#include <algorithm>

#include "model/deformable.h"
#include "stepping/simulation_impl.h"

namespace stiction {
namespace {

bool has_deforming_side(const Model& model, const Contact& contact) {
  return model.bodies[contact.body_a].deforms() || model.bodies[contact.body_b].deforms();
}

}  // namespace

double Simulation::Impl::pulled_off(int block) const {
  const Vec6 change = prediction.free_velocity.segment<6>(6 * block) - prediction.start_velocity.segment<6>(6 * block);
  const double turning = collider.radius(prediction.body_of_block[block]) * change.tail<3>().norm();
  return step * ((change.head<3>() - step * model.gravity).norm() + turning);
}

// Points of a deforming body all move differently, and so do those of a mesh that tumbles: contacts are looked for that
// the motion at the start of the step brings near, falling or not.
void Simulation::Impl::follow_start() {
  if (!follows_courses()) return;
  moving.rigid = prediction.start_velocity;
  moving.deforming.resize(prediction.deforming.size());
  for (std::size_t i = 0; i < prediction.deforming.size(); ++i) {
    moving.deforming[i] = prediction.deforming[i].motion->start_velocity;
  }
  courses.near = model.margin + step * step * model.gravity.norm();
  courses.courses.resize(1);
  set_course(prediction, moving, courses.courses.back());
  for (std::size_t i = 0; i < state.bodies.size(); ++i) {
    BodyCourse& course = courses.courses.back()[i];
    if (state.bodies[i].asleep) course.is_known = false;  // what comes near may wake it
    // Within a budget there may be no time to solve again with what a solution brings near.
    if (options.budget_ms > 0 && collider.follows(static_cast<int>(i), static_cast<int>(i))) course.is_known = false;
    const int block = prediction.block_of_body[i];
    course.pulled = block >= 0 ? pulled_off(block) : 0;
  }
}

// And those near which the solved velocities end, beside all that have been found in this step.
void Simulation::Impl::follow_solution() {
  if (!follows_courses()) return;
  moving.rigid = block_velocity;
  moving.deforming.assign(prediction.deforming.size(), VecX());
  for (std::size_t i = 0; i < prediction.deforming.size(); ++i) {
    const DeformingBody& deforming = prediction.deforming[i];
    if (deforming.wide >= 0) moving.deforming[i] = deforming.part(solution.velocity);
  }
  auto& course = courses.courses.emplace_back();
  set_course(prediction, moving, course);
  for (std::size_t i = 0; i < course.size(); ++i) course[i].strays = detour[i] > 0;
}

// Collision may find more than is near on the course.
void Simulation::Impl::drop_distant_contacts() {
  if (prediction.deforming.empty()) return;
  std::erase_if(contacts, [&](const Contact& contact) {
    return contact.gap > courses.near && has_deforming_side(model, contact) &&
           gap_after(contact).value_or(0.0) > courses.near;
  });
}

// Leaves, of the new contacts of deforming bodies and meshes, those near which the solved velocities end. True if there
// are contacts that are passed, or new ones between other bodies.
bool Simulation::Impl::keep_reached_contacts() {
  if (!follows_courses()) return more_contacts.size() > contacts.size();
  known_contacts.clear();
  for (const Contact& contact : contacts) known_contacts.push_back(contact.id);
  std::sort(known_contacts.begin(), known_contacts.end());
  bool any = false;
  std::erase_if(more_contacts, [&](const Contact& contact) {
    if (std::binary_search(known_contacts.begin(), known_contacts.end(), contact.id)) return false;
    const bool followed = has_deforming_side(model, contact) || collider.follows(contact.body_a, contact.body_b);
    const std::optional<double> gap = followed ? gap_after(contact) : std::nullopt;
    any = any || !gap || *gap < 0;
    return gap && *gap > model.margin;
  });
  if (any && has_meshes) keep_known_contacts();
  return any;
}

// Of points that imply others (mesh/contact_reduction.h) some may be new and have been left out: of meshes all contacts
// stay that are known, and the new ones join them at the end of the pair.
void Simulation::Impl::keep_known_contacts() {
  const auto is_followed = [&](const Contact& c) { return collider.follows(c.body_a, c.body_b); };
  std::erase_if(more_contacts, [&](const Contact& c) {
    return is_followed(c) && std::binary_search(known_contacts.begin(), known_contacts.end(), c.id);
  });
  const auto pair_before = [](const Contact& p, const Contact& q) {
    return p.body_a != q.body_a ? p.body_a < q.body_a : p.body_b < q.body_b;
  };
  joined_contacts.clear();
  std::copy_if(contacts.begin(), contacts.end(), std::back_inserter(joined_contacts), is_followed);
  const auto middle = static_cast<std::ptrdiff_t>(joined_contacts.size());
  joined_contacts.insert(joined_contacts.end(), more_contacts.begin(), more_contacts.end());
  std::inplace_merge(joined_contacts.begin(), joined_contacts.begin() + middle, joined_contacts.end(), pair_before);
  std::swap(joined_contacts, more_contacts);
}

std::optional<double> Simulation::Impl::gap_after(const Contact& contact) const {
  const std::optional<double> velocity = normal_velocity(model, prediction, state, moving, contact);
  if (!velocity) return std::nullopt;
  return contact.gap + step * *velocity;
}

}  // namespace stiction
