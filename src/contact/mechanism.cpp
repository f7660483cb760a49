#include "contact/mechanism.h"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "model/dynamics.h"
#include "model/turn.h"

namespace stiction {
namespace {

// Errors of positions [m], [rad] at which corrections end.
constexpr double kHeld = 1e-12;
// They also end where they no longer fall by this factor (of positions, which Newton's method moves), or have not
// fallen for so many (of velocities), or after so many in all.
constexpr double kFalls = 0.7;
constexpr int kPatience = 4;
constexpr int kMostCorrections = 60, kMostMoves = 12;
// A row this small, relative to what it would be without locks, squared, is round-off.
constexpr double kRoundOff = 1e-18;
// Of torn joints: rows that lie in the span of others but for this are left out. Links move at most by its inverse
// times what is asked for.
constexpr double kNearlyDependent = 0.1;
// Velocities that are this many times what is asked for are absurd.
constexpr double kAbsurd = 100;

// The velocity of a joint's side that is not free.
Vec6 driven_velocity(const Model& model, const State& state, int body) {
  Vec6 velocity = Vec6::Zero();
  if (body == kWorld || !model.bodies[body].scripted) return velocity;
  velocity << state.bodies[body].velocity, state.bodies[body].angular_velocity;
  return velocity;
}

bool is_driven(const Joint& joint) {
  return joint.motor && std::isinf(joint.motor->max_effort);
}

// |row L|^2 for the body without locks.
double unlocked_square(const Body& body, const BodyState& state, const Vec6& row) {
  const Vec3 turn = state.rotation.conjugate() * Vec3(row.tail<3>());
  return row.head<3>().squaredNorm() / body.mass.mass + (body.inverse_inertia_factor.transpose() * turn).squaredNorm();
}

// Anderson's acceleration of g <- g + change(g): the combination of the last iterates whose change is least.
class Acceleration {
 public:
  void apply(VecX& g, VecX change) {
    const VecX own_g = g, own_change = change;
    if (last_g_.size() > 0) {
      g_steps_.emplace_back(own_g - last_g_);
      change_steps_.emplace_back(own_change - last_change_);
      if (g_steps_.size() > kMemory) {
        g_steps_.erase(g_steps_.begin());
        change_steps_.erase(change_steps_.begin());
      }
      const auto count = static_cast<Eigen::Index>(change_steps_.size());
      MatX steps(g.size(), count);
      for (Eigen::Index k = 0; k < count; ++k) steps.col(k) = change_steps_[k];
      const VecX weights = steps.completeOrthogonalDecomposition().solve(own_change);
      for (Eigen::Index k = 0; k < count; ++k) change -= weights[k] * (g_steps_[k] + change_steps_[k]);
    }
    g += change;
    last_g_ = own_g;
    last_change_ = own_change;
  }

 private:
  static constexpr std::size_t kMemory = 6;
  VecX last_g_, last_change_;
  std::vector<VecX> g_steps_, change_steps_;
};

}  // namespace

bool Mechanism::same_parts(const Mechanism& other) const {
  return std::ranges::equal(links, other.links, {}, &Link::body, &Link::body) &&
         std::ranges::equal(held, other.held, {}, &Held::joint, &Held::joint);
}

void Mechanism::place_link(const Body& body, const BodyState& state, const AddedMass& added, Link& link) const {
  Mat6 full = Mat6::Zero();
  full.diagonal().head<3>() = inverse_mass_factor(body, added.mass);
  full.bottomRightCorner<3, 3>() = inverse_inertia_factor(body, state.rotation, added.inertia);
  int size = 0;
  link.factor.resize(6, 6);
  for (int k = 0; k < 6; ++k) {
    if (!full.col(k).isZero(0)) link.factor.col(size++) = full.col(k);
  }
  link.factor.conservativeResize(6, size);
  link.inverse.setZero(size, 6);
  if (size == 6) {
    link.inverse.diagonal().head<3>() = full.diagonal().head<3>().cwiseInverse();
    link.inverse.bottomRightCorner<3, 3>() = full.bottomRightCorner<3, 3>().inverse();
  } else {
    link.inverse = MatX(link.factor).completeOrthogonalDecomposition().pseudoInverse();
  }
  link.placed = {state.center, state.rotation};
  link.added = added;
}

// Not while something moves that the rows belong to beside the links.
bool Mechanism::is_placed(const Model& model, const State& state, const std::vector<AddedMass>& added) const {
  if (space_.size() == 0 || placed_torn_ != torn_) return false;
  for (const Held& own : held) {
    for (const int body : model.joints[own.joint].bodies)
      if (body != kWorld && model.bodies[body].scripted) return false;
  }
  return std::ranges::all_of(links, [&](const Link& link) {
    const BodyState& body = state.bodies[link.body];
    return link.placed.position == body.center && link.placed.rotation.coeffs() == body.rotation.coeffs() &&
           link.added == added[link.body];
  });
}

void Mechanism::place(const Model& model, const std::vector<AttachedJoint>& attached, const State& state,
                      const std::vector<AddedMass>& added) {
  if (is_placed(model, state, added)) return;
  std::vector<int> sizes;
  for (Link& link : links) {
    place_link(model.bodies[link.body], state.bodies[link.body], added[link.body], link);
    sizes.push_back(static_cast<int>(link.factor.cols()));
  }
  std::vector<MotionSpace::Rows> rows(held.size());
  int row = 0;
  for (std::size_t i = 0; i < held.size(); ++i) {
    Held& own = held[i];
    const Joint& joint = model.joints[own.joint];
    joint_rows(joint, attached[own.joint], state, own.rows);
    own.coordinate = joint_coordinate(joint, attached[own.joint], state);
    own.driven = is_driven(joint);
    own.first_row = row;
    row += own.row_count();
    const auto scaled = [&](int link, const auto& held_rows, const Vec6& speed_row) {
      if (link == MotionSpace::kNotFree) return MatX(own.row_count(), 0);
      MatX all(own.row_count(), 6);
      all.topRows(own.rows.count) = held_rows.topRows(own.rows.count);
      if (own.driven) all.bottomRows<1>() = speed_row.transpose();
      return MatX(all * links[link].factor);
    };
    rows[i] = {own.a, own.b, scaled(own.a, own.rows.on_a, own.coordinate.on_a),
               scaled(own.b, own.rows.on_b, own.coordinate.on_b)};
    // What locks hold anyway is no row: its round-off must not become one.
    for (int k = 0; k < own.row_count(); ++k) {
      double square = 0;
      const auto add_side = [&](int link, const auto& held_rows, const Vec6& speed_row) {
        if (link == MotionSpace::kNotFree) return;
        const int body = links[link].body;
        const Vec6 unlocked = k < own.rows.count ? Vec6(held_rows.row(k).transpose()) : speed_row;
        square += unlocked_square(model.bodies[body], state.bodies[body], unlocked);
      };
      add_side(own.a, own.rows.on_a, own.coordinate.on_a);
      add_side(own.b, own.rows.on_b, own.coordinate.on_b);
      if (rows[i].on_a.row(k).squaredNorm() + rows[i].on_b.row(k).squaredNorm() > kRoundOff * square) continue;
      rows[i].on_a.row(k).setZero();
      rows[i].on_b.row(k).setZero();
    }
  }
  space_.build(sizes, rows, torn_ ? kNearlyDependent : MotionSpace::kDependent);
  placed_torn_ = torn_;
}

// What sides that are not free leave to the others.
void Mechanism::rest_on(const Model& model, const State& state, const Held& own, VecX& g) const {
  const Joint& joint = model.joints[own.joint];
  auto part = g.segment(own.first_row, own.row_count());
  part.setZero();
  if (own.driven) part[own.rows.count] = joint.motor->velocity;
  const auto add_side = [&](int link, int body, const auto& rows, const Vec6& speed_row) {
    if (link != MotionSpace::kNotFree) return;
    const Vec6 velocity = driven_velocity(model, state, body);
    part.head(own.rows.count) -= rows.topRows(own.rows.count) * velocity;
    if (own.driven) part[own.rows.count] -= speed_row.dot(velocity);
  };
  add_side(own.a, joint.bodies[0], own.rows.on_a, own.coordinate.on_a);
  add_side(own.b, joint.bodies[1], own.rows.on_b, own.coordinate.on_b);
}

void Mechanism::set_speeds(const Model& model, const State& state) {
  g_.resize(held.empty() ? 0 : held.back().first_row + held.back().row_count());
  for (const Held& own : held) rest_on(model, state, own, g_);
  space_.meet(g_, offset);
}

void Mechanism::set_out(const Model& model, const std::vector<AttachedJoint>& attached, const State& state,
                        const std::vector<AddedMass>& added) {
  place(model, attached, state, added);
  set_speeds(model, state);
  if (torn_ || offset.norm() <= kAbsurd * space_.size_of(g_)) return;
  torn_ = true;
  place(model, attached, state, added);
  set_speeds(model, state);
}

int Mechanism::unmet_joint(double tolerance) const {
  for (const Held& own : held) {
    VecX rest = g_.segment(own.first_row, own.row_count());
    const auto take_side = [&](int link, const auto& rows, const Vec6& speed_row) {
      if (link == MotionSpace::kNotFree) return;
      rest.head(own.rows.count) -= rows.topRows(own.rows.count) * offset_velocity(link);
      if (own.driven) rest[own.rows.count] -= speed_row.dot(offset_velocity(link));
    };
    take_side(own.a, own.rows.on_a, own.coordinate.on_a);
    take_side(own.b, own.rows.on_b, own.coordinate.on_b);
    if (rest.size() > 0 && !(rest.cwiseAbs().maxCoeff() <= tolerance)) return own.joint;
  }
  return -1;
}

VecX Mechanism::scaled(const VecX& blocks) const {
  VecX x(space_.size());
  for (int k = 0; k < static_cast<int>(links.size()); ++k) {
    const Link& link = links[k];
    x.segment(space_.first(k), link.inverse.rows()) =
        link.inverse * blocks.segment<6>(6 * static_cast<Eigen::Index>(link.block));
  }
  return x;
}

VecX Mechanism::motion(const VecX& y) const {
  VecX x = offset;
  space_.expand(y, x);
  return x;
}

Vec6 Mechanism::velocity(int link, const VecX& motion) const {
  return links[link].factor * motion.segment(space_.first(link), links[link].factor.cols());
}

// All of them by rows, and the largest.
double Mechanism::errors(const Model& model, const std::vector<AttachedJoint>& attached, const State& state,
                         VecX& rows) const {
  rows.setZero(held.empty() ? 0 : held.back().first_row + held.back().row_count());
  JointRows of_joint;
  double worst = 0;
  for (const Held& own : held) {
    joint_rows(model.joints[own.joint], attached[own.joint], state, of_joint);
    rows.segment(own.first_row, of_joint.count) = of_joint.error.head(of_joint.count);
    worst = std::max(worst, joint_error(of_joint));
  }
  return worst;
}

double Mechanism::error(const Model& model, const std::vector<AttachedJoint>& attached, const State& state) const {
  JointRows of_joint;
  double worst = 0;
  for (const Held& own : held) {
    joint_rows(model.joints[own.joint], attached[own.joint], state, of_joint);
    worst = std::max(worst, joint_error(of_joint));
  }
  return worst;
}

void Mechanism::move_links(const Model& model, const State& from, double step, const VecX& x, State& to) const {
  for (int k = 0; k < static_cast<int>(links.size()); ++k) {
    const int body = links[k].body;
    to.bodies[body] = from.bodies[body];
    advance(model.bodies[body], to.bodies[body], velocity(k, x), step);
  }
}

// The derivative of the error by g is h but for the turn within the step: every correction leaves a share of about
// |omega| h of the error, more where levers are long, and acceleration takes the rest.
void Mechanism::advance_links(const Model& model, const std::vector<AttachedJoint>& attached, const State& from,
                              double step, const VecX& y, State& to) {
  if (torn_) {  // what is apart must not become a velocity
    move_links(model, from, step, motion(y), to);
    return;
  }
  VecX wrong, best_g = g_, best_offset = offset;
  double least = std::numeric_limits<double>::infinity();
  int since_least = 0;
  Acceleration acceleration;
  for (int i = 0; i < kMostCorrections; ++i) {
    move_links(model, from, step, motion(y), to);
    const double worst = errors(model, attached, to, wrong);
    if (worst <= kHeld) return;
    if (worst < least) {
      least = worst;
      best_g = g_;
      best_offset = offset;
      since_least = 0;
    } else if (++since_least == kPatience || !std::isfinite(worst)) {
      break;
    }
    acceleration.apply(g_, -wrong / step);
    space_.meet(g_, offset);
  }
  g_ = best_g;
  offset = best_offset;
  move_links(model, from, step, motion(y), to);
}

std::vector<Pose> Mechanism::link_poses(const State& state) const {
  std::vector<Pose> poses;
  poses.reserve(links.size());
  for (const Link& link : links) poses.push_back({state.bodies[link.body].center, state.bodies[link.body].rotation});
  return poses;
}

void Mechanism::set_link_poses(const std::vector<Pose>& poses, State& state) const {
  for (std::size_t k = 0; k < links.size(); ++k) {
    state.bodies[links[k].body].center = poses[k].position;
    state.bodies[links[k].body].rotation = poses[k].rotation;
  }
}

double Mechanism::move_together(const Model& model, const std::vector<AttachedJoint>& attached,
                                const std::vector<AddedMass>& added, State& state) {
  VecX wrong;
  double last = std::numeric_limits<double>::infinity();
  std::vector<Pose> before;
  for (int i = 0; i < kMostMoves; ++i) {
    place(model, attached, state, added);
    const double worst = errors(model, attached, state, wrong);
    if (i > 0 && !(worst < last)) {
      set_link_poses(before, state);
      break;
    }
    if (worst <= kHeld || !(worst < kFalls * last)) break;
    last = worst;
    before = link_poses(state);
    VecX x;
    space_.meet(-wrong, x);
    for (int k = 0; k < static_cast<int>(links.size()); ++k) {
      const Vec6 way = velocity(k, x);
      BodyState& body = state.bodies[links[k].body];
      body.center += way.head<3>();
      body.rotation = (turned_by(way.tail<3>()) * body.rotation).normalized();
    }
  }
  return error(model, attached, state);
}

double Mechanism::hold(const Model& model, const std::vector<AttachedJoint>& attached,
                       const std::vector<AddedMass>& added, State& state) {
  const std::vector<Pose> given = link_poses(state);
  torn_ = false;
  double left = move_together(model, attached, added, state);
  if (!(left <= kTorn)) {
    torn_ = true;
    set_link_poses(given, state);
    left = move_together(model, attached, added, state);
  }
  set_out(model, attached, state, added);
  VecX x(space_.size()), y;
  for (int k = 0; k < static_cast<int>(links.size()); ++k) {
    const BodyState& body = state.bodies[links[k].body];
    Vec6 velocity;
    velocity << body.velocity, body.angular_velocity;
    x.segment(space_.first(k), links[k].inverse.rows()) = links[k].inverse * velocity;
  }
  space_.restrict_to(x, y);
  x = motion(y);
  for (int k = 0; k < static_cast<int>(links.size()); ++k) {
    const Vec6 allowed = velocity(k, x);
    state.bodies[links[k].body].velocity = allowed.head<3>();
    state.bodies[links[k].body].angular_velocity = allowed.tail<3>();
  }
  return left;
}

std::vector<Mechanism> find_mechanisms(const Model& model, const State& state, const std::vector<int>& free_block) {
  std::vector<int> parent(model.bodies.size());
  std::iota(parent.begin(), parent.end(), 0);
  const auto find = [&](int body) {
    while (parent[body] != body) body = parent[body] = parent[parent[body]];
    return body;
  };
  const auto is_free = [&](int body) { return body != kWorld && free_block[body] >= 0; };
  const auto acts = [&](const Joint& joint) {
    return std::ranges::all_of(joint.bodies, [&](int b) { return b == kWorld || state.bodies[b].present; }) &&
           (is_free(joint.bodies[0]) || is_free(joint.bodies[1]));
  };
  std::vector<char> jointed(model.bodies.size(), 0);
  for (const Joint& joint : model.joints) {
    if (!acts(joint)) continue;
    const auto [a, b] = joint.bodies;
    for (const int body : {a, b})
      if (is_free(body)) jointed[body] = 1;
    if (is_free(a) && is_free(b)) parent[std::max(find(a), find(b))] = std::min(find(a), find(b));
  }
  std::vector<Mechanism> mechanisms;
  std::vector<int> mechanism_of(model.bodies.size(), -1), link_of(model.bodies.size(), MotionSpace::kNotFree);
  for (int i = 0; i < static_cast<int>(model.bodies.size()); ++i) {
    if (!jointed[i]) continue;
    int& own = mechanism_of[find(i)];
    if (own < 0) {
      own = static_cast<int>(mechanisms.size());
      mechanisms.emplace_back();
    }
    mechanism_of[i] = own;
    link_of[i] = static_cast<int>(mechanisms[own].links.size());
    mechanisms[own].links.emplace_back().body = i;
  }
  for (int j = 0; j < static_cast<int>(model.joints.size()); ++j) {
    const Joint& joint = model.joints[j];
    if (!acts(joint)) continue;
    const auto link = [&](int body) { return is_free(body) ? link_of[body] : MotionSpace::kNotFree; };
    const int body = is_free(joint.bodies[0]) ? joint.bodies[0] : joint.bodies[1];
    Mechanism::Held& held = mechanisms[mechanism_of[body]].held.emplace_back();
    held.joint = j;
    held.a = link(joint.bodies[0]);
    held.b = link(joint.bodies[1]);
  }
  return mechanisms;
}

}  // namespace stiction
