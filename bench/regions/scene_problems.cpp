#include "regions/scene_problems.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "scenes/gallery.h"
#include "stepping/simulation.h"

namespace stiction::bench {
namespace {

VecX appended(const VecX& first, const VecX& second) {
  VecX both(first.size() + second.size());
  both << first, second;
  return both;
}

// Problems of mass points only.
void append(const ContactProblem& more, ContactProblem& all) {
  const int bodies = static_cast<int>(all.wide_bodies.size()), sides = static_cast<int>(all.wide_sides.size());
  const int dofs = all.dof_count();
  const std::size_t values = all.wide_values.size(), rows = all.factor_rows.size();
  for (WideBody body : more.wide_bodies) {
    body.first += dofs;
    body.factor += values;
    body.filled += rows;
    all.wide_bodies.push_back(body);
  }
  for (const WideSide& side : more.wide_sides) all.wide_sides.push_back({side.body + bodies, side.jacobian + values});
  for (ContactBlock contact : more.contacts) {
    contact.wide_begin += sides;
    contact.wide_end += sides;
    all.contacts.push_back(contact);
  }
  all.wide_values.insert(all.wide_values.end(), more.wide_values.begin(), more.wide_values.end());
  all.factor_rows.insert(all.factor_rows.end(), more.factor_rows.begin(), more.factor_rows.end());
  all.free_velocity = appended(all.free_velocity, more.free_velocity);
  all.left_out_mass += more.left_out_mass;
  all.gravity_scale = std::hypot(all.gravity_scale, more.gravity_scale);
}

}  // namespace

std::vector<ContactProblem> record(const Recording& recording) {
  std::map<std::string, std::string> overrides;
  if (const std::size_t equals = recording.parameter.find('='); equals != std::string::npos)
    overrides[recording.parameter.substr(0, equals)] = recording.parameter.substr(equals + 1);
  Scene scene = build_gallery_scene(recording.scene, overrides);
  scene.solver.name = "regions";
  Simulation simulation(scene.model, scene.step, scene.solver, 1);
  std::vector<ContactProblem> problems;
  const long steps = std::lround(recording.duration / scene.step);
  for (long k = 0; k < steps; ++k) {
    if (simulation.step().contact_count > 0 && k % recording.every == 0) problems.push_back(simulation.problem());
  }
  return problems;
}

ContactProblem side_by_side(const std::vector<ContactProblem>& problems, int contacts) {
  long of_all = 0;
  for (const ContactProblem& problem : problems) of_all += problem.contact_count();
  const auto count = static_cast<std::size_t>(
      std::ceil(contacts * static_cast<double>(problems.size()) / static_cast<double>(of_all)));
  ContactProblem all;
  all.step = problems.front().step;
  for (std::size_t i = 0; i < count || all.contact_count() < contacts; ++i)
    append(problems[(i * problems.size() / count + i / count) % problems.size()], all);
  return all;
}

ContactProblem part_of(const ContactProblem& problem, const std::vector<int>& contacts) {
  ContactProblem part = problem;
  part.contacts.clear();
  part.wide_sides.clear();
  part.warm_impulse.resize(0);
  for (const int index : contacts) {
    ContactBlock contact = problem.contacts[index];
    const auto first = problem.wide_sides.begin();
    part.wide_sides.insert(part.wide_sides.end(), first + contact.wide_begin, first + contact.wide_end);
    contact.wide_begin = static_cast<int>(part.wide_sides.size()) - (contact.wide_end - contact.wide_begin);
    contact.wide_end = static_cast<int>(part.wide_sides.size());
    part.contacts.push_back(contact);
  }
  return part;
}

std::vector<const ContactProblem*> spread(const std::vector<const ContactProblem*>& problems, std::size_t most) {
  const std::size_t count = std::min(problems.size(), most);
  std::vector<const ContactProblem*> chosen;
  for (std::size_t i = 0; i < count; ++i) chosen.push_back(problems[i * problems.size() / count]);
  return chosen;
}

}  // namespace stiction::bench
