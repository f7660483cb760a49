#include "contact/assemble_deforming.h"

#include <algorithm>

#include "base/parallel.h"
#include "contact/tangent_frame.h"
#include "contact/wide_rows.h"

namespace stiction {
namespace {

void find_deforming(const Model& model, Prediction& prediction) {
  prediction.deforming.clear();
  prediction.deforming_of_body.assign(model.bodies.size(), -1);
  for (int i = 0; i < static_cast<int>(model.bodies.size()); ++i) {
    if (!model.bodies[i].deforms()) continue;
    prediction.deforming_of_body[i] = static_cast<int>(prediction.deforming.size());
    DeformingBody& deforming = prediction.deforming.emplace_back();
    deforming.body = i;
    deforming.made_by = model.bodies[i].deformable;
    deforming.motion = deforming.made_by->make_step();
  }
  if (prediction.deforming.empty()) prediction.deforming_of_body.clear();
}

// Does the prediction have the model's deforming bodies, from the last step?
bool is_known(const Model& model, const Prediction& prediction) {
  std::size_t found = 0;
  for (int i = 0; i < static_cast<int>(model.bodies.size()); ++i) {
    if (!model.bodies[i].deforms()) continue;
    if (found == prediction.deforming.size() || prediction.deforming_of_body.size() != model.bodies.size())
      return false;
    const DeformingBody& known = prediction.deforming[found++];
    if (known.body != i || known.made_by != model.bodies[i].deformable) return false;
  }
  return found == prediction.deforming.size();
}

// visit(deforming body, its point, sign) for the sides of a contact that deform.
template <class Visit>
void for_deforming_sides(const Prediction& prediction, const Contact& contact, const Visit& visit) {
  const int a = prediction.deforming_index(contact.body_a), b = prediction.deforming_index(contact.body_b);
  if (a >= 0) visit(a, contact.material_a, -1.0);
  if (b >= 0) visit(b, contact.material_b, +1.0);
}

// The body's degrees of freedom, after those of all others.
void add_body(const Body& body, DeformingBody& deforming, ContactProblem& problem) {
  const DeformableStep& motion = *deforming.motion;
  deforming.first = problem.dof_count();
  deforming.dofs = static_cast<int>(motion.free_velocity.size());
  if (motion.moves_as_points()) {
    deforming.wide = add_mass_points(problem, motion.point_masses, motion.free_velocity);
    double left_out = body.mass.mass;
    for (std::size_t k = 0; k < motion.point_masses.size(); ++k) {  // a point that is held stands for more than it has
      double& mass = problem.wide_bodies[deforming.wide + k].mass;
      mass = std::min(mass, body.mass.mass);
      left_out -= mass;
    }
    problem.left_out_mass += std::max(left_out, 0.0);
  } else {
    deforming.wide = add_wide_body(problem, body.mass.mass, motion.factor, motion.free_velocity);
  }
}

// rows += turn * columns, 3 x n, row by row.
void add_turned(const Mat3& turn, const PointJacobian& columns, double* rows) {
  const Eigen::Index size = columns.cols();
  const double* column = columns.data();
  for (Eigen::Index i = 0; i < size; ++i, column += 3) {
    for (int k = 0; k < 3; ++k)
      rows[k * size + i] += (turn(k, 0) * column[0] + turn(k, 1) * column[1]) + turn(k, 2) * column[2];
  }
}

void add_shares(const Mat3& turn, const DeformingBody& deforming, const PointShares& shares, int contact,
                ContactProblem& problem) {
  for (const auto& [point, weight] : shares) {
    if (point < 0 || weight == 0) continue;
    double* rows = add_wide_side(problem, contact, deforming.wide + point);
    Eigen::Map<Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(rows).noalias() += weight * turn;
  }
}

// The masses of its touched nodes.
void add_masses(DeformingBody& deforming, ContactProblem& problem) {
  if (deforming.wide < 0) return;
  deforming.first_mass = static_cast<int>(problem.point_masses.size());
  for (int point = 0; 3 * point < deforming.dofs; ++point) {
    problem.point_masses.push_back(deforming.motion->point_mass(point));
  }
}

}  // namespace

void predict_deforming(const Model& model, const State& state, double step, Prediction& prediction) {
  if (!is_known(model, prediction)) find_deforming(model, prediction);
  parallel_tasks(static_cast<int>(prediction.deforming.size()), [&](int i) {
    DeformingBody& deforming = prediction.deforming[i];
    const BodyState& body = state.bodies[deforming.body];
    deforming.takes_part = body.present && !body.asleep;
    if (deforming.takes_part) deforming.motion->predict(model, model.bodies[deforming.body], body, step);
  });
}

void assemble_deforming(const Model& model, const ContactSet& contacts, Prediction& prediction,
                        ContactProblem& problem) {
  prediction.deforming_start_velocity.resize(0);
  if (prediction.deforming.empty()) return;
  for (DeformingBody& deforming : prediction.deforming) deforming.points.clear();
  for (const Contact& contact : contacts) {
    for_deforming_sides(prediction, contact, [&](int index, const MaterialPoint& material, double) {
      prediction.deforming[index].points.push_back({material, contact.point});
    });
  }
  parallel_tasks(static_cast<int>(prediction.deforming.size()), [&](int i) {
    DeformingBody& deforming = prediction.deforming[i];
    if (deforming.takes_part) deforming.motion->meet(deforming.points);
  });
  for (DeformingBody& deforming : prediction.deforming) {
    deforming.wide = -1;
    if (!deforming.takes_part) continue;
    add_body(model.bodies[deforming.body], deforming, problem);
    const VecX& start = deforming.motion->start_velocity;
    prediction.deforming_start_velocity.conservativeResize(prediction.deforming_start_velocity.size() + start.size());
    prediction.deforming_start_velocity.tail(start.size()) = start;
    deforming.next_point = 0;
  }
}

void add_point_contacts(const ContactSet& contacts, Prediction& prediction, ContactProblem& problem) {
  problem.point_contacts.clear();
  problem.point_masses.clear();
  if (contacts.empty() || contacts.front().inside.vertex == VertexInside::kNone) return;
  std::vector<std::size_t> next(prediction.deforming.size(), 0);
  for (DeformingBody& deforming : prediction.deforming) add_masses(deforming, problem);
  for (const Contact& contact : contacts) {
    PointContact& point = problem.point_contacts.emplace_back();
    point.depth = contact.inside.depth;
    point.vertex_of_b = contact.inside.vertex == VertexInside::kOfB;
    for_deforming_sides(prediction, contact, [&](int index, const MaterialPoint&, double sign) {
      const DeformingBody& deforming = prediction.deforming[index];
      if (deforming.wide < 0) return;
      const PointShares shares = deforming.motion->point_shares(next[index]++);
      for (int k = 0; k < 3; ++k) {
        if (shares[k].point < 0) continue;
        if ((sign > 0) == point.vertex_of_b) {
          point.vertex = deforming.first_mass + shares[k].point;
          point.vertex_body = deforming.wide + (deforming.motion->moves_as_points() ? shares[k].point : 0);
        } else {
          point.corner[k] = deforming.first_mass + shares[k].point;
          point.weight[k] = shares[k].weight;
        }
      }
    });
  }
}

void add_deforming_sides(const Contact& contact, int index, Prediction& prediction, ContactProblem& problem) {
  const Mat3 frame = tangent_frame(contact.normal);
  for_deforming_sides(prediction, contact, [&](int side, const MaterialPoint&, double sign) {
    DeformingBody& deforming = prediction.deforming[side];
    if (deforming.wide < 0) return;
    if (deforming.motion->moves_as_points()) {
      add_shares(sign * frame, deforming, deforming.motion->point_shares(deforming.next_point++), index, problem);
      return;
    }
    deforming.motion->jacobian(deforming.next_point++, prediction.point_jacobian);
    add_turned(sign * frame, prediction.point_jacobian, add_wide_side(problem, index, deforming.wide));
  });
}

NormalVelocities deforming_velocities(const Prediction& prediction, const ContactProblem& problem,
                                      const ContactBlock& contact) {
  NormalVelocities velocities;
  for (int s = contact.wide_begin; s < contact.wide_end; ++s) {
    const WideBody& body = problem.wide_bodies[problem.wide_sides[s].body];
    const auto normal = problem.jacobian(problem.wide_sides[s]).row(0);
    const int first = body.first - 6 * problem.body_count();
    if (first >= prediction.deforming_start_velocity.size()) continue;  // a mechanism
    velocities.start += normal.dot(prediction.deforming_start_velocity.segment(first, body.dofs));
    velocities.free += wide_rows::normal_velocity(problem, problem.wide_sides[s], problem.free_velocity);
  }
  return velocities;
}

}  // namespace stiction
